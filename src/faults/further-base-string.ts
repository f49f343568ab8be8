/** Further faults of composing the base string (RFC 5849 3.4.1.1). */

import { toOctets, toText } from "../model/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

const JOIN_FIX = { text: "Percent-encode each of the three parts once, then join them with &." };
const PARTS_FIX = { text: "Join method, URI and parameter string in this order." };
const METHOD_FIX = { text: "Sign the name of the method in upper case, and nothing else." };

/** Joins the encoded parts differently. */
const joinParts = (join: (method: string, uri: string, parameters: string) => string): StageChange =>
  replaceStage("baseString", (original, input, all) => {
    const [method = "", uri = "", ...parameters] = original(input, all).split("&");
    return join(method, uri, parameters.join("&"));
  });

/** Joins the parts without encoding them. */
const joinUnencoded = (join: (method: string, uri: string, parameters: string) => string): StageChange =>
  replaceStage("baseString", (_original, { method, baseStringUri, parameterString }, all) =>
    join(all.method(method), baseStringUri, parameterString),
  );

const separateBy = (name: string, separator: string): Form => [
  `The client joins the parts of the base string with ${name} instead of &.`,
  joinParts((...parts) => parts.join(separator)),
];

const addToMethod = (name: string, before: string, after: string): Form => [
  `The client signs the method with ${name}.`,
  replaceStage("method", (write, method) => before + write(method) + after),
];
const signMethodAs = (word: string): Form => [
  `The client signs ${word} as the method.`,
  replaceStage("method", () => word),
];

/** Joins names and values unencoded. Octets that are not UTF-8 stay encoded, because a text cannot contain them. */
const leaveParametersUnencoded = replaceStage("encodeParameters", (encode, parameters, all) =>
  encode(parameters, {
    ...all,
    percentEncode: (octets) => {
      const text = toText(octets);
      return text.includes("\ufffd") ? all.percentEncode(octets) : text;
    },
  }),
);
const encodeStringTwice = replaceStage("baseString", (join, input, all) =>
  join({ ...input, parameterString: all.percentEncode(toOctets(input.parameterString)) }, all),
);

export const FURTHER_BASE_STRING_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "parameters-encoded-once",
      title: "Names and values encoded only once",
      trigger: get("/r?q=a%26b%20c"),
      fix: {
        text: "Encode each name and value before joining them, then encode the parameter string again in the base string.",
      },
    },
    [
      [
        "The client joins names and values unencoded and encodes only the parameter string as a whole.",
        leaveParametersUnencoded,
        ["protocol-values-encoded-once", "keys-not-encoded"],
      ],
      [
        "The client joins names and values unencoded and encodes the parameter string as a whole twice.",
        (stages) => encodeStringTwice(leaveParametersUnencoded(stages)),
        ["parameters-encoded-three-times"],
      ],
    ],
  ),
  faultInForms({ id: "method-text-added", title: "Text added to the method", fix: METHOD_FIX }, [
    addToMethod("a space after it", "", " "),
    addToMethod("a space before it", " ", ""),
    addToMethod("a line break after it", "", "\n"),
    addToMethod("quotes around it", '"', '"'),
    ...["HTTPMethod.", "HttpMethod.", "Method."].map((name) => addToMethod(`${name} before it`, name, "")),
    addToMethod("a colon before it", ":", ""),
    addToMethod("the version of HTTP after it", "", " HTTP/1.1"),
  ]),
  faultInForms({ id: "method-as-text-null", title: "Missing method written as text", fix: METHOD_FIX }, [
    signMethodAs("undefined"),
    ...["null", "None", "nil", "UNDEFINED", "NULL", "[object Object]"].map(signMethodAs),
  ]),
  faultInForms({ id: "base-string-separator-wrong", title: "Wrong separator in the base string", fix: JOIN_FIX }, [
    separateBy("line breaks", "\n"),
    separateBy("nothing", ""),
    separateBy("spaces", " "),
    separateBy("commas", ","),
    separateBy("commas and spaces", ", "),
    separateBy("semicolons", ";"),
    separateBy("colons", ":"),
    separateBy("plus signs", "+"),
    separateBy("vertical bars", "|"),
    separateBy("&amp;", "&amp;"),
    separateBy("\\u0026", "\\u0026"),
    separateBy("&&", "&&"),
    separateBy("& and spaces", " & "),
    separateBy("carriage returns and line breaks", "\r\n"),
    [
      "The client writes no & after the method.",
      joinParts((method, uri, parameters) => `${method}${uri}&${parameters}`),
    ],
    ["The client writes no & after the URI.", joinParts((method, uri, parameters) => `${method}&${uri}${parameters}`)],
    [
      "The client joins method and URI with a space instead of &.",
      joinParts((method, uri, parameters) => `${method} ${uri}&${parameters}`),
    ],
    [
      "The client writes && after the method.",
      joinParts((method, uri, parameters) => `${method}&&${uri}&${parameters}`),
    ],
    ["The client writes && after the URI.", joinParts((method, uri, parameters) => `${method}&${uri}&&${parameters}`)],
    [
      "The client separates URI and parameter string with ? in the base string.",
      joinParts((method, uri, parameters) => `${method}&${uri}?${parameters}`),
    ],
    [
      "The client separates URI and parameter string with an encoded ampersand in the base string.",
      joinParts((method, uri, parameters) => `${method}&${uri}%26${parameters}`),
    ],
  ]),
  faultInForms({ id: "base-string-part-missing", title: "Part of the base string missing", fix: PARTS_FIX }, [
    ["The client leaves the method out of the base string.", joinParts((_, uri, parameters) => `${uri}&${parameters}`)],
    [
      "The client leaves the URI out of the base string.",
      joinParts((method, _, parameters) => `${method}&${parameters}`),
    ],
    ["The client leaves the parameter string out of the base string.", joinParts((method, uri) => `${method}&${uri}`)],
    [
      "The client writes an empty method into the base string.",
      joinParts((_, uri, parameters) => `&${uri}&${parameters}`),
    ],
    [
      "The client writes an empty URI into the base string.",
      joinParts((method, _, parameters) => `${method}&&${parameters}`),
    ],
    [
      "The client writes an empty parameter string into the base string.",
      joinParts((method, uri) => `${method}&${uri}&`),
      ["query-left-out", "form-body-left-out"],
    ],
    ["The client signs the method alone, as a shell cuts text at an unquoted &.", joinParts((method) => method)],
    ["The client signs the encoded URI alone.", joinParts((_, uri) => uri)],
    ["The client signs the encoded parameter string alone.", joinParts((_method, _uri, parameters) => parameters)],
    ["The client signs the parameter string alone.", joinUnencoded((_method, _uri, parameters) => parameters)],
    ["The client signs the URI alone.", joinUnencoded((_, uri) => uri)],
  ]),
  faultInForms(
    { id: "base-string-parts-reordered", title: "Parts of the base string in another order", fix: PARTS_FIX },
    [
      [
        "The client writes the URI before the method.",
        joinParts((method, uri, parameters) => `${uri}&${method}&${parameters}`),
      ],
      [
        "The client writes the parameter string before the URI.",
        joinParts((method, uri, parameters) => `${method}&${parameters}&${uri}`),
      ],
      [
        "The client writes the parts of the base string in reverse order.",
        joinParts((method, uri, parameters) => `${parameters}&${uri}&${method}`),
      ],
      [
        "The client writes the parameter string before method and URI.",
        joinParts((method, uri, parameters) => `${parameters}&${method}&${uri}`),
      ],
      [
        "The client writes the method after URI and parameter string.",
        joinParts((method, uri, parameters) => `${uri}&${parameters}&${method}`),
      ],
    ],
  ),
  faultInForms({ id: "base-string-not-encoded", title: "Base string not encoded", fix: JOIN_FIX }, [
    [
      "The client joins method, URI and parameter string with & without encoding them.",
      joinUnencoded((method, uri, parameters) => `${method}&${uri}&${parameters}`),
      ["parameters-not-encoded-in-base", "uri-not-encoded-in-base"],
    ],
    [
      "The client signs method, URI, a question mark and the parameter string, all unencoded.",
      joinUnencoded((method, uri, parameters) => `${method}&${uri}?${parameters}`),
    ],
    [
      "The client signs the URI, a question mark and the parameter string, all unencoded.",
      joinUnencoded((_, uri, parameters) => `${uri}?${parameters}`),
    ],
    [
      "The client signs method and URI with the parameter string as its query, unencoded and with a space between them.",
      joinUnencoded((method, uri, parameters) => `${method} ${uri}?${parameters}`),
    ],
    [
      "The client joins the three parts without encoding and without separators.",
      joinUnencoded((method, uri, parameters) => method + uri + parameters),
    ],
    [
      "The client joins the three parts with line breaks and without encoding.",
      joinUnencoded((...parts) => parts.join("\n")),
    ],
  ]),
  faultInForms(
    { id: "parameters-signed-as-query", title: "Parameters signed as the query of the URI", fix: JOIN_FIX },
    [
      [
        "The client appends the parameter string to the URI and encodes both together, so ? becomes %3F.",
        replaceStage("baseString", (_original, { method, baseStringUri, parameterString }, all) =>
          [all.method(method), all.percentEncode(toOctets(`${baseStringUri}?${parameterString}`))].join("&"),
        ),
      ],
      [
        "The client signs the URI with the parameter string as its query, and the parameter string again.",
        replaceStage("baseString", (join, input, all) =>
          join({ ...input, baseStringUri: `${input.baseStringUri}?${input.parameterString}` }, all),
        ),
      ],
      [
        "The client starts the parameter string with a question mark.",
        replaceStage("baseString", (join, input, all) =>
          join({ ...input, parameterString: `?${input.parameterString}` }, all),
        ),
      ],
    ],
  ),
];

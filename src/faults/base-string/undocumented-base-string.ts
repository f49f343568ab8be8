/** Undocumented faults of composing the base string (RFC 5849 3.4.1.1). */

import { toOctets, toText } from "../../model/index.ts";
import {
  type EncoderRules,
  encoderName,
  encodeWith,
  inAllEncoding,
  inPartsOfBaseString,
  skipEscapes,
} from "../encoding/encoder-changes.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { faultInForms } from "../helpers/forms.ts";
import { replaceStage } from "../helpers/stage-changes.ts";

const JOIN_FIX = "Percent-encode each of the three parts once, then join them with &.";
const PARTS_FIX = "Join method, URI and parameter string in this order.";

/** Joins the encoded parts differently. */
const joinParts = (join: (method: string, uri: string, parameters: string) => string): StageChange =>
  replaceStage("baseString", (original, input, all) => {
    const [method = "", uri = "", ...parameters] = original(input, all).split("&");
    return join(method, uri, parameters.join("&"));
  });

const separateBy = (name: string, separator: string): Form => [
  name.replace(" ", "-"),
  `The client joins the parts of the base string with ${name} instead of &.`,
  joinParts((...parts) => parts.join(separator)),
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

/** Everything that a part of a base string may contain and that must be escaped there. */
const IN_PARTS = "%&=:/@!$'()*+,;[]";
const without = (removed: string): string => Array.from(IN_PARTS, (one) => (removed.includes(one) ? "" : one)).join("");
const composed = (how: string, rules: EncoderRules): Form => [
  encoderName(rules),
  `The client ${how} when it encodes the parts of the base string.`,
  inPartsOfBaseString(encodeWith(rules)),
];

export const UNDOCUMENTED_BASE_STRING_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "parameters-encoded-once",
      title: "Names and values encoded only once",
      trigger: "/r?q=a%26b%20c",
      fix: "Encode each name and value before joining them, then encode the parameter string again in the base string.",
    },
    [
      [
        "joined-unencoded",
        "The client joins names and values unencoded and encodes only the parameter string as a whole.",
        leaveParametersUnencoded,
      ],
      [
        "escapes-skipped",
        "The client encodes the parts of the base string with an encoder that skips escapes, so parameters are encoded once.",
        inAllEncoding(skipEscapes),
      ],
      composed("leaves % unencoded", { bare: "%" }),
    ],
  ),
  faultInForms({ id: "base-string-separator-wrong", title: "Wrong separator in the base string", fix: JOIN_FIX }, [
    separateBy("line breaks", "\n"),
    separateBy("nothing", ""),
    separateBy("spaces", " "),
    separateBy("commas", ","),
    separateBy("plus signs", "+"),
  ]),
  faultInForms(
    {
      id: "base-string-part-missing",
      title: "Part of the base string missing",
      fix: PARTS_FIX,
    },
    [
      [
        "method",
        "The client leaves the method out of the base string.",
        joinParts((_, uri, parameters) => `${uri}&${parameters}`),
      ],
      [
        "uri",
        "The client leaves the URI out of the base string.",
        joinParts((method, _, parameters) => `${method}&${parameters}`),
      ],
      [
        "parameters",
        "The client leaves the parameter string out of the base string.",
        joinParts((method, uri) => `${method}&${uri}`),
      ],
    ],
  ),
  faultInForms(
    { id: "base-string-parts-reordered", title: "Parts of the base string in another order", fix: PARTS_FIX },
    [
      [
        "uri-first",
        "The client writes the URI before the method.",
        joinParts((method, uri, parameters) => `${uri}&${method}&${parameters}`),
      ],
      [
        "parameters-before-uri",
        "The client writes the parameter string before the URI.",
        joinParts((method, uri, parameters) => `${method}&${parameters}&${uri}`),
      ],
    ],
  ),
  faultInForms(
    {
      id: "base-string-not-encoded",
      title: "Base string not encoded",
      fix: JOIN_FIX,
    },
    [
      [
        "nothing",
        "The client joins method, URI and parameter string with & without encoding them.",
        replaceStage("baseString", (_original, { method, baseStringUri, parameterString }, all) =>
          [all.method(method), baseStringUri, parameterString].join("&"),
        ),
      ],
      [
        "uri-and-parameters",
        "The client appends the parameter string to the URI and encodes both together, so ? becomes %3F.",
        replaceStage("baseString", (_original, { method, baseStringUri, parameterString }, all) =>
          [all.method(method), all.percentEncode(toOctets(`${baseStringUri}?${parameterString}`))].join("&"),
        ),
      ],
      [
        "uri-twice",
        "The client encodes the URI twice in the base string.",
        joinParts((method, uri, parameters) => `${method}&${uri.replaceAll("%", "%25")}&${parameters}`),
      ],
    ],
  ),
  faultInForms(
    {
      id: "base-string-encoded-differently",
      title: "Parts of the base string encoded differently",
      trigger: "/r?a=%26",
      fix: "Encode the parts of the base string with the same function as names and values.",
    },
    [
      composed("leaves / unencoded", { bare: "/" }),
      composed("leaves : / unencoded", { bare: ":/" }),
      composed("escapes only & and =", { bare: without("&=") }),
      composed("escapes only %", { bare: without("%") }),
      composed("escapes ~ too", { escaped: "~" }),
      composed("escapes - . _ too", { escaped: "-._" }),
      composed("writes hex digits in lower case", { hex: "lower" }),
    ],
  ),
];

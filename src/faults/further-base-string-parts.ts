/** Further faults of encoding one part of the base string (RFC 5849 3.4.1.1). */

import type { FaultDefinition, StageChange } from "./fault.ts";
import { faultInForms } from "./forms.ts";
import { replaceStage } from "./stage-changes.ts";

const FIX = { text: "Percent-encode each of the three parts once, with the same function as names and values." };

/** Changes the encoded URI. */
const encodeUri = (change: (encoded: string, uri: string) => string): StageChange =>
  replaceStage("baseString", (join, input, all) => {
    const [method, uri = "", ...rest] = join(input, all).split("&");
    return [method, change(uri, input.baseStringUri), ...rest].join("&");
  });

/** Changes the encoded parameter string. */
const encodeParameterString = (change: (encoded: string) => string): StageChange =>
  replaceStage("baseString", (join, input, all) => {
    const [method, uri, ...parameters] = join(input, all).split("&");
    return [method, uri, change(parameters.join("&"))].join("&");
  });

export const FURTHER_BASE_STRING_PARTS_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    { id: "uri-encoded-differently-in-base", title: "URI encoded differently in the base string", fix: FIX },
    [
      [
        "The client encodes the URI twice in the base string.",
        encodeUri((encoded) => encoded.replaceAll("%", "%25")),
        ["uri-not-encoded-in-base"],
      ],
      [
        "The client leaves the slashes of the URI unencoded in the base string.",
        encodeUri((encoded) => encoded.replaceAll("%2F", "/")),
        ["base-string-encoded-differently"],
      ],
      [
        "The client leaves the colons of the URI unencoded in the base string.",
        encodeUri((encoded) => encoded.replaceAll("%3A", ":")),
        ["base-string-encoded-differently"],
      ],
      [
        "The client encodes only the first colon and the first slash of the URI in the base string.",
        encodeUri((_, uri) => uri.replace(":", "%3A").replace("/", "%2F")),
        ["uri-not-encoded-in-base"],
      ],
      [
        "The client encodes the URI with lower-case hex digits in the base string.",
        encodeUri((encoded) => encoded.replace(/%../g, (escaped) => escaped.toLowerCase())),
      ],
      [
        "The client escapes - . and _ of the URI too in the base string.",
        encodeUri((encoded) => encoded.replace(/[-._]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)),
      ],
      [
        "The client escapes the points of the URI too in the base string.",
        encodeUri((encoded) => encoded.replaceAll(".", "%2E")),
      ],
      [
        "The client encodes only the path of the URI in the base string.",
        encodeUri((encoded) => encoded.replace("%3A%2F%2F", "://")),
      ],
      [
        "The client converts the encoded URI to lower case in the base string.",
        encodeUri((encoded) => encoded.toLowerCase()),
      ],
    ],
  ),
  faultInForms(
    {
      id: "parameter-string-encoded-differently",
      title: "Parameter string encoded differently in the base string",
      fix: FIX,
    },
    [
      [
        "The client encodes the parameter string with lower-case hex digits in the base string.",
        encodeParameterString((encoded) => encoded.replace(/%../g, (escaped) => escaped.toLowerCase())),
        ["lowercase-hex"],
      ],
      [
        "The client writes %20 for %2520 in the base string.",
        encodeParameterString((encoded) => encoded.replaceAll("%2520", "%20")),
        ["reserved-character-bare"],
      ],
      [
        "The client writes + for %2520 in the base string.",
        encodeParameterString((encoded) => encoded.replaceAll("%2520", "+")),
      ],
      [
        "The client encodes only the first = and the first & of the parameter string in the base string.",
        replaceStage("baseString", (join, input, all) => {
          const [method, uri] = join(input, all).split("&");
          return `${method}&${uri}&${input.parameterString.replace("=", "%3D").replace("&", "%26")}`;
        }),
        ["parameters-not-encoded-in-base"],
      ],
      [
        "The client writes a space for %2520 in the base string.",
        encodeParameterString((encoded) => encoded.replaceAll("%2520", " ")),
      ],
    ],
  ),
];

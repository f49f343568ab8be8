/** Further faults of a signature after it was computed: added, changed or replaced text (RFC 5849 3.4.2). */

import { base64Text, utf8Octets } from "../platform/index.ts";
import { HMAC } from "./correct-calls.ts";
import type { FaultDefinition } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { signHmacBy, writeDigestAs } from "./signature-changes.ts";
import { get } from "./trigger-requests.ts";

const FIX = { text: "Send the base64 of the digest as it is, percent-encoded once.", calls: HMAC };

const replaceBy = (text: string): Form => [
  `The client sends the text ${text} instead of a signature.`,
  signHmacBy(() => text),
];
const addText = (name: string, before: string, after: string): Form => [
  `The client sends the signature with ${name}.`,
  writeDigestAs((base64) => before + base64 + after),
];

/** The hexadecimal number of a character, in capitals. */
const codeOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase();
/** Which characters of a signature an encoder escapes. */
const ESCAPED = [
  ["+ and =", /[+=]/g],
  ["+, / and =", /[+/=]/g],
  ["/ and =", /[/=]/g],
  ["+", /\+/g],
  ["=", /=/g],
] as const;
/** @param write - gets the hexadecimal number of a character */
const escapedBy = (example: string, write: (code: string) => string): Form[] =>
  ESCAPED.map(([characters, pattern]) => [
    `The client writes ${characters} of the signature in escapes ${example}.`,
    writeDigestAs((base64) => base64.replace(pattern, (one) => write(codeOf(one)))),
  ]);

export const FURTHER_SIGNATURE_TEXT_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "signature-case-changed", title: "Signature in one case", fix: FIX }, [
    ["The client converts the signature to lower case.", writeDigestAs((base64) => base64.toLowerCase())],
    ["The client converts the signature to upper case.", writeDigestAs((base64) => base64.toUpperCase())],
  ]),
  faultInForms({ id: "signature-text-added", title: "Text added to the signature", fix: FIX }, [
    addText("double quotes around it", '"', '"'),
    addText("single quotes around it", "'", "'"),
    addText("b'' around it, as Python prints octets", "b'", "'"),
    addText("a space after it", "", " "),
    addText("a space before it", " ", ""),
    addText("a line break before it", "\n", ""),
    addText("a tab after it", "", "\t"),
    addText("an & after it", "", "&"),
    addText("another = after it", "", "="),
    addText("brackets and quotes around it", '["', '"]'),
    addText("HMAC-SHA1 before it", "HMAC-SHA1 ", ""),
    addText("sha1= before it", "sha1=", ""),
    addText("sha256= before it", "sha256=", ""),
    ...[" ", ",", ""].map(
      (between): Form => [
        `The client sends the signature twice, with ${JSON.stringify(between)} between.`,
        writeDigestAs((base64) => base64 + between + base64),
      ],
    ),
  ]),
  faultInForms(
    { id: "signature-characters-changed", title: "Characters of the signature changed", trigger: get("/x"), fix: FIX },
    [
      [
        "The client replaces each + of the signature by a space.",
        writeDigestAs((base64) => base64.replaceAll("+", " ")),
        ["signature-raw-in-query"],
      ],
      ...["/", "+"].map(
        (character): Form => [
          `The client sends the signature up to its first ${character}.`,
          writeDigestAs((base64) => base64.split(character)[0]!),
        ],
      ),
      ["The client removes + and / from the signature.", writeDigestAs((base64) => base64.replace(/[+/]/g, ""))],
      [
        "The client removes + / = from the signature.",
        writeDigestAs((base64) => base64.replace(/[+/=]/g, "")),
        ["base64-unpadded"],
      ],
      ["The client replaces / of the signature by -.", writeDigestAs((base64) => base64.replaceAll("/", "-"))],
      [
        "The client replaces / of the signature by _.",
        writeDigestAs((base64) => base64.replaceAll("/", "_")),
        ["base64url-alphabet"],
      ],
      [
        "The client replaces + of the signature by -.",
        writeDigestAs((base64) => base64.replaceAll("+", "-")),
        ["base64url-alphabet"],
      ],
      [
        "The client puts \\ before each / of the signature, as a JSON encoder does.",
        writeDigestAs((base64) => base64.replaceAll("/", "\\/")),
      ],
      ...escapedBy("such as \\u002B, as a JSON encoder does", (code) => `\\u00${code}`),
      ...escapedBy("such as \\u002b, as a JSON encoder does", (code) => `\\u00${code.toLowerCase()}`),
      [
        "The client percent-encodes the signature and leaves the percent signs out.",
        writeDigestAs((base64) => base64.replace(/[+/=]/g, codeOf)),
      ],
      [
        "The client writes = at the end of the signature as a full stop.",
        writeDigestAs((base64) => base64.replaceAll("=", ".")),
      ],
    ],
  ),
  faultInForms({ id: "signature-constant", title: "Fixed text instead of a signature", fix: FIX }, [
    ["The client sends an empty signature.", signHmacBy(() => "")],
    ...[
      ...["undefined", "null", "None", "nil", "NULL", "(null)", "false", "true", "NaN"],
      ...["[object Object]", "[object Promise]", "[object ArrayBuffer]", "System.Byte[]", "Array", "signature"],
    ].map(replaceBy),
    ["The client sends the key as the signature, as PLAINTEXT does.", signHmacBy((_, key) => key)],
    ["The client sends the base string as the signature.", signHmacBy((_hash, _key, text) => text)],
    [
      "The client sends the base string in base64 as the signature.",
      signHmacBy((_hash, _key, text) => base64Text(utf8Octets(text))),
    ],
    ["The client sends the key in base64 as the signature.", signHmacBy((_, key) => base64Text(utf8Octets(key)))],
  ]),
  faultInForms(
    {
      id: "signature-encoded-beforehand",
      title: "Signature percent-encoded when it is computed",
      fix: { text: "Keep the signature in plain base64 until you write the request." },
    },
    [
      [
        "The client percent-encodes the signature before it writes the request, which encodes it again.",
        writeDigestAs((base64) => base64.replace(/[+/=]/g, encodeURIComponent)),
        ["signature-encoded-twice-in-header"],
      ],
      [
        "The client percent-encodes the signature with lower-case digits before it writes the request, which encodes it again.",
        writeDigestAs((base64) => base64.replace(/[+/=]/g, (character) => encodeURIComponent(character).toLowerCase())),
      ],
      [
        "The client percent-encodes the signature twice before it writes the request, which encodes it again.",
        writeDigestAs((base64) => encodeURIComponent(encodeURIComponent(base64))),
      ],
      [
        "The client encodes the + of the signature only, before it writes the request.",
        writeDigestAs((base64) => base64.replaceAll("+", "%2B")),
      ],
      [
        "The client encodes the = of the signature only, before it writes the request.",
        writeDigestAs((base64) => base64.replaceAll("=", "%3D")),
      ],
      ...escapedBy("such as &#43;, as in HTML", (code) => `&#${Number.parseInt(code, 16)};`),
      ...escapedBy("such as &#x2B;, as in HTML", (code) => `&#x${code};`),
    ],
  ),
];

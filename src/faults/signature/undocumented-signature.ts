/** Undocumented faults of computing a digest and of writing it as text (RFC 5849 3.4.2). */

import { base64Text, digest, hexText, hmac, utf8Octets } from "../../platform/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { HMAC } from "../helpers/correct-calls.ts";
import { faultInForms } from "../helpers/forms.ts";
import { computeBy, writeDigestAs } from "./signature-changes.ts";

const FIX = { text: "Compute one HMAC of the base string with the key, and write its octets in base64.", calls: HMAC };
const TEXT_FIX = { text: "Write the octets of the digest in base64, with padding and on one line.", calls: HMAC };

const writeOctetsAs = (write: (octets: Uint8Array) => string): StageChange =>
  writeDigestAs((_, octets) => write(octets));
/** Changes the octets before they are written in base64. */
const changeOctets = (change: (octets: Uint8Array) => Uint8Array): StageChange =>
  writeOctetsAs((octets) => base64Text(change(octets)));
const cutAfter = (length: number): Form => [
  `first-${length}`,
  `The client uses only the first ${length} octets of the digest.`,
  changeOctets((octets) => octets.subarray(0, length)),
];

export const UNDOCUMENTED_SIGNATURE_FAULTS: readonly FaultDefinition[] = [
  {
    id: "base-string-hashed-first",
    title: "Base string hashed before the HMAC",
    what: "The client signs the octets of the hash of the base string.",
    fix: FIX,
    apply: computeBy((hash, key, text) => hmac(hash, key, digest(hash, text))),
  },

  faultInForms(
    {
      id: "digest-formatted",
      title: "Digest formatted as text",
      fix: TEXT_FIX,
    },
    [
      [
        "bitconverter",
        "The client writes the digest as hex pairs with hyphens, as BitConverter.ToString does.",
        writeOctetsAs((octets) => (hexText(octets).toUpperCase().match(/../g) ?? []).join("-")),
      ],
      [
        "no-leading-zeros",
        "The client writes each octet of the digest in hexadecimal without its leading zero.",
        writeOctetsAs((octets) => Array.from(octets, (octet) => octet.toString(16)).join("")),
      ],
      [
        "signed-octets",
        "The client writes each octet of the digest as a signed number in hexadecimal, such as -41 for BF.",
        writeOctetsAs((octets) =>
          Array.from(octets, (octet) => (octet < 0x80 ? octet : octet - 0x100).toString(16)).join(""),
        ),
      ],
      [
        "signed-number",
        "The client writes the digest as one signed number in hexadecimal, as BigInteger of Java does.",
        writeOctetsAs((octets) => BigInt.asIntN(8 * octets.length, BigInt(`0x${hexText(octets)}`)).toString(16)),
      ],
      [
        "backslash-x",
        "The client writes \\x in front of the hex digits, as a database shows octets.",
        writeOctetsAs((octets) => `\\x${hexText(octets)}`),
      ],
      ["0x", "The client writes 0x in front of the hex digits.", writeOctetsAs((octets) => `0x${hexText(octets)}`)],
      [
        "0x-upper-case",
        "The client writes 0x in front of hex digits in upper case.",
        writeOctetsAs((octets) => `0x${hexText(octets).toUpperCase()}`),
      ],
      [
        "list",
        "The client writes the digest as a list of numbers in brackets.",
        writeOctetsAs((octets) => `[${octets.join(", ")}]`),
      ],
      [
        "base64-of-hex",
        "The client writes the hex digits and a line break after them in base64.",
        writeOctetsAs((octets) => base64Text(utf8Octets(`${hexText(octets)}\n`))),
      ],
    ],
  ),
  faultInForms({ id: "digest-cut-short", title: "Digest cut short", fix: TEXT_FIX }, [cutAfter(16), cutAfter(20)]),
];

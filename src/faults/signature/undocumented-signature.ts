/** Undocumented faults of computing a digest and of writing it as text (RFC 5849 3.4.2). */

import { base64Text, concatOctets, digest, hexText, hmac, utf8Octets } from "../../platform/index.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { HMAC } from "../helpers/correct-calls.ts";
import { type Form, faultInForms } from "../helpers/forms.ts";
import { replaceStage } from "../helpers/stage-changes.ts";
import { get } from "../helpers/trigger-requests.ts";
import { computeBy, signHmacBy, writeDigestAs } from "./signature-changes.ts";

const FIX = { text: "Compute one HMAC of the base string with the key, and write its octets in base64.", calls: HMAC };
const TEXT_FIX = { text: "Write the octets of the digest in base64, with padding and on one line.", calls: HMAC };

const writeOctetsAs = (write: (octets: Uint8Array) => string): StageChange =>
  writeDigestAs((_, octets) => write(octets));
/** Changes the octets before they are written in base64. */
const changeOctets = (change: (octets: Uint8Array) => Uint8Array): StageChange =>
  writeOctetsAs((octets) => base64Text(change(octets)));
const cutAfter = (length: number): Form => [
  `The client uses only the first ${length} octets of the digest.`,
  changeOctets((octets) => octets.subarray(0, length)),
];

/** Replaces the signature that PLAINTEXT sends. The other methods are unchanged. */
const sendInsteadOfKey = (make: (key: string, baseString: string) => string): StageChange =>
  replaceStage("signature", (sign, input) =>
    input.signatureMethod === "PLAINTEXT" ? make(sign(input), input.baseString) : sign(input),
  );
/** The consumer secret as it was before it was encoded for the key. */
const consumerSecretOf = (key: string): string => decodeURIComponent(key.split("&")[0]!);

export const UNDOCUMENTED_SIGNATURE_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "base-string-hashed-first", title: "Base string hashed before the HMAC", fix: FIX }, [
    [
      "The client signs the octets of the hash of the base string.",
      computeBy((hash, key, text) => hmac(hash, key, digest(hash, text))),
    ],
  ]),
  faultInForms({ id: "base-string-before-digest", title: "Base string in front of the digest", fix: FIX }, [
    [
      "The client passes the base string to Sum of Go, which writes it in front of the HMAC of nothing.",
      computeBy((hash, key, text) => concatOctets([utf8Octets(text), hmac(hash, key, "")])),
    ],
  ]),
  faultInForms(
    { id: "secret-added-to-base-string", title: "Secret signed together with the base string", fix: FIX },
    ["&", ""].map((joint) => [
      `The client signs the base string${joint === "" ? "" : ", &"} and the consumer secret.`,
      computeBy((hash, key, text) => hmac(hash, key, text + joint + consumerSecretOf(key))),
    ]),
  ),
  faultInForms(
    {
      id: "plaintext-digest-sent",
      title: "Digest sent as a PLAINTEXT signature",
      trigger: get("/r", { signatureMethod: "PLAINTEXT" }),
      fix: { text: "Send the joined secrets as the signature, or name the method that you compute." },
    },
    [
      [
        "The client names PLAINTEXT, but sends an HMAC with SHA-1.",
        sendInsteadOfKey((key, text) => base64Text(hmac("sha1", key, text))),
      ],
      [
        "The client sends the secrets in base64 as the PLAINTEXT signature.",
        sendInsteadOfKey((key) => base64Text(utf8Octets(key))),
      ],
      [
        "The client sends the SHA-1 of the secrets as the PLAINTEXT signature.",
        sendInsteadOfKey((key) => hexText(digest("sha1", key))),
      ],
      ["The client sends the base string as the PLAINTEXT signature.", sendInsteadOfKey((_, text) => text)],
    ],
  ),
  faultInForms(
    {
      id: "digest-formatted",
      title: "Digest formatted as text",
      fix: TEXT_FIX,
    },
    [
      [
        "The client writes the digest as hex pairs with hyphens, as BitConverter.ToString does.",
        writeOctetsAs((octets) => (hexText(octets).toUpperCase().match(/../g) ?? []).join("-")),
      ],
      [
        "The client writes each octet of the digest in hexadecimal without its leading zero.",
        writeOctetsAs((octets) => Array.from(octets, (octet) => octet.toString(16)).join("")),
      ],
      [
        "The client writes each octet of the digest as a signed number in hexadecimal, such as -41 for BF.",
        writeOctetsAs((octets) =>
          Array.from(octets, (octet) => (octet < 0x80 ? octet : octet - 0x100).toString(16)).join(""),
        ),
      ],
      [
        "The client writes the digest as one signed number in hexadecimal, as BigInteger of Java does.",
        writeOctetsAs((octets) => BigInt.asIntN(8 * octets.length, BigInt(`0x${hexText(octets)}`)).toString(16)),
      ],
      [
        "The client writes \\x in front of the hex digits, as a database shows octets.",
        writeOctetsAs((octets) => `\\x${hexText(octets)}`),
      ],
      ["The client writes 0x in front of the hex digits.", writeOctetsAs((octets) => `0x${hexText(octets)}`)],
      [
        "The client writes 0x in front of hex digits in upper case.",
        writeOctetsAs((octets) => `0x${hexText(octets).toUpperCase()}`),
      ],
      [
        "The client writes the digest as a list of numbers in brackets.",
        writeOctetsAs((octets) => `[${octets.join(", ")}]`),
      ],
      [
        "The client writes the hex digits and a line break after them in base64.",
        writeOctetsAs((octets) => base64Text(utf8Octets(`${hexText(octets)}\n`))),
      ],
    ],
  ),
  faultInForms({ id: "digest-cut-short", title: "Digest cut short", fix: TEXT_FIX }, [cutAfter(16), cutAfter(20)]),
  faultInForms({ id: "digest-octets-reordered", title: "Octets of the digest in another order", fix: TEXT_FIX }, [
    [
      "The client reverses the octets of each 32-bit word of the digest.",
      changeOctets((octets) => octets.map((_, at) => octets[at + 3 - 2 * (at % 4)] ?? 0)),
    ],
  ]),
  faultInForms({ id: "signature-constant", title: "Fixed text instead of a signature", fix: TEXT_FIX }, [
    ["The client sends an empty signature.", signHmacBy(() => "")],
    ["The client sends the key as the signature, as PLAINTEXT does.", signHmacBy((_, key) => key)],
    ["The client sends [object Object], because it converts an object to text.", signHmacBy(() => "[object Object]")],
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
        writeDigestAs(encodeURIComponent),
      ],
      [
        "The client encodes the = of the signature only, before it writes the request.",
        writeDigestAs((base64) => base64.replaceAll("=", "%3D")),
      ],
    ],
  ),
];

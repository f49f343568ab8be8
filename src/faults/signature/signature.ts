/** Faults of computing a signature: digest and base64 (RFC 5849 3.4.2). */

import { type SignatureMethod, toText } from "../../model/index.ts";
import {
  base64Text,
  concatOctets,
  digest,
  type HashName,
  hexText,
  hmac,
  latin1Text,
  utf8Octets,
} from "../../platform/index.ts";
import { HMAC_METHODS } from "../../spec/signature-methods.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { inForms } from "../helpers/forms.ts";
import { remove } from "../helpers/texts.ts";
import { get } from "../helpers/trigger-requests.ts";
import {
  changeSignatureInput,
  computeBy,
  hashesOfOthers,
  hashInsteadOfHmac,
  isHmac,
  nameOfHash,
  signHmacBy,
  writeDigestAs,
} from "./signature-changes.ts";

const computeHmacAs = (signatureMethod: SignatureMethod): StageChange =>
  changeSignatureInput((input) => (isHmac(input) ? { ...input, signatureMethod } : input));
const breakLines = (length: number, end: string, last: string): StageChange => {
  const line = new RegExp(`.{1,${length}}`, "g");
  return writeDigestAs((base64) => (base64.length > length ? (base64.match(line) ?? []).join(end) + last : base64));
};
const padCharacters = (before: string, after: string): StageChange =>
  changeSignatureInput((input) => ({
    ...input,
    // Base strings are ASCII, so adding a NUL to each character gives UTF-16.
    baseString: input.baseString.replace(/[\s\S]/g, (unit) => before + unit + after),
  }));

/** Adds a NUL to each character, which turns ASCII into UTF-16. */
const padded = (text: string): string => text.replace(/[\s\S]/g, "$&\0");
const inUrlAlphabet = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_");

const OTHER_HASHES: readonly HashName[] = ["md5", "sha1", "sha256", "sha512"];

/** The messages that clients hash in place of an HMAC. */
const HASHED: readonly (readonly [name: string, what: string, message: (key: string, baseString: string) => string])[] =
  [
    ["key-first", "key and base string", (key, baseString) => key + baseString],
    ["key-after", "base string and key", (key, baseString) => baseString + key],
    ["no-key", "the base string alone", (_, baseString) => baseString],
    ["ampersand-after-key", "the key, an & and the base string", (key, baseString) => `${key}&${baseString}`],
    ["ampersand-before-key", "the base string, an & and the key", (key, baseString) => `${baseString}&${key}`],
    ["key-around", "key, base string and key", (key, baseString) => key + baseString + key],
  ];

const FIX = "Write the octets of the digest in base64, with padding and on one line.";

const WITHOUT_LINE_BREAKS = {
  text: "Use a base64 function that adds no line breaks.",
  calls: {
    Python: "base64.b64encode(octets).decode()",
    Java: "java.util.Base64.getEncoder().encodeToString(octets)",
    Kotlin: "android.util.Base64.encodeToString(octets, android.util.Base64.NO_WRAP)",
    Ruby: "Base64.strict_encode64(octets)",
    Perl: 'encode_base64($octets, "")',
  },
};

/** Writes the octets of a digest in base64, after a change. */
const changeOctets = (change: (octets: Uint8Array) => Uint8Array): StageChange =>
  writeDigestAs((_, octets) => base64Text(change(octets)));
const writeOctetsAs = (write: (octets: Uint8Array) => string): StageChange =>
  writeDigestAs((_, octets) => write(octets));

export const SIGNATURE_FAULTS: readonly FaultDefinition[] = [
  {
    id: "hmac-arguments-swapped",
    title: "Key and message of HMAC swapped",
    what: "The client calls HMAC with the base string as the key and the secrets as the message.",
    fix: "Check which argument of the HMAC function is the key.",
    evidence: [],
    apply: changeSignatureInput((input) =>
      isHmac(input) ? { ...input, baseString: input.key ?? "", key: input.baseString } : input,
    ),
  },
  {
    id: "plain-hash-of-key-and-base",
    title: "Plain hash instead of HMAC",
    fix: "Use the HMAC function of your platform.",
    evidence: [],
    ...inForms(
      [undefined, ...OTHER_HASHES].flatMap((hash) =>
        HASHED.map(([name, what, message]) => ({
          name: hash === undefined ? name : `${hash}-${name}`,
          what: `The client computes the ${hash === undefined ? "hash" : nameOfHash(hash)} of ${what} instead of an HMAC.`,
          apply: hashInsteadOfHmac(message, hash),
        })),
      ),
    ),
  },
  {
    id: "hex-digest",
    title: "Signature in hexadecimal",
    what: "The client sends the digest as hex digits.",
    fix: FIX,
    evidence: ["r-lib/httr#605", "http4s/http4s#7529"],
    apply: writeOctetsAs((octets) => hexText(octets)),
    variants: [{ name: "upper-case", apply: writeOctetsAs((octets) => hexText(octets).toUpperCase()) }],
  },
  {
    id: "base64-of-hex",
    title: "Base64 of the hexadecimal text",
    what: "The client converts the digest to hex digits and encodes the digits in base64.",
    fix: FIX,
    evidence: ["thephpleague/oauth2-server#370", "jwt/ruby-jwt#1"],
    apply: changeOctets((octets) => utf8Octets(hexText(octets))),
    variants: [
      { name: "upper-case", apply: changeOctets((octets) => utf8Octets(hexText(octets).toUpperCase())) },
      ...["", "SHA1", "SHA2-256"].map(
        (hash): Form => ({
          name: `openssl${hash}`,
          what: `The client encodes the output of openssl in base64: ${hash}(stdin)= and hex digits.`,
          apply: changeOctets((octets) => utf8Octets(`${hash}(stdin)= ${hexText(octets)}\n`)),
        }),
      ),
    ],
  },
  {
    id: "base64url-alphabet",
    title: "URL-safe base64",
    what: "The signature contains - and _ where base64 has + and /.",
    trigger: "/x",
    fix: FIX,
    evidence: [],
    apply: writeDigestAs(inUrlAlphabet),
    variants: [
      {
        name: "unpadded",
        what: "The client writes the signature in base64url, with - and _ and without = at its end.",
        apply: writeDigestAs((base64) => inUrlAlphabet(base64).replace(/(?<!=)=+$/, "")),
      },
    ],
  },
  {
    id: "base64-unpadded",
    title: "Base64 padding missing",
    what: "The signature does not have the = at its end that base64 requires.",
    fix: FIX,
    evidence: ["vurtdev/Net-OAuth#1"],
    apply: writeDigestAs(remove(/(?<!=)=+$/)),
    variants: [
      {
        name: "one-less",
        what: "The signature has one = less at its end than base64 requires.",
        apply: writeDigestAs(remove(/=$/)),
      },
    ],
  },
  {
    id: "base64-line-wrapped",
    title: "Base64 broken into lines",
    what: "The base64 function breaks the line after 60, 64 or 76 characters, which affects signatures of SHA-512 and RSA.",
    trigger: get("/r", { signatureMethod: "HMAC-SHA512" }),
    fix: WITHOUT_LINE_BREAKS,
    evidence: ["lanej/hmac#4", "danielsz/android-oauth2-client#1"],
    apply: breakLines(60, "\n", ""),
    variants: [
      { name: "60-lf-last", apply: breakLines(60, "\n", "\n") },
      ...[
        ["lf", "\n"],
        ["crlf", "\r\n"],
      ].flatMap(([name = "", end = ""]) =>
        [64, 76].flatMap((length) => [
          { name: `${length}-${name}`, apply: breakLines(length, end, "") },
          { name: `${length}-${name}-last`, apply: breakLines(length, end, end) },
        ]),
      ),
    ],
  },
  {
    id: "base64-trailing-newline",
    title: "Line break after the signature",
    what: "The base64 function appends a line break, and the client sends it as part of the signature, as %0A.",
    fix: WITHOUT_LINE_BREAKS,
    evidence: ["jrconlin/oauthsimple#24"],
    apply: writeDigestAs((base64) => `${base64}\n`),
    variants: [{ name: "crlf", apply: writeDigestAs((base64) => `${base64}\r\n`) }],
  },
  {
    id: "hash-differs-from-method",
    title: "Hash does not match the signature method",
    what: "The client names one method and computes another, such as SHA-1 under the name HMAC-SHA256.",
    trigger: get("/r", { signatureMethod: "HMAC-SHA256" }),
    fix: "Take the hash from the name of the method, and refuse unknown names.",
    evidence: ["https://github.com/ciaranj/node-oauth/blob/HEAD/lib/oauth.js", "ahmadnassri/app-restconsole#18"],
    apply: computeHmacAs("HMAC-SHA1"),
    variants: [
      ...HMAC_METHODS.slice(1).map(
        (method): Form => ({
          name: method,
          what: `The client computes ${method}, but names another method.`,
          apply: computeHmacAs(method),
        }),
      ),
      ...hashesOfOthers(HMAC_METHODS).map(
        (hash): Form => ({
          name: hash,
          what: `The client computes an HMAC with ${nameOfHash(hash)}, which no signature method uses.`,
          apply: signHmacBy((_, key, baseString) => base64Text(hmac(hash, key, baseString))),
        }),
      ),
      {
        name: "sha256-cut",
        what: "The client computes an HMAC with SHA-256 and cuts it to the 20 octets of SHA-1.",
        apply: signHmacBy((_, key, baseString) => base64Text(hmac("sha256", key, baseString).subarray(0, 20))),
      },
    ],
  },
  {
    id: "digest-through-text",
    title: "Digest decoded as text",
    what: "The client decodes the digest as UTF-8 text before base64, which replaces octets that are not UTF-8.",
    fix: FIX,
    evidence: [],
    apply: changeOctets((octets) => utf8Octets(toText(octets))),
    variants: [
      {
        name: "latin1",
        what: "The client decodes the digest as Latin-1 text, then encodes its UTF-8 octets in base64.",
        apply: changeOctets((octets) => utf8Octets(latin1Text(octets))),
      },
      {
        name: "ascii",
        what: "The client converts the digest to ASCII text before base64, which replaces octets from 80 on by question marks.",
        apply: changeOctets((octets) => octets.map((octet) => (octet < 0x80 ? octet : 0x3f))),
      },
    ],
  },
  {
    id: "base-string-utf16",
    title: "Base string hashed as UTF-16",
    what: "The client passes the base string to the hash function with two octets for each character.",
    fix: {
      text: "Sign the base string as ASCII octets; with HMAC, the key has to be ASCII octets, too.",
      calls: { "C#": "Encoding.ASCII.GetBytes(baseString)" },
    },
    evidence: [],
    apply: padCharacters("", "\0"),
    variants: [
      {
        name: "big-endian",
        what: "The client passes the base string to the hash function in UTF-16, with the higher octet of each character first.",
        apply: padCharacters("\0", ""),
      },
      {
        name: "key-too",
        what: "The client converts base string and key to UTF-16 before it signs.",
        apply: changeSignatureInput((input) =>
          isHmac(input) ? { ...input, baseString: padded(input.baseString), key: padded(input.key ?? "") } : input,
        ),
      },
      {
        name: "key-only",
        what: "The client converts the key to UTF-16 before it signs, but not the base string.",
        apply: changeSignatureInput((input) => (isHmac(input) ? { ...input, key: padded(input.key ?? "") } : input)),
      },
      {
        name: "utf32",
        what: "The client passes the base string to the hash function in UTF-32.",
        apply: padCharacters("", "\0\0\0"),
      },
      {
        name: "byte-order-mark",
        what: "The client passes the base string to the hash function in UTF-16 with a byte order mark.",
        apply: signHmacBy((hash, key, baseString) =>
          base64Text(hmac(hash, key, concatOctets([Uint8Array.of(0xff, 0xfe), utf8Octets(padded(baseString))]))),
        ),
      },
    ],
  },
  {
    id: "base-string-hashed-first",
    title: "Base string hashed before the HMAC",
    what: "The client signs the octets of the hash of the base string.",
    fix: "Compute one HMAC of the base string with the key, and write its octets in base64.",
    apply: computeBy((hash, key, text) => hmac(hash, key, digest(hash, text))),
  },

  {
    id: "digest-formatted",
    title: "Digest formatted as text",
    fix: FIX,
    what: "The client writes the digest as hex pairs with hyphens, as BitConverter.ToString does.",
    apply: writeOctetsAs((octets) => (hexText(octets).toUpperCase().match(/../g) ?? []).join("-")),
    variants: [
      {
        name: "no-leading-zeros",
        what: "The client writes each octet of the digest in hexadecimal without its leading zero.",
        apply: writeOctetsAs((octets) => Array.from(octets, (octet) => octet.toString(16)).join("")),
      },
      {
        name: "signed-octets",
        what: "The client writes each octet of the digest as a signed number in hexadecimal, such as -41 for BF.",
        apply: writeOctetsAs((octets) =>
          Array.from(octets, (octet) => (octet < 0x80 ? octet : octet - 0x100).toString(16)).join(""),
        ),
      },
      {
        name: "signed-number",
        what: "The client writes the digest as one signed number in hexadecimal, as BigInteger of Java does.",
        apply: writeOctetsAs((octets) => BigInt.asIntN(8 * octets.length, BigInt(`0x${hexText(octets)}`)).toString(16)),
      },
      {
        name: "backslash-x",
        what: "The client writes \\x in front of the hex digits, as a database shows octets.",
        apply: writeOctetsAs((octets) => `\\x${hexText(octets)}`),
      },
      {
        name: "0x",
        what: "The client writes 0x in front of the hex digits.",
        apply: writeOctetsAs((octets) => `0x${hexText(octets)}`),
      },
      {
        name: "0x-upper-case",
        what: "The client writes 0x in front of hex digits in upper case.",
        apply: writeOctetsAs((octets) => `0x${hexText(octets).toUpperCase()}`),
      },
      {
        name: "list",
        what: "The client writes the digest as a list of numbers in brackets.",
        apply: writeOctetsAs((octets) => `[${octets.join(", ")}]`),
      },
      {
        name: "base64-of-hex",
        what: "The client writes the hex digits and a line break after them in base64.",
        apply: writeOctetsAs((octets) => base64Text(utf8Octets(`${hexText(octets)}\n`))),
      },
    ],
  },
  {
    id: "digest-cut-short",
    title: "Digest cut short",
    fix: FIX,
    what: "The client uses only the first 16 octets of the digest.",
    apply: changeOctets((octets) => octets.subarray(0, 16)),
    variants: [
      {
        name: "first-20",
        what: "The client uses only the first 20 octets of the digest.",
        apply: changeOctets((octets) => octets.subarray(0, 20)),
      },
    ],
  },
];

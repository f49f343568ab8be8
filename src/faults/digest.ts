/**
 * Faults of the digest and of its base64 (RFC 5849 3.4.2).
 *
 * @module
 */

import { hashOf, type SignatureInput, type SignatureMethod, toText } from "../model/index.ts";
import { base64Text, digest, hexText, latin1Text, looseBase64Octets, utf8Octets } from "../platform/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { get } from "./requests.ts";
import { HMAC } from "./right-calls.ts";

/** Changes how the octets of a digest or of an RSA signature are written; PLAINTEXT has none. */
function digestAs(change: (base64: string, octets: Uint8Array) => string): Apply {
  return (stages) => ({
    ...stages,
    signature(input) {
      const base64 = stages.signature(input);
      return input.signatureMethod === "PLAINTEXT" ? base64 : change(base64, looseBase64Octets(base64));
    },
  });
}

/** Signs something else than what is asked. */
export function signedAs(change: (input: SignatureInput) => SignatureInput): Apply {
  return (stages) => ({ ...stages, signature: (input) => stages.signature(change(input)) });
}

const isHmac = ({ signatureMethod }: SignatureInput): boolean => signatureMethod.startsWith("HMAC-");
const hmacAs = (signatureMethod: SignatureMethod): Apply =>
  signedAs((input) => (isHmac(input) ? { ...input, signatureMethod } : input));
const linesOf = (length: number, end: string, last: string): Apply =>
  digestAs((base64) =>
    base64.length > length ? (base64.match(new RegExp(`.{1,${length}}`, "g")) ?? []).join(end) + last : base64,
  );
const spaced = (before: string, after: string): Apply =>
  signedAs((input) => ({
    ...input,
    // Base strings are ASCII, so this is what UTF-16 makes of them.
    baseString: input.baseString.replace(/[\s\S]/g, (unit) => before + unit + after),
  }));

const FIX = { text: "Write the digest's octets in base64, with padding and on one line.", calls: HMAC };

/** See the module. */
export const DIGEST: readonly Fault[] = [
  {
    id: "hmac-arguments-swapped",
    title: "Key and text of HMAC swapped",
    what: "HMAC is called with the base string as key and the secrets as message.",
    stage: "signature",
    trigger: get("/r"),
    fix: { text: "Look up which argument is the key.", calls: HMAC },
    evidence: [],
    apply: signedAs((input) =>
      isHmac(input) ? { ...input, baseString: input.key ?? "", key: input.baseString } : input,
    ),
  },
  {
    id: "plain-hash-of-key-and-base",
    title: "Plain hash instead of HMAC",
    what: "Key and base string are put behind each other and hashed; HMAC is more than that.",
    stage: "signature",
    trigger: get("/r"),
    fix: { text: "Use the HMAC of your platform.", calls: HMAC },
    evidence: [],
    apply: (stages) => ({
      ...stages,
      signature(input) {
        const { signatureMethod, key = "", baseString } = input;
        if (signatureMethod === "PLAINTEXT" || !isHmac(input)) return stages.signature(input);
        return base64Text(digest(hashOf(signatureMethod), key + baseString));
      },
    }),
    also: [
      (stages) => ({
        ...stages,
        signature(input) {
          const { signatureMethod, key = "", baseString } = input;
          if (signatureMethod === "PLAINTEXT" || !isHmac(input)) return stages.signature(input);
          return base64Text(digest(hashOf(signatureMethod), baseString + key));
        },
      }),
    ],
  },
  {
    id: "hex-digest",
    title: "Signature in hex",
    what: "The digest is sent as hex digits.",
    stage: "signature",
    trigger: get("/r"),
    fix: FIX,
    evidence: ["https://github.com/r-lib/httr/issues/605", "https://github.com/http4s/http4s/issues/7529"],
    apply: digestAs((_, octets) => hexText(octets)),
    also: [digestAs((_, octets) => hexText(octets).toUpperCase())],
  },
  {
    id: "base64-of-hex",
    title: "Base64 of the hex text",
    what: "The digest is taken as hex digits, and the digits are written in base64.",
    stage: "signature",
    trigger: get("/r"),
    fix: FIX,
    evidence: ["https://github.com/thephpleague/oauth2-server/pull/370", "https://github.com/jwt/ruby-jwt/issues/1"],
    apply: digestAs((_, octets) => base64Text(utf8Octets(hexText(octets)))),
    also: [digestAs((_, octets) => base64Text(utf8Octets(hexText(octets).toUpperCase())))],
  },
  {
    id: "base64url-alphabet",
    title: "URL-safe base64",
    what: "The signature has - and _ where base64 has + and /.",
    stage: "signature",
    trigger: get("/x"),
    fix: FIX,
    evidence: [],
    apply: digestAs((base64) => base64.replaceAll("+", "-").replaceAll("/", "_")),
  },
  {
    id: "base64-unpadded",
    title: "Padding left out",
    what: "The = at the end of the base64 is missing.",
    stage: "signature",
    trigger: get("/r"),
    fix: FIX,
    evidence: ["https://github.com/vurtdev/Net-OAuth/pull/1"],
    apply: digestAs((base64) => base64.replace(/=+$/, "")),
  },
  {
    id: "base64-line-wrapped",
    title: "Base64 broken into lines",
    what: "The base64 routine begins a new line after 60, 64 or 76 characters, which signatures of SHA-512 and RSA reach.",
    stage: "signature",
    trigger: get("/r", { signatureMethod: "HMAC-SHA512" }),
    fix: {
      text: "Ask for base64 without line breaks.",
      calls: { Ruby: "Base64.strict_encode64(octets)", Android: "Base64.encodeToString(octets, Base64.NO_WRAP)" },
    },
    evidence: ["https://github.com/lanej/hmac/issues/4", "https://github.com/danielsz/android-oauth2-client/pull/1"],
    apply: linesOf(60, "\n", ""),
    also: [
      linesOf(60, "\n", "\n"),
      ...[64, 76].flatMap((length) => [linesOf(length, "\n", ""), linesOf(length, "\n", "\n")]),
      ...[64, 76].flatMap((length) => [linesOf(length, "\r\n", ""), linesOf(length, "\r\n", "\r\n")]),
    ],
  },
  {
    id: "base64-trailing-newline",
    title: "Line end behind the signature",
    what: "The line end that the base64 routine appends is sent as part of the signature, as %0A.",
    stage: "signature",
    trigger: get("/r"),
    fix: {
      text: "Ask for base64 without line breaks.",
      calls: { Ruby: "Base64.strict_encode64(octets)", Perl: 'encode_base64($octets, "")' },
    },
    evidence: ["https://github.com/jrconlin/oauthsimple/pull/24"],
    apply: digestAs((base64) => `${base64}\n`),
    also: [digestAs((base64) => `${base64}\r\n`)],
  },
  {
    id: "hash-differs-from-method",
    title: "Hash does not match the announced method",
    what: "One method is announced and another computed, such as SHA-1 under the name HMAC-SHA256.",
    stage: "signature",
    trigger: get("/r", { signatureMethod: "HMAC-SHA256" }),
    fix: { text: "Take the hash from the name of the method, and refuse names you do not know." },
    evidence: [
      "https://github.com/ciaranj/node-oauth/blob/HEAD/lib/oauth.js",
      "https://github.com/ahmadnassri/app-restconsole/issues/18",
    ],
    apply: hmacAs("HMAC-SHA1"),
    also: [hmacAs("HMAC-SHA256"), hmacAs("HMAC-SHA512")],
  },
  {
    id: "digest-through-text",
    title: "Digest turned into text first",
    what: "The digest's octets are read as UTF-8 text before base64, and what is no UTF-8 is replaced.",
    stage: "signature",
    trigger: get("/r"),
    fix: FIX,
    evidence: [],
    apply: digestAs((_, octets) => base64Text(utf8Octets(toText(octets)))),
    also: [digestAs((_, octets) => base64Text(utf8Octets(latin1Text(octets))))],
  },
  {
    id: "base-string-utf16",
    title: "Base string hashed as UTF-16",
    what: "The base string is given to the hash with two octets a character.",
    stage: "signature",
    trigger: get("/r"),
    fix: { text: "Hash the base string's ASCII octets.", calls: { "C#": "Encoding.ASCII.GetBytes(baseString)" } },
    evidence: [],
    apply: spaced("", "\0"),
    also: [spaced("\0", "")],
  },
];

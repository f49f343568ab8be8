/** Faults of making a signature: digest, base64 and RSA (RFC 5849 3.4.2 and 3.4.3). */

import { hashOf, type SignatureInput, type SignatureMethod, toText } from "../model/index.ts";
import {
  base64Text,
  digest,
  type HashName,
  hexText,
  hmac,
  latin1Text,
  looseBase64Octets,
  parsePrivateKey,
  rsaSeal,
  rsaSignSync,
  utf8Octets,
} from "../platform/index.ts";
import { HMAC, RSA } from "./correct-calls.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { replaceStage } from "./stage-changes.ts";
import { get, TRIGGER_PRIVATE_KEY } from "./trigger-requests.ts";

/** Changes how the octets of a digest or of an RSA signature are written. PLAINTEXT has no such octets. */
function writeDigestAs(change: (base64: string, octets: Uint8Array) => string): StageChange {
  return replaceStage("signature", (sign, input) => {
    const base64 = sign(input);
    return input.signatureMethod === "PLAINTEXT" ? base64 : change(base64, looseBase64Octets(base64));
  });
}

function changeSignatureInput(change: (input: SignatureInput) => SignatureInput): StageChange {
  return replaceStage("signature", (sign, input) => sign(change(input)));
}

const isHmac = ({ signatureMethod }: SignatureInput): boolean => signatureMethod.startsWith("HMAC-");
const hashInsteadOfHmac = (message: (key: string, baseString: string) => string): StageChange =>
  replaceStage("signature", (sign, input) => {
    const { signatureMethod, key = "", baseString } = input;
    if (signatureMethod === "PLAINTEXT" || !isHmac(input)) return sign(input);
    return base64Text(digest(hashOf(signatureMethod), message(key, baseString)));
  });
const computeHmacAs = (signatureMethod: SignatureMethod): StageChange =>
  changeSignatureInput((input) => (isHmac(input) ? { ...input, signatureMethod } : input));
const breakLines = (length: number, end: string, last: string): StageChange =>
  writeDigestAs((base64) =>
    base64.length > length ? (base64.match(new RegExp(`.{1,${length}}`, "g")) ?? []).join(end) + last : base64,
  );
const padCharacters = (before: string, after: string): StageChange =>
  changeSignatureInput((input) => ({
    ...input,
    // Base strings are ASCII, so adding a NUL to each character gives UTF-16.
    baseString: input.baseString.replace(/[\s\S]/g, (unit) => before + unit + after),
  }));

const FIX = { text: "Write the octets of the digest in base64, with padding and on one line.", calls: HMAC };

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

/** Replaces how an RSA signature is made. The other methods stay. */
function signRsaBy(make: (pem: string, baseString: Uint8Array, hash: HashName) => Uint8Array): StageChange {
  return replaceStage("signature", (sign, input) => {
    const { signatureMethod, privateKey = "", baseString } = input;
    if (signatureMethod === "PLAINTEXT" || !isRsa(input)) return sign(input);
    return base64Text(make(privateKey, utf8Octets(baseString), hashOf(signatureMethod)));
  });
}

const isRsa = ({ signatureMethod }: SignatureInput): boolean => signatureMethod.startsWith("RSA-");
const rsaSignature = (octets: Uint8Array, pem: string, hash: HashName): Uint8Array =>
  rsaSignSync(hash, octets, parsePrivateKey(pem));
const changeRsaMethod = (change: (method: SignatureMethod) => SignatureMethod): StageChange =>
  changeSignatureInput((input) =>
    isRsa(input) ? { ...input, signatureMethod: change(input.signatureMethod) } : input,
  );

const RSA_TRIGGER = get("/r", { signatureMethod: "RSA-SHA1", privateKey: TRIGGER_PRIVATE_KEY });

export const SIGNATURE_FAULTS: readonly FaultDefinition[] = [
  {
    id: "hmac-arguments-swapped",
    title: "Key and message of HMAC swapped",
    what: "The client calls HMAC with the base string as the key and the secrets as the message.",
    fix: { text: "Check which argument of the HMAC function is the key.", calls: HMAC },
    apply: changeSignatureInput((input) =>
      isHmac(input) ? { ...input, baseString: input.key ?? "", key: input.baseString } : input,
    ),
  },
  {
    id: "plain-hash-of-key-and-base",
    title: "Plain hash instead of HMAC",
    what: "The client concatenates key and base string and hashes the result instead of computing an HMAC.",
    fix: { text: "Use the HMAC function of your platform.", calls: HMAC },
    apply: hashInsteadOfHmac((key, baseString) => key + baseString),
    variants: [hashInsteadOfHmac((key, baseString) => baseString + key)],
  },
  {
    id: "hex-digest",
    title: "Signature in hexadecimal",
    what: "The client sends the digest as hex digits.",
    fix: FIX,
    evidence: ["r-lib/httr#605", "http4s/http4s#7529"],
    apply: writeDigestAs((_, octets) => hexText(octets)),
    variants: [writeDigestAs((_, octets) => hexText(octets).toUpperCase())],
  },
  {
    id: "base64-of-hex",
    title: "Base64 of the hexadecimal text",
    what: "The client converts the digest to hex digits and encodes the digits in base64.",
    fix: FIX,
    evidence: ["thephpleague/oauth2-server#370", "jwt/ruby-jwt#1"],
    apply: writeDigestAs((_, octets) => base64Text(utf8Octets(hexText(octets)))),
    variants: [writeDigestAs((_, octets) => base64Text(utf8Octets(hexText(octets).toUpperCase())))],
  },
  {
    id: "base64url-alphabet",
    title: "URL-safe base64",
    what: "The signature contains - and _ where base64 has + and /.",
    trigger: get("/x"),
    fix: FIX,
    apply: writeDigestAs((base64) => base64.replaceAll("+", "-").replaceAll("/", "_")),
  },
  {
    id: "base64-unpadded",
    title: "Base64 padding missing",
    what: "The signature does not have the = at its end that base64 requires.",
    fix: FIX,
    evidence: ["vurtdev/Net-OAuth#1"],
    apply: writeDigestAs((base64) => base64.replace(/=+$/, "")),
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
      breakLines(60, "\n", "\n"),
      ...[64, 76].flatMap((length) => [breakLines(length, "\n", ""), breakLines(length, "\n", "\n")]),
      ...[64, 76].flatMap((length) => [breakLines(length, "\r\n", ""), breakLines(length, "\r\n", "\r\n")]),
    ],
  },
  {
    id: "base64-trailing-newline",
    title: "Line break after the signature",
    what: "The base64 function appends a line break, and the client sends it as part of the signature, as %0A.",
    fix: WITHOUT_LINE_BREAKS,
    evidence: ["jrconlin/oauthsimple#24"],
    apply: writeDigestAs((base64) => `${base64}\n`),
    variants: [writeDigestAs((base64) => `${base64}\r\n`)],
  },
  {
    id: "hash-differs-from-method",
    title: "Hash does not match the signature method",
    what: "The client names one method and computes another, such as SHA-1 under the name HMAC-SHA256.",
    trigger: get("/r", { signatureMethod: "HMAC-SHA256" }),
    fix: { text: "Take the hash from the name of the method, and refuse unknown names." },
    evidence: ["https://github.com/ciaranj/node-oauth/blob/HEAD/lib/oauth.js", "ahmadnassri/app-restconsole#18"],
    apply: computeHmacAs("HMAC-SHA1"),
    variants: [computeHmacAs("HMAC-SHA256"), computeHmacAs("HMAC-SHA512")],
  },
  {
    id: "digest-through-text",
    title: "Digest decoded as text",
    what: "The client decodes the digest as UTF-8 text before base64, which replaces octets that are not UTF-8.",
    fix: FIX,
    apply: writeDigestAs((_, octets) => base64Text(utf8Octets(toText(octets)))),
    variants: [writeDigestAs((_, octets) => base64Text(utf8Octets(latin1Text(octets))))],
  },
  {
    id: "base-string-utf16",
    title: "Base string hashed as UTF-16",
    what: "The client passes the base string to the hash function with two octets for each character.",
    fix: { text: "Hash the ASCII octets of the base string.", calls: { "C#": "Encoding.ASCII.GetBytes(baseString)" } },
    apply: padCharacters("", "\0"),
    variants: [padCharacters("\0", "")],
  },
  {
    id: "rsa-pss-padding",
    title: "RSA-PSS padding",
    what: "The signature uses PSS padding; all RSA methods of OAuth use PKCS#1 v1.5 padding.",
    trigger: RSA_TRIGGER,
    fix: { text: "Use PKCS#1 v1.5 padding.", calls: RSA },
    evidence: ["Mastercard/oauth1-signer-java#69"],
    // Without a salt, so that the signature is the same each time.
    apply: signRsaBy((pem, baseString, hash) => rsaSignSync(hash, baseString, parsePrivateKey(pem), "pss")),
  },
  {
    id: "rsa-wrong-hash",
    title: "Wrong hash for RSA",
    what: "The client uses a different hash than the method names, such as SHA-256 for RSA-SHA1.",
    trigger: RSA_TRIGGER,
    fix: { text: "Take the hash from the name of the method.", calls: RSA },
    apply: changeRsaMethod((method) => (method === "RSA-SHA1" ? "RSA-SHA256" : "RSA-SHA1")),
    variants: [changeRsaMethod(() => "RSA-SHA256"), changeRsaMethod(() => "RSA-SHA512")],
  },
  {
    id: "rsa-hash-signed",
    title: "Base string hashed twice",
    what: "The client hashes the base string and passes the hash to a function that hashes what it signs.",
    trigger: RSA_TRIGGER,
    fix: { text: "Pass the base string itself to the signing function.", calls: RSA },
    apply: signRsaBy((pem, baseString, hash) => rsaSignature(utf8Octets(hexText(digest(hash, baseString))), pem, hash)),
    variants: [
      signRsaBy((pem, baseString, hash) => rsaSignature(digest(hash, baseString), pem, hash)),
      signRsaBy((pem, baseString, hash) => rsaSignature(utf8Octets(base64Text(digest(hash, baseString))), pem, hash)),
    ],
  },
  {
    id: "rsa-raw-private-encrypt",
    title: "Base string encrypted with the private key",
    what: "The client pads and encrypts the base string, or its hash, directly; the signature does not contain the name of the hash.",
    trigger: RSA_TRIGGER,
    fix: { text: "Use the signing function, not the encryption function.", calls: RSA },
    evidence: ["ddo/oauth-1.0a#54"],
    apply: signRsaBy((pem, baseString) => rsaSeal(baseString, parsePrivateKey(pem))),
    variants: [signRsaBy((pem, baseString, hash) => rsaSeal(digest(hash, baseString), parsePrivateKey(pem)))],
  },
  {
    id: "rsa-key-used-as-hmac-secret",
    title: "PEM text used as the HMAC key",
    what: "The client names an RSA method but computes an HMAC with the text of the private key as the secret.",
    trigger: RSA_TRIGGER,
    fix: {
      text: "Sign with the RSA key; if your library supports only HMAC, add an RSA signing function.",
      calls: RSA,
    },
    apply: signRsaBy((pem, baseString, hash) => hmac(hash, pem, baseString)),
    variants: [signRsaBy((pem, baseString, hash) => hmac(hash, `${encodeURIComponent(pem)}&`, baseString))],
  },
];

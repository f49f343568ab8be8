/** What the specification says about a request to a verifier: it knows the signature, not the policy of the server. */

import type {
  ExpectedAcceptance,
  HttpRequest,
  Parameter,
  VerificationKeyEntry,
  VerificationVector,
} from "../../src/conformance/vectors/index.ts";
import { readSentRequest, signatureIsRight, specification, traceSent } from "../../src/model/index.ts";
import { isRsaMethod, isSignatureMethod } from "../../src/spec/signature-methods.ts";

/** A vector for verifiers without computed members. `expected` states a rejection. */
export interface VerificationQuestion extends Omit<VerificationVector, "level" | "flags" | "source" | "expected"> {
  readonly expected?: VerificationVector["expected"];
}

/** Codes for a wrong signature. Requests with other codes have a correct one, if the specification can read them. */
const SAYS_WRONG: readonly string[] = ["signature-mismatch", "signature-malformed"];
/** Codes that do not depend on the signature. */
const SAYS_NOTHING: readonly string[] = [
  "consumer-unknown",
  "key-kind-mismatch",
  "parameter-missing",
  "parameter-duplicated",
  "protocol-parameters-in-two-places",
];

const LATIN_1_RE = /charset=ISO-8859-1/i;

/** The stated rejection, or what the server knows after it accepts the request. Throws if the signature contradicts it. */
export function specifiedVerdict({ server, request, expected }: VerificationQuestion): VerificationVector["expected"] {
  const { origin = "", keys } = server;
  const sent = { ...request, url: request.url.startsWith("/") ? `${origin}${request.url}` : request.url };
  const signature = checkSignature(sent, keys);
  if (expected === undefined || "accept" in expected) {
    if (signature !== "right") throw new Error(`expects acceptance, but the signature is ${signature}`);
    return { accept: acceptance(sent) };
  }
  const { refuse, alsoAcceptable = [] } = expected;
  const isStatedWrong = [refuse, ...alsoAcceptable].some((code) => SAYS_WRONG.includes(code));
  const isContradicted = signature === "right" ? SAYS_WRONG.includes(refuse) : signature === "wrong" && !isStatedWrong;
  if (isContradicted && !SAYS_NOTHING.includes(refuse)) throw new Error(`${refuse}, but the signature is ${signature}`);
  return expected;
}

/** Whether a key of the named client produced the signature; `unreadable` if the specification cannot read the request. */
function checkSignature(sent: HttpRequest, keys: readonly VerificationKeyEntry[]): "right" | "wrong" | "unreadable" {
  try {
    const { signature, signatureMethod } = readSentRequest(sent);
    if (signature === undefined || !isSignatureMethod(signatureMethod)) return "unreadable";
    const { baseString } = traceSent(sent, {});
    const [consumerKey, token] = ["oauth_consumer_key", "oauth_token"].map((name) => valueNamed(sent, name));
    const isRight = keys
      .filter((key) => key.consumerKey === consumerKey && key.token === token)
      .filter((key) => "publicKey" in key === isRsaMethod(signatureMethod))
      .some((key) => signatureIsRight({ signatureMethod, baseString, signature, ...keyMaterial(key) }));
    return isRight ? "right" : "wrong";
  } catch {
    return "unreadable";
  }
}

function keyMaterial(key: VerificationKeyEntry): { key: string } | { publicKey: string } {
  if ("publicKey" in key) return { publicKey: key.publicKey };
  const { consumerSecret, tokenSecret = "" } = key;
  return { key: specification.key({ consumerSecret, tokenSecret }, specification) };
}

/** The value of a protocol parameter, as text. */
function valueNamed(sent: HttpRequest, name: string): string | undefined {
  const found = readSentRequest(sent).parameters.find((one) => Buffer.from(one.name).toString("latin1") === name);
  return found && Buffer.from(found.value).toString();
}

function acceptance(sent: HttpRequest): ExpectedAcceptance["accept"] {
  const { parameters, signatureMethod = "" } = readSentRequest(sent);
  const token = valueNamed(sent, "oauth_token");
  // The signature covers the octets of a form, whatever its charset is; the application gets text.
  const isLatin1 = sent.headers.some(([name, value]) => /^content-type$/i.test(name) && LATIN_1_RE.test(value));
  return {
    consumerKey: valueNamed(sent, "oauth_consumer_key")!,
    ...(token !== undefined && { token }),
    signatureMethod,
    parameters: parameters.map(({ name, value, origin }): Parameter => {
      const decode = (octets: Uint8Array) =>
        isLatin1 && origin === "body" ? Buffer.from(octets).toString("latin1") : octets;
      return { name: decode(name), value: decode(value), origin };
    }),
  };
}

/** Makes vectors from drafts, and throws if a draft contradicts the model. */

import type {
  ExpectedAcceptance,
  HttpRequest,
  Parameter,
  Rule,
  VerificationServer,
  VerificationVector,
} from "../../../src/conformance/vectors/index.ts";
import { checkSignature, readRequest, valueNamed } from "./check-signature.ts";
import { keyOf } from "./clients.ts";
import { flagsOf } from "./flags.ts";
import { NOW, ORIGIN, type Sent } from "./signed.ts";
import type { VerificationDraft, VerificationFamily } from "./types.ts";

const DEFAULT_SERVER: Omit<VerificationServer, "keys"> = {
  origin: ORIGIN,
  now: NOW,
  signatureMethods: ["HMAC-SHA1", "RSA-SHA256"],
  clockToleranceSeconds: 300,
  minimumRsaBits: 2048,
  allowHeaderAndBody: false,
  allowUnsignedBody: true,
};

/** Codes for a wrong signature. All other vectors that the model can parse have a right signature. */
const SAYS_WRONG: ReadonlySet<string> = new Set(["signature-mismatch", "signature-malformed"]);
/** Codes that say nothing about the signature. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "consumer-unknown",
  "key-kind-mismatch",
  "parameter-missing",
  "parameter-duplicated",
  "protocol-parameters-in-two-places",
]);

const LATIN_1_RE = /charset=ISO-8859-1/i;

/** All vectors of a family, numbered. */
export function vectorsOf(family: VerificationFamily, rules: ReadonlyMap<string, Rule>): VerificationVector[] {
  return family.make().map((draft, index) => {
    const id = `verifier/${family.name}/${index + 1}`;
    try {
      return vectorOf(id, family.name, draft, rules);
    } catch (error) {
      throw new Error(`${id} (${draft.comment}): ${(error as Error).message}`, { cause: error });
    }
  });
}

function vectorOf(
  id: string,
  generator: string,
  draft: VerificationDraft,
  rules: ReadonlyMap<string, Rule>,
): VerificationVector {
  const level = rules.get(draft.rule)?.level;
  if (level === undefined) throw new Error(`no rule ${draft.rule}`);
  const server = serverOf(draft);
  mustFollow(draft, server);
  const { faults, cves, earlier, mayRefuse, mayAccept } = draft;
  const asked = {
    server,
    ...(earlier && { earlier: earlier.map((one) => ({ ...one, request: httpRequest(one.request) })) }),
    request: httpRequest(draft.request),
  };
  return {
    id,
    comment: draft.comment,
    layer: draft.layer,
    ...(faults && { faults }),
    ...(cves && { cves }),
    rule: draft.rule,
    level,
    flags: flagsOf(asked, draft.request),
    source: { kind: "generated", generator },
    ...asked,
    expected: expectedOf(draft, server),
    ...(mayRefuse !== undefined && { mayRefuse }),
    ...(mayAccept !== undefined && { mayAccept }),
  };
}

function serverOf({ server = {}, request }: VerificationDraft): VerificationServer {
  const { origin, ...others } = { ...DEFAULT_SERVER, keys: request.by ? [keyOf(request.by)] : [], ...server };
  return origin === undefined ? others : { origin, ...others };
}

function mustFollow({ request, refuse, alsoAcceptable = [] }: VerificationDraft, server: VerificationServer): void {
  const result = checkSignature(request, server);
  if (refuse === undefined && result !== "right") throw new Error(`accepted, but the model says ${result}`);
  if (refuse === undefined || result === "unreadable" || SAYS_NOTHING.has(refuse)) return;
  const codes = [refuse, ...alsoAcceptable];
  if (SAYS_WRONG.has(refuse) && result === "right") throw new Error(`${refuse}, but the model says right`);
  if (!codes.some((code) => SAYS_WRONG.has(code)) && result === "wrong") {
    throw new Error(`${refuse}, but the signature is wrong too`);
  }
}

function expectedOf(draft: VerificationDraft, { origin }: VerificationServer): VerificationVector["expected"] {
  const { refuse, alsoAcceptable } = draft;
  if (refuse !== undefined) return { refuse, ...(alsoAcceptable && { alsoAcceptable }) };
  return acceptance(draft.request, origin);
}

function acceptance(request: Sent, origin: string | undefined): ExpectedAcceptance {
  const read = readRequest(request, origin);
  const token = valueNamed(read, "oauth_token");
  const parameters = read.parameters.map(({ name, value, origin }): Parameter => {
    const isLatin1 = origin === "body" && LATIN_1_RE.test(contentTypeOf(request));
    const [text, other] = isLatin1 ? [fromLatin1(name), fromLatin1(value)] : [name, value];
    return { name: text, value: other, origin };
  });
  return {
    accept: {
      consumerKey: valueNamed(read, "oauth_consumer_key")!,
      ...(token !== undefined && { token }),
      signatureMethod: read.signatureMethod!,
      parameters,
    },
  };
}

/** Decodes the form for the application. The signature covers the bytes, whatever the charset is. */
function fromLatin1(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1");
}

function contentTypeOf({ headers }: Sent): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

function httpRequest({ method, url, headers, body }: Sent): HttpRequest {
  return { method, url, headers, body: new Uint8Array(Buffer.from(body)) };
}

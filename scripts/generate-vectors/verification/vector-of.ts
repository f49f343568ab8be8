/** Creates vectors from frozen cases, and throws if a case contradicts the model. */

import type {
  ExpectedAcceptance,
  HttpRequest,
  Parameter,
  Rule,
  VerificationVector,
} from "../../../src/conformance/vectors/index.ts";
import { checkSignature, readRequest, valueNamed } from "./check-signature.ts";
import { flagsOf } from "./flags.ts";
import type { FrozenCase } from "./frozen-cases.ts";

/** Codes for a wrong signature. All other vectors that the model can parse have a correct signature. */
const SAYS_WRONG: ReadonlySet<string> = new Set(["signature-mismatch", "signature-malformed"]);
/** Codes that do not depend on the signature. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "consumer-unknown",
  "key-kind-mismatch",
  "parameter-missing",
  "parameter-duplicated",
  "protocol-parameters-in-two-places",
]);

const LATIN_1_RE = /charset=ISO-8859-1/i;

/** Creates the vector of a case. */
export function vectorOf(one: FrozenCase, rules: ReadonlyMap<string, Rule>): VerificationVector {
  const id = `verifier/${one.vector}`;
  try {
    return describe(id, one, rules);
  } catch (error) {
    throw new Error(`${id} (${one.words}): ${(error as Error).message}`, { cause: error });
  }
}

function describe(id: string, one: FrozenCase, rules: ReadonlyMap<string, Rule>): VerificationVector {
  const { words, layer, rule, finds, cves, server, earlier, request, mayRefuse, mayAccept } = one;
  const level = rules.get(rule)?.level;
  if (level === undefined) throw new Error(`no rule ${rule}`);
  mustFollow(one);
  const asked = { server, ...(earlier && { earlier }), request };
  return {
    id,
    comment: words,
    layer,
    ...(finds && { faults: finds }),
    ...(cves && { cves }),
    rule,
    level,
    flags: flagsOf(asked),
    source: { kind: "generated", generator: one.vector.replace(/\/\d+$/, "") },
    ...asked,
    expected: expectedOf(one),
    ...(mayRefuse !== undefined && { mayRefuse }),
    ...(mayAccept !== undefined && { mayAccept }),
  };
}

function mustFollow({ request, server, refuse = null, alsoAcceptable = [] }: FrozenCase): void {
  const result = checkSignature(request, server);
  if (refuse === null && result !== "right") throw new Error(`accepted, but the model says ${result}`);
  if (refuse === null || result === "unreadable" || SAYS_NOTHING.has(refuse)) return;
  const codes = [refuse, ...alsoAcceptable];
  if (SAYS_WRONG.has(refuse) && result === "right") throw new Error(`${refuse}, but the model says right`);
  if (!codes.some((code) => SAYS_WRONG.has(code)) && result === "wrong") {
    throw new Error(`${refuse}, but the signature is wrong too`);
  }
}

function expectedOf({ request, server, refuse = null, alsoAcceptable }: FrozenCase): VerificationVector["expected"] {
  if (refuse !== null) return { refuse, ...(alsoAcceptable && { alsoAcceptable }) };
  return acceptance(request, server.origin);
}

function acceptance(request: HttpRequest, origin: string | undefined): ExpectedAcceptance {
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

function contentTypeOf({ headers }: HttpRequest): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

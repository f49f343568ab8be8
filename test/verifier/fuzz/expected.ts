/** What the model and the policy of the servers give for a request, compared with the response to it. */

import type { InputOf } from "../../../src/conformance/vectors/index.ts";
import type { HttpRequest } from "../../../src/model/index.ts";
import type { Parameter } from "../../../src/oauth1/index.ts";
import type { RejectionCode } from "../../../src/verifier/index.ts";
import { publicResponseOf, REJECTION_CODES } from "../../../src/verifier/rejections.ts";
import type { Accepted, Rejected } from "../../../src/verifier/types.ts";
import { problemOf } from "../properties/expected-verdict.ts";
import { valuesOf } from "./http1.ts";
import { BODY_LIMIT, CLIENT, NOW, ORIGIN } from "./requests.ts";

/** What the adapter answered. */
export interface AdapterAnswer {
  readonly status: number;
  /** `accepted` or a rejection code; `undefined` if only the status is known. */
  readonly verdict: string | undefined;
  /** `undefined` if it has not come whole. */
  readonly body: string | undefined;
}

const INPUT = {
  operation: "sign",
  credentials: CLIENT,
  timestamp: String(NOW),
  request: { method: "GET", url: ORIGIN },
} as unknown as InputOf<"sign">;

/** In octets, of the verifier's limits that only damage can exceed. */
const [MAX_URL, MAX_AUTHORIZATION, MAX_NAME] = [8192, 8192, 256];

/**
 * The problem of the response to a request that has come whole, and `undefined` for one that the model and the policy give.
 *
 * @param request - with the target as `url`
 * @param mayBeUsed - whether another request of the plan has the same nonce
 */
export function problemOfAnswer(
  request: HttpRequest,
  { status, verdict, body }: AdapterAnswer,
  {
    mayBeUsed,
    isAsReceived,
    isWeb = false,
  }: { readonly mayBeUsed: boolean; readonly isAsReceived: boolean; readonly isWeb?: boolean },
): string | undefined {
  const sent = isAsReceived ? { ...request, url: absolute(request.url) } : asRewritten(request);
  if (sent === undefined) return status === 200 ? "accepted, and the target is no URL" : undefined;
  const policy = policyReasons(sent);
  if (status === 200) {
    if (verdict !== undefined && verdict !== "accepted") return `status 200 with the verdict ${verdict}`;
    if (policy.must.length > 0) return `accepted against the policy: ${policy.must.join(", ")}`;
    // Without a body, every claim is as sent.
    return body === undefined || body === ""
      ? problemOfAcceptance(sent)
      : problemOf(sent, INPUT, acceptedOf(body, sent));
  }
  if (status < 400 || status > 499) return `status ${status}, which nothing here answers`;
  const codes = verdict === undefined ? REJECTION_CODES : REJECTION_CODES.filter((code) => code === verdict);
  if (codes.length === 0) return `a rejection with the unknown code ${verdict}`;
  const possible = codes.filter((code) => publicResponseOf(code).status === status);
  if (possible.length === 0) return `status ${status} for ${verdict ?? "a rejection"}`;
  // A Web `Request` does not have the body of a GET, so one that is announced is not signed, whatever its length.
  const mayHaveBody =
    isWeb &&
    /^(?:GET|HEAD)$/.test(request.method) &&
    (valuesOf(request.headers)("transfer-encoding").length > 0 ||
      valuesOf(request.headers)("content-length").some((length) => Number(length) !== 0));
  const allowed = [
    ...policy.must,
    ...policy.may,
    ...(mayBeUsed ? ["nonce-used"] : []),
    ...(mayHaveBody ? ["body-hash-missing"] : []),
  ];
  if (possible.some((code) => allowed.includes(code))) return undefined;
  const problems = possible.map((code) => problemOf(sent, INPUT, rejectedWith(code)));
  return problems.includes(undefined) ? undefined : problems[0];
}

/** Whether a server must reject a request before its body has come, because no body could make it acceptable. */
export function mustRejectEarly({ url, headers }: HttpRequest, received: number): boolean {
  const values = valuesOf(headers);
  const authorization = values("authorization");
  if (received > BODY_LIMIT || Number(values("content-length")[0] ?? 0) > BODY_LIMIT) return true;
  if (authorization.length > 1) return true;
  const mayHaveParameters = /oauth|%/i.test(url) || values("content-type").some((type) => /form/i.test(type));
  return !mayHaveParameters && !authorization.some((value) => /^\s*oauth/i.test(value));
}

/** The URL that a client of the servers signs for a target (RFC 9112 3.2). */
function absolute(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  return `${ORIGIN}${path.startsWith("/") ? path : `/${path}`}`;
}

/** As a Web `Request` has it: the URL is normalized, fields of one name are one, and a GET has no body. */
function asRewritten({ method, url, headers, body }: HttpRequest): HttpRequest | undefined {
  if (!URL.canParse(url, ORIGIN)) return undefined;
  const { pathname, search } = new URL(url, ORIGIN);
  const names = [...new Set(headers.map(([name]) => name.toLowerCase()))];
  return {
    method,
    url: `${ORIGIN}${pathname}${search}`,
    headers: names.map((name) => [name, valuesOf(headers)(name).join(", ")]),
    body: method === "GET" || method === "HEAD" ? undefined : body,
  };
}

/** Reasons that the model does not know: limits and bodies that no signature covers. */
function policyReasons({ url, headers, body = new Uint8Array() }: HttpRequest): {
  readonly must: readonly RejectionCode[];
  readonly may: readonly RejectionCode[];
} {
  const values = valuesOf(headers);
  const [authorization = ""] = values("authorization");
  const isForm = /^application\/x-www-form-urlencoded *(?:;|$)/i.test(values("content-type")[0] ?? "");
  const isHashed = /oauth_body_hash/.test(`${url} ${authorization}`);
  const isLarge = url.length - ORIGIN.length > MAX_URL || authorization.length > MAX_AUTHORIZATION;
  const must: RejectionCode[] = [];
  if (body.length > BODY_LIMIT) must.push("limit-exceeded");
  if (body.length > 0 && !isForm && !isHashed) must.push("body-hash-missing");
  const may: RejectionCode[] = ["signature-method-not-allowed"];
  const hasLongName = new RegExp(`[^&="]{${MAX_NAME},}`).test(`${url} ${authorization}`);
  // A declared length is enough, also if the server has not to read the body.
  if (isLarge || hasLongName || Number(values("content-length")[0] ?? 0) > BODY_LIMIT) may.push("limit-exceeded");
  return { must, may };
}

/** For a response whose body has no claims. */
function problemOfAcceptance(sent: HttpRequest): string | undefined {
  const rejected = problemOf(sent, INPUT, rejectedWith("signature-mismatch"));
  // If that is wrong, the signature is valid and nothing else is the matter.
  return rejected === undefined ? "accepted, and the model and the policy do not" : undefined;
}

function rejectedWith(code: RejectionCode): Rejected {
  return { accepted: false, code, message: "" } as unknown as Rejected;
}

type TextInJson = string | { readonly octets: string };

/** Reads what the application answered. A body that it could not answer gives claims that no request has. */
function acceptedOf(body: string, sent: HttpRequest): Accepted {
  const text = (value: TextInJson) => (typeof value === "string" ? value : Buffer.from(value.octets, "latin1"));
  try {
    const { parameters, rawBody, ...claims } = JSON.parse(Buffer.from(body, "latin1").toString("utf8"));
    if (rawBody !== Buffer.from(sent.body ?? []).toString("latin1")) throw new Error("another body");
    const read = (parameters as { name: TextInJson; value: TextInJson; origin: Parameter["origin"] }[]).map(
      ({ name, value, origin }) => ({ name: text(name), value: text(value), origin }),
    );
    return { accepted: true, ...claims, parameters: read };
  } catch (error) {
    return { accepted: true, consumerKey: String(error), parameters: [] } as unknown as Accepted;
  }
}

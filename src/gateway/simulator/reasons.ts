/** Replaces misleading reasons of the verifier with reasons from the gateway's rules and the simulator's data. */

import { quote } from "../../oauth1/errors.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { nearestName } from "../../platform/similar-text.ts";
import { type StageParameter, stagesOf } from "../../request-log/stages.ts";
import type { Accepted, Problem, Rejected } from "../../verifier/index.ts";
import { reject } from "../../verifier/rejections.ts";
import type { GatewayData } from "./data.ts";

/** A problem that the verifier found, or that only the gateway has. */
export interface GatewayProblem {
  readonly code: Problem["code"] | "token-unsupported";
  readonly message: string;
}

/** A rejection with the reasons that apply to the gateway. */
export interface GatewayRejected extends Omit<Rejected, "code" | "problems"> {
  /** The code of the first problem. */
  readonly code: GatewayProblem["code"];
  readonly problems: readonly GatewayProblem[];
}

/** The verdict on a request, with the gateway's own reasons. */
export type GatewayVerdict = Accepted | GatewayRejected;

/** The same rejection, with the reasons that apply to the gateway. */
export function withOwnReasons(rejected: Rejected, request: HttpRequest, { merchants }: GatewayData): GatewayRejected {
  const { parameters } = stagesOf(request);
  const logins = merchants.map(({ login }) => login);
  const incomplete = onlySignatureInHeader(parameters);
  if (incomplete !== undefined) return reject(incomplete, rejected.claimed);
  const problems = rejected.problems.map(
    ({ code, message }): GatewayProblem =>
      unsupportedToken(code, parameters) ?? {
        code,
        message: unknownClient(code, parameters, logins) ?? signatureInBody(code, message, parameters) ?? message,
      },
  );
  return { ...rejected, ...problems[0]!, problems };
}

function sentValue(parameters: readonly StageParameter[], name: string, origin?: string): string | undefined {
  return parameters.find((one) => one.name === name && (origin === undefined || one.origin === origin))?.value;
}

/** Reports a token, which the gateway does not support; the verifier reports the client as unknown. */
function unsupportedToken(code: Problem["code"], parameters: readonly StageParameter[]): GatewayProblem | undefined {
  if (code !== "consumer-unknown" || sentValue(parameters, "oauth_token") === undefined) return undefined;
  const message = "the request has oauth_token, but the gateway uses no tokens: leave it out, also if it is empty";
  return { code: "token-unsupported", message };
}

function unknownClient(
  code: Problem["code"],
  parameters: readonly StageParameter[],
  logins: readonly string[],
): string | undefined {
  if (code !== "consumer-unknown") return undefined;
  const login = sentValue(parameters, "oauth_consumer_key") ?? "";
  if (logins.includes(login)) return `the login ${quote(login)} has no key for this signature method`;
  const near = nearestName(login, logins);
  const hint = near === undefined ? "" : `; there is ${quote(near)}`;
  const isCase = near !== undefined && near.toLowerCase() === login.toLowerCase();
  return `there is no login ${quote(login)}${hint}${isCase ? ", and upper and lower case differ" : ""}`;
}

/** Reports a signature in header and body. How the body encodes the signature does not matter. */
function signatureInBody(
  code: Problem["code"],
  message: string,
  parameters: readonly StageParameter[],
): string | undefined {
  if (code !== "protocol-parameters-in-two-places" || !message.includes('"oauth_signature"')) return undefined;
  return isSameSignature(parameters) ? '"oauth_signature" is in the header and in the body' : undefined;
}

/** Whether header and body contain the same signature, even if the body encodes it twice or not at all. */
export function isSameSignature(parameters: readonly StageParameter[]): boolean {
  const plain = (text = ""): string =>
    text.replace(/%2B/gi, "+").replace(/%2F/gi, "/").replace(/%3D/gi, "=").replaceAll(" ", "+");
  const inBody = sentValue(parameters, "oauth_signature", "body");
  return inBody !== undefined && plain(inBody) === plain(sentValue(parameters, "oauth_signature", "header"));
}

function onlySignatureInHeader(parameters: readonly StageParameter[]): Problem[] | undefined {
  const of = (origin: string): string[] =>
    parameters.filter((one) => one.origin === origin && one.name.startsWith("oauth_")).map(({ name }) => name);
  const [inHeader, inBody] = [of("header"), of("body")];
  const elsewhere = inBody.filter((name) => name !== "oauth_signature");
  if (inHeader.join() !== "oauth_signature" || elsewhere.length === 0) return undefined;
  const message = `the header has oauth_signature alone: it must also have ${elsewhere.join(", ")}, which are only in the body`;
  return [{ code: "parameter-missing", message }];
}

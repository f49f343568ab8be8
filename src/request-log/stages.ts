/** Computes every stage of the signature of a request (RFC 5849 3.4.1), even if the request is malformed. */

import { type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import {
  baseStringUri,
  type NameValue,
  normalizeParameters,
  type OctetText,
  parseAuthorizationHeader,
  parseForm,
  percentEncode,
  signatureBaseString,
} from "../oauth1/index.ts";
import type { Parameter, ParameterOrigin } from "../oauth1/parameter.ts";

/** A decoded parameter. A value that is not UTF-8 stays percent-encoded. */
export interface StageParameter extends Parameter<string> {
  /** Whether the body repeats this protocol parameter of the header. It is signed only once. */
  readonly repeated?: true;
}

/** The stages of a signature. A stage that could not be computed is absent. */
export interface Stages {
  readonly parameters: readonly StageParameter[];
  readonly "parameter-string"?: string;
  readonly "base-string-uri"?: string;
  readonly "base-string"?: string;
  /** The signature that the client sent. */
  readonly signature?: string;
  /** The reason why stages are absent. */
  readonly problem?: string;
}

/** @param request - the request, with an absolute URL */
export function stagesOf(request: HttpRequest): Stages {
  let sent: readonly Parameter[];
  try {
    sent = parametersOf(request);
  } catch (error) {
    return { parameters: [], problem: (error as Error).message };
  }
  const inHeader = sent.some(({ name, origin }) => origin === "header" && isProtocol(name));
  const isRepeated = ({ name, origin }: Parameter): boolean => inHeader && origin === "body" && isProtocol(name);
  const parameters = sent.map((one) => ({
    name: text(one.name),
    value: text(one.value),
    origin: one.origin,
    ...(isRepeated(one) ? { repeated: true as const } : {}),
  }));
  const signature = sent.find(({ name }) => name === "oauth_signature")?.value;
  const counted = sent.filter((parameter) => !isRepeated(parameter) && parameter.name !== "oauth_signature");
  const of = (...origins: readonly ParameterOrigin[]): NameValue[] =>
    counted.filter(({ origin }) => origins.includes(origin)).map(({ name, value }) => [name, value]);
  const shownSignature = signature === undefined ? {} : { signature: text(signature) };
  try {
    const { method, url } = request;
    return {
      parameters,
      "parameter-string": normalizeParameters(of("query", "header", "body")),
      "base-string-uri": baseStringUri(url),
      "base-string": signatureBaseString({ method, url, protocolParameters: of("header"), form: of("body") }),
      ...shownSignature,
    };
  } catch (error) {
    return { parameters, ...shownSignature, problem: (error as Error).message };
  }
}

function parametersOf(request: HttpRequest): Parameter[] {
  const query = request.url.split("#")[0]!.split("?").slice(1).join("?");
  const types = headerValues(request, "content-type");
  const isForm = types.some((type) => /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type));
  const authorization = headerValues(request, "authorization").filter((value) => /^oauth\s/i.test(value));
  const header = authorization.flatMap((value) => parseAuthorizationHeader(value).parameters);
  const from = (origin: ParameterOrigin, pairs: readonly NameValue[]): Parameter[] =>
    pairs.map(([name, value]) => ({ name, value, origin }));
  return [
    ...from("query", parseForm(query)),
    ...from("header", header),
    ...from("body", isForm ? parseForm(request.body ?? new Uint8Array()) : []),
  ];
}

function isProtocol(name: OctetText): boolean {
  return typeof name === "string" && name.startsWith("oauth_");
}

function text(value: OctetText): string {
  return typeof value === "string" ? value : percentEncode(value);
}

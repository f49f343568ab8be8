/**
 * A request taken apart: every stage of its signature, as the double computes it.
 *
 * @module
 */

import {
  baseStringUri,
  type NameValue,
  normalizeParameters,
  type OctetText,
  parseAuthorizationHeader,
  parseForm,
  percentEncode,
  signatureBaseString,
} from "../../oauth1/index.ts";

/** A request with the absolute URL that it is judged under. */
export interface JudgedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** One parameter, and where it stood. What is no UTF-8 is shown percent-encoded. */
export interface StageParameter {
  readonly name: string;
  readonly value: string;
  readonly origin: "query" | "header" | "body";
  /** True for what the body repeats of the header: it counts once. */
  readonly repeated?: true;
}

/** The stages. Those that cannot be computed of what came are absent. */
export interface Stages {
  readonly parameters: readonly StageParameter[];
  readonly "parameter-string"?: string;
  readonly "base-string-uri"?: string;
  readonly "base-string"?: string;
  /** As it was sent. */
  readonly signature?: string;
  /** Why there is no more. */
  readonly problem?: string;
}

interface Pair {
  readonly name: OctetText;
  readonly value: OctetText;
  readonly origin: StageParameter["origin"];
}

/** Takes a request apart, however broken it is. */
export function stagesOf(request: JudgedRequest): Stages {
  const pairs: Pair[] = [];
  try {
    pairs.push(...pairsOf(request));
  } catch (error) {
    return { parameters: pairs.map(shown), problem: (error as Error).message };
  }
  const inHeader = pairs.some(({ name, origin }) => origin === "header" && isProtocol(name));
  const isRepeated = ({ name, origin }: Pair): boolean => inHeader && origin === "body" && isProtocol(name);
  const parameters = pairs.map((pair) => ({
    ...shown(pair),
    ...(isRepeated(pair) ? { repeated: true as const } : {}),
  }));
  const signature = pairs.find(({ name }) => name === "oauth_signature")?.value;
  const counted = pairs.filter((pair) => !isRepeated(pair) && pair.name !== "oauth_signature");
  const of = (...origins: readonly Pair["origin"][]): NameValue[] =>
    counted.filter(({ origin }) => origins.includes(origin)).map(({ name, value }) => [name, value]);
  const sent = signature === undefined ? {} : { signature: text(signature) };
  try {
    const { method, url } = request;
    return {
      parameters,
      "parameter-string": normalizeParameters(of("query", "header", "body")),
      "base-string-uri": baseStringUri(url),
      "base-string": signatureBaseString({ method, url, protocolParameters: of("header"), form: of("body") }),
      ...sent,
    };
  } catch (error) {
    return { parameters, ...sent, problem: (error as Error).message };
  }
}

function pairsOf({ url, headers, body }: JudgedRequest): Pair[] {
  const values = (name: string): string[] =>
    headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);
  const query = url.split("#")[0]!.split("?").slice(1).join("?");
  const isForm = values("content-type").some((type) => /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type));
  const authorization = values("authorization").filter((value) => /^oauth\s/i.test(value));
  return [
    ...parseForm(query).map(([name, value]) => ({ name, value, origin: "query" as const })),
    ...authorization
      .flatMap((value) => parseAuthorizationHeader(value).parameters)
      .map(([name, value]) => ({ name, value, origin: "header" as const })),
    ...(isForm ? parseForm(body) : []).map(([name, value]) => ({ name, value, origin: "body" as const })),
  ];
}

function isProtocol(name: OctetText): boolean {
  return typeof name === "string" && name.startsWith("oauth_");
}

function shown({ name, value, origin }: Pair): StageParameter {
  return { name: text(name), value: text(value), origin };
}

function text(value: OctetText): string {
  return typeof value === "string" ? value : percentEncode(value);
}

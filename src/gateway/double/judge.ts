/**
 * The double's judgement of one request: who it is of, what the gateway would answer, and why it would refuse.
 *
 * @module
 */

import { quote } from "../../oauth1/errors.ts";
import { type Answer, htmlPage } from "../../verifier/adapters/answers.ts";
import type { Accepted, RefusalCode, Refused, Verifier } from "../../verifier/index.ts";
import { mask } from "../mask.ts";
import { alteredParameters } from "./altered.ts";
import { JSON_TYPE, jsonAnswer, pairsAnswer, refusalPage } from "./answers.ts";
import type { Arrival } from "./arrival.ts";
import type { GatewayData } from "./data.ts";
import { type Delay, type DoubleAnswer, type FailureMode, spoil } from "./failures.ts";
import type { Diagnosis, LoggedRequest } from "./request-log.ts";
import { failedOnPurpose, type Response, respond } from "./respond.ts";
import { type Restored, restoreParameter } from "./restore.ts";
import { routeOf } from "./route.ts";
import { type JudgedRequest, stagesOf } from "./stages.ts";

/**
 * Says what is wrong with a refused request; handed in by whoever has a catalogue of mistakes.
 *
 * @param keys - those of the merchant that the request names, for the method that it names
 * @returns lines for people, and anything that JSON can hold; no secret in either
 */
export type ExplainRequest = (
  request: JudgedRequest,
  keys: readonly { readonly consumerSecret?: string; readonly publicKey?: string }[],
) => { readonly lines: readonly string[]; readonly data?: unknown } | undefined;

/** What a judge goes by. */
export interface JudgeOptions {
  readonly data: GatewayData;
  readonly verifier: Verifier;
  readonly pathPrefixes: readonly string[];
  readonly explain: ExplainRequest | undefined;
  readonly explainHeader: boolean;
  /** Requests that came before. */
  readonly earlier: () => readonly JudgedRequest[];
  /** How the next accepted request fails, given how its payment says. */
  readonly failure: (own: FailureMode | undefined) => FailureMode | undefined;
  readonly delay: Delay;
}

/** What is answered, and what the log is told. */
export type Judged = Pick<LoggedRequest, "verdict" | "diagnosis" | "outcome"> & { readonly answer: DoubleAnswer };

/** Judges a request to a path, the how manyth it is. */
export type Judge = (request: Arrival, path: string, number: number) => Promise<Judged>;

/** Makes a judge. */
export function createJudge(options: JudgeOptions): Judge {
  const { data, verifier, pathPrefixes, explainHeader, failure, delay } = options;
  return async (request, path, number) => {
    const route = routeOf(path, pathPrefixes);
    if (route === undefined) return unrouted(404, "Not found", `there is no operation at ${path}`);
    if (request.method !== "POST") return unrouted(405, "Method not allowed", `${route.operation} is a POST`);
    const verdict = await verifier.verify(request);
    if (!verdict.ok) {
      const diagnosis = diagnose(request, verdict, options);
      const page = refusalPage(verdict, request);
      const answer = explainHeader ? explained(page, verdict, diagnosis) : page;
      return { verdict, diagnosis, outcome: verdict.code, answer };
    }
    const response = respond(route, verdict.consumerKey, verdict.parameters, data, number);
    const mode = response.isError ? undefined : failure(response.fails);
    if (mode === undefined) return { ...accepted(verdict, response.outcome), answer: answerWith(response, request) };
    if (mode === "declined" || mode === "error") {
      const failed = failedOnPurpose(mode, response, number);
      return { ...accepted(verdict, failed.outcome), answer: answerWith(failed, request) };
    }
    const answer = await spoil(answerWith(response, request), mode, delay);
    return { ...accepted(verdict, `${response.outcome}, ${mode} on demand`), answer };
  };
}

function accepted(verdict: Accepted, outcome: string): Omit<Judged, "answer"> {
  return { verdict, outcome, diagnosis: NOTHING_WRONG };
}

function diagnose(request: Arrival, refused: Refused, { data, explain, earlier }: JudgeOptions): Diagnosis {
  const keys = keysFor(request, data);
  // Where the signature is right, as in a replay, nothing was changed.
  const changes = CHANGED.includes(refused.code) ? changesOf(request, keys, data, earlier()) : [];
  // A value that was changed on the way explains itself.
  const explanation = changes.length > 0 ? undefined : explain?.(request, keys);
  const lines = [
    ...refused.problems.map(({ code, message }) => `${code}: ${message}`),
    ...changes.map(lineOf),
    ...(explanation?.lines ?? []),
  ];
  const parameters = changes.map(({ name }) => name);
  return { lines, parameters, ...(explanation?.data === undefined ? {} : { data: explanation.data }) };
}

/** By comparing first, and where that finds nothing by trying. */
function changesOf(
  request: JudgedRequest,
  keys: Parameters<ExplainRequest>[1],
  data: GatewayData,
  earlier: readonly JudgedRequest[],
): readonly Restored[] {
  const altered = alteredParameters(request, earlier);
  if (altered.length > 0) return altered.map((name) => ({ name }));
  const known = knownValues(data);
  const restored = keys.map((key) => restoreParameter(request, key, (name) => known.get(name) ?? []));
  return restored.filter((one) => one !== undefined).slice(0, 1);
}

function lineOf({ name, signed }: Restored): string {
  const was = signed === undefined ? "" : `: it was ${quote(signed)}`;
  return `${name} was changed after the request was signed${was}`;
}

/** What parameters may have been, from the data. */
function knownValues({ merchants }: GatewayData): ReadonlyMap<string, readonly string[]> {
  const payments = merchants.flatMap((merchant) => merchant.payments ?? []);
  return new Map([
    ["client_orderid", payments.map(({ clientOrderId }) => clientOrderId)],
    ["orderid", payments.map(({ orderId }) => orderId)],
    ["login", merchants.map(({ login }) => login)],
  ]);
}

/** The refusals that a changed value leads to. */
const CHANGED: readonly RefusalCode[] = ["signature-mismatch", "protocol-parameters-in-two-places"];

/** The keys that the request should have been signed with, by what it says of itself. */
function keysFor(request: JudgedRequest, { merchants }: GatewayData): Parameters<ExplainRequest>[1] {
  const said = new Map(stagesOf(request).parameters.map(({ name, value }) => [name, value]));
  const merchant = merchants.find(({ login }) => login === said.get("oauth_consumer_key"));
  if (merchant === undefined) return [];
  if (said.get("oauth_signature_method")?.startsWith("RSA-")) {
    return (merchant.publicKeys ?? []).map((publicKey) => ({ publicKey }));
  }
  return merchant.controlKey === undefined ? [] : [{ consumerSecret: merchant.controlKey }];
}

const NOTHING_WRONG: Diagnosis = { lines: [], parameters: [] };

function unrouted(status: number, title: string, outcome: string): Judged {
  return { diagnosis: NOTHING_WRONG, outcome, answer: htmlPage(status, title) };
}

/** Pairs, or JSON for whoever asks for it. */
function answerWith({ pairs, isError }: Response, { headers }: Arrival): Answer {
  const wantsJson = headers.some(([name, value]) => name.toLowerCase() === "accept" && value.includes(JSON_TYPE));
  return wantsJson ? jsonAnswer(pairs, isError) : pairsAnswer(pairs);
}

const LONGEST_HEADER = 4000;

function explained(page: Answer, { code }: Refused, { lines }: Diagnosis): Answer {
  // In one line nothing stands under anything else. Percent-encoded where a header cannot hold it.
  const sentences = lines.map((line) => line.trim()).filter((line) => line !== "^");
  const text = mask(sentences.join("; ") || code).replace(/[^\x20-\x7e]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  );
  return { ...page, headers: { ...page.headers, "countersign-explanation": text.slice(0, LONGEST_HEADER) } };
}

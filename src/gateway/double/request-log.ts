/**
 * What the double remembers of requests, and shows at `/_countersign/requests`.
 *
 * @module
 */

import type { Verdict } from "../../verifier/index.ts";
import { isSecret } from "../check-value.ts";
import { createMask, MASKED } from "../mask.ts";
import type { OperationName, Parameter } from "../operations.ts";
import { OPERATIONS, operationNamed } from "../operations.ts";
import { type JudgedRequest, type Stages, stagesOf } from "./stages.ts";

/** What became of a request, before it is shown. */
export interface LoggedRequest {
  /** From 1. */
  readonly number: number;
  /** Seconds. */
  readonly at: number;
  readonly request: JudgedRequest;
  /** Absent where the request was not for an operation. */
  readonly verdict?: Verdict | undefined;
  readonly diagnosis: Diagnosis;
  /** The status of the answer. */
  readonly status: number;
  readonly outcome: string;
}

/** Why a request was refused, in lines and as data. */
export interface Diagnosis {
  /** For people; empty where nothing is wrong. */
  readonly lines: readonly string[];
  /** Parameters that are not as they were when the request was signed. */
  readonly parameters: readonly string[];
  /** What the explainer that was handed in says, as data. */
  readonly data?: unknown;
}

/** One request as it is shown: no card number, cvv2 or key in it. */
export interface ShownRequest {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly accepted: boolean;
  /** Of the refusal. */
  readonly code?: string;
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
  readonly diagnosis: Diagnosis;
  readonly status: number;
  readonly outcome: string;
  readonly stages: Stages;
}

/** Remembers the last requests. */
export interface RequestLog {
  add(request: LoggedRequest): void;
  /** The oldest first. */
  last(count?: number): LoggedRequest[];
  /** How many there were in all. */
  total(): number;
}

/** Remembers so many. */
export function createRequestLog(most: number): RequestLog {
  const kept: LoggedRequest[] = [];
  let total = 0;
  return {
    add(request) {
      total++;
      kept[(total - 1) % most] = request;
    },
    last(count = most) {
      const wanted = Math.min(count, kept.length);
      return Array.from({ length: wanted }, (_, index) => kept[(total - wanted + index) % most]!);
    },
    total: () => total,
  };
}

const SECRET_NAMES: ReadonlySet<string> = new Set(
  (Object.keys(OPERATIONS) as OperationName[]).flatMap((name) =>
    (Object.values(operationNamed(name).parameters) as Parameter[])
      .filter(({ type }) => isSecret(type))
      .flatMap(({ name: own, otherNames = [] }) => [own, ...otherNames]),
  ),
);
/** Numbers of these names may be as long as a card's, and are needed to compare stages. */
const IDENTIFIER_RE = /(?:order-?_?id|-ref-id|oauth_nonce|oauth_timestamp|login)$/; // client-order-id, orderid

/** Shows a request; its stages are computed only now. */
export function shownRequest({
  number,
  at,
  request,
  verdict,
  diagnosis,
  status,
  outcome,
}: LoggedRequest): ShownRequest {
  const stages = stagesOf(request);
  const valuesOf = (isMeant: (name: string) => boolean): string[] =>
    stages.parameters.filter(({ name }) => isMeant(name)).map(({ value }) => value);
  const maskText = createMask(
    valuesOf((name) => SECRET_NAMES.has(name)),
    valuesOf((name) => IDENTIFIER_RE.test(name)),
  );
  const refused = verdict?.ok === false ? verdict : undefined;
  const { parameters, ...others } = stages;
  return {
    number,
    at: new Date(at * 1000).toISOString(),
    method: maskText(request.method),
    url: maskText(request.url),
    headers: request.headers.map(([name, value]) => [name, maskText(value)]),
    body: maskText(Buffer.from(request.body).toString("utf8")),
    accepted: verdict?.ok === true,
    ...(refused && {
      code: refused.code,
      problems: refused.problems.map(({ code, message }) => ({ code, message: maskText(message) })),
    }),
    diagnosis: maskAll(diagnosis, maskText),
    status,
    outcome: maskText(outcome),
    stages: {
      parameters: parameters.map((one) => ({ ...one, name: maskText(one.name), value: maskValue(one, maskText) })),
      ...maskAll(others, maskText),
    },
  };
}

function maskValue({ name, value }: { name: string; value: string }, maskText: (text: string) => string): string {
  return /cv[vc]2?$/i.test(name) ? MASKED : maskText(value);
}

/** Every text in what JSON can hold. */
function maskAll<Value>(value: Value, maskText: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === "string" ? maskText(one) : one));
}

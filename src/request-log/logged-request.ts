/** An entry of the request log, and its shown form without card numbers, cvv2 and keys. */

import type { Explanation } from "../diagnosis/index.ts";
import type { HeaderField, HttpRequest } from "../oauth1/http-request.ts";
import { utf8Text } from "../platform/index.ts";
import { createRedactor, isCardDataName, REDACTED, secretsOfRequest } from "../redaction/index.ts";
import { targetOf } from "../requests/http-text.ts";
import { curlOf } from "../requests/received-request-curl.ts";
import type { HttpResponse } from "../verifier/adapters/rejection-response.ts";
import { type ClientComparison, compareClientTexts, comparisonLines } from "./client-texts.ts";
import type { RequestSummary } from "./page-data.ts";
import { type Stages, stagesOf } from "./stages.ts";

/** A code, which does not change between versions, and a sentence for people. */
export interface Remark {
  readonly code: string;
  readonly message: string;
}

/** The verdict on a request, such as a verifier's. */
export type LoggedVerdict =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly code: string; readonly problems: readonly Remark[] };

/** A request and its outcome. {@link createLogView} creates the form without secrets. */
export interface LogEntry {
  /** From 1. */
  readonly number: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** The request, with the absolute URL that the verifier used. */
  readonly request: HttpRequest;
  /** Absent if the request was not verified. */
  readonly verdict?: LoggedVerdict | undefined;
  readonly isAccepted: boolean;
  /** Absent if the request has no notices. */
  readonly notices?: readonly Remark[];
  diagnosis: RequestDiagnosis;
  /** Searches for the complete diagnosis; absent once that is known. */
  search?: (() => Promise<RequestDiagnosis>) | undefined;
  /** Resolves once the diagnosis is complete, or the server is closed; absent before the search starts. */
  completing?: Promise<void>;
  readonly answer: HttpResponse;
  /** From the arrival of the request to its answer. */
  readonly milliseconds: number;
  readonly outcome: string;
  /** Counts the changes of all entries; the log sets it. */
  change?: number;
}

/** Why a request was rejected. */
export interface RequestDiagnosis {
  /** The text to show; empty if the request is valid. */
  readonly lines: readonly string[];
  /** The names of the parameters known to be signed differently from how they were sent. */
  readonly parameters: readonly string[];
  /** The ids of the causes that are known. */
  readonly causes: readonly string[];
  /** More sentences that may help. */
  readonly hints?: readonly string[];
  /** The data for the page: the causes with their fixes, and the sent and signed values. */
  readonly explanation?: Explanation;
  /** The diagnosis as data. */
  readonly data?: unknown;
  /** Whether the search for the cause has not ended yet. It starts when no request is in progress. */
  readonly isPending?: true;
}

/** A request as the log shows it: without card numbers, cvv2 and keys. */
export interface LoggedRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** The absolute URL that the verifier used. */
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body: string;
  /** Whether the verifier accepted the request: signature, timestamp and nonce are valid. */
  readonly authenticated: boolean;
  /** Whether the request was authenticated and its arguments are valid. */
  readonly accepted: boolean;
  /** What else is noteworthy about an authenticated request, such as deviations from a specification. */
  readonly notices: readonly Remark[];
  /** The code of the first problem, if the verifier rejected the request. */
  readonly code?: string;
  readonly problems?: readonly Remark[];
  readonly diagnosis: RequestDiagnosis;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly response: LoggedResponse;
  /** From the arrival of the request to its answer. */
  readonly milliseconds: number;
  readonly outcome: string;
  readonly stages: Stages;
  /** The differences of base string and body from the texts that the client signed; empty if the client sent none. */
  readonly comparisons: readonly ClientComparison[];
  /** A command for a POSIX shell that sends the request again. Values that are hidden in the request are hidden here too. */
  readonly curl: string;
  /** Whether the request is shown in full, without hidden or cut parts. */
  readonly isWhole: boolean;
}

/** The answer to a request. */
export interface LoggedResponse {
  readonly headers: readonly HeaderField[];
  readonly body: string;
}

/** How requests are shown. */
export interface LogViewOptions {
  /** Whether card numbers and cvv2 stay visible. Keys never do. @default false */
  readonly showCardData?: boolean | undefined;
}

/** How the texts of one entry are shown. */
interface Shown {
  readonly redact: (text: string) => string;
  readonly cover: (text: string) => string;
  /** Whether all values of a parameter are hidden. */
  readonly isHidden: (name: string) => boolean;
}

/** What a log needs to know about its server. */
export interface LogOptions {
  /** The secrets to hide in all requests, even in old ones. The function returns a new list if a secret has changed. */
  readonly secrets: () => readonly string[];
  /** The names of parameters with the client's id of an order, by which the page finds requests. */
  readonly orderIdNames: readonly string[];
  /** The origin of the server, for curl. */
  readonly origin: () => string;
}

/** Shows log entries. */
export interface LogView {
  request(entry: LogEntry, options?: LogViewOptions): LoggedRequest;
  /** The line of an entry in the list. Creating it takes a tenth of the time. */
  summary(entry: LogEntry): RequestSummary;
}

export function createLogView({ secrets, orderIdNames, origin }: LogOptions): LogView {
  function prepared(entry: LogEntry, { showCardData = false }: LogViewOptions): [ShownEntry, Stages, Shown] {
    const isCut = hasManyParameters(entry.request);
    const request = isCut ? withoutParameters(entry.request) : entry.request;
    const { url, headers, body } = request;
    const stages: Stages = isCut ? { parameters: [], problem: MANY_PARAMETERS } : stagesOf(request);
    const form = stages.parameters.map(({ name, value }) => [name, value] as const);
    const hidden = secretsOfRequest({ url, headers, body, form });
    const values = stages.parameters.filter(({ name }) => isCardDataName(name)).map(({ value }) => value);
    const redactor = createRedactor({
      ...hidden,
      secrets: [...secrets(), ...hidden.secrets],
      cardNumbers: [...hidden.cardNumbers, ...values.filter((value) => value.length > LONGEST_CVV2)],
      cvv2: [...hidden.cvv2, ...values.filter((value) => value.length <= LONGEST_CVV2)],
      publicTexts: [...hidden.publicTexts, ...clockDifferences(entry.verdict)],
      showCardData,
      // A long number may be a mistyped card number.
      everyLongNumber: true,
    });
    const texts = {
      redact: (text: string) => redactor.text(shortened(text)),
      cover: redactor.cover,
      isHidden: (name: string) => !showCardData && isCardDataName(name),
    };
    return [{ ...entry, request, isCut }, stages, texts];
  }

  return {
    request: (entry, options = {}) => requestOf(...prepared(entry, options), origin()),
    summary: (entry) => summaryOf(...prepared(entry, {}), orderIdNames),
  };
}

/** Redacting more parameters takes seconds. */
const MOST_PARAMETERS = 500;
const MANY_PARAMETERS = `(more than ${MOST_PARAMETERS} parameters: not shown)`;
const AMPERSAND = 0x26;

function hasManyParameters({ url, body = new Uint8Array() }: HttpRequest): boolean {
  let separators = url.split("&").length - 1;
  for (const octet of body) if (octet === AMPERSAND) separators++;
  return separators >= MOST_PARAMETERS;
}

function withoutParameters({ url, body, ...others }: HttpRequest): HttpRequest {
  return { ...others, url: url.replace(/\?.*/s, "") };
}

/** A timestamp in milliseconds is so far from the clock that the difference has as many digits as a card number. */
function clockDifferences(verdict: LoggedVerdict | undefined): string[] {
  if (verdict === undefined || verdict.accepted) return [];
  return verdict.problems
    .filter(({ code }) => code.startsWith("timestamp-"))
    .flatMap(({ message }) => /oauth_timestamp is ([0-9]+) s /.exec(message)?.[1] ?? []);
}

const LONGEST_CVV2 = 4;
/** Longer texts are cut before they are redacted, because redacting a body of the maximum size takes seconds. */
const LONGEST_SHOWN = 65_536;

/** Cuts a long text after a separator, because half of a card number is not recognized. */
function shortened(text: string): string {
  if (text.length <= LONGEST_SHOWN) return text;
  const beginning = text.slice(0, LONGEST_SHOWN);
  const end = Math.max(...["&", '"', "\n"].map((separator) => beginning.lastIndexOf(separator))) + 1;
  return `${beginning.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Replaces octets that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\ufffd";

/** An entry with the shown parts of its request. */
interface ShownEntry extends LogEntry {
  /** Whether the request lacks its parameters. */
  readonly isCut: boolean;
}

function summaryOf(
  entry: ShownEntry,
  { parameters }: Stages,
  { redact }: Shown,
  orderIdNames: readonly string[],
): RequestSummary {
  const { number, at, request, answer, isAccepted, notices = [], outcome, diagnosis, search } = entry;
  return {
    number,
    at: timeText(at),
    method: redact(request.method),
    target: redact(targetOf(request.url)),
    status: answer.status,
    accepted: isAccepted,
    outcome: redact(outcome),
    causes: causesIn(diagnosis).map(({ id, title }) => ({ id: redact(id), title: redact(title) })),
    clientOrderId: redact(parameters.find(({ name }) => orderIdNames.includes(name))?.value ?? ""),
    notices: notices.length,
    isPending: search !== undefined,
  };
}

/** If there is no explanation, only the ids of the causes are known. */
function causesIn({ causes, explanation }: RequestDiagnosis): RequestSummary["causes"] {
  const titles = new Map(explanation?.alternatives.flat().map(({ id, title }) => [id, title]));
  return causes.map((id) => ({ id, title: titles.get(id) ?? id }));
}

function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function requestOf(entry: ShownEntry, stages: Stages, texts: Shown, origin: string): LoggedRequest {
  const { number, at, request, verdict, isAccepted, notices = [], diagnosis, search, answer, outcome, isCut } = entry;
  const { redact, isHidden } = texts;
  const rejected = verdict?.accepted === false ? verdict : undefined;
  const comparisons = compareClientTexts(request, stages, texts.cover).map((one) => redactAll(one, texts));
  const lines = isAccepted ? [] : comparisons.flatMap(comparisonLines);
  const { parameters, ...others } = stages;
  const received = utf8Text(request.body ?? new Uint8Array());
  const sent = [request.method, request.url, received, ...request.headers.flat()];
  const [method = "", url = "", body = "", ...fields] = sent.map(redact);
  return {
    number,
    at: timeText(at),
    method,
    url,
    headers: request.headers.map((_, at) => [fields[2 * at]!, fields[2 * at + 1]!]),
    body: isCut ? MANY_PARAMETERS : body,
    authenticated: verdict?.accepted === true,
    accepted: isAccepted,
    notices: notices.map(({ code, message }) => ({ code, message: redact(message) })),
    ...(rejected && {
      code: rejected.code,
      problems: rejected.problems.map(({ code, message }) => ({ code, message: redact(message) })),
    }),
    diagnosis: {
      ...redactAll({ ...diagnosis, lines: [...lines, ...diagnosis.lines] }, texts),
      ...(search && { isPending: true as const }),
    },
    status: answer.status,
    response: {
      headers: Object.entries(answer.headers).map(([name, value]) => [name, redact(value)]),
      body: redact(answer.body),
    },
    milliseconds: entry.milliseconds,
    outcome: redact(outcome),
    stages: {
      parameters: parameters.map((one) => ({
        ...one,
        name: redact(one.name),
        value: isHidden(one.name) ? REDACTED : redact(one.value),
      })),
      ...redactAll(others, texts),
    },
    comparisons,
    curl: isCut ? MANY_PARAMETERS : redact(curlOf({ ...request, url: targetOf(request.url) }, origin)),
    isWhole: !isCut && [method, url, body, ...fields].join() === sent.join() && !body.includes(REPLACEMENT_CHARACTER),
  };
}

/** Redacts every text of a JSON value. In an object with the name of a secret, it replaces every text except the name. */
function redactAll<Value>(value: Value, { redact, isHidden }: Shown): Value {
  return JSON.parse(JSON.stringify(value), function redactOne(this: { name?: unknown }, key, one: unknown) {
    if (typeof one !== "string") return one;
    const isOfSecret = key !== "name" && typeof this.name === "string" && isHidden(this.name);
    return isOfSecret ? REDACTED : redact(one);
  }) as Value;
}

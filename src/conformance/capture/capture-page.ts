/** The page of a capture: the list of captured requests. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { CONTROL_PREFIX, controlAnswer } from "../../request-log/control-api.ts";
import type { InspectorKey } from "../../request-log/inspector-data.ts";
import { createRequestLog } from "../../request-log/log.ts";
import { LOG_CONTROLS, type LogServer } from "../../request-log/log-controls.ts";
import type { LogEntry, RequestDiagnosis } from "../../request-log/logged-request.ts";
import type { Origins } from "../../request-log/origins.ts";
import { pathOf } from "../../verifier/adapters/request-head.ts";
import { type CapturedRequest, isRight } from "./captured-request.ts";

export interface CapturePageOptions {
  /** The keys that the inspector gets. */
  readonly inspectorKey: InspectorKey;
  /** How many requests to keep. */
  readonly size: number;
}

/** A captured request with its answer. */
type AnsweredRequest = Pick<LogEntry, "at" | "request" | "verdict" | "answer" | "milliseconds">;

export function createCapturePage(
  { inspectorKey, size }: CapturePageOptions,
  secrets: readonly string[],
  origin: () => string,
  onDefect: (error: unknown) => void,
) {
  const closing = new AbortController();
  const log = createRequestLog({
    secrets: () => secrets,
    orderIdNames: [],
    origin,
    size,
    onDefect,
    closing: closing.signal,
    onRequest: undefined,
    isBusy: () => false,
  });
  const server: LogServer = { log, page: { title: "capture" }, inspectorKey: () => inspectorKey };
  return {
    /** The answer to a request for the page; `undefined` for other requests. */
    answer(request: HttpRequest, origins: Origins) {
      const path = pathOf(request.url);
      return path.startsWith(CONTROL_PREFIX) ? controlAnswer(request, path, origins, LOG_CONTROLS, server) : undefined;
    },
    add(captured: CapturedRequest, answered: AnsweredRequest): void {
      const outcome = isRight(captured) ? "right" : captured.problems[0]!.code;
      const { number } = captured;
      log.add({ ...answered, number, outcome, isAccepted: isRight(captured), diagnosis: diagnosisOf(captured) });
    },
    close(): Promise<void> {
      closing.abort();
      return log.close();
    },
  };
}

function diagnosisOf({ problems, explanation, hints }: CapturedRequest): RequestDiagnosis {
  const rules = problems.map(({ rule }) => `${rule.id}: ${rule.statement}`);
  return {
    lines: [
      ...problems.map(({ code, message }) => `${code}: ${message}`),
      ...(explanation?.lines ?? []),
      ...rules,
      ...hints.map((hint) => `hint: ${hint}`),
    ],
    hints: [...rules, ...hints],
    parameters: [],
    causes: explanation?.causes ?? [],
    ...(explanation && { explanation: explanation.explanation, data: explanation.data }),
  };
}

/** Sends the requests of one case, and compares what the server did with what it should do. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { type Acceptance, describeAnswer, isAccepted, isLost, isServerError, readable, says } from "./acceptance.ts";
import type { Case, Check, Step } from "./check.ts";
import { describeKind, kindOf, type RequestKind } from "./request-kinds.ts";
import type { Answer, Send } from "./send.ts";

/** The result of a case. */
export interface Outcome {
  readonly verdict: "pass" | "fail" | "open" | "not-offered" | "timed-out";
  /** What the server did, unless the case passed. */
  readonly message?: string;
  /** Id in vectors/faults.json: the mistake that the server was shown to make, because it accepts the result of that mistake. */
  readonly mistake?: string;
  /** The requests up to the one that decided, in their order. */
  readonly sent: readonly (readonly HttpRequest[])[];
  readonly answers: readonly Answer[];
}

/** What a case needs from the probe. */
export interface CaseRun {
  readonly send: Send;
  readonly acceptance: Acceptance;
  /** Whether the server answers an ordinary rejection with an internal error: then such an answer proves nothing. */
  readonly rejectsWithErrors: boolean;
  readonly isHeadDecisive: boolean;
}

const HEAD_SHOWS_NOTHING =
  "the answer to HEAD has no body, and only the body shows whether the server accepted the request";

/** Runs one case, up to the first step whose outcome is not the expected outcome. */
export async function runCase(one: Case, check: Pick<Check, "noServerError">, run: CaseRun): Promise<Outcome> {
  if (typeof one === "string") return { verdict: "not-offered", message: one, sent: [], answers: [] };
  if (!run.isHeadDecisive && one.some(({ send }) => send.some(({ method }) => method === "HEAD")))
    return { verdict: "not-offered", message: HEAD_SHOWS_NOTHING, sent: [], answers: [] };
  const sent: (readonly HttpRequest[])[] = [];
  let answers: readonly Answer[] = [];
  for (const step of one) {
    sent.push(step.send);
    answers = await Promise.all(step.send.map(run.send));
    const deviation = deviationOf(step, answers, check, run);
    if (deviation !== undefined) return { ...deviation, sent, answers };
  }
  return { verdict: "pass", sent, answers };
}

function deviationOf(
  { send, accepted, mustNotSay = [], alike = false, otherwise = "fail" }: Step,
  answers: readonly Answer[],
  { noServerError = false }: Pick<Check, "noServerError">,
  { acceptance, rejectsWithErrors }: CaseRun,
): Pick<Outcome, "verdict" | "message"> | undefined {
  // Without an answer, only a closed connection is a rejection.
  const lost = answers.find(isLost);
  if (lost !== undefined) return { verdict: "timed-out", message: describeAnswer(lost) };
  const count = answers.filter((answer, at) => isAccepted(answer, acceptance, send[at]!.method)).length;
  const got = describeAnswer(answers[0]!);
  if (count !== accepted) {
    if (send.length > 1)
      return { verdict: otherwise, message: `the server accepted ${count} of ${send.length} requests sent at once` };
    if (otherwise === "not-offered")
      return { verdict: otherwise, message: `${rejectedText(kindOf(send[0]!))}: ${got}` };
    return { verdict: otherwise, message: `the server ${count === 0 ? "rejected" : "accepted"} the request: ${got}` };
  }
  if (mustNotSay.some((text) => answers.some((answer) => says(answer, text)))) {
    return { verdict: otherwise, message: `the answer contains a secret: ${got}` };
  }
  if (alike && new Set(answers.map(readable)).size > 1) {
    return { verdict: otherwise, message: `the answers differ: ${answers.map(describeAnswer).join(", ")}` };
  }
  if (accepted > 0 || rejectsWithErrors || !answers.some(isServerError)) return undefined;
  return {
    verdict: noServerError ? "fail" : "open",
    message: `the server failed instead of rejecting the request: ${got}`,
  };
}

/** The message that a correctly signed request of a kind was rejected. */
function rejectedText(kind: RequestKind): string {
  return `the server rejects such a request although it is correctly signed (${describeKind(kind)})`;
}

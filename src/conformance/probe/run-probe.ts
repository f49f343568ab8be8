/** Runs the checks against a server, one case after the other, and emits the events of a run. */

import { setTimeout as wait } from "node:timers/promises";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { isFailure, type RunEvent, type Stopped } from "../runner/index.ts";
import { describeAnswer, isAccepted, isHeadDecisive, isServerError } from "./acceptance.ts";
import type { Case, Check, Good, TimeWindow } from "./check.ts";
import { curlLines } from "./curl.ts";
import { kindResult, shownResult, wayResult } from "./good-request-results.ts";
import { lateReplay } from "./late-replay.ts";
import { checkSelection, type Planned, planCheck, planOf, type Selection } from "./plan.ts";
import { PreflightError, type PreflightOptions, preflight } from "./preflight.ts";
import {
  kindName,
  kindsIn,
  type RequestKind,
  type TriedKind,
  tryKind,
  uncheckedParts,
  unsigned,
  usualKind,
} from "./request-kinds.ts";
import { type ResultContext, resultOf } from "./result.ts";
import { type CaseRun, type Outcome, runCase } from "./run-case.ts";
import type { Answer } from "./send.ts";
import { timingNote } from "./timing.ts";
import { findWindow, windowNote } from "./window.ts";

/** What to probe, and how. */
export interface Probe extends PreflightOptions, Selection, ResultContext {
  /** The name of the server in reports. */
  readonly name: string;
  readonly emit: (event: RunEvent) => void;
  /** Requests a second. @default as many as the server answers */
  readonly rate?: number | undefined;
  readonly maxRequests: number;
  /** Ends the run after the current case. */
  readonly signal?: AbortSignal | undefined;
}

/** After this many cases the good request is sent again, because a server that rejects everything would pass. */
const CONTROL_EVERY = 20;
const MOST_TIMEOUTS = 5;

/** A run that ends early. */
class Stop extends Error {
  readonly stopped: Stopped;

  constructor(reason: Stopped["reason"], message: string) {
    super(message);
    this.stopped = { reason, message };
  }
}

/**
 * Probes a server.
 *
 * @returns the number of requests
 * @throws PreflightError if the server accepts no good request, or every request. If that shows a mistake, the events report it.
 */
export async function runProbe(probe: Probe): Promise<number> {
  const { emit, acceptance, connectTo, signal } = probe;
  const began = performance.now();
  const paced = pace(probe);
  let window: TimeWindow | undefined;
  const found = await preflight({ ...probe, send: paced.send, window: () => window }).catch((error: unknown) => {
    if (error instanceof PreflightError && error.shown !== undefined) reportShown(error, probe);
    if (error instanceof Stop)
      throw new PreflightError(`${error.message} before the checks began`, "allow more requests");
    throw error;
  });
  const usual = found.variants[0]!;
  const planned = planOf(probe, found.variants);
  const late = lateReplay(usual);
  const lateCheck = planCheck(probe, late.check, usual, "");
  planned.push(lateCheck);
  checkSelection(probe, planned);
  const run: CaseRun = {
    send: paced.send,
    acceptance,
    rejectsWithErrors: isServerError(found.wrong),
    isHeadDecisive: isHeadDecisive(acceptance, found.wrong),
  };
  const kinds = kindsOf(planned, usual).filter(({ method }) => method !== "HEAD" || run.isHeadDecisive);
  const ways = [...found.variants.map((good) => ({ good })), ...found.rejected];
  const total = planned.reduce((sum, { names }) => sum + names.length, kinds.length + ways.length);
  emit(startOf(probe, total));
  const control = createControl(usual, run);
  let [done, timeouts] = [0, 0];

  async function runOne(id: string, caseName: string, check: Check, make: () => Case): Promise<void> {
    if (signal?.aborted)
      throw new Stop("interrupted", `interrupted by ${String(signal.reason)} before the end of the run`);
    const outcome = await runCase(make(), check, run);
    if (outcome.verdict === "timed-out" && ++timeouts === MOST_TIMEOUTS)
      throw new Stop("server", `${timeouts} answers did not arrive: ${outcome.message}`);
    const curl = isFailure(outcome.verdict) ? curlLines(freshSteps(make(), outcome), connectTo) : [];
    emit({ type: "case", result: resultOf({ id, name: caseName, check, outcome, curl }, probe) });
    if (++done % CONTROL_EVERY === 0 || wasCutOff(outcome)) await control(id);
  }

  const measureWindow = async (): Promise<TimeWindow> =>
    findWindow(usual, async (one) => isAccepted(await paced.send(one), acceptance, one.method));

  try {
    for (const way of ways) emit({ type: "case", result: wayResult(way, probe) });
    await tryKinds(kinds, usual, found.wrong, { ...probe, send: paced.send });
    if (lateCheck.names.length > 0) await paced.send(late.request);
    for (const plan of planned) {
      if (plan.check.needsWindow && plan.names.length > 0) window ??= await measureWindow();
      const cases = plan.check.cases(plan.good);
      for (const [caseName, id] of plan.names) await runOne(id, caseName, plan.check, cases[caseName]!);
    }
    if (window !== undefined) emit({ type: "note", text: windowNote(window) });
    emit({ type: "note", text: await timingNote(usual, paced.turn, probe.send) });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    emit({ type: "stopped", ...error.stopped });
  }
  emit({ type: "end", milliseconds: performance.now() - began });
  return paced.count();
}

function startOf({ name }: Probe, total: number): RunEvent {
  const implementation = { name, version: "", language: "" };
  return { type: "start", implementation, unit: "case", total, properties: 0 };
}

/** The mistake that a server shows before the checks begin, as the only case of a run. */
function reportShown({ message, shown }: PreflightError, probe: Probe): void {
  const { emit } = probe;
  emit(startOf(probe, 1));
  emit({ type: "case", result: shownResult(shown!, message, probe) });
  emit({ type: "stopped", reason: "server", message });
  emit({ type: "end", milliseconds: 0 });
}

/** The kinds of all planned requests, without that of the good request, which the server accepted. */
function kindsOf(planned: readonly Planned[], good: Good): readonly RequestKind[] {
  const cases = planned.flatMap((plan) => {
    const made = plan.check.cases(unsigned(plan.good));
    return plan.names.map(([name]) => made[name]!());
  });
  return kindsIn(cases).filter((kind) => kindName(kind) !== kindName(usualKind(good)));
}

/** Sends a correctly signed request of each kind, and reports which of them the server does not accept. */
async function tryKinds(kinds: readonly RequestKind[], good: Good, wrong: Answer, probe: Probe): Promise<void> {
  const { emit, acceptance } = probe;
  const tried: TriedKind[] = [];
  for (const kind of kinds) {
    const one = await tryKind(kind, good, { ...probe, wrong });
    tried.push(one);
    emit({ type: "case", result: kindResult(one, probe) });
  }
  for (const text of uncheckedParts(tried, usualKind(good), { acceptance, wrong })) emit({ type: "unchecked", text });
}

/** New copies of the requests that were sent, which the server has not seen yet. */
function freshSteps(again: Case, { sent }: Outcome): readonly (readonly HttpRequest[])[] {
  return typeof again === "string" ? [] : again.slice(0, sent.length).map(({ send }) => send);
}

function wasCutOff({ answers }: Outcome): boolean {
  return answers.some((answer) => "failure" in answer);
}

/** Sends the good request, and ends the run if the server no longer accepts it. */
function createControl(good: Good, { send, acceptance }: CaseRun): (after: string) => Promise<void> {
  return async (after) => {
    let answer: Answer | undefined;
    for (const pause of [0, 200, 1000]) {
      await wait(pause);
      answer = await send(good.signed(good.fresh()));
      if (isAccepted(answer, acceptance, good.fresh().method)) return;
    }
    throw new Stop(
      "server",
      `after ${after} the server no longer accepts the good request: ${describeAnswer(answer!)}`,
    );
  };
}

/** Limits the rate and the number of requests. */
function pace({ send, rate, maxRequests }: Probe) {
  let count = 0;
  let next = performance.now();
  /** Waits until a request may be sent. */
  const turn = async (): Promise<void> => {
    if (++count > maxRequests)
      throw new Stop("max-requests", `the run reached its maximum of ${maxRequests} requests (--max-requests)`);
    if (rate === undefined) return;
    const now = performance.now();
    next = Math.max(next + 1000 / rate, now);
    await wait(next - now);
  };
  return {
    turn,
    count: () => count,
    send: async (request: HttpRequest) => {
      await turn();
      return send(request);
    },
  };
}

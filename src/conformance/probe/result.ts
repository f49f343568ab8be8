/** The result of one case, as reports take it. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { CaseResult } from "../runner/index.ts";
import { type Fault, RECEIVED_REQUEST, type Rule } from "../vectors/index.ts";
import type { Acceptance } from "./acceptance.ts";
import type { Check } from "./check.ts";
import type { Outcome } from "./run-case.ts";

/** What results describe: the rules and the mistakes of servers, by id. */
interface Descriptions {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly faults: ReadonlyMap<string, Fault>;
}

/** Hides the secrets of a request. */
type Hide = <Value>(value: Value) => Value;

/** What all results need. */
export interface ResultContext {
  readonly descriptions: Descriptions;
  readonly hide: Hide;
  readonly acceptance: Acceptance;
  readonly connectTo: string;
}

/**
 * The result of one case.
 *
 * @param id `probe/check/name`, followed by the method and the place if the check is repeated for them
 * @param curl the commands that repeat a finding
 */
export function resultOf(
  {
    id,
    name,
    check,
    outcome,
    curl,
  }: { id: string; name: string; check: Check; outcome: Outcome; curl: readonly string[] },
  { descriptions: { rules, faults }, hide }: ResultContext,
): CaseResult {
  const { verdict, message, sent } = outcome;
  // Requests that the server treated correctly are not shown.
  const deciding = verdict === "pass" ? undefined : sent.at(-1)?.[0];
  const mistakes =
    outcome.mistake === undefined ? [] : [{ id: outcome.mistake, what: faults.get(outcome.mistake)!.what }];
  return {
    id,
    title: `${check.title}: ${name.replaceAll("-", " ")}`,
    rules: [check.rule],
    rule: rules.get(check.rule),
    requiredStage: "valid",
    verdict,
    passedStages: verdict === "pass" ? ["valid"] : [],
    finding: check.title,
    ...(message !== undefined && { message: verdict === "not-offered" ? message : `${message}. ${check.means}` }),
    ...(deciding !== undefined && { question: questionOf(deciding, hide) }),
    ...(verdict !== "pass" && { verifier: { policy: POLICY, mistakes, cves: check.cves ?? [] } }),
    ...(curl.length > 0 && { curl: curl.map(hide) }),
    repeat: ["--only", id],
  };
}

const POLICY = "none: RFC 5849 decides";

function questionOf(request: HttpRequest, hide: Hide): NonNullable<CaseResult["question"]> {
  const { method, url, headers, body = new Uint8Array() } = request;
  const text = hide(Buffer.from(body).toString("latin1"));
  const shown = { method, url: hide(url), headers: headers.map(([name, value]) => [name, hide(value)] as const) };
  return {
    operation: "verify",
    input: { received: RECEIVED_REQUEST.write({ ...shown, body: Buffer.from(text, "latin1") }) },
  };
}

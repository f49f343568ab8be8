/**
 * Turns a captured request into a case result, which reporters can show, and finds the rule that a rejected request
 * violates.
 */

import type { ShownCause } from "../../diagnosis/index.ts";
import { RECEIVE_FAILURES } from "../../request-log/incoming-request.ts";
import { REJECTION_RULES } from "../../spec/rejection-codes.ts";
import type { CaseResult, Cause } from "../runner/index.ts";
import { loadRules, type Rule } from "../vectors/index.ts";
import { alternativesOf, type CapturedProblem, type CapturedRequest, isRight } from "./captured-request.ts";

/** Ids in `vectors/rules.json`. */
const RULE_IDS: Readonly<Record<string, string>> = {
  ...REJECTION_RULES,
  // Notices on a request whose signature is valid.
  "header-values-not-encoded": "rfc5849-3.5.1-1",
  "only-signature-encoded": "rfc5849-3.5.1-1",
};

/** The rule for requests that are not valid HTTP. */
const HTTP_RULE: Rule = {
  id: "http",
  section: "RFC 9112",
  level: "MUST",
  statement: "A request is complete and well-formed HTTP, over TLS if the URL is https.",
};

/** The rule that a problem violates. */
export function ruleOf(code: CapturedProblem["code"]): Rule {
  const httpProblems: readonly string[] = RECEIVE_FAILURES;
  const id = RULE_IDS[code] ?? REJECTION_RULES["signature-mismatch"];
  return httpProblems.includes(code) ? HTTP_RULE : loadRules().get(id)!;
}

/** The result of one captured request, without a command to repeat it: only the client can send the request again. */
export function resultOf(captured: CapturedRequest): CaseResult {
  const { number, method, url, kind, problems, computation, explanation } = captured;
  const rule = problems[0]?.rule ?? ruleOf("signature-mismatch");
  const common = {
    id: `capture/request/${number}`,
    title: [`${method} ${url}`, kind].filter((part) => part.trim() !== "").join(", "),
    rules: [rule.id],
    rule,
    requiredStage: "valid",
  } as const;
  if (isRight(captured)) return { ...common, verdict: "pass", passedStages: ["valid"] };
  const causes = causesOf(alternativesOf(captured), explanation?.explanation.advice, common.id);
  // Reports show a cause before the message. A request without a cause may still have a verdict.
  const verdict =
    causes.length > 0 || explanation === undefined ? [] : [explanation.explanation.headline.replace(/\.$/, "")];
  return {
    ...common,
    ...(causes.length > 0 && { causes }),
    verdict: "fail",
    finding: problems[0]!.code,
    passedStages: [],
    ...(computation?.difference && { difference: computation.difference }),
    message: [...verdict, ...problems.map(({ code, message }) => `${code}: ${message}`)].join("; "),
  };
}

/** The causes of the first alternative, with the names of the others. */
export function causesOf(
  [first = [], ...others]: readonly (readonly ShownCause[])[],
  advice: string | undefined,
  explained: string,
): Cause[] {
  const named = others.map((causes) => ({
    id: causes.map(({ id }) => id).join(" with "),
    title: causes.map(({ title }) => title).join(" with "),
  }));
  const about = { alternatives: named, ...(advice !== undefined && { advice }), explains: [explained] };
  return first.map((cause) => ({ ...cause, ...about }));
}

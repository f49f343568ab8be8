/** Completes vectors: computes what their questions and their rules decide, with the specification. */

import { statedStages } from "../../src/cli/vectors/add.ts";
import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { model } from "../../src/conformance/implementations/model.ts";
import {
  flagsOf,
  type Level,
  openMembers,
  type Rule,
  type Vector,
  type VectorSource,
  type VerificationVector,
} from "../../src/conformance/vectors/index.ts";
import { specifiedVerdict, type VerificationQuestion } from "./specified-verdict.ts";
import { verifierFlagsOf } from "./verifier-flags.ts";

/** A vector for signers without computed members. `expected` states a refusal. */
export interface Question extends Pick<Vector, "id" | "comment" | "rule" | "input"> {
  readonly expected?: Vector["expected"];
}

type Rules = ReadonlyMap<string, Pick<Rule, "level">>;

const driver = inProcessDriver(model);

/** Throws if the specification refuses an input and `expected` does not say so. */
export function completeVector({ expected = {}, ...question }: Question, rules: Rules): Vector {
  const { id, rule, input } = question;
  const answer = driver.ask(input);
  if (answer instanceof Promise) throw new Error("expected a synchronous answer of the model");
  const isRefusal = "refused" in expected;
  if (!answer.ok && !(isRefusal && answer.error === "refused")) {
    throw new Error(
      `the specification refuses the input: ${answer.message}; if it must, state "expected":{"refused":true}`,
    );
  }
  if (answer.ok && isRefusal) throw new Error("expected a refusal, but the specification accepts the input");
  const level = levelOf(rule, rules);
  return {
    ...question,
    ...{ level, flags: flagsOf(input), source: sourceOf(id) },
    expected: answer.ok ? statedStages(input, answer.stages) : { refused: true },
    published: [],
    ...openMembers(level, input),
  };
}

/** Throws if the specification contradicts the verdict. */
export function completeVerificationVector(question: VerificationQuestion, rules: Rules): VerificationVector {
  return {
    ...question,
    ...{ level: levelOf(question.rule, rules), flags: verifierFlagsOf(question), source: sourceOf(question.id) },
    expected: specifiedVerdict(question),
  };
}

function levelOf(rule: string, rules: Rules): Level {
  const level = rules.get(rule)?.level;
  if (level === undefined)
    throw new Error(`expected the id of a rule in vectors/rules.json, got ${JSON.stringify(rule)}`);
  return level;
}

function sourceOf(id: string): VectorSource {
  return { kind: "generated", generator: id.split("/")[1]! };
}

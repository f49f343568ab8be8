/**
 * The generated requests of a run, computed by the references too: implementations that others wrote from their own reading
 * of RFC 5849. Their answers are compared with the model's, with which the implementation under test is compared.
 */

import { createPublicKey } from "node:crypto";
import type { Driver, Hello } from "../drivers/index.ts";
import {
  fullProtocolParameters,
  type InputOf,
  isOfRsa,
  type Operation,
  STAGES,
  type Stage,
  type StageValues,
  stageText,
  type VectorInput,
  writeInput,
} from "../vectors/index.ts";
import { differenceOf } from "./check-answer.ts";
import { type Outside, outsideOf } from "./offered.ts";
import type { Difference } from "./result.ts";

/** A generated input for which a reference and the model have other values. */
export interface ReferenceDifference {
  readonly operation: Operation;
  /** The question in the form of a vector's input. */
  readonly input: object;
  /** Absent if the reference has no answer. */
  readonly difference?: Difference;
  readonly message?: string;
}

/** What one reference was asked, and how it answered. */
export interface ReferenceCounts {
  readonly implementation: Hello["implementation"];
  /** Inputs inside of its domain. */
  compared: number;
  equal: number;
  /** The first ones that differ, at most {@link MOST_DIFFERENCES}. */
  readonly differences: ReferenceDifference[];
}

/** The counts of all references. */
export interface Corroborated {
  readonly references: readonly ReferenceCounts[];
  /** Generated inputs that have a base string or a signature. */
  readonly requests: number;
  /** How many of them a reference computed at one of these stages. */
  readonly corroborated: number;
}

/** Asks the references. */
export interface Corroboration {
  /** Compares each input once, however often it is in the list. */
  readonly compare: (inputs: readonly VectorInput[]) => Promise<void>;
  readonly result: () => Corroborated;
  readonly close: () => Promise<void>;
}

const MOST_DIFFERENCES = 20;

/** The stages that are the last ones to have a value for a request. */
const LATE: readonly Stage[] = ["base-string", "signature", "valid"];

/**
 * Starts the comparison with the references.
 *
 * @param model the driver of the executable specification
 */
export async function startCorroboration(model: Driver, references: readonly Driver[]): Promise<Corroboration> {
  const parties = await Promise.all(
    references.map(async (driver) => {
      const hello = await driver.hello();
      const counts: ReferenceCounts = { implementation: hello.implementation, compared: 0, equal: 0, differences: [] };
      return { driver, outside: outsideOf(hello, driver), counts };
    }),
  );
  let requests = 0;
  let corroborated = 0;

  /** Returns whether a reference has computed the base string or the signature. */
  async function compareOne(input: VectorInput): Promise<boolean> {
    // The model chooses no nonce, and refuses what RFC 5849 gives no value.
    if (model.outside?.(input) !== undefined) return false;
    const answer = await model.ask(input);
    if (!answer.ok) return false;
    if (isLate(answer.stages)) requests++;
    let isCorroborated = false;
    for (const { driver, outside, counts } of parties) {
      const question = questionFor(input, answer.stages, outside);
      if (question === undefined) continue;
      const given = await driver.ask(question.input);
      const found = given.ok ? firstDifference(question.expected, given.stages) : { message: given.message };
      counts.compared++;
      if (found === undefined) counts.equal++;
      else if (counts.differences.length < MOST_DIFFERENCES) {
        counts.differences.push({ operation: question.input.operation, input: writeInput(question.input), ...found });
      }
      if (given.ok && isLate(given.stages)) isCorroborated = true;
    }
    return isCorroborated;
  }

  return {
    async compare(inputs) {
      for (const input of new Set(inputs)) if (await compareOne(input)) corroborated++;
    },
    result: () => ({ references: parties.map(({ counts }) => counts), requests, corroborated }),
    async close() {
      await Promise.all(references.map((driver) => driver.close()));
    },
  };
}

/**
 * The question for a reference, and what the model answers to it; none if the input is outside of the reference's domain. An
 * RSA signature is verified where a reference can do that: to sign takes JavaScript twenty times as long.
 */
function questionFor(input: VectorInput, computed: StageValues, outside: Outside): Question | undefined {
  const verification = verificationOf(input, computed);
  if (verification !== undefined && outside(verification) === undefined) {
    return { input: verification, expected: { valid: true } };
  }
  return outside(input) === undefined ? { input, expected: computed } : undefined;
}

interface Question {
  readonly input: VectorInput;
  readonly expected: StageValues;
}

function verificationOf(
  input: VectorInput,
  { signature }: StageValues,
): InputOf<"verify-signature"> | undefined {
  if (input.operation !== "sign" && input.operation !== "sign-exactly") return undefined;
  if (!isOfRsa(input) || typeof signature !== "string") return undefined;
  const { request, signatureMethod, credentials } = input;
  const publicKey = createPublicKey(credentials.privateKey).export({ type: "spki", format: "pem" }).toString();
  return {
    operation: "verify-signature",
    request,
    protocolParameters: fullProtocolParameters(input),
    ...{ signatureMethod, signature, credentials: { publicKey } },
  };
}

/** The first stage that both have and that differs; an answer that has no stage of the model's is no answer. */
function firstDifference(expected: StageValues, actual: StageValues): Pick<ReferenceDifference, "difference" | "message"> | undefined {
  const stages = STAGES.filter((stage) => expected[stage] !== undefined && actual[stage] !== undefined);
  for (const stage of stages) {
    const [one, other] = [expected[stage]!, actual[stage]!];
    const difference = one === other ? undefined : differenceOf(stage, stageText(stage, one), stageText(stage, other));
    if (difference !== undefined) return { difference };
  }
  return stages.length === 0 ? { message: "the answer has no value to compare" } : undefined;
}

function isLate(stages: StageValues): boolean {
  return LATE.some((stage) => stages[stage] !== undefined);
}

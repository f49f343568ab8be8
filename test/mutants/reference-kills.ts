/**
 * Finds the faults that only a reference can show: the implementation under test and the model have the same fault, so that
 * they agree with each other on every request. No vector is used, only generated requests.
 */

import { type Driver, type Implementation, inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import { checkProperty, generateCase, NotOffered, PROPERTIES } from "../../src/conformance/properties/index.ts";
import { forgeSignature, nodeForge } from "../../src/conformance/references/node-forge.ts";
import { oauth10a } from "../../src/conformance/references/oauth-1.0a.ts";
import { startCorroboration } from "../../src/conformance/runner/answers/corroboration.ts";
import { askOffered, outsideOf } from "../../src/conformance/runner/questions/offer.ts";
import {
  type Answer,
  type InputOf,
  signingInput,
  type VectorInput,
  writeInput,
} from "../../src/conformance/vectors/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { type Stages, trace } from "../../src/model/index.ts";
import { cachedSpecification, changesResult, recordStageCalls } from "./stage-calls.ts";

/** The first reference that differs, and the number of generated inputs until then. */
export interface ReferenceKill {
  readonly reference: string;
  readonly inputs: number;
}

/** The seed of CI. */
const SEED = 5849;

/** Cases of each property. */
const CASES = 100;

const rememberingOauth10a = remembering(inProcessDriver(oauth10a));

/** Starts a reference for a model with these stages. */
export type StartReference = (stages: Stages) => Driver;

/** The npm packages that every run compares with. */
export const NPM_REFERENCES: readonly StartReference[] = [
  () => rememberingOauth10a,
  (stages) => inProcessDriver(forgeOver(stages)),
];

/** The first reference that differs if the model has the fault too, by the id of each fault; `null` if none differs. */
export async function referenceKills(
  faults: readonly Fault[],
  start: readonly StartReference[],
  cases: number = CASES,
): Promise<Map<string, ReferenceKill | null>> {
  const inputs = await inputsOf(cases);
  const kills = new Map<string, ReferenceKill | null>();
  for (const fault of faults) {
    const wrong = fault.apply(cachedSpecification);
    kills.set(
      fault.id,
      await referenceKill(
        fault,
        start.map((one) => one(wrong)),
        inputs,
      ),
    );
  }
  return kills;
}

/** The inputs of each number of cases, which are the same for every fault. */
const generated = new Map<number, Promise<GeneratedInput[]>>();

function inputsOf(cases: number): Promise<GeneratedInput[]> {
  const inputs = generated.get(cases) ?? generatedInputs(cases);
  generated.set(cases, inputs);
  return inputs;
}

interface GeneratedInput {
  readonly input: VectorInput;
  readonly calls: ReturnType<typeof recordStageCalls>;
}

/** The questions of the properties to a signer without a mistake: the first case of each, then the second, and so on. */
async function generatedInputs(cases: number): Promise<GeneratedInput[]> {
  const driver = inProcessDriver(mutant([], cachedSpecification));
  const hello = await driver.hello();
  const outside = outsideOf(hello, driver);
  const offered = askOffered(driver, outside, hello);
  const inputs: VectorInput[] = [];
  for (let index = 0; index < cases; index++) {
    for (const property of PROPERTIES) {
      try {
        await checkProperty(property, generateCase(property.cases, SEED, index), (input) => {
          if (outside(input) === undefined) inputs.push(input);
          return offered(input);
        });
      } catch (error) {
        if (!(error instanceof NotOffered)) throw error;
      }
    }
  }
  const different = new Map(inputs.map((input) => [keyOf(input), input]));
  return [...different.values()].map((input) => ({
    input,
    calls: recordStageCalls((stages) => void inProcessDriver(mutant([], stages)).ask(input)),
  }));
}

function keyOf(input: VectorInput): string {
  return JSON.stringify([input.operation, writeInput(input)]);
}

async function referenceKill(
  fault: Fault,
  references: readonly Driver[],
  inputs: readonly GeneratedInput[],
): Promise<ReferenceKill | null> {
  const corroboration = await startCorroboration(inProcessDriver(mutant([fault], cachedSpecification)), references);
  for (const [index, { input, calls }] of inputs.entries()) {
    if (!changesResult(fault, calls)) continue;
    await corroboration.compare([input], "generated");
    const { references: counted } = await corroboration.result();
    const different = counted.find(({ differences }) => differences.length > 0);
    if (different !== undefined) return { reference: different.implementation.name, inputs: index + 1 };
  }
  return null;
}

/** The driver of a reference that does not depend on the model: it is asked each question once, for all faults. */
export function remembering(driver: Driver): Driver {
  const answers = new Map<string, Answer | Promise<Answer>>();
  return {
    ...driver,
    ask(input) {
      const key = keyOf(input);
      const answer = answers.get(key) ?? driver.ask(input);
      answers.set(key, answer);
      return answer;
    },
  };
}

/**
 * node-forge signs the base string of the model, which has the fault. It verifies no signatures, because they have the fault too.
 */
function forgeOver(stages: Stages): Implementation {
  const { "verify-signature": _verify, ...operations } = nodeForge.operations;
  const sign = (input: InputOf<"sign" | "sign-exactly">): { readonly signature: string } => {
    const { baseString } = trace(signingInput(input), stages);
    const key = JSON.stringify([input.signatureMethod, input.credentials, baseString]);
    const signature = signatures.get(key) ?? forgeSignature(input, baseString);
    signatures.set(key, signature);
    return { signature };
  };
  return { ...nodeForge, operations: { ...operations, sign, "sign-exactly": sign } };
}

const signatures = new Map<string, string>();

/**
 * Finds the faults that only a reference can show: the implementation under test and the model have the same fault, so that
 * they agree with each other on every request. No vector is used, only generated requests.
 */

import { type Driver, type Implementation, inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import { checkProperty, generateCase, NotOffered, PROPERTIES } from "../../src/conformance/properties/index.ts";
import { forgeSignature, nodeForge } from "../../src/conformance/references/node-forge.ts";
import { oauth10a } from "../../src/conformance/references/oauth-1.0a.ts";
import { outsideReference, startCorroboration } from "../../src/conformance/runner/corroboration.ts";
import { askOffered, type Outside, outsideOf } from "../../src/conformance/runner/offered.ts";
import {
  type Answer,
  fullProtocolParameters,
  type InputOf,
  STAGES,
  type Stage,
  signingInput,
  stageText,
  type VectorInput,
  writeInput,
} from "../../src/conformance/vectors/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { type Stages, trace } from "../../src/model/index.ts";
import { cachedSpecification } from "./cached-specification.ts";
import { changesResult, recordStageCalls } from "./stage-calls.ts";

/** References that run together. */
export interface ReferenceGroup {
  readonly title: string;
  /** Starts each reference for a model with these stages. */
  readonly start: readonly ((stages: Stages) => Driver)[];
}

/** The findings of a group of references. */
export interface ReferenceKills {
  readonly title: string;
  /** The findings by the id of each fault that the earlier groups miss. */
  readonly kills: ReadonlyMap<string, ReferenceKill | ReferenceMiss>;
}

/** The first reference that differs, and the number of generated inputs until then. */
export interface ReferenceKill {
  readonly reference: string;
  readonly inputs: number;
}

/** The reason why no reference differs. */
export interface ReferenceMiss {
  readonly reason: string;
}

/** The seed of CI. */
const SEED = 5849;

/** Cases of each property. */
const CASES = 100;

const rememberingOauth10a = remembering(inProcessDriver(oauth10a));

/** The npm packages that every run compares with. */
export const NPM_REFERENCES: ReferenceGroup = {
  title: "npm references",
  start: [() => rememberingOauth10a, (stages) => inProcessDriver(forgeOver(stages))],
};

/** The findings of the references if the model has the fault too. */
export async function referenceKills(
  faults: readonly Fault[],
  { title, start }: ReferenceGroup,
  cases: number = CASES,
): Promise<ReferenceKills> {
  const inputs = await generatedInputs(cases);
  const abilities = await Promise.all(start.map((one) => abilitiesOf(one(cachedSpecification), inputs)));
  const kills = new Map<string, ReferenceKill | ReferenceMiss>();
  for (const fault of faults) {
    const wrong = fault.apply(cachedSpecification);
    const references = start.map((one, index) => ({ driver: one(wrong), ...abilities[index]! }));
    kills.set(fault.id, await referenceKill(fault, references, inputs));
  }
  return { title, kills };
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

interface Abilities {
  /** The stages that any of its answers contains. */
  readonly computed: ReadonlySet<string>;
  /** The number of inputs that are outside each limit. */
  readonly excluded: ReadonlyMap<string, number>;
}

interface Reference extends Abilities {
  readonly driver: Driver;
}

async function abilitiesOf(driver: Driver, inputs: readonly GeneratedInput[]): Promise<Abilities> {
  const outside = outsideReference(await driver.hello(), driver);
  const [computed, excluded] = [new Set<string>(), new Map<string, number>()];
  const ask = async ({ input }: GeneratedInput): Promise<void> => {
    for (const name of limitsOf(input, outside) ?? []) excluded.set(name, (excluded.get(name) ?? 0) + 1);
    const answer = outside(input) === undefined ? await driver.ask(input) : undefined;
    if (answer?.ok) for (const stage of Object.keys(answer.stages)) computed.add(stage);
  };
  await Promise.all(inputs.map(ask));
  return { computed, excluded };
}

async function referenceKill(
  fault: Fault,
  references: readonly Reference[],
  inputs: readonly GeneratedInput[],
): Promise<ReferenceKill | ReferenceMiss> {
  const wrong = inProcessDriver(mutant([fault], cachedSpecification));
  const corroboration = await startCorroboration(
    wrong,
    references.map(({ driver }) => driver),
  );
  const shown: VectorInput[] = [];
  for (const [index, { input, calls }] of inputs.entries()) {
    if (!changesResult(fault, calls)) continue;
    shown.push(input);
    await corroboration.compare([input], "generated");
    const { references: counted } = await corroboration.result();
    const different = counted.find(({ differences }) => differences.length > 0);
    if (different !== undefined) return { reference: different.implementation.name, inputs: index + 1 };
  }
  return { reason: await missReason(wrong, shown, references) };
}

/** For each reference, the limits that exclude the inputs with a wrong value, or the value that it does not return. */
async function missReason(
  wrong: Driver,
  inputs: readonly VectorInput[],
  references: readonly Reference[],
): Promise<string> {
  const right = inProcessDriver(mutant([], cachedSpecification));
  const asked = await Promise.all(
    inputs.map(async (input) => ({ input, stages: differentStages(await right.ask(input), await wrong.ask(input)) })),
  );
  const different = asked.filter(({ stages }) => stages.length > 0);
  if (different.length === 0) return "no generated request shows the fault";
  const reasons = references.map(async ({ driver, computed, excluded }) => {
    const hello = await driver.hello();
    const outside = outsideReference(hello, driver);
    const offered = different.filter(({ input }) => hello.operations.includes(input.operation));
    const limits = offered.map(({ input, stages }) => {
      const isComputed = stages.some((stage) => computed.has(stage));
      return (isComputed ? limitsOf(input, outside) : undefined) ?? [`does not compute ${stages[0]}`];
    });
    return `${hello.implementation.name}: ${coveringNames(limits, excluded).join(", ")}`;
  });
  return (await Promise.all(reasons)).join("; ");
}

/** The limits that exclude a request. A reference that does not sign it may still return its base string. */
function limitsOf(input: VectorInput, outside: Outside): readonly string[] | undefined {
  if (outside(input) === undefined) return undefined;
  const baseString = "request" in input && {
    operation: "base-string" as const,
    request: input.request,
    protocolParameters: fullProtocolParameters(input),
  };
  return outside(baseString || input)?.split(", ");
}

/** The stages with different values; `answer` if one side has no answer. */
function differentStages(right: Answer, wrong: Answer): (Stage | "answer")[] {
  if (!right.ok || !wrong.ok) return right.ok === wrong.ok ? [] : ["answer"];
  const text = (answer: typeof right, stage: Stage): string | undefined => {
    const value = answer.stages[stage];
    return value === undefined ? undefined : stageText(stage, value);
  };
  return STAGES.filter((stage) => text(right, stage) !== text(wrong, stage));
}

/** The share of the inputs that the reported limits must exclude. The others are outside a limit by chance. */
const COVERED = 0.8;

/**
 * A few names so that most lists contain one of them: the most frequent name, then that of the lists without it.
 *
 * @param general how frequent each name is in general: of two names, the rarer one describes the lists better
 */
function coveringNames(lists: readonly (readonly string[])[], general: ReadonlyMap<string, number>): string[] {
  const names: string[] = [];
  let left = lists;
  while (left.length > (1 - COVERED) * lists.length) {
    const counts = new Map<string, number>();
    for (const name of left.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    const rarity = (name: string): number => general.get(name) ?? 0;
    const [[most] = [""]] = [...counts].sort(
      ([one, count], [other, otherCount]) => otherCount - count || rarity(one) - rarity(other),
    );
    names.push(most);
    left = left.filter((list) => !list.includes(most));
  }
  return names;
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

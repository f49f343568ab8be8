/** Finds the outside implementations that compute the value a vector expects, and the vectors that few of them confirm. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Driver, Hello } from "../../src/conformance/drivers/index.ts";
import { type CaseResult, run } from "../../src/conformance/runner/index.ts";
import {
  expectedStage,
  FORMAT,
  fullProtocolParameters,
  loadRules,
  REQUIRED_STAGE,
  STAGES,
  type Stage,
  type TestCase,
  VECTORS_FOLDER,
  type Vector,
} from "../../src/conformance/vectors/index.ts";

/** The vectors that one implementation confirms. */
export interface Confirmation {
  readonly implementation: Hello["implementation"];
  /** The stages for which it computes the expected value, by id of the vector. */
  readonly confirmed: ReadonlyMap<string, ReadonlySet<Stage>>;
}

/**
 * Asks an implementation for every vector that it supports, and for the base string of every whole request. An
 * implementation that chooses nonce and timestamp itself is compared with the values that follow from them.
 */
export async function confirm(
  driver: Driver,
  vectors: readonly Vector[],
  { signsGivenBaseString = false }: { readonly signsGivenBaseString?: boolean } = {},
): Promise<Confirmation> {
  const confirmed = new Map<string, Set<Stage>>();
  let implementation: Hello["implementation"] = { name: "", version: "", language: "" };
  const cases = new Map([...vectors, ...vectors.flatMap(baseStringCase)].map((one) => [one.id, one]));
  await run({
    vectors: [...cases.values()],
    rules: loadRules(),
    properties: [],
    saved: [],
    seed: 0,
    indices: { first: 0, count: 0 },
    inFlight: 16,
    driver,
    emit(event) {
      if (event.type === "start") implementation = event.implementation;
      if (event.type === "driver-problem" && event.kind !== "undeclared")
        throw new Error(`${implementation.name}: ${event.message}`);
      if (event.type !== "case") return;
      const { id, passedStages, question, adapted } = event.result;
      const asked = cases.get(id)!;
      if (adapted || !isAskedAsStated(asked, question)) return;
      const vectorId = id.replace(BASE_STRING_OF, "");
      const stages = new Set([...(confirmed.get(vectorId) ?? []), ...passedStages]);
      // A correct signature over the implementation's own base string shows that this base string is correct too.
      if (signsRequest(asked) && !signsGivenBaseString && stages.has("signature")) stages.add("base-string");
      if (stages.size > 0) confirmed.set(vectorId, stages);
    },
  });
  return { implementation, confirmed };
}

/** The prefix of the ids of cases that are not vectors. */
const BASE_STRING_OF = "base string of ";

/** A signer may be asked for a signature instead of the base string that a vector states. */
function isAskedAsStated({ id, input }: TestCase, question: CaseResult["question"]): boolean {
  return question === undefined || question.operation === input.operation || !id.startsWith(BASE_STRING_OF);
}

/** The base string of a whole request, which an implementation may compute although it does not support the method. */
function baseStringCase(vector: Vector): TestCase[] {
  const { input } = vector;
  const baseString = expectedStage(vector, "base-string");
  if ((input.operation !== "sign" && input.operation !== "sign-exactly") || baseString === undefined) return [];
  const { request } = input;
  const asked = { operation: "base-string", request, protocolParameters: fullProtocolParameters(input) } as const;
  return [{ ...vector, id: `${BASE_STRING_OF}${vector.id}`, input: asked, expected: { "base-string": baseString } }];
}

function signsRequest({ input }: TestCase): boolean {
  return "request" in input && input.operation !== "verify-signature" && !isPlaintext(input);
}

function isPlaintext(input: Vector["input"]): boolean {
  return "signatureMethod" in input && input.signatureMethod === "PLAINTEXT";
}

/**
 * Whether a stage that decides has fewer than two independent origins: the published source, and implementations. For whole
 * requests the base string decides too, because a signature over a given base string does not confirm it.
 */
export function isWeaklyCorroborated(vector: Vector, confirmations: readonly Confirmation[]): boolean {
  const { id, input, published, disputed, expected } = vector;
  const hasBaseString = (input.operation === "sign" || input.operation === "sign-exactly") && !isPlaintext(input);
  const isPublished = published.length > 0 && disputed === undefined;
  const decisive = [REQUIRED_STAGE[input.operation], ...(hasBaseString && !("refused" in expected) ? BASE_STRING : [])];
  return decisive.some((stage) => {
    const origins = confirmations.filter(({ confirmed }) => confirmed.get(id)?.has(stage));
    return origins.length + (isPublished ? 1 : 0) < 2;
  });
}

const BASE_STRING: readonly Stage[] = ["base-string"];

export const AGREEMENT_FILE: string = join(VECTORS_FOLDER, "agreement.json");

interface AgreementFile {
  readonly implementations: readonly Hello["implementation"][];
  /** The names of the implementations that agree, by vector and stage. */
  readonly vectors: Readonly<Record<string, { readonly [stage in Stage]?: readonly string[] }>>;
}

/** The vectors that each implementation confirms according to the file. */
export function readAgreement(): Confirmation[] {
  const { implementations, vectors } = JSON.parse(readFileSync(AGREEMENT_FILE, "utf8")) as AgreementFile;
  return implementations.map((implementation) => {
    const stagesOf = (id: string): Stage[] =>
      STAGES.filter((stage) => vectors[id]?.[stage]?.includes(implementation.name));
    const confirmed = Object.keys(vectors).map((id): [string, Set<Stage>] => [id, new Set(stagesOf(id))]);
    return { implementation, confirmed: new Map(confirmed.filter(([, stages]) => stages.size > 0)) };
  });
}

/** The text of the file. Ids without a vector are left out. */
export function agreementText(vectors: readonly Vector[], confirmations: readonly Confirmation[]): string {
  const implementations = confirmations.map(({ implementation: { name, version, language } }) => {
    return { name, version, language };
  });
  const weak = vectors.filter((vector) => isWeaklyCorroborated(vector, confirmations));
  const lines = vectors.map((vector) => lineOf(vector, confirmations)).filter((line) => line !== undefined);
  return `{
  "format": ${FORMAT},
  "implementations": ${JSON.stringify(implementations)},
  "thin": [
${weak.map(({ id }) => `    ${JSON.stringify(id)}`).join(",\n")}
  ],
  "vectors": {
${lines.join(",\n")}
  }
}
`;
}

function lineOf({ id }: Vector, confirmations: readonly Confirmation[]): string | undefined {
  const namesAt = (stage: Stage): string[] =>
    confirmations.filter(({ confirmed }) => confirmed.get(id)?.has(stage)).map(({ implementation: { name } }) => name);
  const stages = STAGES.map((stage) => [stage, namesAt(stage)] as const).filter(([, names]) => names.length > 0);
  return stages.length === 0 ? undefined : `    ${JSON.stringify(id)}: ${JSON.stringify(Object.fromEntries(stages))}`;
}

/**
 * Computes the inputs of a run with the references too: implementations that others wrote from their own reading of RFC 5849.
 * Their answers are compared with the model's, as the answers of the implementation under test are.
 */

import { createPublicKey } from "node:crypto";
import { type Driver, FEATURE_NAMES, featuresIn, type Hello } from "../../drivers/index.ts";
import {
  type Answer,
  firstUnequal,
  flagsOf,
  fullProtocolParameters,
  isOfRsa,
  type Operation,
  openPoints,
  STAGES,
  type Stage,
  type StageValues,
  type VectorInput,
  writeInput,
} from "../../vectors/index.ts";
import { askOffered, type Outside, outsideOf } from "../questions/offer.ts";
import type { Difference } from "../results/result.ts";
import { differenceOf } from "./check-answer.ts";

/** An input for which a reference and the model have different values. */
export interface ReferenceDifference {
  readonly operation: Operation;
  /** The question in the form of a vector's input. */
  readonly input: object;
  /** Absent if the reference has no answer. */
  readonly difference?: Difference;
  readonly message?: string;
}

/** Where an input comes from. */
export type Origin = "vectors" | "generated";

/** What one reference was asked, and how it answered. */
export interface ReferenceCounts {
  readonly implementation: Hello["implementation"];
  /** Inputs inside of its domain, by where they come from. */
  readonly compared: Record<Origin, number>;
  /** The number of inputs outside its domain, by reason. Absent in reports of earlier versions. */
  readonly outside?: Record<string, number>;
  /** How many compared inputs the model computes differently. */
  different: number;
  /** The first inputs for which it and the model differ, at most {@link MOST_DIFFERENCES}. */
  readonly differences: ReferenceDifference[];
}

/** The counts of all references. */
export interface Corroborated {
  readonly references: readonly ReferenceCounts[];
  /** Generated inputs that have a base string or a signature. */
  readonly requests: number;
  /** For how many of these inputs a reference has either value. */
  readonly corroborated: number;
}

/** Asks the references. */
export interface Corroboration {
  /** Compares each input once, however often it is in the list. Some answers may be missing when it returns. */
  readonly compare: (inputs: readonly VectorInput[], origin: Origin) => Promise<void>;
  /** Waits for the missing answers. */
  readonly result: () => Promise<Corroborated>;
  readonly close: () => Promise<void>;
}

/** The answer of a reference to the question chosen for an input, or why the input is outside its domain. */
type ReferenceAnswer = { readonly counts: Required<ReferenceCounts> } & (
  | { readonly question: VectorInput; readonly answer: Answer; readonly found: ReturnType<typeof differenceBetween> }
  | { readonly outside: string }
);

/** An input and the references that computed it. */
interface Comparison {
  /** Whether the model has a base string or a signature. */
  readonly isRequest: boolean;
  readonly given: readonly ReferenceAnswer[];
}

const MOST_DIFFERENCES = 20;

/** How many inputs are compared at a time: references in other processes compute while the run continues. */
const MOST_OPEN = 128;

/** The last stages that can have a value for a request. */
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
      const counts: Required<ReferenceCounts> = {
        implementation: hello.implementation,
        compared: { vectors: 0, generated: 0 },
        outside: {},
        different: 0,
        differences: [],
      };
      const outside = outsideReference(hello, driver);
      // A reference is asked only questions inside its domain.
      return { ask: askOffered(driver, () => undefined, hello), outside, counts };
    }),
  );
  let requests = 0;
  let corroborated = 0;
  const publicKeys = new Map<string, string>();
  /** Comparisons that are not counted yet. They are counted in order, whichever answer comes first. */
  const open: Promise<void>[] = [];

  /** The inputs of a run have few keys, and reading a key takes longer than verifying with it. */
  function publicKeyOf(privateKey: string): string {
    const publicKey =
      publicKeys.get(privateKey) ?? createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
    publicKeys.set(privateKey, publicKey);
    return publicKey;
  }

  async function compareOne(input: VectorInput): Promise<Comparison | undefined> {
    // The model does not choose a nonce, and refuses inputs for which RFC 5849 defines no value.
    const computed = model.outside?.(input) === undefined ? await model.ask(input) : undefined;
    if (!computed?.ok) return undefined;
    const questions = questionsAbout(input, computed.stages, publicKeyOf);
    const answers = parties.map(async ({ ask, outside, counts }): Promise<ReferenceAnswer> => {
      const question = questions.find((one) => outside(one) === undefined);
      // Of several limits, the first one is counted.
      if (question === undefined) return { counts, outside: outside(questions.at(-1)!)!.split(", ", 1)[0]! };
      const answer = await ask(question);
      if (!answer.ok && (answer.error === "refused" || answer.error === "unsupported"))
        return { counts, outside: answer.error };
      // The reference may have chosen its own nonce and timestamp.
      const answered = (answer.ok && answer.input) || question;
      const expected = answered === input ? computed : await model.ask(answered);
      return { counts, question, answer, found: differenceBetween(expected, answer) };
    });
    return { isRequest: isLate(computed), given: await Promise.all(answers) };
  }

  function count(comparison: Comparison | undefined, origin: Origin): void {
    if (comparison === undefined) return;
    const { isRequest, given } = comparison;
    for (const { counts, ...one } of given) {
      if ("outside" in one) {
        counts.outside[one.outside] = (counts.outside[one.outside] ?? 0) + 1;
        continue;
      }
      const { question, found } = one;
      counts.compared[origin]++;
      // Another answer to what RFC 5849 leaves open is not a mistake of a reference.
      if (found === undefined || openPoints(question).length > 0) continue;
      counts.different++;
      const difference = { operation: question.operation, input: writeInput(question), ...found };
      if (counts.differences.length < MOST_DIFFERENCES) counts.differences.push(difference);
    }
    if (origin !== "generated" || !isRequest) return;
    requests++;
    if (given.some((one) => "answer" in one && isLate(one.answer))) corroborated++;
  }

  return {
    async compare(inputs, origin) {
      for (const input of new Set(inputs)) {
        const counted = Promise.all([compareOne(input), open.at(-1)]).then(([found]) => count(found, origin));
        // The promise is awaited later; until then, this keeps a rejection from being reported as unhandled.
        counted.catch(() => {});
        if (open.push(counted) >= MOST_OPEN) await open.shift();
      }
    },
    async result() {
      await open.at(-1);
      return { references: parties.map(({ counts }) => counts), requests, corroborated };
    },
    async close() {
      await Promise.all(references.map((driver) => driver.close()));
    },
  };
}

/** The domain of a reference excludes what it does not offer and what it is known to compute differently. */
function outsideReference(hello: Hello, driver: Driver): Outside {
  const notOffered = outsideOf(hello, driver);
  const { deviations = [] } = hello.limits ?? {};
  if (deviations.length === 0) return notOffered;
  const features = FEATURE_NAMES.filter((name) => deviations.includes(name));
  return (input) =>
    notOffered(input) ?? flagsOf(input).find((flag) => deviations.includes(flag)) ?? featuresIn(features, input)[0];
}

/**
 * Questions about an input, the best one first: a reference is asked the first question that it offers. In JavaScript,
 * verifying an RSA signature takes a twentieth of the time of signing; a library that lacks the operation may have base strings.
 */
function questionsAbout(
  input: VectorInput,
  { signature }: StageValues,
  publicKeyOf: (privateKey: string) => string,
): VectorInput[] {
  if (!("request" in input)) return [input];
  const exact = { request: input.request, protocolParameters: fullProtocolParameters(input) };
  const baseString = { operation: "base-string", ...exact } as const;
  const isSigning = input.operation === "sign" || input.operation === "sign-exactly";
  if (!isSigning || !isOfRsa(input) || typeof signature !== "string") return [input, baseString];
  const { signatureMethod, credentials } = input;
  const verification = { signatureMethod, signature, credentials: { publicKey: publicKeyOf(credentials.privateKey) } };
  return [{ operation: "verify-signature", ...exact, ...verification }, input, baseString];
}

/** The first stage that both answers have and that differs. An answer that shares no stage with the model's counts as none. */
function differenceBetween(
  expected: Answer,
  actual: Answer,
): Pick<ReferenceDifference, "difference" | "message"> | undefined {
  if (!expected.ok || !actual.ok) return { message: actual.ok ? "the model has no answer" : actual.message };
  const wrong = firstUnequal(expected.stages, actual.stages);
  if (wrong !== undefined) return { difference: differenceOf(wrong.stage, wrong.expected, wrong.actual)! };
  const isCompared = STAGES.some((stage) => expected.stages[stage] !== undefined && actual.stages[stage] !== undefined);
  return isCompared ? undefined : { message: "the answer has no value to compare" };
}

function isLate(answer: Answer): boolean {
  return answer.ok && LATE.some((stage) => answer.stages[stage] !== undefined);
}

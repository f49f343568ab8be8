/**
 * Turns vectors into questions for an implementation. A vector is about one thing; anything else in it that the
 * implementation does not support is replaced by what the implementation declares, and the model computes the answer.
 */

import { adaptTo, type Declared, inProcessDriver, signerInput } from "../../drivers/index.ts";
import { model } from "../../implementations/index.ts";
import {
  type AnyInput,
  flagsOf,
  openMembers,
  type Stage,
  type StageValues,
  type TestCase,
  type Transport,
  type VectorInput,
  writeInput,
} from "../../vectors/index.ts";
import { adaptedVerification } from "./adapted-verification.ts";
import type { Outside } from "./offer.ts";

/** A test case as it is asked. */
export interface AskedCase extends TestCase {
  /** Whether its input was adapted. The answer of a signer is then about the stage that differs, not about the rule. */
  readonly adapted?: true;
}

/** One vector in a run. */
export interface Question {
  readonly asked: AskedCase;
  /** Why the implementation is not asked; absent if it is. */
  readonly notOffered?: string;
}

/**
 * Returns one question for each vector, in their order. A vector that the implementation supports is asked unchanged. Each
 * other vector is adapted, and is asked unless it then equals a question that is asked already.
 */
export function questionsFor(vectors: readonly TestCase[], declared: Declared, outside: Outside): readonly Question[] {
  const unchanged = vectors.map((vector): Question => {
    const asked = unchangedCase(vector, declared);
    const notOffered = outside(asked.input);
    return notOffered === undefined ? { asked } : { asked, notOffered };
  });
  if (unchanged.every(({ notOffered }) => notOffered === undefined)) return unchanged;
  const keyOf = keyWithin(declared);
  const keys = new Set(unchanged.filter(({ notOffered }) => notOffered === undefined).map(({ asked }) => keyOf(asked)));
  return unchanged.map((question, at) => {
    if (question.notOffered === undefined) return question;
    const asked = adaptedCase(vectors[at]!, declared, outside);
    if (asked === undefined) return question;
    const key = keyOf(asked);
    if (keys.has(key)) return { asked: question.asked, notOffered: "duplicate of another vector" };
    keys.add(key);
    return { asked };
  });
}

/** The vector itself; or, for a signer that has no operation for base strings, the same request as a question to `sign`. */
export function unchangedCase(vector: TestCase, { operations }: Declared): TestCase {
  return vector.input.operation === "base-string" && !operations.includes("base-string")
    ? signingCase(vector, operations)
    : vector;
}

/**
 * A question for a base string, or with exact protocol parameters, as a question to `sign`. The signature matches only if the
 * base string does.
 */
function signingCase(vector: TestCase, operations: Declared["operations"]): TestCase {
  const { input, expected } = vector;
  const hasParameters = input.operation === "base-string" || input.operation === "sign-exactly";
  const signing = hasParameters && operations.includes("sign") ? signerInput(input) : undefined;
  if (signing === undefined) return vector;
  if ("refused" in expected) return { ...vector, input: signing };
  return answeredByModel(vector, signing) ?? vector;
}

/**
 * The vector with an input that the implementation supports, and what the model computes for it; `undefined` if there is no
 * such input, or if the vector expects a refusal, which another input need not cause.
 *
 * @param outside why an input is not offered @default every input is
 */
function adaptedCase(vector: TestCase, declared: Declared, outside: Outside = () => undefined): AskedCase | undefined {
  const { operations, fixesNonceAndTimestamp } = declared;
  const { operation } = vector.input;
  if (operation === "verify") {
    if (!operations.includes(operation)) return undefined;
    const verification = adaptedVerification(vector, declared);
    return verification && outside(verification.input) === undefined ? { ...verification, adapted: true } : undefined;
  }
  if ("refused" in vector.expected || "valid" in vector.expected) return undefined;
  const isSupported = operations.includes(operation) && (operation === "sign" || fixesNonceAndTimestamp !== false);
  const given = isSupported ? vector : signingCase(vector, operations);
  if (!operations.includes(given.input.operation)) return undefined;
  const input = adaptTo(declared, given.input.operation)(given.input);
  if (outside(input) !== undefined) return undefined;
  const answered = answeredByModel(given, input);
  if (answered === undefined) return undefined;
  const { disputed: _, ...adapted } = answered;
  // The documentation of the gateway decides only about the request that it describes.
  return { ...adapted, ...openMembers(undefined, input), adapted: true };
}

/** The stages that show where the protocol parameters are. */
const PLACES: Readonly<Record<Transport, readonly Stage[]>> = {
  header: ["authorization-header"],
  query: ["url"],
  body: ["body"],
  "header-and-body": ["authorization-header", "body"],
};
const ALL_PLACES = Object.values(PLACES).flat();

/** The test case with another input and the stages that the model computes for it; `undefined` if the model refuses it. */
function answeredByModel({ open: _, ...vector }: TestCase, input: VectorInput): TestCase | undefined {
  const answer = MODEL.ask(input);
  if (answer instanceof Promise || !answer.ok) return undefined;
  const stated = Object.keys(vector.expected) as Stage[];
  const compared: readonly Stage[] = [
    ...stated,
    "signature",
    ...(ALL_PLACES.some((place) => stated.includes(place)) ? ALL_PLACES : []),
  ];
  const stages = Object.entries(answer.stages).filter(([stage]) => compared.includes(stage as Stage));
  return {
    ...vector,
    input,
    expected: Object.fromEntries(stages) as StageValues,
    flags: flagsOf(input),
    ...openMembers(vector.level, input),
  };
}

const MODEL = inProcessDriver(model);

/** Returns a key that is equal for questions that ask the same of an implementation. */
function keyWithin({ fixesNonceAndTimestamp }: Declared): (asked: TestCase) => string {
  return ({ input, expected }) => {
    const { operation, signatureMethod, transport = "header" }: AnyInput = input;
    // A PLAINTEXT signature depends only on the key.
    if (operation === "sign" && signatureMethod === "PLAINTEXT" && !("refused" in expected))
      return JSON.stringify([transport, expected.signature, ...PLACES[transport].map((stage) => expected[stage])]);
    const { nonce, timestamp, ...chosen } = writeInput(input) as Readonly<Record<string, unknown>>;
    const isChosen = operation === "sign" && fixesNonceAndTimestamp === false;
    return JSON.stringify([operation, chosen, ...(isChosen ? [] : [nonce, timestamp])]);
  };
}

/**
 * What a property is: a sentence about every request, checked on generated requests by asking an implementation; and the
 * JSON of its cases, in which counterexamples are reported, saved and run again.
 */

import type * as fc from "fast-check";
import type { Shape, ValueOf } from "../../shapes/shape.ts";
import type { Answer, Ask } from "../vectors/answer.ts";
import type { InputOf, Operation, VectorInput } from "../vectors/input.ts";
import { readInput, writeInput } from "../vectors/input-json.ts";
import { openDecisions, openReason } from "../vectors/open-points.ts";
import { object, readShape } from "../vectors/shape.ts";
import { REQUIRED_STAGE, type Stage, type StageValues, type Unequal } from "../vectors/stages.ts";

/** How a case falsifies a property: by a wrong value, by a refusal of a valid request, or by an error instead of an answer. */
export type FailureKind = "wrong-value" | "refusal" | "error";

/** A falsification: its kind, the stage, and both values as text. */
export interface Falsification extends Unequal {
  readonly kind: FailureKind;
}

/** Changes an input so that it is within the limits of an implementation: removes or replaces what it does not support. */
export type Adapt = <Input extends VectorInput>(input: Input) => Input;

/** One property. Its cases are JSON, so that they can be saved and run again. */
export interface Property {
  readonly id: string;
  readonly statement: string;
  /** Ids of the rules that it checks. */
  readonly rules: readonly string[];
  /** The operations that an implementation must have. */
  readonly operations: readonly Operation[];
  /** Whether the signer must use the given nonce and timestamp (true), or must choose them (false). @default either */
  readonly fixesNonceAndTimestamp?: boolean;
  /**
   * Whether a refusal or an error is a failure. One property of each operation requires answers; the others are about the
   * values of the answers, and skip a case that is refused.
   */
  readonly requiresAnswers: boolean;
  /** Generates cases as JSON. */
  readonly cases: fc.Arbitrary<unknown>;
  /** Generates the same cases, each changed so that its input is within the limits of an implementation. */
  readonly casesWithin: (adapt: Adapt) => fc.Arbitrary<unknown>;
  /**
   * The wrong value, or `undefined` if the case passes. Rejects with {@link NotOffered} if the implementation does not
   * do what the case asks, and, for JSON that is not a case of this property, with an error that names what was expected.
   */
  readonly check: (json: unknown, ask: Ask) => Promise<Unequal | undefined>;
}

/** A property over typed cases, and their form as JSON. */
interface TypedProperty<Case> extends Omit<Property, "cases" | "casesWithin" | "check" | "requiresAnswers"> {
  /** @default true */
  readonly requiresAnswers?: boolean;
  readonly cases: fc.Arbitrary<Case>;
  readonly json: CaseJson<Case>;
  readonly check: (one: Case, ask: Ask) => Promise<Unequal | undefined>;
}

/** Makes a property that writes cases as JSON after generating, and reads them before checking. */
export function property<Case>({
  cases,
  json,
  check,
  requiresAnswers = true,
  ...about
}: TypedProperty<Case>): Property {
  return {
    ...about,
    requiresAnswers,
    cases: cases.map(json.write),
    casesWithin: (adapt) => cases.map((one) => json.write(json.adapt(one, adapt))),
    check: async (one, ask) => check(json.read(one), ask),
  };
}

/** A property of whole signed requests, which a signer may also refuse. */
export function propertyOfSigners(
  about: Omit<TypedProperty<InputOf<"sign">>, "operations" | "requiresAnswers" | "json">,
): Property {
  return property({ ...about, operations: ["sign"], requiresAnswers: false, json: inputJson("sign") });
}

/** How the cases of a property are read from JSON, written as JSON and changed to be within limits. */
interface CaseJson<Case> {
  /** @throws Malformed for JSON that is not a case */
  readonly read: (json: unknown) => Case;
  readonly write: (one: Case) => unknown;
  readonly adapt: (one: Case, adapt: Adapt) => Case;
}

/** What a case is called in messages. */
export const WHERE = "the case";

/** Cases that are the input of an operation. */
export function inputJson<Of extends Operation>(operation: Of): CaseJson<InputOf<Of>> {
  return { read: (json) => readInput(WHERE, operation, json), write: writeInput, adapt: (one, adapt) => adapt(one) };
}

/** Cases that are an input and another member. */
export function inputWithJson<Of extends Operation, const Name extends string, const Member extends Shape>(
  operation: Of,
  name: Name,
  shape: Member,
): CaseJson<{ readonly input: InputOf<Of> } & { readonly [Own in Name]: ValueOf<Member> }> {
  type Case = { readonly input: InputOf<Of> } & { readonly [Own in Name]: ValueOf<Member> };
  return {
    read(json) {
      const given = object(WHERE, json);
      const input = readInput(`${WHERE}.input`, operation, given.input);
      return { input, [name]: readShape(shape, `${WHERE}.${name}`, given[name]) } as Case;
    },
    write: ({ input, ...further }) => ({ input: writeInput(input), ...further }),
    adapt: (one, adapt) => ({ ...one, input: adapt(one.input) }),
  };
}

/** Cases that are JSON already. */
export function plainJson<const Of extends Shape>(shape: Of): CaseJson<ValueOf<Of>> {
  return { read: (json) => readShape(shape, WHERE, json), write: (one) => one, adapt: (one) => one };
}

export const NATURAL = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** The implementation does not do what the case asks. */
export class NotOffered extends Error {
  override readonly name: string = "NotOffered";
}

/** The implementation refused the case. This is no failure: RFC 5849 allows it, or another property requires answers. */
export class Refused extends NotOffered {
  override readonly name: string = "Refused";
}

/** The stages of an answer. */
export async function stagesOf(ask: Ask, input: VectorInput): Promise<StageValues> {
  return (await successfulAnswer(ask, input)).stages;
}

/** The stages of a signed request, and the input that was answered: with the nonce and the timestamp that the signer chose. */
export async function signedBy(
  ask: Ask,
  input: InputOf<"sign">,
): Promise<{ readonly stages: StageValues; readonly input: InputOf<"sign"> }> {
  const answer = await successfulAnswer(ask, input);
  return { stages: answer.stages, input: answer.input ?? input };
}

async function successfulAnswer(ask: Ask, input: VectorInput): Promise<Extract<Answer, { ok: true }>> {
  const answer = await ask(input);
  if (answer.ok) return answer;
  const { error, message } = answer;
  if (error === "unsupported") throw new NotOffered(message);
  const isRefusal = error === "refused" || error === "failed";
  const open = isRefusal ? openReason(input) : undefined;
  if (open !== undefined) throw new Refused(`RFC 5849 leaves this open: ${open}`);
  const kind = error === "refused" ? "refusal" : "error";
  throw new NoAnswer(kind, isRefusal, REQUIRED_STAGE[input.operation], `(${error}) ${message}`);
}

/** Reads a value of an answer with a reader that throws. A value that cannot be read falsifies every property. */
export function readFrom<T>(stage: Stage, value: string, reader: (value: string) => T): T {
  try {
    return reader(value);
  } catch (error) {
    throw new NoAnswer("wrong-value", false, stage, `(not readable: ${(error as Error).message}) ${value}`);
  }
}

/** The implementation refused a valid request, failed, or gave an answer that cannot be read. */
class NoAnswer extends Error {
  override readonly name: string = "NoAnswer";
  readonly kind: FailureKind;
  /** Whether the implementation itself gave no answer; otherwise its driver broke, or the answer cannot be read. */
  readonly isRefusal: boolean;
  readonly stage: Stage;

  constructor(kind: FailureKind, isRefusal: boolean, stage: Stage, message: string) {
    super(message);
    this.kind = kind;
    this.isRefusal = isRefusal;
    this.stage = stage;
  }
}

/** Returns the wrong value. Throws {@link LeftOpen} if RFC 5849 leaves a point of an input open, such as dots in a path. */
export function unlessOpen(wrong: Unequal | undefined, ...inputs: readonly VectorInput[]): Unequal | undefined {
  const open = wrong && inputs.find((input) => openDecisions(input).length > 0);
  if (open !== undefined) throw new LeftOpen(open, wrong!);
  return wrong;
}

/** The answer is wrong, but RFC 5849 also allows it. */
export class LeftOpen extends NotOffered {
  readonly wrong: Unequal;

  constructor(input: VectorInput, wrong: Unequal) {
    super(`RFC 5849 leaves this open: ${openReason(input)}`);
    this.wrong = wrong;
  }
}

/**
 * Checks a property on one case. An unreadable answer falsifies the property. A refusal falsifies it if it requires answers
 * and RFC 5849 allows no refusal of the case.
 *
 * @param one a case as JSON, from `property.cases` or saved earlier
 * @param ask asks the implementation under test
 * @returns the falsification, or `undefined` if the case passes
 * @throws {@link NotOffered} if the implementation does not do what the case asks, or is allowed to refuse it and does
 * @example
 * ```ts
 * import { percentEncode } from "countersign/oauth1";
 * import { type Ask, checkProperty, generateCase, PROPERTIES } from "countersign/properties";
 *
 * const ask: Ask = (input) =>
 *   input.operation === "percent-encoding"
 *     ? { ok: true, stages: { "percent-encoding": percentEncode(input.text) } }
 *     : { ok: false, error: "unsupported", message: "only encodes" };
 *
 * const property = PROPERTIES.find(({ id }) => id === "encoding-decodes-back")!;
 * const one = generateCase(property.cases, 5849, 0);
 * await checkProperty(property, one, ask); // => undefined
 *
 * const wrong: Ask = (input) => ({ ok: true, stages: { "percent-encoding": encodeURI(input.text) } });
 * (await checkProperty(property, "a&b", wrong))?.expected; // => "a%26b"
 * ```
 */
export async function checkProperty(property: Property, one: unknown, ask: Ask): Promise<Falsification | undefined> {
  try {
    const wrong = await property.check(one, ask);
    return wrong && { kind: "wrong-value", ...wrong };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { kind, isRefusal, stage, message } = error;
    if (isRefusal && !property.requiresAnswers) throw new Refused(message);
    return { kind, stage, expected: "(an answer)", actual: message };
  }
}

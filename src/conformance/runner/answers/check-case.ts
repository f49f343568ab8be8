/** Checks one case of a property. */

import { checkProperty, type Falsification, NotOffered, type Property } from "../../properties/index.ts";
import { LeftOpen, Refused } from "../../properties/property.ts";
import type { Answer, Ask, VectorInput } from "../../vectors/index.ts";

/** A saved case, the index of a generated one, or a listed case with its index in the list. */
export type PlannedCase = { readonly saved: unknown } | { readonly index: number; readonly listed?: VectorInput };

/** A case that falsifies a property. */
export interface Falsified {
  readonly planned: PlannedCase;
  readonly falsification: Falsification;
  /** What was asked. */
  readonly asked: readonly VectorInput[];
  /** The answers, in the same order. */
  readonly answers: readonly Answer[];
  /** Whether the driver broke on the case, or did not answer. */
  readonly isWithoutAnswer: boolean;
}

/** Checks one case of a property, and returns the result. */
export type CheckCase = (planned: PlannedCase, generated?: unknown) => Promise<CheckedCase>;

/** The result of one case. `refused`: a refusal that falsifies no property. */
export type CheckedCase = Falsified | "not-offered" | "refused" | { readonly passed: readonly VectorInput[] };

/** Asks the questions of one case, and returns its result. */
export async function checkCase(
  property: Property,
  ask: Ask,
  planned: PlannedCase,
  generated: unknown,
  allowsOpen = true,
): Promise<CheckedCase> {
  const asked: VectorInput[] = [];
  const answers: Answer[] = [];
  let isWithoutAnswer = false;
  const keeping: Ask = async (input) => {
    asked.push(input);
    const answer = await ask(input);
    answers.push(answer);
    if (!answer.ok && isBreak(answer.error)) isWithoutAnswer = true;
    return answer;
  };
  try {
    const falsification = await checkProperty(property, generated, keeping);
    return falsification === undefined
      ? { passed: asked }
      : { planned, falsification, asked, answers, isWithoutAnswer };
  } catch (error) {
    if (error instanceof LeftOpen && !allowsOpen)
      return { planned, falsification: { kind: "wrong-value", ...error.wrong }, asked, answers, isWithoutAnswer };
    if (error instanceof Refused) return "refused";
    if (error instanceof NotOffered) return "not-offered";
    throw error;
  }
}

/** Whether an error comes from the driver: the implementation itself neither refused nor failed. */
function isBreak(error: (Answer & { readonly ok: false })["error"]): boolean {
  return error !== "refused" && error !== "unsupported" && error !== "failed";
}

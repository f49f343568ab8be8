/**
 * Under which condition a property fails, as flags of its cases: all cases with these flags fail, as far as the run shows. A
 * baseline entry names the condition, so that the property is still checked on all other cases.
 */

import { FEATURE_NAMES, featuresIn } from "../drivers/index.ts";
import { flagsOf, type VectorInput } from "../vectors/index.ts";

/** Remembers the last cases that passed. */
export interface PassedCases {
  readonly add: (asked: readonly VectorInput[]) => void;
  /**
   * The smallest subset of these flags that no remembered case has; `undefined` if a case has all of them.
   *
   * @param failures the flags of all failures; those that most failures have are kept
   */
  readonly condition: (
    flags: readonly string[],
    failures: readonly (readonly string[])[],
  ) => readonly string[] | undefined;
}

/** Cases that are remembered: inputs can be large, and a run can have a million cases. */
const MOST = 500;

/** The flags of a case: those of all its questions, and the features of which an implementation may lack some. */
export function caseFlags(asked: readonly VectorInput[]): string[] {
  return [...new Set(asked.flatMap((input) => [...flagsOf(input), ...featuresIn(FEATURE_NAMES, input)]))].sort();
}

/** Whether a case with these flags is in a condition. */
export function isUnder(condition: readonly string[], flags: readonly string[]): boolean {
  return condition.every((flag) => flags.includes(flag));
}

export function rememberPassed(): PassedCases {
  const kept: { readonly asked: readonly VectorInput[]; flags?: readonly string[] }[] = [];
  let count = 0;
  return {
    add(asked) {
      kept[count++ % MOST] = { asked };
    },
    condition(flags, failures) {
      // Most cases are replaced before any condition is asked for.
      const passed = kept.map((one) => (one.flags ??= caseFlags(one.asked)));
      const isRefuted = (condition: readonly string[]): boolean => passed.some((own) => isUnder(condition, own));
      if (isRefuted(flags)) return undefined;
      const explains = (flag: string): number => share(flag, failures) - share(flag, passed);
      const ordered = [...flags].sort((one, other) => explains(one) - explains(other));
      const smaller = (condition: readonly string[], flag: string): readonly string[] => {
        const without = condition.filter((own) => own !== flag);
        return isRefuted(without) ? condition : without;
      };
      return [...ordered.reduce(smaller, ordered)].sort();
    },
  };
}

/** The share of the cases that have a flag. */
function share(flag: string, cases: readonly (readonly string[])[]): number {
  return cases.filter((own) => own.includes(flag)).length / Math.max(cases.length, 1);
}

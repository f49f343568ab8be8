import { describe, expect, test } from "vitest";
import { diagnoseInSlices } from "../../src/diagnosis/diagnose.ts";
import { readCase } from "../../src/diagnosis/input/read-case.ts";
import { redactorFor } from "../../src/diagnosis/input/redactor.ts";
import { stagesInSlices } from "../../src/diagnosis/input/shown-stages.ts";
import { traceSent } from "../../src/model/index.ts";
import type { InSlices } from "../../src/platform/slices.ts";
import { asked, payment, sentWith } from "../diagnosis/requests.ts";
import { workOf } from "./work.ts";

/** Everything that a diagnosis does with a form of so many pairs, which is signed with an unknown secret. */
function* diagnosisOf(pairs: number, logsBaseString: boolean): InSlices<unknown> {
  const form = Array.from(
    { length: pairs },
    (_, at) => [`name_${at}`, `caf\u00e9 ${"abc1".repeat(10)} ${at}`] as const,
  );
  const request = sentWith([], { ...payment, consumerSecret: "another", form });
  const logged = traceSent(request, {}).baseString.replace("abc1", "abc2").replaceAll("name_", "title_");
  const input = asked(request, logsBaseString ? { evidence: { baseString: logged } } : {});
  const redactor = redactorFor(input);
  yield;
  const read = yield* readCase(input, redactor);
  yield;
  yield* stagesInSlices(request, redactor);
  yield;
  return yield* diagnoseInSlices(read, { budget: { combinations: 50 } });
}

/** The work between two pauses with the most work. */
function longestPiece(slices: InSlices<unknown>): number {
  let longest = 0;
  for (let isDone = false; !isDone; ) {
    const { texts, lists } = workOf(() => {
      isDone = slices.next().done === true;
    }, false);
    longest = Math.max(longest, texts + lists);
  }
  return longest;
}

describe("the work between two pauses of a diagnosis", () => {
  const check = (pairs: number, _: string, logsBaseString: boolean, most: number): void => {
    expect(longestPiece(diagnosisOf(pairs, logsBaseString))).toBeLessThan(most);
  };
  const TITLE = "does not grow with the form: %i pairs, %s";

  test.each([[25, "with a base string", true, 400_000]])(TITLE, check);

  test.each([
    [25, "alone", false, 300_000],
    [100, "alone", false, 2_000_000],
    [400, "alone", false, 2_000_000],
    [100, "with a base string", true, 2_000_000],
    [400, "with a base string", true, 2_000_000],
  ])(TITLE, { tags: ["deep"] }, check);
});

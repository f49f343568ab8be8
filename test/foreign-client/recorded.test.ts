import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { MOST_COMBINATIONS } from "../../src/diagnosis/search/search-work.ts";
import { readRequest } from "../../src/requests/index.ts";
import { type Judgement, judge, judgeRight, type Mistake, type RecordedRequest } from "./judge.ts";

const RECORDED = JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8")) as {
  readonly publicKey: string;
  readonly mistakes: readonly Mistake[];
  readonly requests: readonly RecordedRequest[];
};
const MISTAKES = new Map(RECORDED.mistakes.map((mistake) => [mistake.id, mistake]));

const mistakesOf = ({ mistakes }: RecordedRequest): Mistake[] => mistakes.map((id) => MISTAKES.get(id)!);
const isHeldOut = (one: RecordedRequest): boolean => mistakesOf(one).some(({ heldOut }) => heldOut);

/** Recorded requests with this number of mistakes. */
const withMistakes = (count: number, heldOut = false): RecordedRequest[] =>
  RECORDED.requests.filter((one) => one.mistakes.length === count && isHeldOut(one) === heldOut);

function judgementOf(one: RecordedRequest, combinations: number): Judgement {
  const { consumerSecret, tokenSecret, scheme } = one;
  const key = consumerSecret === undefined ? { publicKey: RECORDED.publicKey } : { consumerSecret, tokenSecret };
  let diagnosis: Diagnosis;
  try {
    const request = readRequest(Buffer.from(one.request, "latin1"), { format: "http", scheme });
    diagnosis = diagnose({ request, key }, { budget: { combinations } });
  } catch (error) {
    return { grade: "unknown", alternatives: 0, shown: `failed: ${(error as Error).message}` };
  }
  return one.mistakes.length === 0 ? judgeRight(diagnosis) : judge(diagnosis, one, mistakesOf(one));
}

/** The shares in percent of the requests with a correct answer and of those with a wrong one, and what was not found. */
function examine(requests: readonly RecordedRequest[], combinations: number) {
  const judged = requests.map((one) => ({ one, ...judgementOf(one, combinations) }));
  const share = (...grades: readonly string[]): number =>
    (100 * judged.filter(({ grade }) => grades.includes(grade)).length) / judged.length;
  const sets = judged.map(({ alternatives }) => alternatives).filter((size) => size > 0);
  const missed = judged
    .filter(({ one, grade }) => (grade === "wrong" || grade === "unknown") && !isHeldOut(one))
    .map(({ one, grade, shown }) => `${grade}: ${one.mistakes.join(" + ") || one.request}; shown: ${shown}`);
  const meanSet = sets.reduce((sum, size) => sum + size, 0) / Math.max(1, sets.length);
  return { found: share("named", "set"), wrong: share("wrong"), meanSet, missed: missed.join("\n") };
}

describe("the recorded requests", () => {
  test("have every mistake alone, and no other", () => {
    expect(RECORDED.requests).toHaveLength(1133);
    const alone = [...withMistakes(1), ...withMistakes(1, true)].map(({ mistakes: [id] }) => id);
    expect(alone.toSorted()).toEqual([...MISTAKES.keys()].toSorted());
    expect(RECORDED.requests.filter(({ mistakes }) => mistakes.some((id) => !MISTAKES.has(id)))).toEqual([]);
    expect(withMistakes(0)).toHaveLength(300);
  });

  test("are diagnosed by a short search: nine of ten single mistakes", { tags: ["deep"] }, () => {
    const { found, wrong, meanSet, missed } = examine(
      withMistakes(1).filter((_, at) => at % 12 === 0),
      6000,
    );
    expect(found, missed).toBeGreaterThanOrEqual(90);
    expect(wrong, missed).toBeLessThanOrEqual(3.4);
    expect(meanSet).toBeLessThanOrEqual(1.3);
  });

  test("get no cause if they are valid", { tags: ["deep"] }, () => {
    const { found, missed } = examine(withMistakes(0), MOST_COMBINATIONS);
    expect(found, missed).toBe(100);
  });

  // Of the mistakes that are held out, only the shares are shown.
  test.each([
    { title: "one mistake", count: 1, least: 85, most: 3.4 },
    { title: "two mistakes", count: 2, least: 50, most: 10 },
    { title: "three common mistakes", count: 3, least: 50, most: 7 },
  ])("are diagnosed by a whole search: $title", { tags: ["deep", "nightly"], timeout: 3_600_000 }, (group) => {
    for (const heldOut of [false, true]) {
      const requests = withMistakes(group.count, heldOut);
      const { found, wrong, meanSet, missed } = examine(requests, MOST_COMBINATIONS);
      const figures = `${found.toFixed(1)} % found, ${wrong.toFixed(1)} % wrong, mean set ${meanSet.toFixed(2)}`;
      console.info(
        `${group.title}, ${heldOut ? "held out" : "open"}: ${requests.length} requests, ${figures}\n${missed}`,
      );
      if (!heldOut) expect(found, missed).toBeGreaterThanOrEqual(group.least);
      if (!heldOut) expect(wrong, missed).toBeLessThanOrEqual(group.most);
    }
  });
});

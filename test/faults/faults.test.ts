import { describe, expect, test } from "vitest";
import { firstDifference, SHOWN_IN } from "../../src/faults/first-difference.ts";
import { FAULTS, faultOf } from "../../src/faults/index.ts";
import { specification, trace } from "../../src/model/index.ts";

describe("each fault", () => {
  test.each(FAULTS.map((fault) => [fault.id, fault] as const))("%s changes its own stage first", (_, fault) => {
    const wrong = trace(fault.trigger, fault.apply(specification));
    expect(firstDifference(trace(fault.trigger), wrong)).toBe(SHOWN_IN[fault.stage]);
  });

  test("has an id of its own in kebab case, and is found by it", () => {
    expect(FAULTS.map(({ id }) => id).filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
    expect(FAULTS.filter((fault) => faultOf(fault.id) !== fault)).toEqual([]);
    expect(faultOf("no-such-fault")).toBeUndefined();
  });

  test("says in sentences what goes wrong and how to fix it", () => {
    const isSentence = (text: string): boolean => /^\S.*[^\s.]\.$/.test(text);
    expect(FAULTS.filter(({ what, fix }) => !isSentence(what) || !isSentence(fix.text)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  test("points at evidence by https alone", () => {
    const addresses = FAULTS.flatMap(({ evidence }) => evidence);
    expect(addresses.length).toBeGreaterThan(70);
    expect(addresses.filter((address) => new URL(address).protocol !== "https:")).toEqual([]);
  });
});

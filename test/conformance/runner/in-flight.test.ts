import { describe, expect, test } from "vitest";
import { inOrder } from "../../../src/conformance/runner/tasks/in-flight.ts";

/** Tasks that end on request, and how many of them are open. */
function controlled() {
  const ends = new Map<number, () => void>();
  const started: number[] = [];
  return {
    started,
    task(item: number): Promise<number> {
      started.push(item);
      return new Promise((resolve) => {
        ends.set(item, () => resolve(item));
      });
    },
    async end(item: number): Promise<void> {
      ends.get(item)!();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

describe("several tasks at once", () => {
  test("are reported in the order in which they began, whichever ends first", async () => {
    const { task, end } = controlled();
    const reported: number[] = [];
    const all = inOrder([1, 2, 3], 3, task, (item) => reported.push(item) < 0);
    await end(3);
    await end(2);
    expect(reported).toEqual([]);
    await end(1);
    await all;
    expect(reported).toEqual([1, 2, 3]);
  });

  test("are never more than the limit", async () => {
    const { started, task, end } = controlled();
    const all = inOrder([1, 2, 3, 4], 2, task, () => false);
    expect(started).toEqual([1, 2]);
    await end(1);
    expect(started).toEqual([1, 2, 3]);
    for (const item of [2, 3, 4]) await end(item);
    await all;
    expect(started).toEqual([1, 2, 3, 4]);
  });

  test("end with the first that is enough: nothing more is started, and what is open is not reported", async () => {
    const { started, task, end } = controlled();
    const reported: number[] = [];
    const all = inOrder([1, 2, 3, 4], 2, task, (item) => reported.push(item) === 1);
    await end(1);
    await end(2);
    await all;
    expect([reported, started]).toEqual([[1], [1, 2]]);
  });

  test("take items from a generator only as they are needed", async () => {
    let made = 0;
    function* many() {
      while (true) yield made++;
    }
    await inOrder(
      many(),
      4,
      (item) => item,
      (item) => item === 9,
    );
    expect(made).toBeLessThan(16);
  });

  test("end with the first that fails, while others that fail are open", async () => {
    const fails = async (item: number): Promise<never> => {
      for (let turn = item; turn < 3; turn++) await new Promise(setImmediate);
      throw new Error(`task ${item}`);
    };
    await expect(inOrder([1, 2, 3], 3, fails, () => false)).rejects.toThrow("task 1");
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createBackgroundQueue } from "../../src/request-log/background-queue.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Tasks that record what happens to them. */
function notes() {
  const noted: string[] = [];
  const task = (name: number) => ({
    run: async () => void noted.push(`${name} run`),
    drop: () => void noted.push(`${name} dropped`),
  });
  return { noted, task };
}

describe("the background queue", () => {
  test("lets tasks wait while a request is in progress, and then runs them in their order", async () => {
    const { noted, task } = notes();
    let isBusy = true;
    const queue = createBackgroundQueue(() => isBusy);
    queue.add(task(1));
    queue.add(task(2));
    vi.advanceTimersByTime(1000);
    expect(noted).toEqual([]);
    isBusy = false;
    await vi.advanceTimersToNextTimerAsync();
    expect(noted).toEqual(["1 run"]);
    await vi.advanceTimersToNextTimerAsync();
    expect(noted).toEqual(["1 run", "2 run"]);
    queue.add(task(3));
    await vi.runAllTimersAsync();
    expect(noted.at(-1)).toBe("3 run");
    await queue.settled();
  });

  test("drops the oldest task if a hundred wait, and all waiting and later tasks at the end", async () => {
    const { noted, task } = notes();
    const queue = createBackgroundQueue(() => true);
    for (let index = 0; index < 102; index++) queue.add(task(index));
    expect(noted).toEqual(["0 dropped", "1 dropped"]);
    await queue.stop();
    expect(noted).toHaveLength(102);
    expect(noted.at(-1)).toBe("101 dropped");
    queue.add(task(102));
    expect(noted.at(-1)).toBe("102 dropped");
  });

  test("starts the next task 10 ms after the end of the one before it", async () => {
    const { noted, task } = notes();
    const queue = createBackgroundQueue(() => false);
    const takes30Milliseconds = { run: () => new Promise<void>((resolve) => setTimeout(resolve, 30)), drop() {} };
    for (const one of [takes30Milliseconds, task(1), task(2)]) queue.add(one);
    await vi.advanceTimersByTimeAsync(49);
    expect(noted).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(noted).toEqual(["1 run"]);
    await vi.advanceTimersByTimeAsync(10);
    expect(noted).toEqual(["1 run", "2 run"]);
  });

  test("waits for the task that runs when it is stopped", async () => {
    const queue = createBackgroundQueue(() => false);
    let end = (): void => {};
    const run = () =>
      new Promise<void>((resolve) => {
        end = resolve;
      });
    queue.add({ run, drop() {} });
    await vi.advanceTimersByTimeAsync(10);
    let isStopped = false;
    const stopped = queue.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(isStopped).toBe(false);
    end();
    await stopped;
  });

  test("limits the time to wait for tasks that do not run", async () => {
    const { noted, task } = notes();
    const queue = createBackgroundQueue(() => true);
    queue.add(task(1));
    let isOver = false;
    const settled = queue.settled().then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(1900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await settled;
    expect(noted).toEqual([]);
    await queue.stop();
  });
});

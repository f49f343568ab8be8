import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBackgroundQueue } from "../../../src/gateway/simulator/background-queue.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Pieces that note what becomes of them. */
function notes() {
  const noted: string[] = [];
  const piece = (name: number) => ({ do: () => noted.push(`${name} done`), drop: () => noted.push(`${name} dropped`) });
  return { noted, piece };
}

test("work waits as long as somebody waits for an answer, and is done in its order afterwards", async () => {
  const { noted, piece } = notes();
  let isBusy = true;
  const afterwork = createBackgroundQueue(() => isBusy);
  afterwork.add(piece(1));
  afterwork.add(piece(2));
  vi.advanceTimersByTime(1000);
  expect(noted).toEqual([]);
  isBusy = false;
  vi.advanceTimersToNextTimer();
  expect(noted).toEqual(["1 done"]);
  vi.advanceTimersToNextTimer();
  expect(noted).toEqual(["1 done", "2 done"]);
  afterwork.add(piece(3));
  vi.runAllTimers();
  expect(noted.at(-1)).toBe("3 done");
  await afterwork.settled();
});

test("the oldest work is dropped where a hundred pieces wait, and all that waits at the end", () => {
  const { noted, piece } = notes();
  const afterwork = createBackgroundQueue(() => true);
  for (let index = 0; index < 102; index++) afterwork.add(piece(index));
  expect(noted).toEqual(["0 dropped", "1 dropped"]);
  afterwork.stop();
  expect(noted).toHaveLength(102);
  expect(noted.at(-1)).toBe("101 dropped");
});

test("rests as long as a piece took, and never less than 10 ms", () => {
  const { noted, piece } = notes();
  const afterwork = createBackgroundQueue(() => false);
  const takes30Milliseconds = { do: () => vi.advanceTimersByTime(30), drop() {} };
  for (const one of [takes30Milliseconds, piece(1), piece(2)]) afterwork.add(one);
  vi.advanceTimersByTime(10);
  vi.advanceTimersByTime(29);
  expect(noted).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(noted).toEqual(["1 done"]);
  vi.advanceTimersByTime(9);
  expect(noted).toEqual(["1 done"]);
  vi.advanceTimersByTime(1);
  expect(noted).toEqual(["1 done", "2 done"]);
});

test("nobody waits for ever for work that is not done", async () => {
  const { noted, piece } = notes();
  const afterwork = createBackgroundQueue(() => true);
  afterwork.add(piece(1));
  let isOver = false;
  const settled = afterwork.settled().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(1900);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await settled;
  expect(noted).toEqual([]);
  afterwork.stop();
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCallbackQueue } from "../../../src/gateway/simulator/callback-queue.ts";
import type { Order } from "../../../src/gateway/simulator/orders.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const MERCHANT = { login: "m", controlKey: "k", endpoints: [] };
const order = (id: string): Order => ({
  login: "m",
  clientOrderId: id,
  orderId: id,
  kind: "sale",
  callbackUrl: `http://127.0.0.1:9/${id}`,
  result: { status: "approved" },
  finalAt: 0,
});

/** A queue whose clock stands still, and the requests to the shop's server, which the test answers. */
function start(pauses: readonly number[] = [100], onAttempt: () => void = () => {}) {
  const asked: { readonly id: string; readonly signal: AbortSignal; answer(status: number): void }[] = [];
  const defects: unknown[] = [];
  const queue = createCallbackQueue({
    now: () => 0,
    pauses,
    merchantOf: () => MERCHANT,
    onAttempt,
    onDefect: (error) => defects.push(error),
    fetch: (url, { signal }) =>
      new Promise((resolve) => {
        asked.push({ id: new URL(url).pathname.slice(1), signal, answer: (status) => resolve({ status }) });
      }),
  });
  const made = () => queue.attempts().map(({ orderId, attempt, result }) => `${orderId} ${attempt} ${result}`);
  const ids = () => asked.map(({ id }) => id);
  return { queue, asked, defects, made, ids };
}

/** Whether a promise is fulfilled by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let isFulfilled = false;
  void promise.then(() => {
    isFulfilled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return isFulfilled;
}

describe("a callback that is sent again by hand", () => {
  test("waits for the attempt in flight, and replaces its repetition", async () => {
    const { queue, asked, made } = start([0]);
    const one = order("a");
    queue.add(one);
    await vi.advanceTimersByTimeAsync(0);
    const repeated = queue.repeat(one);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(1);
    asked[0]!.answer(500);
    await vi.advanceTimersByTimeAsync(0);
    asked[1]!.answer(200);
    await repeated;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(made()).toEqual(["a 1 500", "a 2 200"]);
    expect(asked).toHaveLength(2);
  });

  test("twice at once is two attempts with two numbers", async () => {
    const { queue, asked, made } = start();
    const one = order("a");
    const both = Promise.all([queue.repeat(one), queue.repeat(one)]);
    for (const index of [0, 1]) {
      await vi.advanceTimersByTimeAsync(0);
      expect(asked).toHaveLength(index + 1);
      asked[index]!.answer(200);
    }
    await both;
    expect(made()).toEqual(["a 1 200", "a 2 200"]);
  });

  test("does not wait for the callbacks of other orders", async () => {
    const { queue, asked, made } = start();
    queue.add(order("hangs"));
    await vi.advanceTimersByTimeAsync(0);
    const repeated = queue.repeat(order("a"));
    asked[1]!.answer(200);
    expect(await isOver(repeated)).toBe(true);
    expect(made()).toEqual(["a 1 200"]);
  });

  test("is not sent if the simulator was reset while it waited", async () => {
    const { queue, asked, made } = start();
    const one = order("a");
    queue.add(one);
    await vi.advanceTimersByTimeAsync(0);
    const repeated = queue.repeat(one);
    queue.reset();
    asked[0]!.answer(500);
    await repeated;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked.length, made()]).toEqual([1, []]);
  });
});

describe("the callback queue", () => {
  test("after a reset sends, records and plans nothing from before, and sends new callbacks", async () => {
    const { queue, asked, made, ids } = start([0]);
    for (let index = 0; index < 60; index++) queue.add(order(`old-${index}`));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(50);
    queue.reset();
    expect(asked.every(({ signal }) => signal.aborted)).toBe(true);
    for (const { answer } of asked) answer(500);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked.length, made()]).toEqual([50, []]);
    queue.add(order("new"));
    await vi.advanceTimersByTimeAsync(0);
    expect(ids().slice(50)).toEqual(["new"]);
    asked[50]!.answer(200);
    await queue.sendDue();
    expect(made()).toEqual(["new 1 200"]);
  });

  test("after the end sends neither what was planned nor what is added or repeated after a reset", async () => {
    const { queue, asked, ids } = start([0]);
    const one = order("a");
    queue.add(one);
    await vi.advanceTimersByTimeAsync(0);
    asked[0]!.answer(500);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual(["a", "a"]);
    queue.add(order("planned"));
    expect(await isOver(queue.close())).toBe(true);
    void queue.repeat(order("planned"));
    queue.reset();
    queue.add(order("b"));
    void queue.repeat(order("c"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ids()).toEqual(["a", "a"]);
  });

  test("waits 10 seconds for a server that does not answer, and repeats the attempt", async () => {
    const { queue, made } = start();
    queue.add(order("a"));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(made()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(made()).toEqual(["a 1 no answer: timeout after 10000 ms"]);
    expect(queue.attempts()[0]!.nextAt).toBe("1970-01-01T00:01:40.000Z");
  });

  test("does not wait at the end and at a reset for a function that ignores its signal", async () => {
    const { queue, made, ids } = start();
    for (let index = 0; index < 50; index++) queue.add(order(`hangs-${index}`));
    await vi.advanceTimersByTimeAsync(0);
    queue.reset();
    queue.add(order("new"));
    await vi.advanceTimersByTimeAsync(0);
    expect(ids().at(-1)).toBe("new");
    expect(await isOver(queue.close())).toBe(true);
    expect(made()).toEqual([]);
  });

  test("sends a callback that is due at once, also while another one waits for its repetition", async () => {
    const { queue, asked, ids } = start([1000]);
    queue.add(order("a"));
    await vi.advanceTimersByTimeAsync(0);
    asked[0]!.answer(500);
    await vi.advanceTimersByTimeAsync(0);
    queue.add(order("b"));
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual(["a", "b"]);
  });

  test("does not postpone the first callback in a steady stream of new ones", async () => {
    const { queue, ids } = start();
    queue.add({ ...order("later"), finalAt: 1 });
    for (let index = 0; index < 5; index++) {
      queue.add(order(String(index)));
      await vi.advanceTimersByTimeAsync(0.5);
    }
    expect(ids()).toContain("0");
  });

  test("is held up by a server that does not answer only when 50 callbacks are in flight", async () => {
    const { queue, asked, made, ids } = start();
    for (let index = 0; index < 49; index++) queue.add(order(`hangs-${index}`));
    await vi.advanceTimersByTimeAsync(0);
    queue.add(order("a"));
    queue.add(order("b"));
    await vi.advanceTimersByTimeAsync(0);
    expect(ids().slice(49)).toEqual(["a"]);
    asked[49]!.answer(200);
    await vi.advanceTimersByTimeAsync(0);
    expect(ids().slice(49)).toEqual(["a", "b"]);
    expect(made()).toEqual(["a 1 200"]);
  });

  test("reports an error of the function that receives the attempts, and ends no other callback", async () => {
    const error = new Error("of the caller");
    const { queue, asked, made, defects } = start([], () => {
      throw error;
    });
    queue.add(order("a"));
    queue.add(order("b"));
    await vi.advanceTimersByTimeAsync(0);
    for (const { answer } of asked) answer(200);
    await queue.sendDue();
    expect(defects).toEqual([error, error]);
    expect(made()).toEqual(["a 1 200", "b 1 200"]);
  });

  test("causes no warning of Node.js with many callbacks in flight", async () => {
    const warnings: string[] = [];
    const listener = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", listener);
    const { queue, asked } = start();
    for (let index = 0; index < 50; index++) queue.add(order(String(index)));
    await vi.advanceTimersByTimeAsync(0);
    for (const { answer } of asked) answer(200);
    await queue.sendDue();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listener);
    expect(warnings).toEqual([]);
  });
});

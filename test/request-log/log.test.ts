import { describe, expect, test } from "vitest";
import { createRequestLog, type RequestLog } from "../../src/request-log/log.ts";
import type { LogEntry } from "../../src/request-log/logged-request.ts";

const KIBIBYTE = 2 ** 10;

function logOf(size: number, mostOctets?: number): RequestLog {
  return createRequestLog({
    secrets: () => [],
    orderIdNames: [],
    origin: () => "http://127.0.0.1:8080",
    size,
    onRequest: undefined,
    ...(mostOctets !== undefined && { mostOctets }),
    onDefect: () => {},
    isBusy: () => false,
    closing: new AbortController().signal,
  });
}

function entry(number: number, octets: number): LogEntry {
  return {
    number,
    at: 1_700_000_000,
    isAccepted: false,
    outcome: "rejected",
    milliseconds: 1,
    answer: { status: 413, headers: {}, body: "" },
    diagnosis: { lines: [], parameters: [], causes: [] },
    request: { method: "POST", url: "https://gate.example/pay", headers: [], body: new Uint8Array(octets) },
  };
}

async function numbersIn(log: RequestLog): Promise<number[]> {
  return (await log.list({ after: 0 })).requests.map(({ number }) => number);
}

describe("the request log", () => {
  test("drops the oldest requests above its size", async () => {
    const log = logOf(2);
    for (const number of [1, 2, 3]) log.add(entry(number, 0));
    expect(await numbersIn(log)).toEqual([2, 3]);
  });

  test("drops the oldest requests above its limit of octets, and has room again after a reset", async () => {
    const log = logOf(1000, 64 * KIBIBYTE);
    for (const number of [1, 2, 3, 4, 5]) log.add(entry(number, 16 * KIBIBYTE));
    expect(await numbersIn(log)).toEqual([2, 3, 4, 5]);
    log.add(entry(6, 1));
    expect(await numbersIn(log)).toEqual([3, 4, 5, 6]);
    log.reset();
    for (const number of [7, 8, 9, 10]) log.add(entry(number, 16 * KIBIBYTE));
    expect(await numbersIn(log)).toEqual([7, 8, 9, 10]);
  });
});

import { describe, expect, test } from "vitest";
import {
  type Check,
  checkLoad,
  checkOutage,
  checkRace,
  checkReplays,
  type Outage,
  type Pair,
  type Reply,
} from "../../scripts/load/checks.ts";

const OUTAGE: Outage = { killedAt: 100, goneAt: 110, startedAt: 200, settledAt: 300 };

/** A copy that was sent at a time, with an immediate response. */
const reply = (status: number, code: string | undefined, at: number): Reply => ({
  status,
  code,
  sentAt: at,
  answeredAt: at + 1,
});
const accepted = (at = 0): Reply => reply(200, undefined, at);
const used = (at = 0): Reply => reply(401, "nonce-used", at);
const unavailable = (at = 150): Reply => reply(503, "nonce-store-unavailable", at);

/** A right outage. */
const WELL: readonly Pair[] = [
  [accepted(10), used(10)],
  [unavailable(105), used(105)],
  [unavailable(150), unavailable(150)],
  [used(400), accepted(400)],
];

const failed = (checks: readonly Check[]): string[] => checks.filter(({ ok }) => !ok).map(({ name }) => name);
const outageWith = (...pairs: Pair[]): string[] => failed(checkOutage([...WELL, ...pairs], OUTAGE));

const TWICE = "no request is accepted twice around the outage";
const AWAY = "nothing is accepted while Redis is down";
const ONLY_CODE = "valid requests are rejected only with nonce-store-unavailable (503)";
const ONLY_THEN = "requests are rejected only while Redis is unavailable";
const RECOVER = "the servers reconnect by themselves";

describe("the checks of the load run", () => {
  test("under load, one request that is not accepted fails, and so do no requests at all", () => {
    expect(failed(checkLoad([{ sent: 5, accepted: 5 }]))).toEqual([]);
    expect(
      failed(
        checkLoad([
          { sent: 5, accepted: 5 },
          { sent: 5, accepted: 4 },
        ]),
      ),
    ).toHaveLength(1);
    expect(failed(checkLoad([]))).toHaveLength(1);
  });

  test("a race fails without exactly one acceptance of each pair, or if one server never accepts", () => {
    const well: Pair[] = [
      [accepted(), used()],
      [used(), accepted()],
    ];
    expect(failed(checkRace(well))).toEqual([]);
    for (const wrong of [
      [accepted(), accepted()],
      [used(), used()],
      [accepted(), unavailable()],
      [accepted(), reply(401, "signature-mismatch", 0)],
      [accepted(), reply(0, "ECONNRESET", 0)],
    ] satisfies Pair[]) {
      expect(failed(checkRace([...well, wrong])), JSON.stringify(wrong)).toHaveLength(1);
    }
    expect(failed(checkRace([[accepted(), used()]]))).toEqual(["each server accepts some of them first"]);
    expect(failed(checkRace([]))).toHaveLength(2);
  });

  test("a right outage passes", () => {
    expect(outageWith()).toEqual([]);
  });

  test("two acceptances of one request fail at any time", () => {
    expect(outageWith([accepted(105), accepted(105)])).toEqual([TWICE]);
    expect(outageWith([accepted(400), accepted(400)])).toEqual([TWICE, RECOVER]);
  });

  test("an acceptance while Redis is down fails", () => {
    expect(outageWith([accepted(150), unavailable(150)])).toEqual([AWAY]);
  });

  test("a rejection with another code or status fails, and so does no response", () => {
    for (const strange of [
      reply(401, "nonce-store-unavailable", 150),
      reply(503, "credentials-unavailable", 150),
      reply(503, undefined, 150),
      reply(500, undefined, 150),
      reply(0, "ECONNRESET", 150),
    ]) {
      expect(outageWith([strange, unavailable(150)]), JSON.stringify(strange)).toEqual([ONLY_CODE]);
    }
  });

  test("a request that both servers reject as used fails", () => {
    expect(outageWith([used(150), used(150)])).toEqual([ONLY_CODE]);
  });

  test("a rejection before Redis was killed or after it was started again fails", () => {
    expect(outageWith([accepted(50), unavailable(50)])).toEqual([ONLY_THEN]);
    expect(outageWith([unavailable(400), unavailable(400)])).toEqual([ONLY_THEN, RECOVER]);
  });

  test("an outage without requests during or after it fails", () => {
    expect(failed(checkOutage([], OUTAGE))).toEqual([AWAY, ONLY_CODE, RECOVER]);
    expect(failed(checkOutage([[accepted(10), used(10)]], OUTAGE))).toEqual([AWAY, ONLY_CODE, RECOVER]);
  });

  test("one replay that is accepted, or rejected for another reason, fails", () => {
    expect(failed(checkReplays([used(), used()]))).toEqual([]);
    expect(failed(checkReplays([used(), accepted()]))).toHaveLength(1);
    expect(failed(checkReplays([used(), unavailable()]))).toHaveLength(1);
    expect(failed(checkReplays([]))).toHaveLength(1);
  });
});

import { describe, expect, test } from "vitest";
import {
  type Answer,
  type Check,
  checkLoad,
  checkOutage,
  checkRace,
  checkReplays,
  type Outage,
  type Pair,
} from "../../scripts/load/checks.ts";

const OUTAGE: Outage = { killedAt: 100, goneAt: 110, startedAt: 200, settledAt: 300 };

/** A copy that was sent at a time and answered at once. */
const answer = (status: number, code: string | undefined, at: number): Answer => ({
  status,
  code,
  sentAt: at,
  answeredAt: at + 1,
});
const accepted = (at = 0): Answer => answer(200, undefined, at);
const used = (at = 0): Answer => answer(401, "nonce-used", at);
const unavailable = (at = 150): Answer => answer(503, "nonce-store-unavailable", at);

/** What an outage should look like. */
const WELL: readonly Pair[] = [
  [accepted(10), used(10)],
  [unavailable(105), used(105)],
  [unavailable(150), unavailable(150)],
  [used(400), accepted(400)],
];

const failed = (checks: readonly Check[]): string[] => checks.filter(({ ok }) => !ok).map(({ name }) => name);
const outageWith = (...pairs: Pair[]): string[] => failed(checkOutage([...WELL, ...pairs], OUTAGE));

const TWICE = "around the outage no request is accepted twice";
const AWAY = "while there is no Redis nothing is accepted";
const ONLY_CODE = "valid requests are refused with nonce-store-unavailable (503) and nothing else";
const ONLY_THEN = "and only while Redis cannot be reached";
const RECOVER = "the servers recover by themselves";

describe("the checks of the load run", () => {
  test("under load one request that is not accepted is too many, and none at all is no proof", () => {
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

  test("a race needs exactly one acceptance of each pair, and a server of each kind of luck", () => {
    const well: Pair[] = [
      [accepted(), used()],
      [used(), accepted()],
    ];
    expect(failed(checkRace(well))).toEqual([]);
    for (const wrong of [
      [accepted(), accepted()],
      [used(), used()],
      [accepted(), unavailable()],
      [accepted(), answer(401, "signature-mismatch", 0)],
      [accepted(), answer(0, "ECONNRESET", 0)],
    ] satisfies Pair[]) {
      expect(failed(checkRace([...well, wrong])), JSON.stringify(wrong)).toHaveLength(1);
    }
    expect(failed(checkRace([[accepted(), used()]]))).toEqual(["it is a race: either server wins"]);
    expect(failed(checkRace([]))).toHaveLength(2);
  });

  test("an outage as it should be passes", () => {
    expect(outageWith()).toEqual([]);
  });

  test("two acceptances of one request fail, whenever they come", () => {
    expect(outageWith([accepted(105), accepted(105)])).toEqual([TWICE]);
    expect(outageWith([accepted(400), accepted(400)])).toEqual([TWICE, RECOVER]);
  });

  test("an acceptance while there is no Redis fails", () => {
    expect(outageWith([accepted(150), unavailable(150)])).toEqual([AWAY]);
  });

  test("a refusal with another code, another status or no answer fails", () => {
    for (const strange of [
      answer(401, "nonce-store-unavailable", 150),
      answer(503, "credentials-unavailable", 150),
      answer(503, undefined, 150),
      answer(500, undefined, 150),
      answer(0, "ECONNRESET", 150),
    ]) {
      expect(outageWith([strange, unavailable(150)]), JSON.stringify(strange)).toEqual([ONLY_CODE]);
    }
  });

  test("a request that nobody accepted, and that both call used, fails", () => {
    expect(outageWith([used(150), used(150)])).toEqual([ONLY_CODE]);
  });

  test("a refusal before Redis was killed, or after it came back, fails", () => {
    expect(outageWith([accepted(50), unavailable(50)])).toEqual([ONLY_THEN]);
    expect(outageWith([unavailable(400), unavailable(400)])).toEqual([ONLY_THEN, RECOVER]);
  });

  test("an outage that nobody noticed, or that nobody outlived, proves nothing", () => {
    expect(failed(checkOutage([], OUTAGE))).toEqual([AWAY, ONLY_CODE, RECOVER]);
    expect(failed(checkOutage([[accepted(10), used(10)]], OUTAGE))).toEqual([AWAY, ONLY_CODE, RECOVER]);
  });

  test("one replay that is accepted, or refused for another reason, is too many", () => {
    expect(failed(checkReplays([used(), used()]))).toEqual([]);
    expect(failed(checkReplays([used(), accepted()]))).toHaveLength(1);
    expect(failed(checkReplays([used(), unavailable()]))).toHaveLength(1);
    expect(failed(checkReplays([]))).toHaveLength(1);
  });
});

import { describe, expect, test } from "vitest";
import {
  checkComplete,
  checkReplays,
  checkSingle,
  type OrderTrace,
  type SentCallback,
} from "../../scripts/load-gateway/checks.ts";
import { terminalReport, withSection } from "../../scripts/load-gateway/report.ts";

function order(number: number, changes: Partial<OrderTrace> = {}): OrderTrace {
  const clientOrderId = `order-${number}`;
  return {
    clientOrderId,
    expected: "approved",
    orderId: `${900 + number}`,
    callbacks: ["approved"],
    status: "approved",
    cardRefId: `${100 + number}`,
    ...changes,
  };
}

const WELL = [order(1), order(2, { expected: "declined", status: "declined", callbacks: ["declined"] })];
const idsOf = (orders: readonly OrderTrace[]): string[] => orders.map(({ clientOrderId }) => clientOrderId);

const sentOnce = (orders: readonly OrderTrace[]): SentCallback[] =>
  orders.map(({ clientOrderId }) => ({ clientOrderId, delivered: true }));

describe("orders that went all the way once", () => {
  test("are complete and single", () => {
    expect(checkComplete(WELL, 2)).toMatchObject({ ok: true, detail: "2 of 2 complete" });
    expect(checkSingle(WELL, idsOf(WELL), sentOnce(WELL), 0).ok).toBe(true);
  });

  test("are not doubled by a callback that is sent again because its answer was late", () => {
    const twice = [order(1, { callbacks: ["approved", "approved"] })];
    const sent = [{ clientOrderId: "order-1", delivered: false }, ...sentOnce(twice)];
    expect(checkSingle(twice, ["order-1"], sent, 0)).toMatchObject({ ok: true });
    expect(checkSingle(twice, ["order-1"], sent.toReversed(), 0)).toMatchObject({ ok: false });
  });
});

describe("a lost order", () => {
  test.each<[string, Partial<OrderTrace>]>([
    ["without an id", { orderId: undefined }],
    ["without a callback", { callbacks: [] }],
    ["with a callback of another status", { callbacks: ["declined"] }],
    ["with another status", { status: "processing" }],
    ["without a card reference", { cardRefId: undefined }],
    ["after an error", { error: "HTTP 502" }],
  ])("is found: %s", (_, changes) => {
    const check = checkComplete([...WELL, order(3, changes)], 3);
    expect(check.ok).toBe(false);
    expect(check.detail).toContain("2 of 3 complete; the first other: order-3: ");
  });

  test("if it is absent", () => {
    expect(checkComplete(WELL, 3).ok).toBe(false);
  });
});

describe("a doubled order", () => {
  test.each<[string, readonly OrderTrace[], readonly string[], number]>([
    ["with a second callback", [order(1, { callbacks: ["approved", "approved"] })], ["order-1"], 0],
    ["with the id of another", [order(1), order(2, { orderId: "901" })], ["order-1", "order-2"], 0],
    ["with the card reference of another", [order(1), order(2, { cardRefId: "101" })], ["order-1", "order-2"], 0],
    ["if it is stored twice", [order(1)], ["order-1", "order-1"], 0],
    ["if it is stored and was not sent", [order(1)], ["order-1", "order-2"], 0],
    ["with a callback that nobody waits for", [order(1)], ["order-1"], 1],
  ])("is found: %s", (_, orders, stored, rejected) => {
    expect(checkSingle(orders, stored, sentOnce(orders), rejected).ok).toBe(false);
  });
});

describe("the report of a load run", () => {
  test("requires that every replay is refused, and because of its nonce", () => {
    expect(checkReplays([403, 403], ["nonce-used"], 2).ok).toBe(true);
    expect(checkReplays([403, 200], ["nonce-used"], 2).ok).toBe(false);
    expect(checkReplays([403], ["nonce-used"], 2).ok).toBe(false);
    expect(checkReplays([403, 403], [], 2).ok).toBe(false);
    expect(checkReplays([403, 403], ["nonce-used", "signature-mismatch"], 2).ok).toBe(false);
    expect(checkReplays([], [], 0).ok).toBe(false);
  });

  test("replaces its section of the page and keeps the rest", () => {
    const report = {
      machine: { cpu: "CPU", cores: 2, node: "v20", load: 1 },
      orders: 10_000,
      inFlight: 50,
      ratio: 4.25,
      perSecond: { gateway: 250.4, bare: 1000 },
      checks: [checkComplete(WELL, 2), checkComplete(WELL, 3)],
    };
    const page = withSection("# Performance\n\ntext\n", report);
    expect(page.startsWith("# Performance\n\ntext\n\n## Orders through the gateway simulator\n")).toBe(true);
    expect(page).toContain("| client, simulator and merchant | 250 | 4.3 |");
    expect(withSection(page, report)).toBe(page);
    expect(terminalReport(report)).toMatch(
      /ok {6}no order is lost: 2 of 2 complete\nFAILED {2}no order is lost: 2 of 3/,
    );
  });
});

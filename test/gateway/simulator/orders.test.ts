/** The life of an order: payment, status, callback, card reference, and the payments that follow. */

import { afterEach, describe, expect, test } from "vitest";
import {
  createGatewayClient,
  endpointId,
  type GatewayClient,
  type GatewayError,
  verifyCallback,
} from "../../../src/gateway/index.ts";
import {
  type GatewayData,
  type GatewaySimulator,
  type GatewaySimulatorOptions,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import { errorOf } from "../fake-gateway.ts";
import { sample } from "./shared-sample.ts";

const NOW = 1_800_000_000;
const SHOP = "http://127.0.0.1:9/callback?shop=1";
const running: GatewaySimulator[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

/** A simulator whose clock stands still, and the shop's server, which answers with the given statuses. */
async function start(options: GatewaySimulatorOptions = {}, ...statuses: number[]) {
  const received: URL[] = [];
  const simulator = await startGatewaySimulator({
    data: sample.data,
    now: () => NOW,
    async callbackFetch(url) {
      const status = statuses[Math.min(received.push(new URL(url)), statuses.length) - 1] ?? 200;
      if (status === 0) throw new Error("connection refused");
      return { status };
    },
    ...options,
  });
  running.push(simulator);
  return { simulator, received };
}

/** Signs with the clock of the simulator. */
function clientOf({ origin }: GatewaySimulator): GatewayClient {
  const { login, controlKey, privateKey, endpoint } = sample;
  return createGatewayClient({
    environment: { name: "integration", origin },
    keys: { environment: "integration", login, controlKey, privateKey },
    endpoint: endpointId(endpoint),
  });
}

const MONEY = { amount: "10.42", currency: "EUR" };

/** A simulator with the system's clock, because the client signs with it. */
const live = (options: GatewaySimulatorOptions = {}, ...statuses: number[]) =>
  start({ now: undefined, ...options }, ...statuses);

describe("an order", () => {
  test("runs the whole path: payment, status, card reference, transfer by reference, payout", async () => {
    const { simulator, received } = await live();
    const client = clientOf(simulator);
    const paid = simulator.addPayment({ clientOrderId: "order-1", ...MONEY, callbackUrl: SHOP });
    expect(paid).toMatchObject({ login: "merchant", kind: "sale", status: "approved", ...MONEY });
    const payment = { clientOrderId: "order-1", orderId: paid.orderId };
    expect(await client.status(payment)).toMatchObject({
      type: "status-response",
      status: "approved",
      isFinal: true,
      ...MONEY,
      merchantOrderId: "order-1",
      paynetOrderId: paid.orderId,
    });
    const card = await client.createCardRef(payment);
    expect(card.cardRefId).toMatch(/^1[0-9]{11}$/);
    const transfer = await client.transferByRef({
      clientOrderId: "order-2",
      ...MONEY,
      destinationCardRefId: card.cardRefId,
      serverCallbackUrl: SHOP,
    });
    const payout = await client.payout({ clientOrderId: "order-3", ...MONEY, serverCallbackUrl: SHOP });
    for (const { merchantOrderId, paynetOrderId } of [transfer, payout]) {
      const status = await client.status({ clientOrderId: merchantOrderId!, orderId: paynetOrderId });
      expect(status).toMatchObject({ status: "approved", paynetOrderId });
    }
    await simulator.callbacks();
    const { controlKey } = sample;
    const verified = received.map(({ search }) => verifyCallback(search, { controlKey }));
    expect(verified).toMatchObject(
      [paid, transfer, payout].map((_, index) => ({
        verified: true,
        status: "approved",
        clientOrderId: `order-${index + 1}`,
      })),
    );
  });
});

describe("status", () => {
  test("returns a declined order with its reason instead of an error, also as JSON", async () => {
    const { simulator } = await live();
    const client = clientOf(simulator);
    await client.payout({ clientOrderId: "p-1", ...MONEY, amount: "1.01" });
    for (const json of [false, true]) {
      expect(await client.status({ clientOrderId: "p-1" }, { json })).toMatchObject({
        status: "declined",
        isFinal: true,
        errorCode: "9",
        errorMessage: "Declined",
      });
    }
  });

  test("needs no order id of the gateway if the merchant's is unique, and says so if it is not", async () => {
    const { simulator } = await live();
    const client = clientOf(simulator);
    const first = await client.payout({ clientOrderId: "p-1", ...MONEY });
    expect(await client.status({ clientOrderId: "p-1" })).toMatchObject({ paynetOrderId: first.paynetOrderId });
    const second = await client.payout({ clientOrderId: "p-1", ...MONEY });
    expect(await errorOf<GatewayError>(client.status({ clientOrderId: "p-1" }))).toMatchObject({ code: "error" });
    expect((await simulator.requests(1))[0]!.outcome).toContain("2 orders have this client_orderid: send orderid too");
    const both = { clientOrderId: "p-1", orderId: second.paynetOrderId };
    expect(await client.status(both)).toMatchObject({ paynetOrderId: second.paynetOrderId });
    const one = await client.status({ clientOrderId: "p-1", byRequestSn: first.serialNumber! });
    expect(one.paynetOrderId).toBe(first.paynetOrderId);
  });

  test.each([
    [{ clientOrderId: "nothing" }, "there is no such payment"],
    [{ clientOrderId: "invoice-1", orderId: "1002" }, "belong to different payments"],
    [{ clientOrderId: "invoice-of-others" }, "belongs to another merchant"],
  ])("of %j is an error, and the log says why", async (ids, why) => {
    const { simulator } = await live();
    const error = await errorOf<GatewayError>(clientOf(simulator).status(ids));
    expect(error).toMatchObject({ code: "error", gatewayMessage: "Order not found" });
    expect((await simulator.requests(1))[0]!.outcome).toContain(why);
  });
});

describe("a scripted outcome", () => {
  test.each(["approved", "declined", "error", "filtered", "unknown", "processing"] as const)(
    "%s is chosen by amount, by order id and by order of arrival",
    async (status) => {
      const { simulator } = await start();
      simulator.addOutcome({ amount: "7.77", status });
      simulator.addOutcome({ clientOrderId: "chosen", status });
      simulator.addOutcome({ arrival: 3, status });
      const other = status === "declined" ? "approved" : "declined";
      simulator.addOutcome({ clientOrderId: "other", status: other });
      expect(simulator.addPayment({ clientOrderId: "a", amount: "7.77" }).status).toBe(status);
      expect(simulator.addPayment({ clientOrderId: "chosen" }).status).toBe(status);
      expect(simulator.addPayment({ clientOrderId: "third" }).status).toBe(status);
      expect(simulator.addPayment({ clientOrderId: "other" }).status).toBe(other);
    },
  );

  test("can be in the data, and needs all its conditions", async () => {
    const endpoints = [{ id: "1" }];
    const data: GatewayData = {
      merchants: [{ login: "m", controlKey: "k", endpoints }],
      outcomes: [{ amount: "1.00", clientOrderId: "a", status: "filtered" }],
    };
    const { simulator } = await start({ data });
    expect(simulator.addPayment({ clientOrderId: "a", amount: "1.00" }).status).toBe("filtered");
    expect(simulator.addPayment({ clientOrderId: "a", amount: "2.00" }).status).toBe("approved");
    expect(simulator.addPayment({ clientOrderId: "b", amount: "1.00" }).status).toBe("approved");
  });

  test("comes after its seconds, and until then the order has no card reference", async () => {
    let now = Math.floor(Date.now() / 1000);
    const { simulator } = await start({ now: () => now });
    const client = clientOf(simulator);
    simulator.addOutcome({ status: "approved", afterSeconds: 60 });
    const { orderId } = simulator.addPayment({ clientOrderId: "late" });
    const ids = { clientOrderId: "late", orderId };
    expect(await client.status(ids)).toMatchObject({ status: "processing", isFinal: false });
    expect(await errorOf<GatewayError>(client.createCardRef(ids))).toMatchObject({
      gatewayMessage: "Order is not in a final status: processing",
    });
    now += 60;
    expect(await client.status(ids)).toMatchObject({ status: "approved" });
    expect(await client.createCardRef(ids)).toMatchObject({ status: "approved" });
  });

  test.each([
    [{ status: "paid" }, /outcome\.status: expected one of approved/],
    [{ status: "approved", afterSeconds: -1 }, /afterSeconds: expected a whole number/],
    [{ status: "approved", arrival: 0 }, /arrival: expected a whole number from 1 on, got 0/],
    [{ status: "approved", amount: 1 }, /amount: expected text, got 1/],
    [{ status: "approved", when: "x" }, /outcome\.when: expected one of the members amount, /],
    [null, /outcome: expected an object, got null/],
  ])("cannot be %j", async (outcome, message) => {
    const { simulator } = await start();
    expect(() => simulator.addOutcome(outcome as never)).toThrow(message);
  });
});

describe("the clock of the simulator", () => {
  test("keeps the bank's page of 3-D Secure until the payer confirms there or the seconds are over", async () => {
    const { simulator, received } = await live();
    const client = clientOf(simulator);
    const redirectUrl = "https://shop.example/back?a=1&b=2";
    const sent = { clientOrderId: "<b>3ds</b>", amount: "1.06", currency: "EUR", redirectUrl, serverCallbackUrl: SHOP };
    const { paynetOrderId } = await client.transfer(sent);
    const waiting = await client.status({ clientOrderId: sent.clientOrderId });
    expect(waiting).toMatchObject({ status: "processing", redirectTo: expect.stringContaining(paynetOrderId) });
    const bank = await fetch(waiting.redirectTo!);
    expect(await bank.text()).toContain("&#60;b&#62;3ds");
    // A browser sends the form with this Origin.
    const headers = { origin: new URL(waiting.redirectTo!).origin };
    const answer = await fetch(waiting.redirectTo!, { method: "POST", headers });
    const confirmed = await answer.text();
    expect(confirmed).toContain('action="https://shop.example/back?a=1&#38;b=2"');
    const form = new URLSearchParams();
    for (const [, name, value] of confirmed.matchAll(/name="(\w+)" value="([^"]*)"/g)) {
      form.append(
        name!,
        value!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
      );
    }
    const { controlKey } = sample;
    expect(verifyCallback(form, { controlKey })).toMatchObject({ verified: true, orderId: paynetOrderId });
    expect(await client.status({ clientOrderId: sent.clientOrderId })).toMatchObject({ status: "approved" });
    expect(received).toHaveLength(1);
    const gone = await fetch(waiting.redirectTo!);
    expect(gone.status).toBe(404);
    for (const shown of [bank, answer, gone]) {
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      });
    }
    await client.transfer({ ...sent, clientOrderId: "timed" });
    await simulator.advanceClock(5);
    expect(simulator.orders().at(-1)).toMatchObject({ clientOrderId: "timed", status: "approved" });
  });

  test("goes forward by whole seconds, and stays where times have dates", async () => {
    const { simulator } = await start();
    for (const seconds of [-1, 0.5, Number.NaN]) {
      await expect(simulator.advanceClock(seconds)).rejects.toThrow("by whole seconds only, 0 or more");
    }
    await simulator.advanceClock(9_999_999_999);
    for (const seconds of [2, 8.64e12, Number.MAX_VALUE]) {
      await expect(simulator.advanceClock(seconds)).rejects.toMatchObject({
        code: "configuration-invalid",
        message: "a clock can be advanced by at most 10000000000 seconds in all",
      });
    }
    await simulator.advanceClock(1);
    expect((await fetch(`${simulator.origin}/_countersign/clock`)).status).toBe(200);
  });

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])(
    "cannot have a pause of %j between callbacks",
    async (pause) => {
      await expect(start({ callbackPauses: [1, pause] })).rejects.toThrow(
        "each of callbackPauses must be a number from 0",
      );
    },
  );
});

describe("a callback", () => {
  test("is a GET with the fields and the checksum after the merchant's own query, and is sent once", async () => {
    const { simulator, received } = await start();
    const { orderId } = simulator.addPayment({ clientOrderId: "o 1", ...MONEY, status: "declined", callbackUrl: SHOP });
    const [attempt, ...more] = await simulator.callbacks();
    await simulator.advanceClock(1_000_000);
    expect(more).toEqual([]);
    expect(received).toHaveLength(1);
    expect(attempt).toMatchObject({ clientOrderId: "o 1", orderId, attempt: 1, delivered: true, result: "200" });
    const { control, ...fields } = Object.fromEntries(received[0]!.searchParams);
    expect(fields).toEqual({
      shop: "1",
      status: "declined",
      orderid: orderId,
      merchant_order: "o 1",
      client_orderid: "o 1",
      type: "sale",
      ...MONEY,
      error_code: "9",
      error_message: "Declined",
    });
    expect(control).toMatch(/^[0-9a-f]{40}$/);
  });

  test("waits for the final status, and none is sent for processing and unknown", async () => {
    const { simulator, received } = await start();
    simulator.addPayment({ clientOrderId: "a", callbackUrl: SHOP, status: "processing" });
    simulator.addPayment({ clientOrderId: "b", callbackUrl: SHOP, status: "unknown" });
    simulator.addOutcome({ status: "filtered", afterSeconds: 30 });
    simulator.addPayment({ clientOrderId: "c", callbackUrl: SHOP });
    await simulator.advanceClock(29);
    expect(received).toEqual([]);
    await simulator.advanceClock(1);
    expect(received.map(({ searchParams }) => searchParams.get("status"))).toEqual(["filtered"]);
  });

  test("is repeated up to 30 times within 14 days, with growing pauses, until the server answers 200", async () => {
    const { simulator } = await start({}, 500);
    simulator.addPayment({ clientOrderId: "o", callbackUrl: SHOP });
    let attempts = await simulator.callbacks();
    for (let nextAt = attempts.at(-1)!.nextAt; nextAt !== undefined; nextAt = attempts.at(-1)!.nextAt) {
      const { at } = attempts.at(-1)!;
      await simulator.advanceClock((Date.parse(nextAt) - Date.parse(at)) / 1000);
      attempts = await simulator.callbacks();
    }
    expect(attempts.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
    const times = attempts.map(({ at }) => Date.parse(at) / 1000);
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(pauses).toEqual(Array.from({ length: 30 }, (_, index) => 127 * (index + 1) ** 2));
    const days = (times.at(-1)! - times[0]!) / 86_400;
    expect(days).toBeGreaterThan(13);
    expect(days).toBeLessThanOrEqual(14);
  });

  test.each([
    [302, "302"],
    [204, "204"],
    [0, "no answer: connection refused"],
  ])("is repeated after the answer %i, with the pauses of the option", async (status, result) => {
    const { simulator } = await start({ callbackPauses: [10, 20] }, status, status, 200);
    simulator.addPayment({ clientOrderId: "o", callbackUrl: SHOP });
    await simulator.callbacks();
    const counts: number[] = [];
    for (const seconds of [9, 1, 19, 1, 1000]) {
      await simulator.advanceClock(seconds);
      counts.push((await simulator.callbacks()).length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3]);
    expect((await simulator.callbacks()).map((one) => [one.result, one.delivered])).toEqual([
      [result, false],
      [result, false],
      ["200", true],
    ]);
  });

  test("goes to the URL of the endpoint if the order has none, and is not sent without a control key", async () => {
    const { publicKey, privateKey } = sample;
    const merchant = { login: "m", publicKeys: [publicKey], endpoints: [{ id: "1", callbackUrl: SHOP }] };
    for (const controlKey of [undefined, "control-key"]) {
      const data = { merchants: [{ ...merchant, ...(controlKey === undefined ? {} : { controlKey }) }] };
      const { simulator, received } = await live({ data });
      await createGatewayClient({
        environment: { name: "integration", origin: simulator.origin },
        keys: { environment: "integration", login: "m", privateKey },
        endpoint: endpointId("1"),
      }).payout({ clientOrderId: "p", ...MONEY });
      const [attempt] = await simulator.callbacks();
      if (controlKey === undefined) {
        expect(attempt!.result).toBe("not sent: the merchant has no control key");
        expect(received).toEqual([]);
      } else {
        expect(verifyCallback(received[0]!.search, { controlKey }).verified).toBe(true);
      }
    }
  });
});

describe("the control of an order", () => {
  test("makes no order that fails on demand, and one whose answer is lost", async () => {
    const { simulator } = await live();
    const client = clientOf(simulator);
    const refusals = ["declined", "error", "validation-error", "401", "403", "429"] as const;
    for (const mode of [...refusals, "cut-off", "502"] as const) {
      simulator.failNext(mode);
      await errorOf(client.payout({ clientOrderId: mode, ...MONEY }));
    }
    for (const clientOrderId of refusals) {
      expect(await errorOf<GatewayError>(client.status({ clientOrderId }))).toMatchObject({ code: "error" });
    }
    expect(await client.status({ clientOrderId: "502" })).toMatchObject({ status: "approved" });
    expect(await client.status({ clientOrderId: "cut-off" })).toMatchObject({ status: "approved" });
  });

  test("delays an answer by the milliseconds that were asked for, and the next one by none", async () => {
    const { simulator } = await live();
    const client = clientOf(simulator);
    simulator.failNext("slow", 1, 600_000);
    simulator.failNext("slow", 1, 1);
    const call = client.payout({ clientOrderId: "late", ...MONEY }, { timeoutMilliseconds: 50 });
    expect(await errorOf(call)).toMatchObject({ code: "timeout" });
    const answer = await client.payout({ clientOrderId: "in-time", ...MONEY });
    expect(answer.merchantOrderId).toBe("in-time");
  });

  test("makes a transfer with two cards a first payment, and gives equal cards one reference", async () => {
    const { simulator } = await live();
    const client = clientOf(simulator);
    const card = { creditCardNumber: "4444333322221111", expireMonth: "12", expireYear: "2099", cvv2: "123" };
    const references = [];
    for (const clientOrderId of ["t-1", "t-2"]) {
      const sent = { clientOrderId, ...MONEY, ...card, destinationCardNo: "4444555566661111" };
      const { paynetOrderId } = await client.transfer(sent);
      references.push(await client.createCardRef({ clientOrderId, orderId: paynetOrderId }));
    }
    const [one, other] = references;
    expect(one!.unqCardRefId).toBe(other!.unqCardRefId);
    expect(one!.cardRefId).not.toBe(other!.cardRefId);
    expect(one!.dstUnqCardRefId).toBe(other!.dstUnqCardRefId);
    expect(one!.dstUnqCardRefId).not.toBe(one!.unqCardRefId);
  });

  test("keeps the cards of orders that name them by reference", async () => {
    const { simulator } = await live();
    const client = clientOf(simulator);
    const first = await client.createCardRef(sample.payment);
    const { paynetOrderId } = await client.transfer({
      clientOrderId: "by-rpi",
      ...MONEY,
      cardRecurringPaymentId: first.recurringPaymentId!,
      destinationCardRecurringPaymentId: first.dstRecurringPaymentId!,
    });
    const again = await client.createCardRef({ clientOrderId: "by-rpi", orderId: paynetOrderId });
    const { serialNumber: _, fields: __, ...ids } = first;
    expect(again).toMatchObject(ids);
    const byRef = await client.transferByRef({
      clientOrderId: "by-ref",
      ...MONEY,
      destinationCardRefId: first.dstCardRefId!,
    });
    const receiver = await client.createCardRef({ clientOrderId: "by-ref", orderId: byRef.paynetOrderId });
    expect(receiver).toMatchObject({ cardRefId: "", dstCardRefId: first.dstCardRefId, status: "approved" });
    const check = await client.panEligibilitySend({ clientOrderId: "check", sendingCardRefId: first.cardRefId });
    const checked = await client.createCardRef({ clientOrderId: "check", orderId: check.paynetOrderId });
    expect(checked).toMatchObject({ cardRefId: first.cardRefId, dstCardRefId: undefined });
  });

  test("returns a receiver's card as dst-card-ref-id, of a payout and of a transfer from the deposit", async () => {
    const { simulator } = await live();
    const client = clientOf(simulator);
    const number = "4444555566661111";
    const payout = await client.payout({ clientOrderId: "p", ...MONEY, creditCardNumber: number });
    const transfer = await client.transfer({
      clientOrderId: "t",
      ...MONEY,
      deposit2card: "true",
      destinationCardNo: number,
    });
    const [one, other] = [
      await client.createCardRef({ clientOrderId: "p", orderId: payout.paynetOrderId }),
      await client.createCardRef({ clientOrderId: "t", orderId: transfer.paynetOrderId }),
    ];
    for (const card of [one, other]) {
      expect(card).toMatchObject({ cardRefId: "", recurringPaymentId: undefined });
      expect(card.dstCardRefId).toMatch(/^1[0-9]{11}$/);
      expect(card.dstRecurringPaymentId).toMatch(/^3[0-9]{11}$/);
    }
    expect(one.dstUnqCardRefId).toBe(other.dstUnqCardRefId);
    const account = await client.payout({ clientOrderId: "a", ...MONEY, accountNumber: "123" });
    const error = await errorOf(client.createCardRef({ clientOrderId: "a", orderId: account.paynetOrderId }));
    expect(error).toMatchObject({ gatewayMessage: "Order has no card information" });
  });

  test("gives no order and no card an id that another one had, after a reset and in another simulator", async () => {
    const { simulator } = await live();
    const ids: string[] = [];
    for (const one of [simulator, simulator, (await live()).simulator]) {
      one.reset();
      const { orderId } = one.addPayment({ clientOrderId: "o" });
      const { cardRefId } = await clientOf(one).createCardRef({ clientOrderId: "o", orderId });
      ids.push(orderId, cardRefId);
    }
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[0-9]{12}$/);
  });

  test("takes payments with the known members only, and none without merchants", async () => {
    const payment = { clientOrderId: "a", orderId: "1", status: "approved", redirectUrl: SHOP } as const;
    const merchant = { login: "m", controlKey: "k", endpoints: [], payments: [payment] };
    await expect(start({ data: { merchants: [merchant] } })).rejects.toThrow(
      "payments[0].redirectUrl: expected one of the members",
    );
    const { simulator } = await start({ data: { merchants: [] } });
    expect(() => simulator.addPayment({ clientOrderId: "a" })).toThrow("payment.login is unknown");
  });

  test.each([
    [{}, /payment\.clientOrderId: expected text, got nothing/],
    [{ clientOrderId: "a", login: "nobody" }, /payment.login is unknown/],
    [{ clientOrderId: "a", orderId: "1001" }, /payment.orderId is in use/],
    [{ clientOrderId: "a", callbackUrl: "file:///etc" }, /payment\.callbackUrl: expected an http or https URL/],
    [
      { clientOrderId: "a", callbackUrl: ["http://127.0.0.1:9/"] },
      /payment\.callbackUrl: expected an http or https URL/,
    ],
    [
      { clientOrderId: "a", card: { cardRefId: "1", number: "2" } },
      /payment\.card\.number: expected one of the members cardRefId, .*, got a string/,
    ],
    [{ clientOrderId: "a", card: {} }, /payment\.card\.cardRefId: expected text, got nothing/],
    [{ clientOrderId: "a", amount: 1 }, /payment\.amount: expected text, got 1/],
    [{ clientOrderId: "a", cvv2: "123" }, /payment\.cvv2: expected one of the members .*, got a string/],
  ])("cannot use %j as a payment", async (payment, message) => {
    const { simulator } = await start();
    expect(() => simulator.addPayment(payment as never)).toThrow(message);
  });
});

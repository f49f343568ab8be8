import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGatewayClient, endpointId } from "../../../src/gateway/index.ts";
import {
  type GatewaySimulator,
  NOTICE_CODES,
  type NoticeCode,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import type { SentRequest } from "../../signed-request.ts";
import { sample } from "./shared-sample.ts";
import { hmacRequestTo, requestTo, send } from "./signed-requests.ts";

const NOW = 1_800_000_000;
let tolerant: GatewaySimulator;
let strict: GatewaySimulator;
beforeAll(async () => {
  tolerant = await startGatewaySimulator({ now: () => NOW, explainHeader: true });
  strict = await startGatewaySimulator({ now: () => NOW, strict: true });
});
afterAll(() => Promise.all([tolerant.close(), strict.close()]));

const at = (timestamp: number) => ({ oauth_timestamp: String(timestamp) });
const BY_REF = { amount: "1.00", currency: "EUR", "destination-card-no": "4444555566661111" };
const TRANSFER = { ...BY_REF, card_recurring_payment_id: "3000000001" };

function withHeader(request: SentRequest, change: (header: string) => string): SentRequest {
  return { ...request, headers: { ...request.headers, authorization: change(request.headers.authorization!) } };
}

function decoded(header: string): string {
  return header.replace(/oauth_signature="([^"]*)"/, (_, value) => `oauth_signature="${decodeURIComponent(value)}"`);
}

/** For each notice a request that has it, what its message says, and the first request if there must be two. */
const CASES: Readonly<
  Record<
    NoticeCode,
    readonly [says: string, last: (to: GatewaySimulator) => SentRequest, first?: (to: GatewaySimulator) => SentRequest]
  >
> = {
  "nonce-reused": [
    "sent before, with the timestamp 1800000000",
    (to) => requestTo(to, { protocol: { ...at(NOW + 1), oauth_nonce: "again" } }),
    (to) => requestTo(to, { protocol: { ...at(NOW), oauth_nonce: "again" } }),
  ],
  "version-absent": ["sends 1.0", (to) => requestTo(to, { protocol: { ...at(NOW), oauth_version: null } })],
  "header-not-encoded": [
    "the value of oauth_signature in the header",
    (to) => withHeader(requestTo(to, { protocol: at(NOW) }), decoded),
  ],
  "signature-method": [
    "create-card-ref is to be signed with RSA-SHA256, but the request uses HMAC-SHA1",
    (to) => hmacRequestTo(to, { protocol: at(NOW) }),
  ],
  "parameter-unknown": [
    'create-card-ref has no parameter "client-orderId"; did you mean client_orderid?',
    (to) =>
      requestTo(to, {
        form: { client_orderid: "invoice-1", orderid: "1001", "client-orderId": "x" },
        protocol: at(NOW),
      }),
  ],
  "value-unknown": [
    "deposit2card must be true or false",
    (to) =>
      requestTo(to, {
        operation: "v4/transfer",
        form: { client_orderid: "maybe", ...TRANSFER, deposit2card: "maybe" },
        protocol: at(NOW),
      }),
  ],
  "party-absent": [
    "transfer needs the receiver: send destination-card-no or destination_card_recurring_payment_id",
    (to) => {
      const { "destination-card-no": _, ...form } = TRANSFER;
      return requestTo(to, { operation: "v4/transfer", form: { client_orderid: "a", ...form }, protocol: at(NOW) });
    },
  ],
  "reference-unknown": [
    "card_recurring_payment_id is not from an earlier payment: a first payment is mandatory",
    (to) => {
      const form = { client_orderid: "b", ...TRANSFER, card_recurring_payment_id: "77" };
      return requestTo(to, { operation: "v4/transfer", form, protocol: at(NOW) });
    },
  ],
  "amount-without-point": [
    "amount has no point: write the major unit with a point, such as 1000.00",
    (to) => {
      const form = { client_orderid: "c", ...TRANSFER, amount: "1000" };
      return requestTo(to, { operation: "v4/transfer", form, protocol: at(NOW) });
    },
  ],
  "order-id-repeated": [
    "an earlier order has the same client-order-id",
    (to) =>
      requestTo(to, {
        operation: "v4/transfer-by-ref",
        form: { "client-order-id": "o", ...BY_REF },
        protocol: at(NOW),
      }),
    (to) =>
      requestTo(to, {
        operation: "v4/transfer-by-ref",
        form: { "client-order-id": "o", ...BY_REF },
        protocol: at(NOW),
      }),
  ],
  "charset-differs": [
    // True of values that were signed in UTF-8, and of values that were signed in the charset of the Content-Type.
    'names the charset "iso-8859-1", but the gateway reads the values as UTF-8',
    (to) => {
      const form = { client_orderid: "é", ...TRANSFER };
      const request = requestTo(to, { operation: "v4/transfer", form, protocol: at(NOW) });
      const type = `${request.headers["content-type"]!}; charset=iso-8859-1`;
      return { ...request, headers: { ...request.headers, "content-type": type } };
    },
  ],
};

describe("the parties of an order", () => {
  const noticesOf = async (operation: string, form: Record<string, string>): Promise<string[]> => {
    await send(requestTo(tolerant, { operation, form, protocol: at(NOW) }));
    const [request] = await tolerant.requests(1);
    return request!.notices.map(({ message }) => message);
  };

  test("may be cards, earlier payments, or the merchant's deposit", async () => {
    const { card_recurring_payment_id: _, ...deposit } = TRANSFER;
    expect(await noticesOf("v4/transfer", { client_orderid: "p1", ...deposit, deposit2card: "true" })).toEqual([]);
    expect(await noticesOf("v4/transfer", { client_orderid: "p2", ...deposit })).toEqual([
      "transfer needs the source of the money: send credit_card_number or card_recurring_payment_id",
    ]);
    const payout = { "client-order-id": "p3", amount: "1.00", currency: "EUR" };
    expect(await noticesOf("v4/payout", payout)).toEqual([
      "payout needs the receiver: send account_number or credit_card_number",
    ]);
    const account = { ...payout, "client-order-id": "p4", account_number: "123" };
    expect(await noticesOf("v4/payout", account)).toEqual([]);
  });

  test("may be card references of the merchant's own payments only", async () => {
    const form = { amount: "1.00", currency: "EUR" };
    const send = (id: string, ref: string): Promise<string[]> =>
      noticesOf("v4/transfer-by-ref", { ...form, "client-order-id": id, "destination-card-ref-id": ref });
    expect(await send("r1", "1000000002")).toEqual([]);
    expect(await send("r2", "5")).toEqual([
      "destination-card-ref-id is not from an earlier payment: a first payment is mandatory",
    ]);
  });
});

describe("the card of a receiver", () => {
  test("is no sending card of pan-eligibility", async () => {
    const ask = async (id: string, ref: string): Promise<string[]> => {
      const form = { "client-order-id": id, "sending-card-ref-id": ref };
      await send(requestTo(tolerant, { operation: "v2/pan-eligibility/send", form, protocol: at(NOW) }));
      return (await tolerant.requests(1))[0]!.notices.map(({ code, message }) => `${code}: ${message}`);
    };
    expect(await ask("e1", "1000000001")).toEqual([]);
    expect(await ask("e2", "1000000002")).toEqual([
      "reference-unknown: sending-card-ref-id is the dst-card-ref-id of an earlier payment, whose card only received money",
    ]);
  });
});

describe("a valid request that another server may reject", () => {
  const PLUS = "client_orderid=two+words&orderid=1001";

  test.each(["tolerant", "strict"])("is accepted with a remark: %s", async (name) => {
    const to = name === "strict" ? strict : tolerant;
    expect((await send(requestTo(to, { form: PLUS, protocol: at(NOW) }))).status).toBe(200);
    const [request] = await to.requests(1);
    expect(request!.notices).toEqual([
      { code: "plus-for-space", message: expect.stringContaining("a + in the form stands for a space") },
    ]);
  });
});

describe("a value in UTF-8 under a Content-Type that names ISO-8859-1", () => {
  const sent = async (value: string, body?: string): Promise<string> => {
    const form = { "client-order-id": value, ...BY_REF };
    const contentType = "application/x-www-form-urlencoded; charset=ISO-8859-1";
    const request = requestTo(tolerant, {
      operation: "v4/transfer-by-ref",
      form: body ?? form,
      contentType,
      protocol: at(NOW),
    });
    return (await send(request)).text();
  };

  test("comes back as it was sent", async () => {
    expect(await sent("Ü7")).toContain("merchant-order-id=%C3%9C7\n");
    expect((await tolerant.requests(1))[0]!.notices.map(({ code }) => code)).toEqual(["charset-differs"]);
  });

  test("is read in ISO-8859-1 if its octets are not UTF-8", async () => {
    const body = `client-order-id=%DC8&${new URLSearchParams(BY_REF).toString()}`;
    expect(await sent("", body)).toContain("merchant-order-id=%C3%9C8\n");
  });
});

describe("an answer", () => {
  const serialOf = (text: string): string => new URLSearchParams(text.replaceAll("\n", "")).get("serial-number")!;
  const answer = async (to: GatewaySimulator): Promise<string> =>
    (await send(requestTo(to, { protocol: at(NOW) }))).text();

  test("has line feeds, none, or with strict in turn both", async () => {
    const { data } = sample;
    const answerTo = async (to: GatewaySimulator): Promise<string> =>
      (await send(requestTo(to, { sample, protocol: at(NOW) }))).text();
    const without = await startGatewaySimulator({ data, now: () => NOW, lineFeeds: false });
    const inTurn = await startGatewaySimulator({ data, now: () => NOW, strict: true });
    const [one, other, third] = [await answerTo(inTurn), await answerTo(inTurn), await answerTo(without)];
    await Promise.all([without.close(), inTurn.close()]);
    expect([one, other, third].map((text) => text.includes("\n"))).toEqual([true, false, false]);
    expect(await answer(tolerant)).toMatch(/\n&serial-number=/);
    await expect(startGatewaySimulator({ data, lineFeeds: "no" as never })).rejects.toThrow(
      'lineFeeds must be true, false or "alternate", got "no"',
    );
  });

  test("has a serial number that no other answer has, also of another run", async () => {
    const serials = [await answer(tolerant), await answer(tolerant), await answer(strict)].map(serialOf);
    expect(new Set(serials).size).toBe(3);
    for (const serial of serials) expect(serial).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});

describe("a deviation from the specification", () => {
  test.each(NOTICE_CODES)(
    "%s is accepted with a notice in the log and in a header",
    { tags: ["deep"] },
    async (code) => {
      const [says, last, first] = CASES[code];
      if (first !== undefined) expect((await send(first(tolerant))).headers.has("countersign-notices")).toBe(false);
      const response = await send(last(tolerant));
      expect(response.status).toBe(200);
      expect(await response.text()).not.toMatch(/error/);
      const [request] = await tolerant.requests(1);
      expect(request).toMatchObject({ accepted: true, notices: [{ code, message: expect.stringContaining(says) }] });
      expect(response.headers.get("countersign-notices")).toContain(`${code}: `);
      expect(response.headers.has("countersign-explanation")).toBe(false);
    },
  );

  test.each(NOTICE_CODES)("%s is refused with the option strict", async (code) => {
    const [says, last, first] = CASES[code];
    if (first !== undefined) await send(first(strict));
    const response = await send(last(strict));
    const [request] = await strict.requests(1);
    expect(request).toMatchObject({ authenticated: true, accepted: false, outcome: expect.stringContaining(says) });
    expect(`${response.status} ${await response.text()}`).toMatch(/^403 <!DOCTYPE|^200 type=validation-error[\n&]/);
  });
});

describe("the simulator's notices", () => {
  test("can be named in strict as refusals, such as HMAC for create-card-ref alone", {
    tags: ["deep"],
  }, async () => {
    const simulator = await startGatewaySimulator({ strict: ["signature-method"] });
    try {
      expect((await send(hmacRequestTo(simulator))).status).toBe(403);
      expect((await send(requestTo(simulator, { protocol: { oauth_version: null } }))).status).toBe(200);
    } finally {
      await simulator.close();
    }
    await expect(startGatewaySimulator({ strict: ["nothing" as NoticeCode] })).rejects.toThrow(
      /strict must be true, false or codes of nonce-reused, .*got "nothing"/,
    );
  });

  test("are none for the client, in any operation", { tags: ["deep"] }, async () => {
    const simulator = await startGatewaySimulator({ strict: true });
    try {
      const { login, controlKey, privateKey, endpoint, payment } = simulator.sample!;
      const client = createGatewayClient({
        environment: { name: "integration", origin: simulator.origin },
        keys: { environment: "integration", login, controlKey, privateKey },
        endpoint: endpointId(endpoint),
      });
      const money = { amount: "1.00", currency: "EUR" };
      const destinationCardNo = "4444555566661111";
      await client.createCardRef(payment);
      await client.panEligibilitySend({ clientOrderId: "a", sendingCardRefId: "1000000001" });
      await client.transfer({
        clientOrderId: "b",
        ...money,
        deposit2card: "true",
        orderDesc: "Größe",
        destinationCardNo,
      });
      await client.transferByRef({ clientOrderId: "c", ...money, destinationCardRefId: "1000000002" });
      await client.payout({ clientOrderId: "d", ...money, accountNumber: "1234567890" });
      await client.status({ clientOrderId: "d" });
      expect((await simulator.requests()).flatMap(({ notices }) => notices)).toEqual([]);
    } finally {
      await simulator.close();
    }
  });

  test("cannot be chosen with an unknown option", async () => {
    await expect(startGatewaySimulator({ prot: 1 } as never)).rejects.toThrow(
      /options has no member "prot", only .*port/,
    );
  });
});

/** What the gateway's specification says, where other tests do not check it. */

import { describe, expect, test } from "vitest";
import {
  createGatewayClient,
  endpointGroupId,
  endpointId,
  type GatewayError,
  type GatewayResponseError,
  OPERATIONS,
  type Operation,
  parseGatewayResponse,
} from "../../src/gateway/index.ts";
import { isCardDataName } from "../../src/redaction/index.ts";
import { clientWith, ENVIRONMENT, errorOf, fakeFetch, KEYS, page } from "./fake-gateway.ts";

const PAYOUT = { clientOrderId: "payout-1", amount: "1.00", currency: "EUR" };
const TRANSFER = { clientOrderId: "t-1", amount: "1.00", currency: "EUR" };

/** The body parameters that the specification lists. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  createCardRef: ["login", "client_orderid", "orderid"],
  panEligibilitySend: ["client-order-id", "sending-card-ref-id"],
  transfer: [
    ...["amount", "currency", "client_orderid", "order_desc", "redirect_url", "ipaddress", "credit_card_number"],
    ...["card_printed_name", "cvv2", "expire_month", "expire_year", "deposit2card", "destination-card-no"],
    ...["card_recurring_payment_id", "destination_card_recurring_payment_id"],
  ],
  transferByRef: ["client-order-id", "amount", "currency", "order_desc", "destination-card-no"],
  payout: ["client-order-id", "amount", "currency", "order_desc", "account_number", "bank_name"],
};

describe("the operation", () => {
  test.each(Object.entries(OPERATIONS) as [string, Operation][])(
    "%s has exactly the parameters of the specification",
    (name, { parameters }) => {
      const marked = Object.values(parameters).filter(({ nameFrom }) => nameFrom === "specification");
      expect(marked.map((one) => one.name).toSorted()).toEqual((LISTED[name] ?? []).toSorted());
    },
  );
});

describe("the card data of an operation", () => {
  test("is recognized by the names of its parameters, so that no log shows it", () => {
    const parameters = Object.values<Operation>(OPERATIONS).flatMap((operation) => Object.values(operation.parameters));
    const names = parameters
      .filter(({ type }) => type === "card-number" || type === "cvv2")
      .flatMap(({ name, otherNames = [] }) => [name, ...otherNames]);
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !isCardDataName(name))).toEqual([]);
  });
});

describe("transfer", () => {
  test("sends recurring payments and deposit2card under the names of the specification", async () => {
    const { sent, fetch } = fakeFetch("type=async-response&paynet-order-id=1");
    await clientWith(fetch).transfer({
      ...TRANSFER,
      cardRecurringPaymentId: "31",
      destinationCardRecurringPaymentId: "32",
      deposit2card: "true",
    });
    expect(sent[0]!.body).toMatch(
      /card_recurring_payment_id=31&destination_card_recurring_payment_id=32&deposit2card=true/,
    );
  });

  test.each([
    ["deposit2card", "maybe"],
    ["deposit2card", "TRUE"],
    ["cardRecurringPaymentId", "x1"],
    ["destinationCardRecurringPaymentId", "1".repeat(21)],
  ])("cannot have %s=%s", async (field, value) => {
    const call = clientWith(fakeFetch("").fetch).transfer({ ...TRANSFER, [field]: value });
    expect(await errorOf(call)).toMatchObject({ code: "argument-invalid", field });
  });

  test("cannot have deposit2card=maybe without the public checks either: the specification gives its values", async () => {
    const call = clientWith(fakeFetch("").fetch, { publicChecks: false }).transfer({
      ...TRANSFER,
      deposit2card: "maybe",
    });
    expect(await errorOf(call)).toMatchObject({ field: "deposit2card" });
  });
});

describe("a text that is no number", () => {
  test.each(["ENDPOINTID", "39915a", "٣"])("is no id of an endpoint or a group: %s", (id) => {
    for (const check of [endpointId, endpointGroupId]) {
      expect(() => check(id)).toThrow(expect.objectContaining({ code: "argument-invalid" }));
    }
  });
});

describe("an answer to another order", () => {
  const other = "type=async-response\n&merchant-order-id=payout-2\n&paynet-order-id=4711\n";

  test("is an error, whose hint says to check the status of the order", async () => {
    const error = await errorOf<GatewayResponseError>(clientWith(fakeFetch(other).fetch).payout(PAYOUT));
    expect(error).toMatchObject({
      code: "response-for-other-order",
      hint: expect.stringContaining("check its status"),
    });
    expect(error.message).toBe('expected an answer to the order "payout-1", got merchant-order-id "payout-2"');
  });

  test("is not reported as declined: the order that was sent may have been accepted", async () => {
    const declined = "type=async-response&merchant-order-id=payout-2&status=declined&error-message=no";
    const call = clientWith(fakeFetch(declined).fetch).payout(PAYOUT);
    expect(await errorOf(call)).toMatchObject({ code: "response-for-other-order" });
  });

  test("is recognized by parseGatewayResponse if it knows the id that was sent", () => {
    expect(() => parseGatewayResponse("payout", { body: other, clientOrderId: "payout-1" })).toThrow(
      expect.objectContaining({ code: "response-for-other-order" }),
    );
    expect(parseGatewayResponse("payout", { body: other, clientOrderId: " payout-2" }).paynetOrderId).toBe("4711");
    expect(parseGatewayResponse("payout", { body: other }).merchantOrderId).toBe("payout-2");
  });
});

describe("the body that an error keeps", () => {
  test.each([
    ["text/html;charset=windows-1251", Buffer.from("cdc5d2", "hex"), "НЕТ"],
    ["text/html;charset=iso-8859-1", Buffer.from("e9", "hex"), "é"],
    ["text/html", Buffer.from("é"), "é"],
    ["text/html;charset=none-such", Buffer.from("é"), "é"],
  ])("is decoded by its charset: %s", async (type, octets, text) => {
    const body = Uint8Array.from([...Buffer.from("type=error&error-message="), ...octets]);
    const call = clientWith(fakeFetch(page(body, 200, type)).fetch).payout(PAYOUT);
    expect((await errorOf<GatewayResponseError>(call)).response.body).toBe(`type=error&error-message=${text}`);
  });
});

describe("an option that does not exist", () => {
  const { fetch } = fakeFetch("type=async-response&paynet-order-id=1");

  test.each([
    [{ timeout: 1 }, 'options has no member "timeout", only transport,'],
    [{ environment: { ...ENVIRONMENT, prefix: "/x" } }, 'environment has no member "prefix", only name,'],
    [{ keys: { ...KEYS, secret: "x" } }, 'keys has no member "secret", only environment, login,'],
    [{ extra: {} }, 'options has no member "extra", only'],
  ])("of a client is an error (%#)", (options, message) => {
    expect(() => clientWith(fetch, options)).toThrow(
      expect.objectContaining({ code: "configuration-invalid", message: expect.stringContaining(message) }),
    );
  });

  test("of a call is an error", async () => {
    const call = clientWith(fetch).payout(PAYOUT, { retries: 3 } as never);
    const error = await errorOf<GatewayError>(call);
    expect(error).toMatchObject({ code: "configuration-invalid" });
    expect(error.message).toMatch(/^options has no member "retries", only .*attempts/);
  });
});

describe("a key of OpenSSH", () => {
  test("is called one, with the command that converts it", () => {
    const privateKey = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
    const keys = { environment: "integration", login: "merchant", privateKey } as const;
    expect(() => createGatewayClient({ environment: ENVIRONMENT, keys, endpoint: endpointId("1") })).toThrow(
      expect.objectContaining({ code: "key-unusable", message: expect.stringContaining("ssh-keygen -p -m PKCS8") }),
    );
  });
});

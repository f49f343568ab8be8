import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { type GatewayArgumentError, OPERATIONS, type Operation } from "../../src/gateway/index.ts";
import { testEach } from "../title.ts";
import { ACCEPTED, CARD, clientWith, errorOf, fakeFetch } from "./fake-gateway.ts";

const TRANSFER = { clientOrderId: "t-1", amount: "10.42", currency: "EUR", destinationCardNo: CARD } as const;

/** Calls without type checks. */
function call(operation: keyof typeof OPERATIONS, args: object, options: object = {}) {
  const { sent, fetch } = fakeFetch(ACCEPTED);
  const method = clientWith(fetch, options)[operation] as (args: object) => Promise<unknown>;
  return { sent, result: method(args) };
}

describe("a wrong argument", () => {
  testEach([
    ["createCardRef", {}, "clientOrderId", "expected a value, got none"],
    ["createCardRef", { clientOrderId: "a" }, "orderId", "together with clientOrderId, got clientOrderId alone"],
    ["createCardRef", { orderId: "1" }, "clientOrderId", "together with orderId, got orderId alone"],
    ["createCardRef", { clientOrderId: "", orderId: "1" }, "clientOrderId", "got empty text"],
    [
      "createCardRef",
      { clientOrderId: "x".repeat(129), orderId: "1" },
      "clientOrderId",
      "1 to 128 characters, got 129",
    ],
    ["createCardRef", { clientOrderId: "a\ud800", orderId: "1" }, "clientOrderId", "unpaired UTF-16 surrogate"],
    ["createCardRef", { clientOrderId: "a", orderId: 5624 }, "orderId", "expected text, got number"],
    ["createCardRef", { clientOrderid: "a", orderId: "1" }, "clientOrderid", "there is no such argument"],
    ["createCardRef", JSON.parse('{"__proto__":"x"}'), "__proto__", "there is no such argument"],
    ["transferByRef", { ...TRANSFER, amount: "1042" }, "amount", 'with a point, such as 10.42, got "1042"'],
    ["transferByRef", { ...TRANSFER, amount: "10,42" }, "amount", "with a point"],
    ["transferByRef", { ...TRANSFER, amount: "0.00" }, "amount", "with a point"],
    ["transferByRef", { ...TRANSFER, amount: "-1.00" }, "amount", "with a point"],
    ["transferByRef", { ...TRANSFER, amount: 10.5 }, "amount", "expected text, got number"],
    ["transferByRef", { ...TRANSFER, currency: "EURO" }, "currency", "ISO 4217"],
    ["transferByRef", { ...TRANSFER, currency: "QQQ" }, "currency", "ISO 4217"],
    ["transferByRef", { ...TRANSFER, currency: "eur" }, "currency", "ISO 4217"],
    ["transferByRef", { ...TRANSFER, destinationCardRefId: "1" }, "destinationCardRefId", "expected one of"],
    ["transferByRef", { ...TRANSFER, destinationCardNo: undefined }, "destinationCardNo", "got none"],
    ["transferByRef", { ...TRANSFER, ipAddress: "192.0.2" }, "ipAddress", "IPv4 or IPv6"],
    ["transferByRef", { ...TRANSFER, redirectUrl: "javascript:1" }, "redirectUrl", "http or https"],
    ["transfer", { ...TRANSFER, creditCardNumber: CARD }, "expireMonth", "together with creditCardNumber"],
    ["payout", { ...TRANSFER, destinationCardNo: undefined, expireYear: "30" }, "expireYear", "a year of four digits"],
    ["payout", { clientOrderId: "o", amount: "1.00", currency: "EUR", expireMonth: "13" }, "expireMonth", "01 to 12"],
    ["panEligibilitySend", { clientOrderId: "p", sendingCardNumber: CARD }, "cardPrintedName", "together with"],
  ])("is named, and nothing is sent: %s %s", async (operation, args, field, message) => {
    const { sent, result } = call(operation, args);
    const error = await errorOf<GatewayArgumentError>(result);
    expect(error).toMatchObject({ name: "GatewayArgumentError", code: "argument-invalid", field });
    expect(error.message).toContain(message);
    expect(sent).toEqual([]);
  });

  test.each([
    ["destinationCardNo", "4444 5555 6666 1111"],
    ["destinationCardNo", "4444-5555-6666-1111"],
    ["destinationCardNo", "44445555666"],
    ["amount", CARD],
  ])("is named without showing a card number: %s %s", async (field, value) => {
    const error = await errorOf<Error>(call("transferByRef", { ...TRANSFER, [field]: value }).result);
    expect(error).toMatchObject({ field });
    expect(inspect(error)).not.toMatch(/4444.?5555/);
  });
});

describe("a cvv2 in place of a month", () => {
  test("is not in the message", async () => {
    const { result } = call("transfer", { ...TRANSFER, expireMonth: "987" });
    const error = await errorOf<Error>(result);
    // Line numbers of the stack may be the digits of a cvv2.
    error.stack = "";
    expect(inspect(error)).not.toContain("987");
  });
});

describe("checks that come from public documents", () => {
  const LOOSE = { clientOrderId: "t-1", amount: "100", currency: "PTS", destinationCardNo: "1234" };

  test("can be turned off for a client", async () => {
    const { sent, result } = call("transferByRef", LOOSE, { publicChecks: false });
    await result;
    expect(sent[0]!.body).toContain("client-order-id=t-1&destination-card-no=1234&amount=100&currency=PTS");
    expect(await errorOf(call("transferByRef", LOOSE).result)).toMatchObject({ code: "argument-invalid" });
  });

  test("can be turned off for one call, as the hint says", async () => {
    const { sent, fetch } = fakeFetch(ACCEPTED);
    const client = clientWith(fetch);
    const error = await errorOf<GatewayArgumentError>(client.transferByRef({ ...TRANSFER, amount: "100" }));
    expect(error.hint).toContain(
      'write "100.00"; to send it unchecked, set publicChecks: false in the options of this call',
    );
    await client.transferByRef({ ...TRANSFER, amount: "100" }, { publicChecks: false });
    expect(sent[0]!.body).toContain("amount=100&");
    const other = await errorOf<GatewayArgumentError>(client.transferByRef({ ...TRANSFER, currency: "QQQ" }));
    expect(other.hint).toMatch(/^this rule comes from public documents only; .*publicChecks: false/);
    const specified = await errorOf<GatewayArgumentError>(
      client.createCardRef({ clientOrderId: "x".repeat(129), orderId: "1" }),
    );
    expect(specified.hint).toBeUndefined();
  });

  test("do not include the checks of the specification", async () => {
    const { result } = call("createCardRef", { clientOrderId: "a" }, { publicChecks: false });
    expect(await errorOf(result)).toMatchObject({ field: "orderId" });
  });
});

describe("further parameters", () => {
  async function send(extra: object): Promise<unknown> {
    const { sent, fetch } = fakeFetch(ACCEPTED);
    await clientWith(fetch).transferByRef(TRANSFER, { extra: extra as Record<string, string> });
    return sent[0]!.body;
  }

  test("are signed and sent unchanged", async () => {
    expect(await send({ receiver_first_name: "José" })).toMatch(/&receiver_first_name=Jos%C3%A9$/);
  });

  test.each([{ oauth_nonce: "1" }, { amount: "1.00" }, { client_orderid: "t-1" }, { note: 1 }, { note: "" }])(
    "with %j are an error",
    async (extra) => {
      expect(await errorOf(send(extra))).toMatchObject({ field: Object.keys(extra)[0] });
    },
  );
});

describe("the table of operations", () => {
  const rows = Object.entries(OPERATIONS) as [string, Operation][];

  test.each(rows)("%s refers to its own arguments, and names each parameter once", (_name, row) => {
    const known = Object.keys(row.parameters);
    expect([...row.oneOf.flat(), ...row.together.flat()].filter((argument) => !known.includes(argument))).toEqual([]);
    const names = Object.values(row.parameters).flatMap(({ name, otherNames = [] }) => [name, ...otherNames]);
    expect(new Set(names).size).toBe(names.length);
    for (const argument of [...row.oneOf.flat(), ...row.together.flat()]) {
      expect(row.parameters[argument]!.need, argument).toBe("conditional");
    }
    if (Object.hasOwn(row.parameters, "amount")) expect(row.movesMoney).toBe(true);
  });

  test("has the operations of the specification and of public documents", () => {
    const listed = rows.map(([, { version, path, signatureMethod }]) => `${version} ${path} ${signatureMethod}`);
    expect(listed).toEqual(
      expect.arrayContaining([
        "v4 create-card-ref RSA-SHA256",
        "v2 pan-eligibility/send HMAC-SHA1",
        "v4 transfer RSA-SHA256",
        "v4 transfer-by-ref RSA-SHA256",
        "v4 payout RSA-SHA256",
        "v4 status RSA-SHA256",
      ]),
    );
  });
});

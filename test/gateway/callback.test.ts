import { describe, expect, test } from "vitest";
import { callbackControl, verifyCallback } from "../../src/gateway/index.ts";

const controlKey = "test-merchant-control";
const IDS = { status: "approved", orderId: "1234567", clientOrderId: "hf-abc" };
const CONTROL = "652ace404c4dfe8bba069ecee594ec23a89340e1";
const QUERY = `status=approved&orderid=1234567&merchant_order=hf-abc&control=${CONTROL}`;

describe("the checksum of a callback", () => {
  test.each([
    [IDS, CONTROL],
    [{ status: "", orderId: "", clientOrderId: "" }, "1a66987ac24e927ff2979f83a41cb818936a9e62"],
  ])("is the one that the gateway's makers publish (%#)", (ids, control) => {
    expect(callbackControl(ids, controlKey)).toBe(control);
  });
});

describe("verifyCallback", () => {
  test.each([
    ["a query", QUERY],
    ["a query with its question mark", `?${QUERY}`],
    ["URLSearchParams", new URLSearchParams(QUERY)],
    ["a query in another order with more fields", `amount=10.42&control=${CONTROL}&${QUERY.replace(/&control.*/, "")}`],
  ])("accepts %s", (_, query) => {
    expect(verifyCallback(query, { controlKey })).toMatchObject({ verified: true, ...IDS });
  });

  test("returns all fields, decoded", () => {
    const result = verifyCallback(`${QUERY}&error_message=a+b%C3%A9&__proto__=x`, { controlKey });
    expect(result.verified && Object.entries(result.fields)).toContainEqual(["error_message", "a bé"]);
    expect(result.verified && Object.keys(result.fields)).toContain("__proto__");
  });

  test.each([
    ["another status", QUERY.replace("approved", "declined"), "control-mismatch"],
    ["another order id", QUERY.replace("1234567", "1234568"), "control-mismatch"],
    ["a checksum that was cut", QUERY.slice(0, -1), "control-mismatch"],
    ["a checksum in upper case", QUERY.replace(CONTROL, CONTROL.toUpperCase()), "control-mismatch"],
    ["an empty checksum", QUERY.replace(CONTROL, ""), "control-mismatch"],
    ["no checksum", QUERY.replace(/&control.*/, ""), "field-missing"],
    ["no status", QUERY.replace("status=approved&", ""), "field-missing"],
    ["nothing", "", "field-missing"],
    ["a status twice", `${QUERY}&status=declined`, "field-repeated"],
    ["a checksum twice", `${QUERY}&control=${CONTROL}`, "field-repeated"],
    ["another order id of the merchant beside the signed one", `${QUERY}&client_orderid=other`, "field-malformed"],
    [
      "a status that no gateway has",
      `status=&orderid=&merchant_order=&control=1a66987ac24e927ff2979f83a41cb818936a9e62`,
      "field-malformed",
    ],
  ])("rejects %s", (_, query, code) => {
    const result = verifyCallback(query, { controlKey });
    expect(result).toMatchObject({ verified: false, code });
    expect(JSON.stringify(result)).not.toMatch(/test-merchant-control|652ace/);
  });

  test.each(["", undefined, 7, "key\n"])("needs a control key, not %j", (key) => {
    expect(() => verifyCallback(QUERY, { controlKey: key as string })).toThrow(
      /controlKey(?: must be|: expected) text/,
    );
  });

  test.each([{ status: "approved" }, null, ["status=approved"]])(
    "takes no fields that a framework parsed: %j",
    (query) => {
      expect(() => verifyCallback(query as never, { controlKey })).toThrow(/query must be text or URLSearchParams/);
    },
  );
});

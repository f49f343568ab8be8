import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { type GatewayResponseError, parseGatewayResponse } from "../../src/gateway/index.ts";
import { testEach } from "../title.ts";
import { APPROVED, CARD, CONTROL_KEY, clientWith, errorOf, fakeFetch, page } from "./fake-gateway.ts";

const HTML = "<!DOCTYPE html>\n<html><body><h1>Access denied</h1></body></html>";
const JSON_TYPE = "application/vnd.pay+json";

type Given = Parameters<typeof parseGatewayResponse>[1];

/** The error that parsing the response throws. */
function errorFor(response: Given, operation: "createCardRef" | "payout" = "createCardRef"): GatewayResponseError {
  try {
    parseGatewayResponse(operation, response);
  } catch (error) {
    return error as GatewayResponseError;
  }
  throw new Error("the response was accepted");
}

describe("an approved card reference", () => {
  const EXPECTED = {
    type: "create-card-ref-response",
    serialNumber: "00000000-0000-0000-0000-0000000002c1",
    cardRefId: "1000000001",
    status: "approved",
  };

  test.each([
    ["with a line feed after each value", APPROVED],
    ["without line feeds", APPROVED.replaceAll("\n", "")],
    ["with CR LF", APPROVED.replaceAll("\n", "\r\n")],
    ["with percent-encoded line feeds", APPROVED.replaceAll("\n", "%0A")],
    ["with everything percent-encoded", APPROVED.replaceAll("-", "%2D")],
    ["as octets", Buffer.from(APPROVED)],
  ])("is read %s", (_name, body) => {
    expect(parseGatewayResponse("createCardRef", { body })).toMatchObject(EXPECTED);
  });

  test("has unknown fields, and the ids of the receiver's card", () => {
    const card = parseGatewayResponse("createCardRef", {
      body: `${APPROVED}&unq-card-ref-id=7\n&recurring-payment-id=8\n&dst-card-ref-id=9\n&new-thing=a+b%26c%C3%A9\n&__proto__=x\n`,
    });
    expect(card).toMatchObject({ unqCardRefId: "7", recurringPaymentId: "8", dstCardRefId: "9" });
    expect(card.fields["new-thing"]).toBe("a b&cé");
    expect(Object.keys(card.fields)).toContain("__proto__");
  });

  test("is read in the charset of the header, if that charset exists", () => {
    const body = Buffer.from(`${APPROVED}&name=Jos\xe9&other=%E9`, "latin1");
    const card = parseGatewayResponse("createCardRef", { body, contentType: 'text/html; charset="ISO-8859-1"' });
    expect(card.fields).toMatchObject({ name: "José", other: "é" });
    expect(errorFor({ body, contentType: "text/html;charset=klingon" }).message).toContain('no charset "klingon"');
  });

  test("is read from JSON without losing digits of numbers", () => {
    const body =
      '{"type":"create-card-ref-response", "card-ref-id":12345678901234567890,"status":"approved","x":{"y":[1]},"z":null,"t":true}';
    const card = parseGatewayResponse("createCardRef", { body, contentType: JSON_TYPE });
    expect(card.cardRefId).toBe("12345678901234567890");
    expect(card.fields).toMatchObject({ x: '{"y":["1"]}', t: "true" });
  });

  test("can have the status processing", () => {
    const body = "type=create-card-ref-response&status=processing";
    expect(parseGatewayResponse("createCardRef", { body })).toMatchObject({ status: "processing", cardRefId: "" });
  });
});

describe("an accepted order", () => {
  test("has both ids, and the status processing if the answer has none", () => {
    const body = "type=async-response\n&paynet-order-id=4711\n&merchant-order-id=invoice-1\n";
    expect(parseGatewayResponse("payout", { body })).toMatchObject({
      paynetOrderId: "4711",
      merchantOrderId: "invoice-1",
      status: "processing",
    });
  });
});

describe("an incomplete id", () => {
  test.each([
    ["payout", "type=async-response\n&merchant-order-id=t\n&paynet-order-id=47", "paynet-order-id"],
    ["createCardRef", "type=create-card-ref-response\n&status=approved\n&card-ref-id=10000", "card-ref-id"],
  ] as const)("of %s is an error that keeps the body, without a field for the id", (operation, body, name) => {
    const error = errorFor({ body }, operation);
    expect(error).toMatchObject({ code: "response-cut-off", response: { body } });
    expect(error.response.fields).not.toHaveProperty(name);
    expect(error.hint === undefined).toBe(operation === "createCardRef");
  });
});

describe("an error of the gateway", () => {
  testEach([
    ["type=validation-error\n&error-message=Parameter+orderid+is+required\n&error-code=1\n", 200, "validation-error"],
    ["type=error&error-message=Parameter+orderid+is+required&error-code=1", 200, "error"],
    [
      "type=create-card-ref-response&status=declined&error-message=Parameter+orderid+is+required&error-code=1",
      200,
      "declined",
    ],
    [
      "type=create-card-ref-response&status=filtered&error-message=Parameter+orderid+is+required&error-code=1",
      200,
      "declined",
    ],
    [
      "type=create-card-ref-response&status=error&error-message=Parameter+orderid+is+required&error-code=1",
      200,
      "error",
    ],
    ["type=validation-error&error-message=Parameter+orderid+is+required&error-code=1", 403, "validation-error"],
  ])("%s becomes an error with its code and message", (body, status, code) => {
    expect(errorFor({ body, status })).toMatchObject({
      name: "GatewayResponseError",
      code,
      gatewayCode: "1",
      gatewayMessage: "Parameter orderid is required",
      message: expect.stringContaining('(error-code "1"): "Parameter orderid is required"'),
    });
  });

  testEach([
    ['{"type":"validation-error","error-message":"no","error-code":1}', "validation-error"],
    ['{"status":"declined","error-message":"no","error-code":1}', "declined"],
    ['{"error-message":"no","error-code":1}', "error"],
  ])("%s in JSON with the status 422 is an error", (body, code) => {
    const given = { body, status: 422, contentType: `${JSON_TYPE};charset=utf-8` };
    expect(errorFor(given)).toMatchObject({ code, gatewayCode: "1", gatewayMessage: "no" });
  });

  test("has no control characters in its message", () => {
    expect(errorFor({ body: "type=error&error-message=%1b[2Jgone%0d%e2%80%ae" }).message).not.toMatch(/[\p{C}]/u);
  });
});

describe("access denied", () => {
  testEach([
    [403, HTML],
    [401, ""],
    [401, HTML],
    [403, "Forbidden"],
  ])("is the error for a %s with %s, with a list of checks", (status, body) => {
    const error = errorFor({ status, body });
    expect(error).toMatchObject({ code: "access-denied", response: { status, body } });
    const lines = error.hint!.split("\n");
    expect(lines[1]).toMatch(/^1\. the keys belong to this environment/);
    expect(lines[2]).toMatch(/^2\. RSA: the gateway has the public key/);
    expect(lines.length).toBeGreaterThan(8);
    expect(error.hint).toContain("countersign explain FILE");
  });
});

describe("a status that no document lists", () => {
  test.each(["createCardRef", "payout", "status"] as const)(
    "is unknown in the answer to %s, and kept in its fields",
    (operation) => {
      const type = { createCardRef: "create-card-ref-response", payout: "async-response", status: "status-response" };
      const body = `type=${type[operation]}&status=reversing&paynet-order-id=1&card-ref-id=2`;
      const answer = parseGatewayResponse(operation, { body });
      expect(answer).toMatchObject({ status: "unknown", fields: { status: "reversing" } });
      if ("isFinal" in answer) expect(answer.isFinal).toBe(false);
    },
  );

  test("is no type of a status, so that a switch over all of them needs no default", () => {
    const { status } = parseGatewayResponse("status", { body: "type=status-response&status=filtered" });
    const text: Record<typeof status, string> = {
      approved: "a",
      declined: "d",
      error: "e",
      filtered: "f",
      processing: "p",
      unknown: "u",
    };
    expect(text[status]).toBe("f");
  });
});

describe("a body that is not an answer", () => {
  testEach([
    ["", "response-cut-off", "empty"],
    [HTML, "response-malformed", "an HTML page"],
    ["OK", "response-malformed", 'name=value as pair 1, got "OK"'],
    ["type", "response-malformed", "pair 1"],
    ["type=x&status=approved", "response-malformed", 'got "x"'],
    ["status=approved&card-ref-id=1", "response-malformed", "got none"],
    [APPROVED.slice(0, 40), "response-cut-off", "pair 2"],
    [APPROVED.slice(0, APPROVED.indexOf("&card-ref-id") + 1), "response-cut-off", "ends after an &"],
    ["type=create-card-ref-response&", "response-cut-off", "ends after an &"],
    [APPROVED.slice(0, APPROVED.indexOf("&status")), "response-cut-off", "has no status"],
    [
      APPROVED.slice(0, -4),
      "response-cut-off",
      'pair 4 has no line feed at its end, unlike the others: "status=appro"',
    ],
    [APPROVED.replaceAll("\n", "%0A").slice(0, -4), "response-cut-off", "pair 4 has no line feed"],
    [APPROVED.replaceAll("\n", "").slice(0, -3), "response-cut-off", 'expected a whole status, got "appro"'],
    ["type=create-card-ref-response&status=approved", "response-cut-off", "has no card-ref-id"],
    ["type=create-card-ref-response&x=%2", "response-cut-off", "pair 2"],
    ["type=create%zzref&x=1", "response-malformed", "pair 1"],
    ["=x&type=y", "response-malformed", "pair 1"],
    ["type=a&&b=c", "response-malformed", "pair 2"],
    [`${APPROVED}&${APPROVED}`, "response-doubled", 'has "type" more than once'],
    [`${APPROVED}${APPROVED}`, "response-doubled", "more than once"],
    ["type=create-card-ref-response&status=approved&status=declined", "response-doubled", '"status"'],
    [`${APPROVED}&name=%FF`, "response-not-utf8", "pair 5"],
    [Buffer.from(`${APPROVED}&name=Jos\xe9`, "latin1"), "response-not-utf8", "pair 5"],
    ["a=b&".repeat(2000), "response-malformed", "at most 1000"],
  ])("%s is reported as %s", (body, code, message) => {
    const error = errorFor({ body });
    expect({ code: error.code, message: error.message }).toEqual({ code, message: expect.stringContaining(message) });
    expect(error.response.status).toBe(200);
  });

  testEach([
    ['{"type":"create-card-ref-response","sta', "response-cut-off"],
    ["{]}", "response-malformed"],
    ["[1]", "response-malformed"],
    ["null", "response-malformed"],
    [
      '{"type":"create-card-ref-response","status":"approved","status":"declined","card-ref-id":"1"}',
      "response-doubled",
    ],
    [Buffer.from('{"type":"\xff"}', "latin1"), "response-not-utf8"],
  ])("in JSON, %s is reported as %s", (body, code) => {
    expect(errorFor({ body, contentType: JSON_TYPE }).code).toBe(code);
  });

  const expectMalformed = (levels: number): void => {
    const body = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    expect(errorFor({ body, contentType: JSON_TYPE }).code).toBe("response-malformed");
  };
  const LEVELS = "in JSON, an object with %i levels is reported as response-malformed";
  test.each([10_000])(LEVELS, expectMalformed);
  test.each([100_000])(LEVELS, { tags: ["deep"] }, expectMalformed);

  test.each(["application/pdf", "image/png", "multipart/form-data; boundary=x"])(
    "of the type %s is refused",
    (contentType) => {
      expect(errorFor({ body: APPROVED, contentType })).toMatchObject({ code: "response-malformed" });
    },
  );

  test.each([404, 500, 502, 503])("with the status %i is an error, and its hint is to check the status", (status) => {
    expect(errorFor({ body: HTML, status }, "payout")).toMatchObject({
      code: "http-status",
      hint: expect.stringContaining("status"),
    });
  });

  test("that breaks off or never ends is kept as far as it was received", { tags: ["deep"] }, async () => {
    const broken = () =>
      new ReadableStream(
        {
          start: (controller) => controller.enqueue(Buffer.from("type=create-card")),
          pull: (controller) => controller.error(new Error("terminated")),
        },
        { highWaterMark: 1 },
      );
    const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(65_536, "a")) });
    for (const [stream, code] of [
      [broken, "response-cut-off"],
      [endless, "response-too-large"],
    ] as const) {
      const { fetch } = fakeFetch(async () => new Response(stream()));
      const error = await errorOf<GatewayResponseError>(
        clientWith(fetch).createCardRef({ clientOrderId: "a", orderId: "1" }),
      );
      expect(error.code).toBe(code);
      expect(error.response.body).toMatch(/^type=create-card$|^a{4096}$/);
    }
  });
});

describe("an error", () => {
  test("has no card number, cvv2 or key, wherever the gateway put them", async () => {
    const said = `${CARD} ${CARD.replace(/(....)(?!$)/g, "$1 ")} cvv2=123 cvv2%3D456 "cvv2":"789" ${CARD.replace(/./g, (digit) => `%3${digit}`)} ${CONTROL_KEY} ${encodeURIComponent(CONTROL_KEY)}`;
    const bodies = [
      page(`type=error&error-message=${encodeURIComponent(said)}&x=${said.replaceAll("&", "")}`),
      page(said, 403),
      page(said),
      page(said, 500),
    ];
    for (const body of bodies) {
      const call = clientWith(fakeFetch(body).fetch).transferByRef({
        clientOrderId: "t",
        amount: "1.00",
        currency: "EUR",
        destinationCardNo: CARD,
      });
      const error = await errorOf<GatewayResponseError>(call);
      // Line numbers of the stack may be digits of a card.
      error.stack = "";
      const shown = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${error.message} ${error.hint}`;
      expect(shown).not.toMatch(/4444.?5555|B17F59B4|123(?!4)|456|789/);
      expect(shown).toMatch(/\*\*\*1111/);
    }
  });

  testEach([
    ["type=error&error-message=card%3A4111-1111-1111-1111%20end"],
    ["type=error&error-message=%224111%201111%201111%201111%22"],
    ["type=error&error-message=card%204111111111111110111%20bad"],
    ["type=error&error-message=4111.1111.1111.1111"],
    ["type=error&error-message=wrong+security+code+987"],
    [`type=error&error-message=${"x".repeat(290)}${CARD}`],
    [`${"x".repeat(50)}${CARD}`],
    [`type=error&error-message=no&merchant-order-id=${CARD}`],
    [`{"type":${"x".repeat(45)}${CONTROL_KEY}`],
  ])("has no secret if the gateway answers %s", async (body) => {
    const call = clientWith(fakeFetch(page(body)).fetch).transfer({
      clientOrderId: "t",
      amount: "1.00",
      currency: "EUR",
      destinationCardNo: CARD,
      creditCardNumber: CARD,
      expireMonth: "12",
      expireYear: "2099",
      cvv2: "987",
    });
    const error = await errorOf<GatewayResponseError>(call);
    // Line numbers of the stack may be the digits of a cvv2.
    error.stack = "";
    const shown = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
    expect(shown).not.toMatch(/4444.?5555|4111.?(?:%20)?1111|987|B17F/);
  });

  test("has no secret of an unexpected type or of a redirect", async () => {
    const types = page("x", 200, `x/${CARD} ${CONTROL_KEY}`);
    const redirect = new Response(null, {
      status: 302,
      headers: { location: `https://x.example/${"x".repeat(30)}${CARD}` },
    });
    for (const response of [types, redirect]) {
      const call = clientWith(fakeFetch(response).fetch).createCardRef({ clientOrderId: "a", orderId: "1" });
      expect(inspect(await errorOf(call), { depth: 9 })).not.toMatch(/4444.?5555|B17F/);
    }
  });

  test("has no secret of the messages of an HTTP client", async () => {
    const parse = Object.assign(new Error("Parse Error"), { code: "HPE_INVALID_CONSTANT", data: `SSH ${CARD}` });
    for (const thrown of [
      Object.assign(new TypeError("fetch failed"), { cause: parse }),
      new Error(`cannot send ${CONTROL_KEY} ${CARD}`),
      `text ${CONTROL_KEY}`,
      undefined,
    ]) {
      const client = clientWith(() => Promise.reject(thrown));
      const error = await errorOf<GatewayResponseError>(client.createCardRef({ clientOrderId: "a", orderId: "1" }));
      expect(error.code).toBe("connection-failed");
      expect(error.cause).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 9 })).not.toMatch(/4444.?5555|B17F/);
    }
  });

  test("has the ids that are needed to check the status", () => {
    const error = errorFor({ body: "type=error&error-message=no&paynet-order-id=5624444333322221" });
    expect(error.response.fields["paynet-order-id"]).toBe("5624444333322221");
  });
});

describe("an answer to an unknown operation, or with a body of another type,", () => {
  test("is an error", () => {
    expect(() => parseGatewayResponse("nothing" as never, { body: APPROVED })).toThrow(
      expect.objectContaining({ code: "argument-invalid", field: "operation" }),
    );
    expect(() => parseGatewayResponse("payout", { body: undefined as never })).toThrow(
      expect.objectContaining({ code: "argument-invalid", field: "body" }),
    );
  });
});

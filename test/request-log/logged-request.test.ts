import { describe, expect, test } from "vitest";
import type { HeaderField } from "../../src/oauth1/http-request.ts";
import { createLogView, type LogEntry, type LoggedRequest } from "../../src/request-log/logged-request.ts";

const VIEW = createLogView({
  secrets: () => ["a-control-key"],
  orderIdNames: ["client_orderid"],
  origin: () => "http://127.0.0.1:8080",
});
const CARD = "4444333322221111";

type Arguments = readonly [body: string, field?: HeaderField, url?: string];

const logged = (...args: Arguments): LoggedRequest => VIEW.request(entryOf(...args));

function entryOf(...[body, field = ["x", "y"], url = "https://gate.example/pay"]: Arguments): LogEntry {
  const headers = [
    ["content-type", "application/x-www-form-urlencoded"],
    ["authorization", "Basic bWVyY2hhbnQ6a2V5"],
    field,
  ] as const;
  return {
    number: 1,
    at: 1_700_000_000,
    isAccepted: false,
    outcome: "rejected",
    milliseconds: 1,
    answer: { status: 403, headers: {}, body: "" },
    request: { method: "POST", url, headers, body: Buffer.from(body) },
    diagnosis: { lines: [], parameters: [], causes: [] },
  };
}

describe("a logged request", () => {
  test("is shown whole if it is short", () => {
    expect(logged("note=a&amount=10.42").body).toBe("note=a&amount=10.42");
  });

  test("hides the credentials of another scheme than OAuth", () => {
    expect(logged("").headers[1]).toEqual(["authorization", "Basic (secret)"]);
  });

  test("is cut if it is long, after a separator and with the number of characters left out", { tags: ["deep"] }, () => {
    const body = `note=${"n".repeat(60_000)}&other=${"o".repeat(10_000)}`;
    expect(logged(body).body).toBe(`${body.slice(0, 60_006)}… (10006 more characters)`);
    expect(logged("n".repeat(70_000)).body).toBe("… (70000 more characters)");
  });

  test.each(["&", '"', "\n"])("is cut after its last separator: %j", (separator) => {
    const body = `a=1${separator}${"n".repeat(66_000)}`;
    expect(logged(body).body).toBe(`a=1${separator}… (66000 more characters)`);
  });

  test("shows no part of a card number where it is cut", { tags: ["deep"] }, () => {
    for (let part = 1; part < CARD.length; part++) {
      const before = "n".repeat(65_536 - part - "note=&card=".length);
      const { body, stages } = logged(`note=${before}&card=${CARD}&z=1`);
      expect(body.slice(-40)).toMatch(/&… \(\d+ more characters\)$/);
      // The last four digits may be shown.
      expect(/444|21111/.exec(JSON.stringify([body, stages]))).toBeNull();
    }
  });

  test("hides a card number that is the name of a header field", () => {
    const { headers, isWhole } = logged("", [CARD, "x"]);
    expect(headers[2]).toEqual(["***1111", "x"]);
    expect(isWhole).toBe(false);
  });

  test("is shown without its parameters if they are many, and says so", () => {
    const many = logged(`cvv2=987&${"a&".repeat(100_000)}`);
    expect(many.body).toBe("(more than 500 parameters: not shown)");
    expect(many.stages).toEqual({ parameters: [], problem: many.body });
    expect(many).toMatchObject({ isWhole: false, curl: many.body, url: "https://gate.example/pay" });
    expect(logged("", ["x", "y"], `https://gate.example/pay?${"b&".repeat(500)}`).url).toBe("https://gate.example/pay");
    expect(logged("a&".repeat(400)).stages.parameters).toHaveLength(400);
  });
});

describe("the summary of a request", () => {
  test("hides what the request hides", () => {
    const url = `https://gate.example/pay?card=${CARD}&key=a-control-key`;
    const entry = { ...entryOf(`client_orderid=${CARD}`, undefined, url), outcome: "a-control-key" };
    const { target, clientOrderId, outcome } = VIEW.summary(entry);
    expect([target, clientOrderId, outcome]).toEqual(["/pay?card=***1111&key=(secret)", "***1111", "(secret)"]);
  });

  test("has no order of a request with too many parameters", () => {
    const { target, clientOrderId } = VIEW.summary(entryOf(`client_orderid=1&${"a&".repeat(600)}`));
    expect([target, clientOrderId]).toEqual(["/pay", ""]);
  });
});

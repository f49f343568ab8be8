import { describe, expect, test } from "vitest";
import { createLogView, type LogEntry, type LoggedRequest } from "../../../src/gateway/simulator/logged-request.ts";

const CARD = "4444333322221111";

function logged(body: string): LoggedRequest {
  const headers = [
    ["content-type", "application/x-www-form-urlencoded"],
    ["authorization", "Basic bWVyY2hhbnQ6a2V5"],
  ] as const;
  const entry: LogEntry = {
    ...{ number: 1, at: 1_700_000_000, isAccepted: false, outcome: "rejected", milliseconds: 1 },
    answer: { status: 403, headers: {}, body: "" },
    request: { method: "POST", url: "https://gate.example/pay", headers, body: Buffer.from(body) },
    diagnosis: { lines: [], parameters: [], causes: [] },
  };
  return createLogView({ controlKeys: () => [] }, () => "http://127.0.0.1:8080")(entry);
}

describe("a logged request", () => {
  test("is shown whole if it is short", () => {
    expect(logged("note=a&amount=10.42").body).toBe("note=a&amount=10.42");
  });

  test("hides the credentials of another scheme than OAuth", () => {
    expect(logged("").headers[1]).toEqual(["authorization", "Basic (secret)"]);
  });

  test("is cut if it is long, after a separator and with the number of characters left out", () => {
    const body = `note=${"n".repeat(60_000)}&other=${"o".repeat(10_000)}`;
    expect(logged(body).body).toBe(`${body.slice(0, 60_006)}… (10006 more characters)`);
    expect(logged("n".repeat(70_000)).body).toBe("… (70000 more characters)");
  });

  test("shows no part of a card number where it is cut", () => {
    for (let part = 1; part < CARD.length; part++) {
      const before = "n".repeat(65_536 - part - "note=&card=".length);
      const { body, stages } = logged(`note=${before}&card=${CARD}&z=1`);
      expect(body.slice(-40)).toMatch(/&… \(\d+ more characters\)$/);
      // The last four digits may be shown.
      expect(/444|21111/.exec(JSON.stringify([body, stages]))).toBeNull();
    }
  });
});

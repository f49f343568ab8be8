import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { gatewayCommand } from "../../src/cli/gateway/gateway.ts";
import { sign } from "../../src/index.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-log-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a request whose diagnosis has not ended", () => {
  test("is logged when the simulator ends, with that reason", async () => {
    const data = join(folder, "data.json");
    const merchant = { login: "merchant", controlKey: "B17F59B4-A7DC", endpoints: [{ id: "39915" }] };
    writeFileSync(data, JSON.stringify({ merchants: [merchant] }));
    const terminal = fakeTerminal();
    const ended = gatewayCommand({ data }, terminal);
    const [, origin] = await vi.waitFor(() => {
      const found = /listens on (\S+);[\s\S]*_countersign\/\n/.exec(terminal.text());
      if (found === null) throw new Error("not started");
      return found;
    }, 60_000);
    const url = `${origin}/processing/api/v2/status/39915`;
    const credentials = { consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: "another" } as const;
    const form = { login: "merchant", client_orderid: "a", orderid: "1", "by-request-sn": "2" };
    const { headers, body } = sign({ method: "POST", url, form }, credentials);
    const { status } = await fetch(url, { method: "POST", headers, body: body as string });
    process.emit("SIGHUP");
    expect(await ended).toBe(0);
    expect(status).toBe(403);
    expect(terminal.text()).toMatch(/^ {3}no diagnosis: the simulator ended first$/m);
    expect(terminal.text()).not.toContain("too many requests");
  });
});

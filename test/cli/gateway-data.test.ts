import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayCommand } from "../../src/cli/gateway/gateway.ts";
import { readGatewayData } from "../../src/cli/gateway/gateway-data.ts";
import { createGatewayClient, endpointId } from "../../src/gateway/index.ts";
import { startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { shellWords } from "../../src/requests/shell-words.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-data-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("--write-sample writes data that the simulator accepts, with their keys, and overwrites nothing", async () => {
  const target = join(folder, "sample data", "new");
  const given = relative(".", target);
  const terminal = fakeTerminal();
  expect(await gatewayCommand({ writeSample: given }, terminal)).toBe(0);
  expect(terminal.text()).toContain(`countersign gateway --port 8080 --data '${given}/gateway.json'`);
  const environment = new Map(
    readFileSync(join(target, ".env"), "utf8")
      .trim()
      .split("\n")
      .map((line) => shellWords(line)[0]!.split("=") as [string, string]),
  );
  expect(environment.get("GATEWAY_PRIVATE_KEY_FILE")).toSatisfy(isAbsolute);
  const simulator = await startGatewaySimulator({ data: readGatewayData(join(target, "gateway.json")), strict: true });
  try {
    const client = createGatewayClient({
      environment: { name: "integration", origin: simulator.origin },
      keys: {
        environment: "integration",
        login: environment.get("GATEWAY_LOGIN")!,
        privateKey: readFileSync(environment.get("GATEWAY_PRIVATE_KEY_FILE")!),
      },
      endpoint: endpointId(environment.get("GATEWAY_ENDPOINT")!),
    });
    const payment = {
      clientOrderId: environment.get("GATEWAY_CLIENT_ORDERID")!,
      orderId: environment.get("GATEWAY_ORDERID")!,
    };
    expect(await client.createCardRef(payment)).toMatchObject({ status: "approved", dstCardRefId: "1000000002" });
  } finally {
    await simulator.close();
  }
  expect(statSync(join(target, ".env")).mode & 0o777).toBe(0o600);
  const before = readFileSync(join(target, "gateway.json"), "utf8");
  await expect(gatewayCommand({ writeSample: target }, terminal)).rejects.toThrow(/exists/);
  expect(readFileSync(join(target, "gateway.json"), "utf8")).toBe(before);
});

test("--write-sample prints a folder with control characters with escapes", async () => {
  const terminal = fakeTerminal();
  await gatewayCommand({ writeSample: join(folder, "red\u001b[31m") }, terminal);
  expect(terminal.text()).toContain("red\\x1b[31m");
  expect(terminal.text()).not.toMatch(/[^\P{C}\n]/u);
});

describe("a data file", () => {
  function read(data: unknown) {
    const path = join(folder, "checked.json");
    writeFileSync(path, typeof data === "string" ? data : JSON.stringify(data));
    return readGatewayData(path);
  }

  test("can name files with public keys, relative to itself", () => {
    writeFileSync(join(folder, "key.pem"), "PEM");
    const { merchants } = read({
      merchants: [{ login: "a", endpoints: [], publicKeys: ["one"], publicKeyFiles: ["key.pem"] }],
    });
    expect(merchants).toEqual([{ login: "a", endpoints: [], publicKeys: ["one", "PEM"] }]);
  });

  test.each([
    ["{", /expected data of the gateway simulator in JSON at/],
    [{}, /the file must have the field "merchants"/],
    [{ merchants: [] }, /merchants must NOT have fewer than 1 items, got \[\]/],
    [{ merchants: [{ login: "a", endpoints: [], logim: 1 }] }, /merchants\/0 has the unknown field "logim"/],
    [
      { merchants: [{ login: "a", endpoints: [{ id: "../1" }] }] },
      /endpoints\/0\/id \(in \.\.\/1\) must match pattern/,
    ],
    [{ merchants: [{ login: "a", endpoints: [], publicKeyFiles: ["nowhere"] }] }, /nowhere.*ENOENT/],
  ])("with %j is an error", (data, message) => {
    expect(() => read(data)).toThrow(message);
  });

  test("has no key in an error message", () => {
    expect(() => read({ merchants: [{ login: "a", endpoints: [], controlKey: ["s3cret"] }] })).toThrow(
      /controlKey must be string$/,
    );
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayCommand } from "../../src/cli/gateway/gateway.ts";
import { readGatewayData } from "../../src/cli/gateway/gateway-data.ts";
import { createGatewayClient, endpointId } from "../../src/gateway/index.ts";
import { fileSchema } from "../../src/gateway/simulator/data-shapes.ts";
import { type GatewayData, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { COUNTERSIGN } from "../../src/platform/index.ts";
import { shellWords } from "../../src/requests/shell-words.ts";
import { testKeyPair } from "../keys/index.ts";
import { expectOwnerOnly } from "../owner-only.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-data-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("--write-sample", () => {
  test("writes data that the simulator accepts, with their keys, and overwrites nothing", {
    tags: ["deep"],
  }, async () => {
    const target = join(folder, "sample data", "new");
    const given = relative(".", target);
    const terminal = fakeTerminal();
    expect(await gatewayCommand({ writeSample: given, port: "9090" }, terminal)).toBe(0);
    expect(terminal.text()).toContain(`${COUNTERSIGN} gateway --port 9090 --data '${given}/gateway.json'`);
    const environment = new Map(
      readFileSync(join(target, ".env"), "utf8")
        .trim()
        .split("\n")
        .map((line) => shellWords(line)[0]!.split("=") as [string, string]),
    );
    expect(environment.get("GATEWAY_URL")).toMatch(/^http:\/\/127\.0\.0\.1:9090\//);
    expect(environment.get("GATEWAY_PRIVATE_KEY_FILE")).toBe(join(given, "merchant.private.pem"));
    const simulator = await startGatewaySimulator({
      data: readGatewayData(join(target, "gateway.json")),
      strict: true,
    });
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
    expectOwnerOnly(join(target, ".env"));
    const before = readFileSync(join(target, "gateway.json"), "utf8");
    await expect(gatewayCommand({ writeSample: target }, terminal)).rejects.toThrow(/exists/);
    expect(readFileSync(join(target, "gateway.json"), "utf8")).toBe(before);
  });

  test("prints a folder with control characters with escapes", { tags: ["deep"] }, async () => {
    const terminal = fakeTerminal();
    await gatewayCommand({ writeSample: join(folder, "red\u001b[31m") }, terminal);
    expect(terminal.text()).toContain("red\\x1b[31m");
    expect(terminal.text()).not.toMatch(/[^\P{C}\n]/u);
  });

  test("indents the data by two spaces, because people edit them", { tags: ["deep"] }, async () => {
    const target = join(folder, "indented");
    await gatewayCommand({ writeSample: target }, fakeTerminal());
    const text = readFileSync(join(target, "gateway.json"), "utf8");
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
  });
});

describe("a data file", () => {
  function read(data: unknown) {
    const path = join(folder, "checked.json");
    writeFileSync(path, typeof data === "string" ? data : JSON.stringify(data));
    return readGatewayData(path);
  }

  test("can name files with public keys, relative to itself", () => {
    const pem = testKeyPair("rsa-2048").publicKey.export({ type: "spki", format: "pem" }) as string;
    writeFileSync(join(folder, "key.pem"), pem);
    const { merchants } = read({
      merchants: [{ login: "a", endpoints: [], publicKeys: [pem], publicKeyFiles: ["key.pem"] }],
    });
    expect(merchants).toEqual([{ login: "a", endpoints: [], publicKeys: [pem, pem] }]);
  });

  test.each([
    ["{", /expected data of the gateway simulator in JSON at/],
    [{ merchants: [{ login: "a", endpoints: [], publicKeyFiles: ["nowhere"] }] }, /nowhere.*no such file/],
    [
      { merchants: [{ login: "a", endpoints: [], publicKeyFiles: "key.pem" }] },
      /checked\.json: merchant\.publicKeyFiles must be a list of file names$/,
    ],
  ])("with %j is an error", (data, message) => {
    expect(() => read(data)).toThrow(message);
  });

  const merchant = { login: "a", controlKey: "k", endpoints: [{ id: "1" }] };
  const payment = { clientOrderId: "a", orderId: "1", status: "approved" };
  const withMerchant = (changed: object) => ({ merchants: [{ ...merchant, ...changed }] });
  const withEndpoint = (changed: object) => withMerchant({ endpoints: [{ id: "1", ...changed }] });
  const withPayment = (changed: object) => withMerchant({ payments: [{ ...payment, ...changed }] });

  /** Data, the end of the message, and whether the JSON Schema cannot express the rule. */
  const INVALID: readonly [data: unknown, message: string, isBeyondSchema?: true][] = [
    [null, "data: expected an object, got null"],
    [[], "data: expected an object, got an array"],
    [{}, "data.merchants: expected an array, got nothing"],
    [
      { merchants: [], logins: [] },
      "data.logins: expected one of the members $schema, merchants, outcomes, operations, got an array",
    ],
    [{ merchants: [null] }, "data.merchants[0]: expected an object, got null"],
    [withMerchant({ login: "" }), 'data.merchants[0].login: expected text, got ""'],
    [
      withMerchant({ logim: 1 }),
      "data.merchants[0].logim: expected one of the members login, controlKey, publicKeys, ",
    ],
    [withMerchant({ controlKey: undefined }), "data.merchants[0]: expected controlKey or publicKeys, got neither"],
    [withMerchant({ secret: "s3cret" }), "endpointGroups, payments, got a string"],
    [withMerchant({ controlKey: ["s3cret"] }), "data.merchants[0].controlKey: expected text"],
    [withMerchant({ publicKeys: ["s3cret"] }), "data.merchants[0].publicKeys[0]: ", true],
    [{ merchants: [merchant, merchant] }, 'data.merchants has the login "a" twice', true],
    [withMerchant({ endpoints: ["1"] }), 'data.merchants[0].endpoints[0]: expected an object, got "1"'],
    [withEndpoint({ id: "a b" }), 'data.merchants[0].endpoints[0].id: expected 1 to 20 digits, got "a b"'],
    [withEndpoint({ id: "../1" }), 'endpoints[0].id: expected 1 to 20 digits, got "../1"'],
    [
      withEndpoint({ currency: "euro" }),
      'data.merchants[0].endpoints[0].currency: expected three capital letters, such as EUR, got "euro"',
    ],
    [
      withEndpoint({ callbackUrl: "ftp://shop.example/" }),
      'data.merchants[0].endpoints[0].callbackUrl: expected an http or https URL, got "ftp://shop.example/"',
    ],
    [withEndpoint({ callbackUrl: "http://" }), 'callbackUrl: expected an http or https URL, got "http://"', true],
    [withMerchant({ endpointGroups: ["a b"] }), 'endpointGroups[0]: expected 1 to 20 digits, got "a b"'],
    [withMerchant({ payments: null }), "data.merchants[0].payments: expected an array, got null"],
    [withPayment({ status: "paid" }), "payments[0].status: expected one of approved, declined, "],
    [withPayment({ amount: "" }), 'payments[0].amount: expected text, got ""'],
    [withPayment({ callbackUrl: "ftp://a.example/" }), "payments[0].callbackUrl: expected an http or https URL"],
    [withPayment({ card: {} }), "payments[0].card.cardRefId: expected text, got nothing"],
    [withPayment({ card: { cardRefId: "" } }), 'payments[0].card.cardRefId: expected text, got ""'],
    [withPayment({ fails: "x" }), "payments[0].fails: expected one of declined, "],
    [withMerchant({ payments: [payment, payment] }), 'client_orderid "a", orderid "1" occurs twice', true],
    [{ merchants: [], outcomes: {} }, "data.outcomes: expected an array, got an object"],
    [
      { merchants: [], outcomes: [{ status: "approved", arrival: 0 }] },
      "data.outcomes[0].arrival: expected a whole number from 1 on",
    ],
    [{ merchants: [], outcomes: [{ status: "approved", amount: "" }] }, "data.outcomes[0].amount: expected text"],
    [
      { merchants: [], outcomes: [{ status: "approved", afterSeconds: 86_401 }] },
      "data.outcomes[0].afterSeconds: expected a whole number from 0 to 86400",
    ],
  ];
  const matchesSchema = new Ajv({ strictTypes: false }).compile(fileSchema());

  test.each(INVALID)(
    "invalid data is the same error in a file and in a program, and the schema rejects it (%#)",
    async (data, message, beyond) => {
      const inProgram = await startGatewaySimulator({ data: data as GatewayData }).catch(
        (error: Error) => error.message,
      );
      expect(inProgram).toContain(message);
      expect(inProgram).not.toContain("s3cret");
      expect(() => read(data)).toThrow(
        `expected data of the gateway simulator at ${join(folder, "checked.json")}: ${inProgram}`,
      );
      expect(matchesSchema(JSON.parse(JSON.stringify(data)))).toBe(beyond === true);
    },
  );

  test.each([
    { merchants: [] },
    { $schema: "gateway-data.schema.json", merchants: [merchant], outcomes: [{ status: "declined", amount: "1.00" }] },
    withEndpoint({ currency: "EUR", callbackUrl: "https://shop.example/callback" }),
    withPayment({ amount: "1.00", currency: "EUR", card: { cardRefId: "1" } }),
  ])("valid data is accepted in a file, in a program and by the schema (%#)", async (data) => {
    expect(read(data)).toEqual(data);
    await (await startGatewaySimulator({ data: data as GatewayData })).close();
    expect(matchesSchema(data)).toBe(true);
  });
});

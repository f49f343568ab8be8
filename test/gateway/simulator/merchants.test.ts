import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewaySimulator, startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { createMerchants } from "../../../src/gateway/simulator/merchants.ts";
import { testKeyPair } from "../../keys/index.ts";
import { hmacRequestTo, requestTo, send } from "./signed-requests.ts";

const KEY = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";
const pair = testKeyPair("rsa-2048");
const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();

let simulator: GatewaySimulator;
beforeAll(async () => {
  simulator = await startGatewaySimulator();
});
afterAll(() => simulator.close());

async function post(merchant: unknown): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { "content-type": "application/json" };
  const url = `${simulator.origin}/_countersign/merchants`;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(merchant) });
  return { status: response.status, text: await response.text() };
}

function statusOf(credentials: Parameters<typeof hmacRequestTo>[1]): Promise<number> {
  return send(hmacRequestTo(simulator, credentials)).then(({ status }) => status);
}

describe("a merchant that is added at run time", () => {
  test("signs with its own keys, and is listed without them, until the reset", async () => {
    const signed = { credentials: { consumerKey: "shop", consumerSecret: KEY } };
    expect(await statusOf(signed)).toBe(403);
    const endpoints = [{ id: "39915" }];
    const { status, text } = await post({ login: "shop", controlKey: KEY, publicKeys: [publicKey], endpoints });
    expect(status).toBe(201);
    const record = { login: "shop", hasControlKey: true, publicKeys: 1, endpoints, endpointGroups: [] };
    expect(JSON.parse(text)).toEqual(record);
    expect(await statusOf(signed)).toBe(200);
    const rsa = requestTo(simulator, { credentials: { consumerKey: "shop", privateKey } });
    expect((await send(rsa)).status).toBe(200);
    simulator.addPayment({ login: "shop", clientOrderId: "order-1" });

    const listed = await (await fetch(`${simulator.origin}/_countersign/merchants`)).text();
    expect(JSON.parse(listed).merchants.at(-1)).toEqual(record);
    for (const secret of [KEY, simulator.sample!.controlKey, "PUBLIC KEY"]) expect(listed).not.toContain(secret);

    simulator.reset();
    expect(await statusOf(signed)).toBe(403);
  });

  test("has no unknown members in the data of a program, either", async () => {
    const merchants = [{ login: "x", controlKey: KEY, endpoints: [], publicKeyFiles: ["a.pem"] }];
    await expect(startGatewaySimulator({ data: { merchants } })).rejects.toThrow(
      /merchants\[0\]\.publicKeyFiles: expected one of the members login, controlKey, publicKeys/,
    );
  });

  test("changes only what is given if the login exists", async () => {
    const login = "replaced";
    simulator.addMerchant({ login, controlKey: KEY, endpoints: [{ id: "39915" }] });
    const changed = await post({ login, publicKeys: [publicKey], endpointGroups: ["9"] });
    expect(JSON.parse(changed.text)).toMatchObject({ hasControlKey: true, publicKeys: 1, endpointGroups: ["9"] });
    expect(await statusOf({ credentials: { consumerKey: login, consumerSecret: KEY } })).toBe(200);
  });

  test("has a key that is hidden in earlier requests, too", async () => {
    await send(hmacRequestTo(simulator, { form: { client_orderid: "a key of later", orderid: "1" } }));
    const before = JSON.stringify(await simulator.requests(1));
    expect(before).toContain("a key of later");
    simulator.addMerchant({ login: "later", controlKey: "a key of later", endpoints: [] });
    expect(JSON.stringify(await simulator.requests(1))).not.toContain("a key of later");
  });

  test("leaves no key in the log, not even a key that was replaced", async () => {
    simulator.addMerchant({ login: "careless", controlKey: KEY, endpoints: [{ id: "39915" }] });
    simulator.addMerchant({ login: "careless", controlKey: "another key", endpoints: [{ id: "39915" }] });
    const form = { client_orderid: KEY, orderid: "another key" };
    await send(hmacRequestTo(simulator, { form, credentials: { consumerKey: "careless" } }));
    const shown = await (await fetch(`${simulator.origin}/_countersign/requests?last=1&card-data=show`)).text();
    expect(shown).not.toMatch(new RegExp(`${KEY}|another.{1,3}key`));
  });

  test("has its key hidden, and the last 1,000 replaced ones until the reset", () => {
    const own = { login: "own", controlKey: "key of the data", endpoints: [] };
    const merchants = createMerchants({ merchants: [own] });
    merchants.add({ login: "stays", controlKey: "key that stays", endpoints: [] });
    for (let count = 0; count <= 1001; count++) {
      merchants.add({ login: "often", controlKey: `key ${count}`, endpoints: [] });
    }
    const hidden = merchants.controlKeys();
    expect(hidden).toHaveLength(1003);
    expect(hidden).toEqual(expect.arrayContaining(["key of the data", "key that stays", "key 1001", "key 1"]));
    expect(hidden).not.toContain("key 0");
    merchants.reset();
    expect(merchants.controlKeys()).toEqual(["key of the data"]);
  });

  const HIDDEN = "has a new key that is hidden in earlier requests, also once %i were replaced";
  const expectHidden = async (replaced: number): Promise<void> => {
    const login = `replaced ${replaced} times`;
    const lastKey = `key after ${replaced} others`;
    for (let count = 0; count <= replaced + 1; count++) {
      simulator.addMerchant({ login, controlKey: `count ${count}`, endpoints: [] });
    }
    await send(hmacRequestTo(simulator, { form: { client_orderid: lastKey, orderid: "1" } }));
    expect(JSON.stringify(await simulator.requests(1))).toContain(lastKey);
    simulator.addMerchant({ login, controlKey: lastKey, endpoints: [] });
    expect(JSON.stringify(await simulator.requests(1))).not.toContain(lastKey);
  };
  test.each([10])(HIDDEN, expectHidden);
  test.each([1000])(HIDDEN, { tags: ["deep"] }, expectHidden);

  test.each([
    ["not an object", null, /must be an object/],
    ["without a key", { login: "x", endpoints: [] }, /expected controlKey or publicKeys/],
    ["with a line feed in its key", { login: "x", controlKey: "key-12345\n", endpoints: [] }, /without white space/],
    [
      "with a number as key",
      { login: "x", controlKey: 12345678, endpoints: [] },
      /merchant\.controlKey: expected text, got a number/,
    ],
    ["without endpoints", { login: "x", controlKey: KEY }, /merchant\.endpoints: expected an array, got nothing/],
    [
      "with an endpoint without id",
      { login: "x", controlKey: KEY, endpoints: [{}] },
      /endpoints\[0\]\.id: expected 1 to 20/,
    ],
    [
      "with an endpoint with a list of URLs",
      { login: "x", controlKey: KEY, endpoints: [{ id: "1", callbackUrl: ["http://127.0.0.1/"] }] },
      /endpoints\[0\]\.callbackUrl: expected an http or https URL, got an array/,
    ],
    [
      "with an unknown member of an endpoint",
      { login: "x", controlKey: KEY, endpoints: [{ id: "1", url: "http://127.0.0.1/" }] },
      /endpoints\[0\]\.url: expected one of the members id, currency, callbackUrl, got a string/,
    ],
    [
      "with null as endpoint",
      { login: "x", controlKey: KEY, endpoints: [null] },
      /endpoints\[0\]: expected an object, got null/,
    ],
    [
      "with a number as group",
      { login: "x", controlKey: KEY, endpoints: [], endpointGroups: [1] },
      /endpointGroups\[0\]: expected 1 to 20/,
    ],
    ["with a private key", { login: "x", publicKeys: [privateKey], endpoints: [] }, /got a private key/],
    ["with a control key as public key", { login: "x", publicKeys: [KEY], endpoints: [] }, /key/],
    ["with many keys", { login: "x", publicKeys: Array(21).fill(publicKey), endpoints: [] }, /at most 20 keys/],
    [
      "with payments",
      { login: "x", controlKey: KEY, endpoints: [], payments: [] },
      /payments of a new merchant one by one/,
    ],
    [
      "with key files",
      { login: "x", controlKey: KEY, endpoints: [], publicKeyFiles: [] },
      /publicKeyFiles: expected one of the members/,
    ],
  ])("is refused %s, and no message has its keys", async (_what, merchant, message) => {
    const { status, text } = await post(merchant);
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatch(message);
    for (const secret of [KEY, "12345678", privateKey.split("\n")[1]!]) expect(text).not.toContain(secret);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explainRequest } from "../../../src/diagnosis/index.ts";
import {
  type GatewaySimulator,
  type Har,
  type HttpRequest,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import { COUNTERSIGN } from "../../../src/platform/index.ts";
import { readRequest } from "../../../src/requests/index.ts";
import { hmacRequestTo, requestTo, send } from "./signed-requests.ts";

let simulator: GatewaySimulator;
beforeAll(async () => {
  simulator = await startGatewaySimulator();
});
afterAll(() => simulator.close());

async function exported(query = ""): Promise<{ readonly text: string; readonly har: Har }> {
  const text = await (await fetch(`${simulator.origin}/_countersign/har${query}`)).text();
  return { text, har: JSON.parse(text) as Har };
}

describe("the export as HAR", () => {
  test("has every member that HAR 1.2 requires, and the answer", async () => {
    await send({ ...requestTo(simulator), url: `${requestTo(simulator).url}?a=%20b&c` });
    const { har } = await exported("?last=1");
    const entry = har.log.entries.at(-1)!;
    expect(har.log).toMatchObject({ version: "1.2", creator: { name: "countersign", version: "1" } });
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      time: expect.any(Number),
      cache: {},
      timings: { send: 0, wait: entry.time, receive: 0 },
      request: {
        method: "POST",
        httpVersion: "HTTP/1.1",
        cookies: [],
        headersSize: -1,
        bodySize: -1,
        queryString: [
          { name: "a", value: "%20b" },
          { name: "c", value: "" },
        ],
        postData: { mimeType: expect.stringMatching(/^application\/x-www-form-urlencoded/) },
      },
      response: {
        status: 403,
        statusText: "",
        httpVersion: "HTTP/1.1",
        cookies: [],
        redirectURL: "",
        headersSize: -1,
        bodySize: -1,
        content: { size: entry.response.content.text.length },
      },
    });
    expect(entry.response.content.mimeType).toBe("text/html; charset=utf-8");
    expect(entry._countersign).toMatchObject({ accepted: false, outcome: "signature-mismatch" });
  });

  test("can be explained: the mistake in a request is found in its entry", async () => {
    const { login, controlKey } = simulator.sample!;
    await send(hmacRequestTo(simulator, { credentials: { consumerKey: login, consumerSecret: `${controlKey}\n` } }));
    const { text, har } = await exported();
    const request = readRequest(Buffer.from(text), { entry: String(har.log.entries.length) }) as HttpRequest;
    const { lines } = (await explainRequest(request, [{ consumerSecret: controlKey }]))!;
    expect(lines.join("\n")).toContain(`${COUNTERSIGN} faults show secret-trailing-newline`);
  });

  test("hides card data unless asked for it, and keys always", async () => {
    // A run is hidden if every four characters of it are in the random key, and these digits hardly repeat.
    const form = { credit_card_number: "5425233430109903", cvv2: "9871", client_orderid: simulator.sample!.controlKey };
    await send(requestTo(simulator, { form, protocol: { oauth_nonce: "n", oauth_timestamp: "1" } }));
    const { text } = await exported();
    expect(text).not.toMatch(/542523343010|9871/);
    expect(JSON.stringify(await simulator.har())).not.toMatch(/542523343010|9871/);
    const shown = (await exported("?card-data=show")).text;
    expect(shown).toMatch(/credit_card_number=5425233430109903&cvv2=9871/);
    expect(JSON.stringify(await simulator.har({ showCardData: true }))).toContain("5425233430109903");
    for (const one of [text, shown]) expect(one).not.toContain(simulator.sample!.controlKey);
  });

  test("is empty without requests", async () => {
    simulator.reset();
    expect((await exported()).har.log.entries).toEqual([]);
  });
});

import { generateKeyPairSync } from "node:crypto";
import { request as httpsRequest } from "node:https";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { explainRequest } from "../../../src/diagnosis/index.ts";
import {
  type ClientSettings,
  createGatewayClient,
  endpointGroupId,
  endpointId,
  type Fetch,
  type GatewayClient,
  type GatewayError,
  type GatewayResponseError,
} from "../../../src/gateway/index.ts";
import {
  type ExplainRequest,
  FAILURE_MODES,
  type GatewaySimulator,
  type GatewaySimulatorOptions,
  type LoggedRequest,
  startGatewaySimulator,
} from "../../../src/gateway/simulator/index.ts";
import { makeCertificate } from "../../../src/request-log/certificate.ts";
import type { RequestParts, SentRequest } from "../../signed-request.ts";
import { testEach } from "../../title.ts";
import { errorOf } from "../fake-gateway.ts";
import { sample } from "./shared-sample.ts";
import { hmacRequestTo, requestTo } from "./signed-requests.ts";

/** Finds changed parameters, and none of the many faults. */
const explain: ExplainRequest = (request, keys, options) =>
  explainRequest(request, keys, { ...options, faults: [], budget: { combinations: 15_000 } });

let gateway: GatewaySimulator;
/** Like `gateway`, and searches for causes. */
let searching: GatewaySimulator;
beforeAll(async () => {
  gateway = await startGatewaySimulator({ data: sample.data });
  searching = await startGatewaySimulator({ data: sample.data, explain });
});
afterAll(() => Promise.all([gateway.close(), searching.close()]));

const running: GatewaySimulator[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

async function start(options: GatewaySimulatorOptions = {}): Promise<GatewaySimulator> {
  const started = await startGatewaySimulator({ data: sample.data, ...options });
  running.push(started);
  return started;
}

function clientOf({ origin }: GatewaySimulator, options: Partial<ClientSettings<"integration">> = {}): GatewayClient {
  const { login, controlKey, privateKey, endpoint } = sample;
  return createGatewayClient({
    environment: { name: "integration", origin },
    keys: { environment: "integration", login, controlKey, privateKey },
    endpoint: endpointId(endpoint),
    ...options,
  });
}

const SMALL_KEY = generateKeyPairSync("rsa", {
  modulusLength: 1024,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
}).publicKey;

const PATH = "/processing/api/v4/create-card-ref/39915";

/** A request for create-card-ref, signed with the control key. */
function signed(to: GatewaySimulator, form: Record<string, string> = { ...sample.payment }, parts: RequestParts = {}) {
  const { clientOrderId, orderId, ...others } = form;
  const pairs = { client_orderid: clientOrderId!, orderid: orderId!, ...others };
  return hmacRequestTo(to, { sample, form: pairs, transport: "header-and-body", realm: "", ...parts });
}

function post(
  { url, method, headers, body }: SentRequest,
  change: (body: string) => string = (same) => same,
): Promise<Response> {
  return fetch(url, { method, headers, body: change(String(body)) });
}

/** The requests that the admin API shows, once no diagnosis is pending. */
async function shownBy({ origin }: GatewaySimulator, last: number) {
  for (;;) {
    const response = await fetch(`${origin}/_countersign/requests?last=${last}`);
    const shown = (await response.json()) as { total: number; requests: LoggedRequest[] };
    if (!shown.requests.some(({ diagnosis }) => diagnosis.isPending)) return shown;
  }
}

const card = () => ({ clientOrderId: "o-1", amount: "10.42", currency: "EUR", destinationCardNo: "4444555566661111" });

describe("the client with the simulator", () => {
  test.each(["RSA-SHA256", "HMAC-SHA1"] as const)(
    "is accepted with %s for every operation, endpoint and group, in each form",
    async (signatureMethod) => {
      for (const options of [
        {},
        { transport: "header", realm: null },
        { transport: "header-and-body", realm: "", charset: "UTF-8" },
        { json: true },
      ] as const) {
        const client = clientOf(gateway, { signatureMethod, ...options });
        expect(await client.createCardRef(sample.payment)).toMatchObject({
          status: "approved",
          cardRefId: "1000000001",
          recurringPaymentId: "3000000001",
        });
        const group = { endpointGroup: endpointGroupId(sample.endpointGroup) };
        expect((await client.createCardRef({ ...sample.payment, login: "merchant" }, group)).serialNumber).toMatch(
          /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        );
        const accepted = { type: "async-response", merchantOrderId: "o-1", status: "processing" };
        expect(await client.panEligibilitySend({ clientOrderId: "o-1", sendingCardRefId: "7654321" })).toMatchObject(
          accepted,
        );
        expect(
          await client.transfer({
            ...card(),
            orderDesc: "Größe «M» & ~*'() +100%",
            creditCardNumber: "4444333322221111",
            expireMonth: "12",
            expireYear: "2099",
            cvv2: "123",
          }),
        ).toMatchObject(accepted);
        expect(await client.transferByRef(card(), group)).toMatchObject(accepted);
        expect(
          await client.payout({
            clientOrderId: "o-1",
            amount: "1.50",
            currency: "USD",
            accountNumber: "1",
            bankName: "b",
          }),
        ).toMatchObject(accepted);
      }
    },
  );

  test("is accepted over TLS if its fetch trusts the authority of the simulator", { tags: ["deep"] }, async () => {
    const certificate = await makeCertificate();
    const encrypted = await start({ tls: certificate });
    const trusting: Fetch = (url, { method, headers, body }) =>
      new Promise((resolve, reject) => {
        const sent = httpsRequest(
          url,
          { method, headers: { ...headers }, ca: certificate.authority },
          async (response) => {
            const init = {
              status: response.statusCode!,
              headers: { "content-type": response.headers["content-type"]! },
            };
            resolve(new Response(Buffer.concat(await response.toArray()), init));
          },
        );
        sent.on("error", reject).end(body);
      });
    expect(await clientOf(encrypted, { fetch: trusting }).createCardRef(sample.payment)).toMatchObject({
      status: "approved",
    });
    expect(await errorOf(clientOf(encrypted).createCardRef(sample.payment))).toMatchObject({
      code: "connection-failed",
    });
  });

  test("can use the other names of parameters, and the other prefix", async () => {
    const environment = { name: "integration", origin: gateway.origin, pathPrefix: "/paynet/api" } as const;
    const client = clientOf(gateway, { environment, names: { transferByRef: { clientOrderId: "client_orderid" } } });
    expect(await client.transferByRef(card())).toMatchObject({ merchantOrderId: "o-1" });
  });

  test("can send an amount without a point, as samples of the gateway's makers do", async () => {
    const loose = clientOf(gateway, { publicChecks: false });
    const accepted = await loose.transferByRef({ ...card(), amount: "1000", currency: "JPY" });
    expect(accepted).toMatchObject({ merchantOrderId: "o-1" });
  });

  test.each([
    [{ clientOrderId: "invoice-9", orderId: "9" }, "Order not found", "there is no such payment"],
    [{ clientOrderId: "invoice-of-others", orderId: "3001" }, "Order not found", "belongs to another merchant"],
    [{ clientOrderId: "invoice-1", orderId: "1002" }, "Order not found", "belong to different payments"],
    [{ clientOrderId: "invoice-processing", orderId: "1003" }, "Order is not in a final status", "processing"],
    [{ clientOrderId: "invoice-without-card", orderId: "1004" }, "Order has no card information", ""],
  ])("gets a typed error for %j", { tags: ["deep"] }, async (payment, message, why) => {
    for (const json of [false, true]) {
      const error = await errorOf<GatewayResponseError>(clientOf(gateway, { json }).createCardRef(payment));
      expect(error).toMatchObject({ code: "error", gatewayMessage: expect.stringContaining(message) });
      expect(error.response.status).toBe(json ? 400 : 200);
      expect((await gateway.requests(1))[0]!.outcome).toContain(why);
    }
  });

  test("gets a card reference for a declined payment, whose status is final", async () => {
    const payment = { clientOrderId: "invoice-declined", orderId: "1002" };
    expect(await clientOf(gateway).createCardRef(payment)).toMatchObject({ status: "approved" });
  });

  test("gets errors for a missing parameter and for the endpoint of another merchant", async () => {
    const loose = clientOf(gateway, { publicChecks: false });
    const missing = await errorOf<GatewayError>(loose.payout({ clientOrderId: "o", amount: "1.00" } as never));
    expect(missing).toMatchObject({
      code: "validation-error",
      gatewayMessage: "Parameter currency is required",
      gatewayCode: "1",
    });
    expect(await errorOf(loose.payout({ clientOrderId: "o", amount: "1e2", currency: "EUR" }))).toMatchObject({
      gatewayMessage: "Parameter amount is invalid",
    });
    expect((await gateway.requests(1))[0]).toMatchObject({ authenticated: true, accepted: false, status: 200 });
    expect(await errorOf(loose.createCardRef({ ...sample.payment, login: "someone" }))).toMatchObject({
      code: "validation-error",
    });
    const elsewhere = { endpoint: endpointId("174") };
    expect(await errorOf(loose.createCardRef(sample.payment, elsewhere))).toMatchObject({
      gatewayMessage: "End point with id 174 not found",
    });
    expect((await gateway.requests(1))[0]!.outcome).toContain("the id of a group");
    expect(
      await errorOf(
        loose.payout({ clientOrderId: "o", amount: "1.00", currency: "USD" }, { endpoint: endpointId("39916") }),
      ),
    ).toMatchObject({
      gatewayMessage: "Project with EUR currency does not apply request with currency USD",
    });
  });

  test("gets access-denied with the wrong key, and the log has the reason", async () => {
    const keys = { environment: "integration", login: "merchant", controlKey: "wrong-key" } as const;
    const error = await errorOf<GatewayResponseError>(
      clientOf(gateway, { keys, signatureMethod: "HMAC-SHA1" }).createCardRef(sample.payment),
    );
    expect(error).toMatchObject({
      code: "access-denied",
      response: { status: 403, contentType: "text/html; charset=utf-8" },
    });
    expect(error.response.body).toMatch(/^<!DOCTYPE html>/);
    expect(error.response.body).not.toMatch(/signature/i);
    expect((await gateway.requests(1))[0]).toMatchObject({ accepted: false, code: "signature-mismatch", status: 403 });
  });
});

describe("an answer", () => {
  test("has a line feed after each value, as text/html in UTF-8", async () => {
    const response = await post(signed(gateway));
    expect(response.headers.get("content-type")).toBe("text/html;charset=utf-8");
    const body = await response.text();
    expect(body).toMatch(
      /^type=create-card-ref-response\n&serial-number=[0-9a-f-]{36}\n&card-ref-id=1000000001\n&.*\n&status=approved\n$/s,
    );
  });

  test.each([
    ["GET", PATH, 405],
    ["POST", "/processing/api/v4/create-card-ref/", 404],
    ["POST", "/processing/api/v4/create-card-ref/group/", 404],
    ["POST", "/processing/api/v4/nothing/1", 404],
    ["POST", "/elsewhere/v4/create-card-ref/1", 404],
    ["POST", "/processing/api/v2/pan-eligibility/send/group/1", 404],
    ["POST", PATH, 403],
  ])("to an unsigned %s of %s has the status %i and a page", async (method, path, status) => {
    const response = await fetch(gateway.origin + path, { method });
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
  });

  test.each([
    [`${PATH}/`, "createCardRef: the path ends in a slash, or before the id of a group"],
    ["/processing/api/v4/create-card-ref/", "createCardRef: the path ends before the id of an endpoint"],
    [
      "/processing/api/v4/create-card-ref/174/group",
      "createCardRef: expected ENDPOINT_ID or group/GROUP_ID at the end of the path",
    ],
    ["/checkout/api/v4/payout/1", "payout is at /processing/api or /paynet/api, not at /checkout/api"],
    [
      "/processing/api/v2/pan-eligibility/send/group/1",
      "panEligibilitySend needs an endpoint, but the path has group/",
    ],
    ["/processing/api/v4/nothing/1", "there is no operation at /processing/api/v4/nothing/1"],
  ])("to %s gives the reason in a header if explainHeader is set", async (path, why) => {
    const explaining = await start({ explainHeader: true });
    const response = await fetch(explaining.origin + path, { method: "POST" });
    expect(response.headers.get("countersign-explanation")).toBe(why);
    expect((await explaining.requests(1))[0]).toMatchObject({ authenticated: false, accepted: false, outcome: why });
  });
});

describe("a logged request", () => {
  const shown = (last = 1) => shownBy(gateway, last);

  test("has every stage", async () => {
    const request = signed(gateway);
    await post(request);
    const [seen] = (await shown()).requests;
    expect(seen!.stages).toMatchObject({
      "base-string": request.baseString,
      signature: request.signature,
      "base-string-uri": request.url,
    });
    expect(seen!.stages["parameter-string"]).toMatch(/^client_orderid=invoice-1&oauth_consumer_key=merchant&/);
    expect(seen!.stages.parameters.filter(({ repeated }) => repeated)).toHaveLength(5);
    expect(seen).toMatchObject({ accepted: true, status: 200, diagnosis: { lines: [], parameters: [] } });
  });

  const PROTOCOL = ["oauth_consumer_key", "oauth_nonce", "oauth_signature_method", "oauth_timestamp", "oauth_version"];

  test.each(PROTOCOL)("names %s if the body repeats it with another value", async (name) => {
    const response = await post(signed(gateway), (body) => body.replace(new RegExp(`(${name}=[^&]*)`), "$1x"));
    expect(response.status).toBe(403);
    const [seen] = (await shown()).requests;
    expect(seen!.diagnosis.parameters).toEqual([name]);
    expect(seen!.problems![0]!.message).toContain(name);
  });

  test("names the parameters that were changed, added or removed after an accepted request", {
    tags: ["deep"],
  }, async () => {
    const request = signed(searching, { ...sample.payment, note: "far from all that is known" });
    await post(request);
    for (const [from, to, names, line] of [
      [
        /client_orderid=.*&orderid=1001/,
        "client_orderid=a&orderid=b",
        ["client_orderid", "orderid"],
        /client_orderid +a +/,
      ],
      [/$/, "&amount=1.00", ["amount"], /amount/],
      [/&note=[^&]*/, "", ["note"], /far from all that is known/],
    ] as const) {
      expect((await post(request, (body) => body.replace(from, to))).status).toBe(403);
      const { lines, parameters } = (await searching.requests(1))[0]!.diagnosis;
      expect(parameters).toEqual(names);
      expect(lines.join("\n")).toMatch(line);
    }
  });

  test("is not compared with a rejected request, whose signed values are unknown", { tags: ["deep"] }, async () => {
    const request = signed(searching, { ...sample.payment, first: "1", second: "2" });
    await post(request, (body) => body.replace("first=1", "first=changed"));
    await post(request, (body) => body.replace("second=2", "second=3"));
    expect((await searching.requests(1))[0]!.diagnosis.parameters).toEqual(["second"]);
  });

  test.each([
    ["orderid", /orderid=1001/, "orderid=1002", /sent +orderid=1002\n.*\n +signed +orderid=1001/],
    ["client_orderid", /invoice-1/, "invoice-processing", /signed +client_orderid=invoice-1/],
    ["amount", /amount=10\.42/, "amount=90.42", /sent +amount=90\.42\n.*\n +signed +amount=10\.42/],
    ["note", /$/, "&note=added", /note/],
  ])(
    "names %s, which was changed after signing, because the signature proves it",
    { tags: ["deep"] },
    async (name, from, to, line) => {
      const form = { client_orderid: "invoice-1", orderid: "1001", amount: "10.42" };
      const { privateKey } = sample;
      const rsa = { signatureMethod: "RSA-SHA256", privateKey } as const;
      for (const [credentials, transport] of [
        [{}, "header-and-body"],
        [rsa, "header"],
      ] as const) {
        const request = hmacRequestTo(searching, { sample, form, credentials, transport });
        expect((await post(request, (body) => body.replace(from, to))).status).toBe(403);
        const { lines, parameters } = (await searching.requests(1))[0]!.diagnosis;
        expect(parameters).toEqual([name]);
        expect(lines.join("\n")).toMatch(line);
      }
    },
  );

  test("says the same as explainRequest says of the request", { tags: ["deep"] }, async () => {
    const request = signed(searching);
    await post(request, (body) => body.replace("orderid=1001", "orderid=1009"));
    const { url, method, headers, body, diagnosis } = (await searching.requests(1))[0]!;
    const sent = { url, method, headers, body: Buffer.from(body) };
    const known = {
      knownValues: {},
      otherKeys: [],
      addresses: [],
      signedBaseString: undefined,
      signal: new AbortController().signal,
    };
    const explanation = await explain(sent, [{ consumerSecret: sample.controlKey }], known);
    expect(explanation!.lines[0]).toContain("orderid");
    expect(diagnosis.lines.slice(1)).toEqual(explanation!.lines);
  });

  test("does not call a signature in header and body different if it is equal", async () => {
    const request = signed(gateway);
    const copy = `&oauth_signature=${encodeURIComponent(request.signature)}`;
    await post(request, (body) => body + copy);
    const { problems, diagnosis } = (await gateway.requests(1))[0]!;
    expect(problems![0]!.message).toBe('"oauth_signature" is in the header and in the body');
    expect(diagnosis.parameters).toEqual([]);
    await post(request, (body) => `${body}${copy}x`);
    const other = (await gateway.requests(1))[0]!;
    expect(other.problems![0]!.message).toBe('"oauth_signature" in the body differs from the header');
    expect(other.diagnosis.parameters).toEqual(["oauth_signature"]);
  });

  test("names no parameter without a proof", { tags: ["deep"] }, async () => {
    const unknown = { clientOrderId: "unknown-order", orderId: "1" };
    await post(signed(searching, unknown), (body) => body.replace("unknown-order", "something-else"));
    expect((await searching.requests(1))[0]!.diagnosis.parameters).toEqual([]);
  });

  test("has the code nonce-used for a replay", async () => {
    const request = signed(gateway);
    expect([(await post(request)).status, (await post(request)).status]).toEqual([200, 403]);
    expect((await shown()).requests[0]).toMatchObject({ code: "nonce-used" });
  });

  test("has the explanation of the option explain, with explainHeader also in a header", async () => {
    const asked: unknown[] = [];
    const explaining = await start({
      explainHeader: true,
      async explain(request, keys) {
        asked.push(keys, request.url);
        return { lines: ["the key ends in a line feed\n ✓"], data: { kind: "fault" } };
      },
    });
    const request = signed(explaining, { clientOrderId: "unknown-order", orderId: "1" });
    const response = await post(request, (body) => body.replace("unknown-order", "something-else"));
    expect(response.status).toBe(403);
    const header = response.headers.get("countersign-explanation")!;
    expect(header).toContain("signature-mismatch: ");
    expect(header).toContain("the key ends in a line feed%0A %E2%9C%93");
    expect(asked).toEqual([[{ consumerSecret: sample.controlKey }], explaining.origin + PATH]);
    expect((await explaining.requests(1))[0]!.diagnosis.data).toEqual({ kind: "fault" });
    expect((await post(signed(gateway), () => "")).headers.has("countersign-explanation")).toBe(false);
  });

  test("has no card number and no cvv2, and keeps ids that look like a card number", async () => {
    await clientOf(gateway, { signatureMethod: "HMAC-SHA1" }).transfer({
      ...card(),
      clientOrderId: "5624444333322221",
      creditCardNumber: "4444333322221111",
      expireMonth: "12",
      expireYear: "2099",
      cvv2: "987",
      orderDesc: "4111111111111111",
    });
    const text = JSON.stringify(await shown());
    expect(text).not.toMatch(/4444555566661111|4444333322221111|4111111111111111/);
    // By itself: a port, a timestamp or a nonce may end so.
    const cvv2 = /(?:(?<![0-9a-z])|%(?:25)*2[0-9A-F])987(?=[&"%])/;
    for (const kept of ["=987&", "%3D987%26", "%253D987%2526", '"987"', "%20987&"]) expect(kept).toMatch(cvv2);
    expect(text).not.toMatch(cvv2);
    expect(text).toContain("client_orderid=5624444333322221");
  });

  /** A signature differs from run to run, and may by chance contain the three digits of a cvv2. */
  const withoutSignatures = (text: string) => text.replace(/(?:[A-Za-z0-9+/]|%2[BF]){27}(?:=|%3D)/g, "(signature)");

  const CARD_PAYMENT = {
    amount: "10.42",
    currency: "EUR",
    cvv2: "987",
    credit_card_number: "4444333322221111",
  };

  test.each([
    ["cvv2", "cvv2=987", "cvv2=986"],
    ["credit_card_number", "4444333322221111", "4444333322221112"],
    ["cvv2", "cvv2=987", ""],
    ["cvc", /$/, "&cvc=123"],
  ])("diagnoses without card data that %s was changed", { tags: ["deep"] }, async (name, from, to) => {
    const seen: string[] = [];
    const onRequest = (request: LoggedRequest) => seen.push(JSON.stringify(request));
    const telling = await start({ explain, explainHeader: true, onRequest });
    const request = signed(telling, { ...sample.payment, ...CARD_PAYMENT });
    const changed = (body: string) => body.replace(from, to);
    for (const change of [changed, (same: string) => same, changed]) {
      const response = await post(request, change);
      seen.push(response.headers.get("countersign-explanation") ?? "");
    }
    expect((await telling.requests(1))[0]!.diagnosis.parameters).toEqual([name]);
    seen.push(JSON.stringify(await telling.requests()));
    expect(withoutSignatures(seen.join("\n"))).not.toMatch(/(?<![0-9a-f])(?:98[67]|9876|123)(?![0-9a-f])|44443333/);
  });

  test("has no card data even if the explanation has it, whole or in part", async () => {
    const explaining = await start({
      explainHeader: true,
      explain: async () => ({
        lines: ["expected  …33322221111%26cvv2%3D987%26", "actual  credit_card_number%3D4444333322"],
        data: { changes: [{ name: "cvv2", signed: "signed-cvv2", sent: "987" }], before: "3322221111%26a" },
      }),
    });
    const other = { clientOrderId: "unknown-order", orderId: "1" };
    const response = await post(signed(explaining, { ...other, ...CARD_PAYMENT }), (body) =>
      body.replace("unknown-order", "something-else"),
    );
    const text = JSON.stringify(await explaining.requests()) + response.headers.get("countersign-explanation");
    expect(text).not.toMatch(/22221111|44443333|"987"|=987|%3D987|signed-cvv2/);
    expect((await explaining.requests())[0]!.diagnosis.data).toMatchObject({
      changes: [{ name: "cvv2", sent: "(secret)" }],
    });
  });

  test("has no key of a merchant, wherever a client put it", async () => {
    const key = sample.controlKey;
    const seen: string[] = [];
    const telling = await start({ explainHeader: true, onRequest: (request) => seen.push(JSON.stringify(request)) });
    const url = telling.origin + PATH;
    for (const transport of ["header", "body", "query"] as const) {
      for (const consumerSecret of [key, "another-key"]) {
        const credentials = { signatureMethod: "PLAINTEXT", consumerSecret } as const;
        await post(hmacRequestTo(telling, { sample, credentials, transport }));
      }
    }
    const basic = Buffer.from(`merchant:${key}`).toString("base64");
    const keyed = signed(telling, { ...sample.payment, control: key.toLowerCase() });
    await post(keyed);
    await post(keyed, (body) => body.replace(key.toLowerCase(), `${key}x`));
    await fetch(`${url}?control=${key}`, {
      method: "POST",
      headers: { "x-key": key, authorization: `Basic ${basic}` },
    });
    const headers = await fetch(url, {
      method: "POST",
      body: `control=${encodeURIComponent(encodeURIComponent(key))}`,
    });
    seen.push(JSON.stringify(await telling.requests()), headers.headers.get("countersign-explanation")!);
    seen.push(await (await fetch(`${telling.origin}/_countersign/requests`)).text());
    expect(seen.join("\n").toLowerCase()).not.toMatch(new RegExp(`${key}|another-key|${basic}`, "i"));
  });

  test("has the reason if the signature is valid and the arguments are wrong", async () => {
    const explaining = await start({ explainHeader: true });
    const body = '{"client_orderid":"invoice-1"}';
    const asJson = await post(
      requestTo(explaining, { sample, form: undefined, body, contentType: "application/json" }),
    );
    expect(asJson.headers.get("countersign-explanation")).toBe(
      'Parameter client_orderid is required: client_orderid: expected a value, got none; the body has the type "application/json", but the gateway reads only application/x-www-form-urlencoded',
    );
    expect(await asJson.text()).not.toContain("application/json");
    expect((await explaining.requests(1))[0]).toMatchObject({ authenticated: true, accepted: false });
    const target = `${explaining.origin}${PATH}?client_orderid=invoice-1`;
    const inQuery = await post(requestTo(explaining, { sample, target, form: { orderid: "1001" } }));
    expect(inQuery.headers.get("countersign-explanation")).toContain(
      "client_orderid is in the query, but the gateway reads only the body",
    );
    expect((await post(signed(explaining))).headers.has("countersign-explanation")).toBe(false);
  });

  test.each(["body", "query"] as const)(
    "reports the place if all protocol parameters are in the %s",
    async (transport) => {
      const response = await post(signed(gateway, { ...sample.payment }, { transport, realm: null }));
      expect(response.status).toBe(403);
      expect((await shown()).requests[0]!.problems![0]!.message).toBe(
        `protocol parameters are in the ${transport}, expected header or header-and-body`,
      );
    },
  );

  test("is removed when the log is full, and still counted", async () => {
    const small = await start({ logSize: 3 });
    for (let index = 0; index < 5; index++) await post(signed(small));
    expect((await small.requests()).map(({ number }) => number)).toEqual([3, 4, 5]);
    expect((await small.requests(1)).map(({ number }) => number)).toEqual([5]);
    const response = await fetch(`${small.origin}/_countersign/requests`);
    expect(await response.json()).toMatchObject({ total: 5 });
  });

  test("has the stages that a malformed request allows", async () => {
    await fetch(gateway.origin + PATH, {
      method: "POST",
      headers: { authorization: 'OAuth a="b" c' },
      body: "%zz=%ff",
    });
    expect((await shown()).requests[0]).toMatchObject({ accepted: false, stages: { problem: expect.any(String) } });
    await fetch(gateway.origin + PATH, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "a=%ff&a=1&a=2",
    });
    expect((await shown()).requests[0]!.stages["parameter-string"]).toBe("a=%FF&a=1&a=2");
  });

  test.each([
    ["GET", "requests?last=x", 400],
    ["GET", "other", 404],
    ["POST", "requests", 404],
    ["POST", "fail?mode=x", 400],
    ["POST", "fail?mode=slow&times=0", 400],
  ])("%s %s is answered with %i", async (method, path, status) => {
    expect((await fetch(`${gateway.origin}/_countersign/${path}`, { method })).status).toBe(status);
  });
});

describe("a failure on demand", () => {
  const CODES = {
    declined: "declined",
    error: "error",
    "validation-error": "validation-error",
    processing: "processing",
    slow: "timeout",
    "401": "access-denied",
    "403": "access-denied",
    "429": "http-status",
    "cut-off": "response-cut-off",
    "502": "http-status",
    malformed: "response-malformed",
    "wrong-content-type": "response-malformed",
  };

  test.each(FAILURE_MODES)("%s applies to the payment of this name only", async (mode) => {
    for (const json of [false, true]) {
      const client = clientOf(gateway, { json, timeoutMilliseconds: mode === "slow" ? 100 : 5000 });
      const index = FAILURE_MODES.indexOf(mode);
      const call = client.createCardRef({ clientOrderId: `fails-${mode}`, orderId: String(2001 + index) });
      // Processing is no error: the ids come later.
      const outcome = mode === "processing" ? (await call).status : (await errorOf<GatewayError>(call)).code;
      expect(outcome).toBe(CODES[mode]);
    }
    expect(await clientOf(gateway).createCardRef(sample.payment)).toMatchObject({ status: "approved" });
  });

  test("applies to the next requests, set by failNext or by the admin API", async () => {
    const failing = await start();
    failing.failNext("502", 2);
    const client = clientOf(failing, { attempts: 3, retryMilliseconds: 0 });
    expect(await client.createCardRef(sample.payment)).toMatchObject({ status: "approved" });
    expect((await failing.requests()).map(({ status }) => status)).toEqual([502, 502, 200]);
    await fetch(`${failing.origin}/_countersign/fail?mode=declined`, { method: "POST" });
    expect(await errorOf(client.transferByRef(card()))).toMatchObject({ code: "declined" });
    expect(await client.transferByRef(card())).toMatchObject({ type: "async-response" });
  });

  test("applies to all requests, and slow answers do not delay closing", async () => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const now = () => {
      arrive();
      return Math.floor(Date.now() / 1000);
    };
    const failing = await start({ failureMode: "slow", now });
    const call = clientOf(failing).createCardRef(sample.payment);
    await arrived;
    await failing.close();
    expect(await call.catch((error) => error.code)).toMatchObject({ status: "approved" });
  });
});

describe("a wrong option", () => {
  test.each([
    [{ pathPrefixes: ["checkout/api"] }, /pathPrefixes must be a path .*got "checkout\/api"/],
    [{ pathPrefixes: ["/checkout/api/"] }, /without a slash at its end/],
    [{ origin: "gate.x" }, /origin must be https:\/\/host.*got "gate.x"/],
    [{ origin: "https://gate.example/path" }, /without a path/],
    [{ failureMode: "zzz" }, /failureMode must be one of declined, .*got "zzz"/],
    [{ logSize: 0 }, /logSize must be 1 or more/],
    [{ data: {} }, /data\.merchants: expected an array, got nothing/],
    [{ data: null }, /data: expected an object, got null/],
  ])("is an error: %j", async (options, message) => {
    await expect(startGatewaySimulator(options as GatewaySimulatorOptions)).rejects.toThrow(message);
    await expect(startGatewaySimulator(options as GatewaySimulatorOptions)).rejects.toMatchObject({
      code: "configuration-invalid",
    });
  });

  test("such as an unknown failure mode", () => {
    expect(() => gateway.failNext("zzz" as never)).toThrow(/mode must be one of/);
  });
});

describe("many wrong requests at the same time", () => {
  const wrong = (to: GatewaySimulator) => signed(to, { clientOrderId: "unknown-order", orderId: "1" });
  const change = (body: string) => body.replace("unknown-order", "something-else");

  test("are answered before they are diagnosed, as is a correct one among them", { tags: ["deep"] }, async () => {
    const order: string[] = [];
    const explain = async () => {
      order.push("explained");
      return { lines: ["why"] };
    };
    const busy = await start({ explain });
    // The background queue waits for a timer; background-queue.test.ts tests the queue.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const wrongOnes = Array.from({ length: 20 }, async () => {
        await post(wrong(busy), change);
        order.push("rejected");
      });
      const rightOne = post(signed(busy)).then(({ status }) => order.push(`answered ${status}`));
      await Promise.all([...wrongOnes, rightOne]);
      expect(order.toSorted()).toEqual(["answered 200", ...Array.from({ length: 20 }, () => "rejected")]);
      expect(vi.getTimerCount()).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
    expect((await busy.requests()).filter(({ diagnosis }) => diagnosis.lines.includes("why"))).toHaveLength(20);
    expect(order.filter((what) => what === "explained")).toHaveLength(20);
  });

  test("are each reported once, with the reason if there was time for the diagnosis", async () => {
    const reported: number[] = [];
    const busy = await start({
      onRequest: ({ number }) => reported.push(number),
      explain: async () => ({ lines: ["why"] }),
    });
    for (let index = 0; index < 3; index++) await post(wrong(busy), change);
    const { requests } = await shownBy(busy, 3);
    expect(requests.map(({ diagnosis }) => diagnosis.lines.at(-1))).toEqual(["why", "why", "why"]);
    expect(requests[0]!.diagnosis.isPending).toBeUndefined();
    await busy.close();
    expect(reported).toEqual([1, 2, 3]);
  });

  test("are each explained in their own answer with explainHeader, also in turn", async () => {
    const busy = await start({ explainHeader: true, explain: async () => ({ lines: ["why"] }) });
    const explanation = async () => (await post(wrong(busy), change)).headers.get("countersign-explanation");
    const said = await Promise.all(Array.from({ length: 10 }, explanation));
    for (let index = 0; index < 3; index++) said.push(await explanation());
    expect(said).toHaveLength(13);
    for (const text of said) expect(text).toMatch(/^signature-mismatch: .*; why$/);
  });
});

describe("the data", () => {
  testEach([
    [{ login: "a", endpoints: [] }, "expected controlKey or publicKeys, got neither"],
    [{ login: "a", endpoints: [], publicKeys: ["x"] }, "text without a PEM header"],
    [
      { login: "a", controlKey: "k", endpoints: [{ id: "gate" }] },
      'endpoints[0].id: expected 1 to 20 digits, got "gate"',
    ],
    [{ login: "a", controlKey: "k\n", endpoints: [] }, "controlKey: expected text without white space at either end"],
    [
      { login: "a", endpoints: [], publicKeys: [SMALL_KEY] },
      "publicKeys[0]: expected an RSA key of at least 2048 bits, got 1024",
    ],
    [{ login: "merchant", controlKey: "k", endpoints: [] }, "has the login"],
    [{ login: "a", controlKey: "k" }, "data.merchants[2].endpoints: expected an array, got nothing"],
    [null, "data.merchants[2]: expected an object, got null"],
    [
      { login: "a", endpoints: [], publicKeys: ["-----BEGIN PRIVATE KEY-----\nMII"] },
      "publicKeys[0]: expected a public key, got a private key",
    ],
    [
      {
        login: "a",
        controlKey: "k",
        endpoints: [],
        payments: [1, 2].map(() => ({ clientOrderId: "o", orderId: "1", status: "approved" })),
      },
      'the payment client_orderid "o", orderid "1" occurs twice',
    ],
  ])("cannot have the merchant %s", async (merchant, message) => {
    const data = { merchants: [...sample.data.merchants, merchant] } as GatewaySimulatorOptions["data"];
    await expect(startGatewaySimulator({ data })).rejects.toThrow(message);
  });

  test("is a new sample if none is given", { tags: ["deep"] }, async () => {
    const one = await startGatewaySimulator();
    running.push(one);
    expect(one.sample!.controlKey).not.toBe(sample.controlKey);
  });
});

describe("many requests at once", () => {
  test("are each answered once, and rejected when sent again", { tags: ["deep"] }, async () => {
    const busy = await start({ logSize: 1000 });
    const requests = Array.from({ length: 30 }, () => signed(busy));
    const numbers = new Set<string>();
    const inFlight = async (answer: (request: SentRequest) => Promise<void>): Promise<void> => {
      const waiting = [...requests];
      const work = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await answer(next);
      };
      await Promise.all(Array.from({ length: 15 }, work));
    };
    await inFlight(async (request) => {
      numbers.add(/serial-number=([^\n]*)/.exec(await (await post(request)).text())![1]!);
    });
    let rejected = 0;
    await inFlight(async (request) => {
      const { status } = await post(request);
      if (status === 403) rejected++;
    });
    expect([numbers.size, rejected]).toEqual([30, 30]);
    expect((await busy.requests()).filter(({ code }) => code === "nonce-used")).toHaveLength(30);
  });
});

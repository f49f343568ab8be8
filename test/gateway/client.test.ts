import { constants, sign } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createGatewayClient,
  endpointGroupId,
  endpointId,
  type GatewayError,
  type GatewayResponseError,
  OPERATIONS,
  type Operation,
} from "../../src/gateway/index.ts";
import { parseAuthorizationHeader, parseForm, verifySignature } from "../../src/oauth1/index.ts";
import {
  ACCEPTED,
  APPROVED,
  CARD,
  CONTROL_KEY,
  clientWith,
  ENVIRONMENT,
  errorOf,
  fakeFetch,
  KEY_PAIR,
  KEYS,
  page,
  type Sent,
} from "./fake-gateway.ts";

const FIRST = { clientOrderId: "invoice-812", orderId: "5624444333322221" } as const;
const TRANSFER = { clientOrderId: "t-1", amount: "10.42", currency: "EUR", destinationCardNo: CARD } as const;

/** An answer that the client accepts, by the member `answer` of an operation. */
const ANSWERS = { "card-reference": APPROVED, order: ACCEPTED, status: "type=status-response" };

/** Whether the signature is valid for the sent request; it covers parameters that the body repeats once. */
function isRight({ url, headers, body }: Sent): boolean {
  const { parameters } = parseAuthorizationHeader(headers.authorization!);
  const form = parseForm(body).filter(([name]) => !String(name).startsWith("oauth_"));
  const signature = String(new Map(parameters).get("oauth_signature"));
  const request = { method: "POST", url, form, protocolParameters: parameters };
  const key = String(new Map(parameters).get("oauth_signature_method")).startsWith("RSA")
    ? ({ signatureMethod: "RSA-SHA256", publicKey: KEY_PAIR.publicKey } as const)
    : ({ signatureMethod: "HMAC-SHA1", consumerSecret: CONTROL_KEY } as const);
  return verifySignature(request, signature, key);
}

describe("a signed call", () => {
  test("goes to prefix, version, operation and endpoint, and with RSA has protocol parameters in the header only", async () => {
    const { sent, fetch } = fakeFetch(APPROVED);
    const card = await clientWith(fetch).createCardRef(FIRST);
    expect(card).toMatchObject({ cardRefId: "1000000001", status: "approved" });
    expect(sent[0]!.url).toBe("https://sandbox.example.com/processing/api/v4/create-card-ref/39915");
    expect(sent[0]!.body).toBe("client_orderid=invoice-812&orderid=5624444333322221");
    expect(sent[0]!.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(sent[0]!.headers.authorization).toMatch(/^OAuth oauth_consumer_key="merchant", /);
    expect(sent[0]!.redirect).toBe("manual");
    expect(isRight(sent[0]!)).toBe(true);
  });

  test("with HMAC repeats the protocol parameters in the body, and has an empty realm", async () => {
    const { sent, fetch } = fakeFetch(ACCEPTED);
    await clientWith(fetch).panEligibilitySend({ clientOrderId: "p-1", sendingCardRefId: "7654321" });
    const { realm, parameters } = parseAuthorizationHeader(sent[0]!.headers.authorization!);
    expect(realm).toBe("");
    const inBody = parseForm(sent[0]!.body).filter(([name]) => String(name).startsWith("oauth_"));
    expect(inBody).toEqual(parameters.filter(([name]) => name !== "oauth_signature"));
    expect(isRight(sent[0]!)).toBe(true);
  });

  test("goes to the path of its operation, for every example in the table", async () => {
    const operations = Object.entries<Operation>(OPERATIONS);
    const { sent, fetch } = fakeFetch(...operations.map(([, { answer }]) => ANSWERS[answer]));
    const client = clientWith(fetch) as unknown as Record<string, (args: object) => Promise<unknown>>;
    for (const [name, { example }] of operations) await client[name]!(example);
    expect(sent.map(({ url }) => url.replace(/.*api/, ""))).toEqual(
      operations.map(([, { version, path }]) => `/${version}/${path}/39915`),
    );
    expect(sent.filter((request) => !isRight(request))).toEqual([]);
  });

  test.each(["RSA-SHA256", "HMAC-SHA1"] as const)(
    "is signed with %s if the client says so, whatever the operation",
    async (signatureMethod) => {
      const answers = [APPROVED, ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED, ANSWERS.status];
      const { sent, fetch } = fakeFetch(...answers);
      const client = clientWith(fetch, { signatureMethod, endpoint: undefined, endpointGroup: endpointGroupId("174") });
      await client.createCardRef({ ...FIRST, login: "merchant" });
      await client.panEligibilitySend(
        { clientOrderId: "p", sendingCardNumber: CARD, cardPrintedName: "JOSÉ", expireMonth: "12", expireYear: "2099" },
        { endpoint: endpointId("7") },
      );
      await client.transfer({
        ...TRANSFER,
        orderDesc: "2 × «M», 50% off! + ~*'()",
        creditCardNumber: CARD,
        expireMonth: "01",
        expireYear: "2030",
        cvv2: "123",
      });
      await client.transferByRef(TRANSFER, { extra: { receiver_name: "José" } });
      await client.payout({ clientOrderId: "o", amount: "0.50", currency: "CNY", bankName: "中国工商银行" });
      await client.status({ clientOrderId: "o" });
      expect(sent.map(({ url }) => url.replace(/.*api/, ""))).toEqual([
        "/v4/create-card-ref/group/174",
        "/v2/pan-eligibility/send/7",
        "/v4/transfer/group/174",
        "/v4/transfer-by-ref/group/174",
        "/v4/payout/group/174",
        "/v4/status/group/174",
      ]);
      expect(sent.filter((request) => !isRight(request))).toEqual([]);
    },
  );

  test("can have the forms that other installations need", async () => {
    const { sent, fetch } = fakeFetch(APPROVED);
    const environment = { ...ENVIRONMENT, pathPrefix: "/paynet/api" };
    const client = clientWith(fetch, { environment, transport: "header-and-body", realm: "", charset: "UTF-8" });
    await client.createCardRef(FIRST, { json: true });
    expect(sent[0]!.url).toContain("https://sandbox.example.com/paynet/api/v4/");
    expect(sent[0]!.headers["content-type"]).toBe("application/x-www-form-urlencoded; charset=UTF-8");
    expect(sent[0]!.headers.accept).toBe("application/vnd.pay+json");
    expect(sent[0]!.body).toContain("oauth_nonce=");
    await client.createCardRef(FIRST, { transport: "header", realm: null, charset: null });
    expect(sent[1]!.headers.authorization).not.toContain("realm");
    expect(sent[1]!.body).not.toContain("oauth_");
    expect(sent.map(isRight)).toEqual([true, true]);
  });

  test("can use the parameter names of other documents, and no unknown names", async () => {
    const { sent, fetch } = fakeFetch(ACCEPTED);
    await clientWith(fetch, { names: { payout: { clientOrderId: "client_orderid" } } }).payout({
      clientOrderId: "o",
      amount: "1.00",
      currency: "EUR",
    });
    expect(sent[0]!.body).toMatch(/^client_orderid=o&/);
    expect(() => clientWith(fetch, { names: { payout: { clientOrderId: "orderid" } } })).toThrow(
      /client-order-id, client_orderid/,
    );
    expect(() => clientWith(fetch, { names: { pay: {} } })).toThrow(/no operation "pay"/);
  });

  test("can name iso-8859-1 only for ASCII values", async () => {
    const { sent, fetch } = fakeFetch(ACCEPTED);
    const client = clientWith(fetch, { charset: "ISO-8859-1" });
    await client.transferByRef(TRANSFER);
    const error = await errorOf<GatewayError>(client.transferByRef({ ...TRANSFER, orderDesc: "Größe" }));
    expect(error).toMatchObject({ code: "argument-invalid", field: "charset" });
    expect(sent).toHaveLength(1);
  });
});

describe("repeated attempts", () => {
  const unavailable = (): Response => page("<html>", 502);

  test("need the option attempts", async () => {
    const { sent, fetch } = fakeFetch(unavailable());
    await errorOf(clientWith(fetch).createCardRef(FIRST));
    await errorOf(clientWith(fetch, { attempts: 3, retryMilliseconds: 0 }).transferByRef(TRANSFER));
    expect(sent).toHaveLength(2);
  });

  test("have different nonces, and for operations that move money need the option of the call", async () => {
    const { sent, fetch } = fakeFetch(unavailable(), unavailable(), ACCEPTED);
    await clientWith(fetch, { retryMilliseconds: 0 }).transferByRef(TRANSFER, { attempts: 3 });
    const nonces = sent.map(({ headers }) =>
      new Map(parseAuthorizationHeader(headers.authorization!).parameters).get("oauth_nonce"),
    );
    expect(new Set(nonces).size).toBe(3);
    expect(sent.map(isRight)).toEqual([true, true, true]);
  });

  test("end with an error of the gateway", async () => {
    const { sent, fetch } = fakeFetch("type=error&error-message=no");
    await errorOf(clientWith(fetch, { attempts: 5, retryMilliseconds: 0 }).createCardRef(FIRST));
    expect(sent).toHaveLength(1);
  });
});

describe("an answer with Retry-After", () => {
  const busy = (retryAfter: string, status = 429): Response =>
    new Response("<html>", { status, headers: { "content-type": "text/html", "retry-after": retryAfter } });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** How long the client asks to wait before its second request, in milliseconds. The timer ends at once. */
  async function pauseAfter(answer: Response, retryMilliseconds: number): Promise<number> {
    const timeoutMilliseconds = 12_345;
    const pauses: number[] = [];
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((end: () => void, milliseconds: number) => {
      if (milliseconds === timeoutMilliseconds) return;
      pauses.push(milliseconds);
      queueMicrotask(end);
    }) as never);
    const { fetch } = fakeFetch(answer, APPROVED);
    await clientWith(fetch, { attempts: 2, retryMilliseconds, timeoutMilliseconds }).createCardRef(FIRST);
    expect(pauses).toHaveLength(1);
    return pauses[0]!;
  }

  test.each([
    ["3", 429, 3000],
    ["2", 503, 2000],
    [new Date(Date.UTC(2030, 0, 1, 0, 0, 5)).toUTCString(), 429, 5000],
  ])("%s and the status %i is repeated after that time", async (retryAfter, status, milliseconds) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2030, 0, 1) });
    expect(await pauseAfter(busy(retryAfter, status), 0)).toBe(milliseconds);
  });

  test("does not shorten the client's own pause, which is random", async () => {
    for (const [random, milliseconds] of [
      [0, 5000],
      [0.5, 7500],
    ] as const) {
      vi.spyOn(Math, "random").mockReturnValue(random);
      expect(await pauseAfter(busy("1"), 10_000)).toBe(milliseconds);
    }
  });

  test("of more than a minute is not repeated, and the error has the seconds", async () => {
    const { sent, fetch } = fakeFetch(busy("61"));
    const error = await errorOf<GatewayResponseError>(clientWith(fetch, { attempts: 3 }).createCardRef(FIRST));
    expect(error).toMatchObject({ code: "http-status", retryAfterSeconds: 61, response: { status: 429 } });
    expect(sent).toHaveLength(1);
  });

  test.each(["soon", "-1", ""])("%j has no time", async (value) => {
    const { fetch } = fakeFetch(busy(value));
    const error = await errorOf<GatewayResponseError>(clientWith(fetch).createCardRef(FIRST));
    expect(error.retryAfterSeconds).toBeUndefined();
  });

  test("is not repeated for an operation that moves money", async () => {
    const { sent, fetch } = fakeFetch(busy("1"));
    const error = await errorOf<GatewayResponseError>(clientWith(fetch, { attempts: 3 }).transferByRef(TRANSFER));
    expect([sent.length, error.retryAfterSeconds]).toEqual([1, 1]);
  });
});

describe("a key that a service holds", () => {
  const service = (octets: Uint8Array): Uint8Array => sign("sha256", octets, KEY_PAIR.privateKey);
  const keys = { environment: "integration", login: "merchant", sign: service, publicKey: KEY_PAIR.publicKey };

  test("signs every attempt of a call, and nothing is kept", async () => {
    const { sent, fetch } = fakeFetch(page("", 502), APPROVED);
    const asked = vi.fn(async (octets: Uint8Array) => service(octets));
    const client = clientWith(fetch, { keys: { ...keys, sign: asked }, attempts: 2, retryMilliseconds: 0 });
    expect(await client.createCardRef(FIRST)).toMatchObject({ status: "approved" });
    expect(sent.map(isRight)).toEqual([true, true]);
    expect(asked).toHaveBeenCalledTimes(2);
    const [octets, method] = asked.mock.lastCall as unknown as [Uint8Array, string];
    expect(Buffer.from(octets).toString()).toMatch(/^POST&https%3A%2F%2Fsandbox/);
    expect(method).toBe("RSA-SHA256");
  });

  test.each<[string, (octets: Uint8Array) => unknown, string]>([
    [
      "is unavailable",
      () => Promise.reject(new Error("key 7 of account 12")),
      "keys.sign failed, and nothing was sent",
    ],
    [
      "returns text",
      (octets) => Buffer.from(service(octets)).toString("base64"),
      "sign must return a Uint8Array of 128",
    ],
    ["uses another key", () => new Uint8Array(256).fill(1), "a signature that does not fit keys.publicKey"],
    ["uses another hash", (octets) => sign("sha1", octets, KEY_PAIR.privateKey), "does not fit keys.publicKey"],
    [
      "uses PSS",
      (octets) => sign("sha256", octets, { key: KEY_PAIR.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
      "does not fit keys.publicKey",
    ],
  ])("that %s sends nothing", async (_, broken, message) => {
    const { sent, fetch } = fakeFetch(APPROVED);
    const client = clientWith(fetch, { keys: { ...keys, sign: broken }, attempts: 3 });
    const error = await errorOf<GatewayError>(client.createCardRef(FIRST));
    expect(error).toMatchObject({ code: "signing-failed", message: expect.stringContaining(message) });
    expect(error.message).not.toContain("account 12");
    expect(sent).toEqual([]);
  });
});

describe("a call without an answer", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const untilAborted = (signal: AbortSignal): Promise<Response> =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

  test("ends after its time limit, and advises to check the status of the order", async () => {
    const client = clientWith(
      (_, { signal }) => {
        vi.advanceTimersByTime(19);
        expect(signal.aborted).toBe(false);
        queueMicrotask(() => vi.advanceTimersByTime(1));
        return untilAborted(signal);
      },
      { timeoutMilliseconds: 20 },
    );
    const error = await errorOf<GatewayError>(client.transferByRef(TRANSFER));
    expect(error).toMatchObject({ code: "timeout", message: "no answer within 20 ms" });
    expect(error.hint).toMatch(/check its status/);
    expect((await errorOf<GatewayError>(client.createCardRef(FIRST))).hint).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  /** A body that never ends; calls back once its first chunk was read and the next is requested. */
  const stalling = (onStall: () => void): Response => {
    const chunks = [Buffer.from("type=async-response\n&paynet-order-id=4711\n&x=")];
    return new Response(
      new ReadableStream(
        {
          pull(controller) {
            const chunk = chunks.pop();
            if (chunk !== undefined) return controller.enqueue(chunk);
            onStall();
            return new Promise(() => {});
          },
        },
        { highWaterMark: 0 },
      ),
    );
  };

  test("keeps the part of the body that arrived before a timeout or an abort", async () => {
    const kept = { body: "type=async-response\n&paynet-order-id=4711\n&x=", fields: { "paynet-order-id": "4711" } };
    const client = clientWith(async () => stalling(() => vi.advanceTimersByTime(50)), { timeoutMilliseconds: 50 });
    const error = await errorOf<GatewayResponseError>(client.transferByRef(TRANSFER));
    expect(error).toMatchObject({ name: "GatewayResponseError", code: "timeout", response: kept });
    expect(error.message).toBe("no answer within 50 ms, after 45 octets of body");
    expect(error.hint).toMatch(/check its status/);
    const controller = new AbortController();
    const reason = new Error("the caller's reason");
    const waiting = clientWith(async () => stalling(() => controller.abort(reason)));
    const aborted = await errorOf(waiting.transferByRef(TRANSFER, { signal: controller.signal }));
    expect(aborted).toMatchObject({ code: "aborted", response: kept, cause: reason });
  });

  test("ends after its time limit even if fetch ignores its signal", async () => {
    const never = (onCall: () => void) => () => {
      queueMicrotask(onCall);
      return new Promise<Response>(() => {});
    };
    const ignoring = clientWith(
      never(() => vi.advanceTimersByTime(20)),
      { timeoutMilliseconds: 20 },
    );
    expect(await errorOf(ignoring.createCardRef(FIRST))).toMatchObject({ code: "timeout" });
    const controller = new AbortController();
    const aborted = clientWith(never(() => controller.abort()));
    expect(await errorOf(aborted.createCardRef(FIRST, { signal: controller.signal }))).toMatchObject({
      code: "aborted",
    });
  });

  test("has no hint about an order that was never sent", async () => {
    const refused = Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    });
    const untrusted = Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error("self-signed"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    });
    const noTls = Object.assign(new TypeError("fetch failed"), {
      cause: Object.assign(new Error("wrong version number"), { code: "ERR_SSL_WRONG_VERSION_NUMBER" }),
    });
    const badPort = Object.assign(new TypeError("fetch failed"), { cause: new Error("bad port") });
    for (const thrown of [refused, untrusted, noTls, badPort]) {
      const error = await errorOf<GatewayError>(clientWith(() => Promise.reject(thrown)).transferByRef(TRANSFER));
      expect(error).toMatchObject({ code: "connection-failed", hint: undefined });
    }
    const { sent, fetch } = fakeFetch(ACCEPTED);
    const aborted = clientWith(fetch).transferByRef(TRANSFER, { signal: AbortSignal.abort() });
    expect(await errorOf(aborted)).toMatchObject({ code: "aborted", hint: undefined });
    expect(await errorOf(clientWith(fetch).transferByRef(TRANSFER, { charset: "x" as never }))).toMatchObject({
      code: "configuration-invalid",
      hint: undefined,
    });
    expect(sent).toEqual([]);
  });

  test("advises to check the status if an earlier attempt may have been accepted", async () => {
    vi.useRealTimers(); // the pauses between attempts are of 0 ms
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    for (const last of [
      () => Promise.reject(refused),
      async () => page("type=validation-error\n&error-message=known\n"),
      async () => page("", 403),
    ]) {
      const { fetch } = fakeFetch(page("", 502), last);
      const client = clientWith(fetch, { retryMilliseconds: 0 });
      const error = await errorOf<GatewayError>(client.transferByRef(TRANSFER, { attempts: 2 }));
      expect(error.hint).toMatch(/check its status before you send another one$/);
    }
    const { fetch } = fakeFetch(page("", 502));
    const { signal, settings } = abortedInPause();
    const paused = clientWith(fetch, settings).transferByRef(TRANSFER, { attempts: 2, signal });
    expect(await errorOf<GatewayError>(paused)).toMatchObject({
      code: "aborted",
      hint: expect.stringMatching(/check its status/),
    });
  });

  /** A signal that is aborted in the pause of a client: when the client adds its second listener. */
  function abortedInPause() {
    const controller = new AbortController();
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    let listeners = 0;
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      add(...args);
      if (++listeners === 2) queueMicrotask(() => controller.abort());
    };
    return { signal, settings: { retryMilliseconds: 60_000 } };
  }

  test("ends when the caller aborts it, before, during and between attempts", async () => {
    const controller = new AbortController();
    const client = clientWith((_, { signal }) => {
      queueMicrotask(() => controller.abort());
      return untilAborted(signal);
    });
    expect(await errorOf(client.createCardRef(FIRST, { signal: AbortSignal.abort() }))).toMatchObject({
      code: "aborted",
    });
    expect(await errorOf(client.createCardRef(FIRST, { signal: controller.signal }))).toMatchObject({
      code: "aborted",
    });
    const { sent, fetch } = fakeFetch(page("", 502));
    const { signal, settings } = abortedInPause();
    const between = clientWith(fetch, { attempts: 2, ...settings });
    expect(await errorOf(between.createCardRef(FIRST, { signal }))).toMatchObject({ code: "aborted" });
    expect(sent).toHaveLength(1);
  });

  test("has the reason why the connection failed", async () => {
    const environment = { name: "integration", origin: "http://127.0.0.1:1" } as const;
    const client = createGatewayClient({ environment, keys: KEYS, endpoint: endpointId("1") });
    const error = await errorOf<GatewayError>(client.createCardRef(FIRST));
    expect(error.code).toBe("connection-failed");
    expect(error.message).toMatch(/^no answer from 127\.0\.0\.1:1: /);
  });

  test.each([{ timeoutMilliseconds: 0 }, { attempts: Number.NaN }, { attempts: 99 }])(
    "cannot have %j",
    async (options) => {
      const { fetch } = fakeFetch(APPROVED);
      expect(() => clientWith(fetch, options)).toThrow(/must be a whole number/);
      expect(await errorOf(clientWith(fetch).createCardRef(FIRST, options))).toMatchObject({
        code: "configuration-invalid",
      });
    },
  );
});

describe("a redirect", () => {
  test("is not followed", async () => {
    const response = new Response(null, { status: 302, headers: { location: "https://elsewhere.example/x" } });
    const error = await errorOf<GatewayResponseError>(clientWith(fakeFetch(response).fetch).createCardRef(FIRST));
    expect(error).toMatchObject({ code: "redirected" });
    expect(error.message).toContain("https://elsewhere.example/x");
  });

  test("is an error also if fetch followed it", async () => {
    const followed = page(APPROVED);
    Object.defineProperty(followed, "redirected", { value: true });
    const client = clientWith(async () => followed);
    expect(await errorOf(client.createCardRef(FIRST))).toMatchObject({ code: "redirected" });
    expect((await errorOf<GatewayError>(client.transferByRef(TRANSFER))).hint).toMatch(/check its status/);
    const { fetch } = fakeFetch(new Response(null, { status: 302 }));
    expect((await errorOf<GatewayError>(clientWith(fetch).transferByRef(TRANSFER))).hint).not.toMatch(/its status/);
  });
});

describe("a wrong combination", () => {
  const { fetch } = fakeFetch(ACCEPTED);
  const client = clientWith(fetch);

  test("of an operation without groups and a group is an error", async () => {
    const options = { endpointGroup: endpointGroupId("1") };
    // @ts-expect-error pan-eligibility takes an endpoint
    const call = client.panEligibilitySend({ clientOrderId: "p", sendingCardRefId: "1" }, options);
    expect(await errorOf(call)).toMatchObject({ field: "endpointGroup" });
  });

  test("of a card and a reference to one is an error", async () => {
    const both = { clientOrderId: "p", sendingCardRefId: "1", sendingCardNumber: CARD } as const;
    // @ts-expect-error either of both
    expect(await errorOf(client.panEligibilitySend(both))).toMatchObject({ field: "sendingCardNumber" });
  });

  test.each([
    [{ transport: "query" }, "transport must be one of header, header-and-body"],
    [{ signatureMethod: "PLAINTEXT" }, "signatureMethod must be one of HMAC-SHA1, RSA-SHA256"],
    [{ charset: "klingon" }, "charset must be one of"],
    [{ realm: 1 }, "realm must be text or null"],
    [{ fetch: "x" }, "fetch must be a function"],
    [{ keys: null }, "keys must be an object, got null"],
    [{ environment: null }, "environment must be an object, got null"],
  ])("with the option %j is an error", async (options, message) => {
    const code = "configuration-invalid";
    expect(() => clientWith(fetch, options)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  test.each([{ transport: "query" }, { signatureMethod: "PLAINTEXT" }, { signal: {} }])(
    "such as the option %j of a call",
    async (options) => {
      const call = client.createCardRef(FIRST, options as never);
      expect(await errorOf(call)).toMatchObject({ code: "configuration-invalid" });
    },
  );
});

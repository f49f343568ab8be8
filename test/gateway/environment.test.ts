import { describe, expect, test } from "vitest";
import {
  createGatewayClient,
  type EndpointId,
  endpointGroupId,
  endpointId,
  type GatewayClientOptions,
} from "../../src/gateway/index.ts";
import { APPROVED, CONTROL_KEY, clientWith, ENVIRONMENT, errorOf, fakeFetch, KEYS } from "./fake-gateway.ts";

const FIRST = { clientOrderId: "invoice-812", orderId: "5624" } as const;
const { fetch } = fakeFetch(APPROVED);
const endpoint = endpointId("39915");

describe("keys of one environment", () => {
  const production = { name: "production", origin: "https://gate.example.com" } as const;

  test("cannot be used for the host of the other, in TypeScript and at run time", () => {
    // @ts-expect-error keys of integration, host of production
    const make = (): unknown => createGatewayClient({ environment: production, keys: KEYS, endpoint, fetch });
    expect(make).toThrow(expect.objectContaining({ code: "environment-mismatch" }));
    expect(make).toThrow(/keys of "integration" must not be sent to the host of "production"/);
  });

  test("cannot be used if only the name of the environment was changed", () => {
    const keys = { ...KEYS, environment: "production" } as const;
    const environment = { ...ENVIRONMENT, name: "production" } as const;
    expect(() => createGatewayClient({ environment, keys, endpoint, fetch })).toThrow(
      /sandbox\.example\.com.*host of integration/,
    );
    const misnamed = { ...production, name: "integration" } as const;
    expect(() => createGatewayClient({ environment: misnamed, keys: KEYS, endpoint, fetch })).toThrow(
      /gate\.example\.com.*host of production/,
    );
  });

  test("are checked also without publicChecks, unless checkHost is false", () => {
    const misnamed = { ...production, name: "integration" } as const;
    const make = (environment: object): unknown =>
      clientWith(fetch, { environment: { ...misnamed, ...environment }, publicChecks: false });
    expect(() => make({})).toThrow(
      expect.objectContaining({ code: "environment-mismatch", hint: expect.stringContaining("checkHost: false") }),
    );
    expect(() => make({ checkHost: false })).not.toThrow();
  });

  test("can be used for the host of their environment", () => {
    const keys = { ...KEYS, environment: "production" } as const;
    expect(() => createGatewayClient({ environment: production, keys, endpoint, fetch })).not.toThrow();
  });
});

describe("an environment", () => {
  test.each([
    ["http://sandbox.example.com", "https, except for a loopback"],
    ["https://sandbox.example.com/api", "without a path"],
    ["https://user:secret-pass@sandbox.example.com", "without a path"],
    ["https://SANDBOX.example.com", "in lower case"],
    ["ftp://sandbox.example.com", "origin must be"],
    ["sandbox.example.com", "origin must be"],
    [undefined, "got undefined"],
  ])("with the origin %s is an error", (origin, message) => {
    expect(() => clientWith(fetch, { environment: { name: "integration", origin } })).toThrow(message);
  });

  test.each([
    "http://127.0.0.1:8080",
    "http://localhost:1",
    "http://[::1]:1",
    "https://gateway.example:8443",
    "https://gateway.example/",
  ])("can have the origin %s", (origin) => {
    expect(() => clientWith(fetch, { environment: { name: "integration", origin } })).not.toThrow();
  });

  test.each(["processing/api", "/processing/api/", "/a/../b", "/a b", "/a?x=1", "//"])(
    "with the prefix %s is an error",
    (pathPrefix) => {
      expect(() => clientWith(fetch, { environment: { ...ENVIRONMENT, pathPrefix } })).toThrow(/pathPrefix must be/);
    },
  );

  test("can have an empty prefix", async () => {
    const { sent, fetch: kept } = fakeFetch(APPROVED);
    await clientWith(kept, { environment: { ...ENVIRONMENT, pathPrefix: "" } }).createCardRef(FIRST);
    expect(sent[0]!.url).toBe("https://sandbox.example.com/v4/create-card-ref/39915");
  });

  test("must have one of two names", () => {
    expect(() => clientWith(fetch, { environment: { ...ENVIRONMENT, name: "staging" } })).toThrow(
      /"integration" or "production"/,
    );
  });
});

describe("keys", () => {
  test.each([
    [{}, "key-missing"],
    [{ controlKey: "" }, "key-unusable"],
    [{ controlKey: "B17F59B4\n" }, "key-unusable"],
    [{ privateKey: "-----BEGIN PRIVATE KEY-----\\nMII\\n" }, "key-unusable"],
    [{ controlKey: CONTROL_KEY, login: "" }, "configuration-invalid"],
  ])("%j are an error with the code %s", (keys, code) => {
    const make = (): unknown => clientWith(fetch, { keys: { environment: "integration", login: "merchant", ...keys } });
    expect(make).toThrow(expect.objectContaining({ code }));
    expect(make).not.toThrow("MII");
  });

  test("that are missing are named before anything is sent", async () => {
    const { sent, fetch: kept } = fakeFetch(APPROVED);
    const { privateKey: _, ...keys } = KEYS;
    expect(await errorOf(clientWith(kept, { keys }).createCardRef(FIRST))).toMatchObject({
      code: "key-missing",
      message: "RSA-SHA256 needs keys.privateKey, got none",
    });
    expect(sent).toEqual([]);
  });
});

describe("endpoint and endpoint group", () => {
  test("have different types, and a client needs exactly one", () => {
    // @ts-expect-error a group's id in the place of an endpoint's
    const swapped: EndpointId = endpointGroupId("174");
    // @ts-expect-error bare text in the place of an id
    const bare: EndpointId = "39915";
    const both = { environment: ENVIRONMENT, keys: KEYS, endpoint, endpointGroup: endpointGroupId("174") };
    // @ts-expect-error both
    const options: GatewayClientOptions<"integration"> = both;
    expect(() => createGatewayClient(options)).toThrow(/exactly one of endpoint and endpointGroup, got both/);
    // @ts-expect-error none
    expect(() => createGatewayClient({ environment: ENVIRONMENT, keys: KEYS })).toThrow(/got neither/);
    expect([swapped, bare]).toEqual(["174", "39915"]);
  });

  test("can be overridden for one call", async () => {
    const { sent, fetch: kept } = fakeFetch(APPROVED);
    await clientWith(kept).createCardRef(FIRST, { endpointGroup: endpointGroupId("174") });
    expect(sent[0]!.url).toMatch(/create-card-ref\/group\/174$/);
    const both = { endpoint, endpointGroup: endpointGroupId("174") };
    expect(await errorOf(clientWith(kept).createCardRef(FIRST, both))).toMatchObject({ field: "endpointGroup" });
  });

  test("an operation without groups rejects a group", async () => {
    const client = clientWith(fetch, { endpoint: undefined, endpointGroup: endpointGroupId("174") });
    const call = client.panEligibilitySend({ clientOrderId: "p", sendingCardRefId: "1" });
    expect(await errorOf(call)).toMatchObject({ code: "argument-invalid", field: "endpointGroup" });
  });

  test.each(["", "../9", "a/b", "39915 ", "1?x=1", 39915])("the id %j is an error", (id) => {
    expect(() => endpointId(id as string)).toThrow(expect.objectContaining({ field: "endpoint" }));
  });
});

import { type Node, parseSync, visitorKeys } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { shrinkCase, url } from "../../src/conformance/properties/index.ts";
import { testSigner, testVerifier } from "../../src/conformance/suite/index.ts";
import { createRateLimitedDiagnosis, diagnose, explainRequest } from "../../src/diagnosis/index.ts";
import { createGatewayClient, endpointId, verifyCallback } from "../../src/gateway/index.ts";
import { startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { createVerifier, MemoryNonceStore, type ReceivedRequest, verify } from "../../src/index.ts";
import {
  createBaseStringSigner,
  createSigner,
  formatAuthorizationHeader,
  sign,
  signatureBaseString,
  verifyBaseString,
  verifySignature,
} from "../../src/oauth1/index.ts";
import { protect as protectExpress } from "../../src/verifier/adapters/express.ts";
import { protect as protectFastify } from "../../src/verifier/adapters/fastify.ts";
import { protect as protectNodeHttp } from "../../src/verifier/adapters/node-http.ts";
import { protect as protectWeb } from "../../src/verifier/adapters/web.ts";
import { nonceStoreTests } from "../../src/verifier/stores/nonce-store-tests.ts";
import { RedisNonceStore } from "../../src/verifier/stores/redis-nonce-store.ts";
import { entriesOf, exportsOf } from "../exported-modules.ts";
import { sample } from "../gateway/simulator/shared-sample.ts";
import { requireBuild } from "../require-build.ts";
import { FakeRedis } from "../verifier/fake-redis.ts";

/** Options, and other objects whose members choose what a function does. */
const TYPE_WITH_OPTIONS =
  /\b(?:\w*Options\w*|\w*Settings|\w*Harness|Credentials|SigningKey|VerificationKey|RequestToSign|BaseStringRequest)\b/;

/** Functions that users of the package supply: they get options. */
const SUPPLIED = [
  "ExplainRequest",
  "RedisCommands.eval",
  "RedisCommands.evalSha",
  "RedisNonceClient.withCommandOptions",
];

/** Functions whose objects are data, of which they read what they need. */
const OF_DATA = ["callbackControl", "expectedStage", "parseGatewayResponse"];

const KEY = { signatureMethod: "HMAC-SHA1", consumerSecret: "secret" } as const;
const CREDENTIALS = { consumerKey: "merchant", ...KEY };
const REQUEST = { method: "GET", url: "https://gateway.example/" };
const VERIFIER = { credentials: () => undefined, nonceStore: new MemoryNonceStore() };
const verifier = createVerifier(VERIFIER);
const received = { ...REQUEST, headers: [] } as ReceivedRequest;
const CLIENT = {
  environment: { name: "integration", origin: "https://sandbox.example.com" },
  keys: { environment: "integration", login: "merchant", controlKey: "key" },
  endpoint: endpointId("1"),
} as const;
const STORE = { open: () => new MemoryNonceStore(), openAnother: null, breakStore: null, forgetsBy: "claims" } as const;

async function har(unknown: object): Promise<unknown> {
  const simulator = await startGatewaySimulator({ data: sample.data });
  try {
    return await simulator.har(unknown);
  } finally {
    await simulator.close();
  }
}

/** A call of each function, with an unknown member in one of its parameters. */
const CALLS: Readonly<Record<string, (unknown: object) => unknown>> = {
  "createSigner(credentials)": (unknown) => createSigner({ ...CREDENTIALS, ...unknown }),
  "sign(request)": (unknown) => sign({ ...REQUEST, ...unknown }, CREDENTIALS),
  "sign(credentials)": (unknown) => sign(REQUEST, { ...CREDENTIALS, ...unknown }),
  "sign(options)": (unknown) => sign(REQUEST, CREDENTIALS, unknown),
  "Signer.sign(request)": (unknown) => createSigner(CREDENTIALS).sign({ ...REQUEST, ...unknown }),
  "Signer.sign(options)": (unknown) => createSigner(CREDENTIALS).sign(REQUEST, unknown),
  "Signer.signAsync(request)": (unknown) => createSigner(CREDENTIALS).signAsync({ ...REQUEST, ...unknown }),
  "Signer.signAsync(options)": (unknown) => createSigner(CREDENTIALS).signAsync(REQUEST, unknown),
  "createBaseStringSigner(key)": (unknown) => createBaseStringSigner({ ...KEY, ...unknown }),
  "verifyBaseString(key)": (unknown) => verifyBaseString("GET&&", "", { ...KEY, ...unknown }),
  "verifySignature(request)": (unknown) => verifySignature({ ...REQUEST, ...unknown }, "", KEY),
  "verifySignature(key)": (unknown) => verifySignature(REQUEST, "", { ...KEY, ...unknown }),
  "signatureBaseString(request)": (unknown) => signatureBaseString({ ...REQUEST, ...unknown }),
  "formatAuthorizationHeader(options)": (unknown) => formatAuthorizationHeader([], unknown),
  "createVerifier(options)": (unknown) => createVerifier({ ...VERIFIER, ...unknown }),
  "verify(options)": (unknown) => verify(verifier, received, unknown),
  "Verifier.verify(options)": (unknown) => verifier.verify(received, unknown),
  "Verifier.authenticate(options)": (unknown) => verifier.authenticate(received, unknown),
  "MemoryNonceStore.constructor(options)": (unknown) => new MemoryNonceStore(unknown),
  "RedisNonceStore.constructor(options)": (unknown) => new RedisNonceStore(new FakeRedis(), unknown),
  "RedisNonceStore.connect(options)": (unknown) => RedisNonceStore.connect("redis://127.0.0.1:1", unknown),
  "RedisNonceStore.initialize(options)": (unknown) => RedisNonceStore.initialize(new FakeRedis(), unknown),
  "nonceStoreTests(harness)": (unknown) => nonceStoreTests({ ...STORE, ...unknown }),
  "./node-http protect(options)": (unknown) => protectNodeHttp({ verifier, ...unknown }, () => {}),
  "./web protect(options)": (unknown) => protectWeb({ verifier, ...unknown }),
  "./express protect(options)": (unknown) => protectExpress({ verifier, ...unknown }),
  "./fastify protect": (unknown) => protectFastify({} as never, { verifier, ...unknown }),
  "createGatewayClient(options)": (unknown) => createGatewayClient({ ...CLIENT, ...unknown }),
  "GatewayClient.Name(options)": (unknown) =>
    createGatewayClient(CLIENT).createCardRef({ clientOrderId: "1", orderId: "2" }, unknown),
  "verifyCallback(options)": (unknown) => verifyCallback("", { controlKey: "key", ...unknown }),
  "startGatewaySimulator(options)": (unknown) => startGatewaySimulator({ data: sample.data, ...unknown }),
  "GatewaySimulator.har(options)": har,
  "diagnose(options)": (unknown) => diagnose({ request: received as never, key: {} }, unknown),
  "explainRequest(options)": (unknown) => explainRequest(received as never, [], unknown),
  "createRateLimitedDiagnosis(options)": (unknown) => createRateLimitedDiagnosis(unknown),
  "testSigner(options)": (unknown) => testSigner({ percentEncode: () => "" }, { test, ...unknown }),
  "testVerifier(options)": (unknown) => testVerifier({ verifySignature: () => true }, { test, ...unknown }),
  "shrinkCase(options)": (unknown) => shrinkCase(url, { seed: 1, index: 1, fails: async () => false, ...unknown }),
};

/** Options inside options: their names are checked in the same way. */
const NESTED: typeof CALLS = {
  limits: (unknown) => createVerifier({ ...VERIFIER, limits: unknown }),
  proxy: (unknown) => createVerifier({ ...VERIFIER, proxy: unknown as never }),
  environment: (unknown) => createGatewayClient({ ...CLIENT, environment: { ...CLIENT.environment, ...unknown } }),
  keys: (unknown) => createGatewayClient({ ...CLIENT, keys: { ...CLIENT.keys, ...unknown } }),
  "budget of diagnose": (unknown) => diagnose({ request: received as never, key: {} }, { budget: unknown }),
  "budget of explainRequest": (unknown) => explainRequest(received as never, [], { budget: unknown }),
  "budget of createRateLimitedDiagnosis": (unknown) => createRateLimitedDiagnosis({ budget: unknown }),
  "credentials with sign": (unknown) =>
    createSigner({ consumerKey: "merchant", signatureMethod: "HMAC-SHA1", sign: () => new Uint8Array(20), ...unknown }),
};

/** Stable codes: a part of the API with a single code for all its options keeps that one. */
const CODES = ["option-unknown", "option-malformed", "configuration-invalid", "limit-invalid", "proxy-invalid"];

/** The parameters with options in an exported declaration, as `Owner.method(parameter)`. */
function parametersWithOptions(name: string, declaration: string): string[] {
  // Errors that are created with another error's options must not throw.
  if (/^(?:declare )?class [^{]* extends \w*Error\b/.test(declaration)) return [];
  const text = `export declare ${declaration.replace(/^declare /, "")}`;
  const hasOptions = (node: Node | null | undefined): boolean =>
    TYPE_WITH_OPTIONS.test(text.slice(node?.start, node?.end));
  const found: string[] = [];
  const visit = (node: Node, owner: string): void => {
    const { key, params = [] } = node as { readonly key?: { readonly name?: string }; readonly params?: Node[] };
    const inside = key?.name === undefined ? owner : `${owner}.${key.name}`;
    for (const parameter of Array.isArray(params) ? params : []) {
      if (parameter.type === "ObjectPattern") found.push(`${inside}(an object)`);
      else if (parameter.type === "Identifier" && hasOptions(parameter.typeAnnotation ?? undefined))
        found.push(`${inside}(${parameter.name})`);
    }
    const children = node as unknown as Readonly<Record<string, Node | Node[] | null>>;
    for (const child of (visitorKeys[node.type] ?? []).flatMap((member) => children[member] ?? []))
      visit(child, inside);
  };
  visit(parseSync("exports.d.ts", text).program, name);
  const [constant] = /^const [^=]*/.exec(declaration) ?? [];
  return found.length === 0 && constant !== undefined && TYPE_WITH_OPTIONS.test(constant) ? [name] : found;
}

requireBuild();
const exported = new Map(
  entriesOf().flatMap(({ subPath, declarations }) =>
    [...exportsOf(declarations)].map(([name, { text }]) => {
      // Each adapter exports a function of this name, and two of them may be declared alike.
      const shown = name === "protect" ? `${subPath} ${name}` : name;
      return [name === "protect" ? shown : text, [text, shown]] as const;
    }),
  ),
);

describe("options that a function does not know", () => {
  test("are tried on every exported function, class and method with options", () => {
    const found = [...exported.values()].flatMap(([text, name]) => parametersWithOptions(name, text));
    const isExempt = (one: string): boolean => [...SUPPLIED, ...OF_DATA].includes(one.replace(/\(.*/, ""));
    const what = "a function with options needs a call in CALLS of test/repository/options.test.ts";
    expect(found.filter((one) => !isExempt(one)).toSorted(), what).toEqual(Object.keys(CALLS).toSorted());
  });

  test.each(Object.entries({ ...CALLS, ...NESTED }))("are refused by %s", async (_name, call) => {
    const error: unknown = await (async () => call({ noSuchOption: 1 }))().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: expect.toBeOneOf(CODES),
      message: expect.stringMatching(/^\w+ has no member "noSuchOption", only \w+(?:, \w+)*$/),
    });
  });
});

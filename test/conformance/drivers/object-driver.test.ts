import { describe, expect, test } from "vitest";
import { objectDriver } from "../../../src/conformance/drivers/index.ts";
import type { InputOf, VectorInput } from "../../../src/conformance/vectors/index.ts";

const driverOf = (given: unknown) => objectDriver(given, { name: "mine", timeoutMilliseconds: 50 });
const ENCODE: VectorInput = { operation: "percent-encoding", text: "a" };
const SIGN: InputOf<"sign"> = {
  operation: "sign",
  signatureMethod: "HMAC-SHA1",
  version: "1.0",
  transport: "header",
  request: { method: "GET", url: "http://a.example/" },
  credentials: { consumerKey: "k", consumerSecret: "s" },
};
const HEADER = 'OAuth oauth_signature="c2ln"';

describe("an implementation as an object", () => {
  test.each<[string, unknown, object]>([
    ["the value alone", () => "b", { ok: true, stages: { "percent-encoding": "b" } }],
    ["an answer of the protocol", () => ({ value: "b" }), { ok: true, stages: { "percent-encoding": "b" } }],
    ["a promise of a value", async () => "b", { ok: true, stages: { "percent-encoding": "b" } }],
    ["an error", () => fail(new Error("broke")), { ok: false, error: "failed", message: "broke" }],
    ["a rejected promise", async () => fail("broke"), { ok: false, error: "failed", message: "broke" }],
    ["a refusal", () => fail(Object.assign(new Error("no"), { name: "Refusal" })), { ok: false, error: "refused" }],
    ["no answer in time", () => new Promise(() => {}), { ok: false, error: "timed-out" }],
    ["nothing", () => undefined, { ok: false, error: "malformed-answer" }],
    ["a value of another kind", () => 5, { ok: false, error: "malformed-answer" }],
  ])("that returns %s is read like a program", async (_what, percentEncode, expected) => {
    expect(await driverOf({ percentEncode }).ask(ENCODE)).toMatchObject(expected);
  });

  test.each<[unknown, object]>([
    ["c2ln", { signature: "c2ln" }],
    [{ authorization: HEADER }, { signature: "c2ln", "authorization-header": HEADER }],
    [{ stages: { signature: "c2ln", "base-string": "GET&" } }, { signature: "c2ln", "base-string": "GET&" }],
  ])("signs with the answer %j", async (answer, stages) => {
    expect(await driverOf({ sign: () => answer }).ask(SIGN)).toEqual({ ok: true, stages });
  });

  test("gets the members of the questions of the protocol, and itself as this", async () => {
    const asked: object[] = [];
    const subject = {
      sign: (question: object) => ({ stages: { signature: "s", "base-string": String(asked.push(question)) } }),
      baseString(question: object) {
        return this.sign(question).stages["base-string"];
      },
      verify: (question: object) => asked.push(question) > 0,
    };
    const driver = driverOf(subject);
    const protocolParameters = ["oauth_consumer_key", "oauth_nonce", "oauth_timestamp", "oauth_signature_method"];
    const values = ["k", "n", "1", "HMAC-SHA1"];
    const { request } = SIGN;
    await driver.ask({
      operation: "base-string",
      request,
      protocolParameters: protocolParameters.map((name, at) => [name, values[at]!]),
    });
    expect(asked[0]).toMatchObject({ credentials: { consumerKey: "k" }, nonce: "n", timestamp: "1" });
    const received = { method: "GET", url: "http://a.example/", headers: [], body: new Uint8Array([97]) };
    await driver.ask({ operation: "verify", received, credentials: { consumerSecret: "s" }, now: 1, seen: false });
    expect(asked[1]).toMatchObject({ request: { method: "GET", body: "YQ==" }, now: 1, seen: false });
  });

  test("that takes a list of all protocol parameters is asked to sign with that list", async () => {
    const asked: object[] = [];
    const driver = driverOf({ signExactly: (question: object) => String(asked.push(question)) });
    expect(driver.hello()).toMatchObject({ operations: ["sign-exactly", "sign"], fixesNonceAndTimestamp: true });
    await driver.ask({ ...SIGN, nonce: "n", timestamp: "1", realm: "r" });
    const { request, signatureMethod, credentials, transport } = SIGN;
    const values = {
      oauth_consumer_key: "k",
      oauth_signature_method: "HMAC-SHA1",
      oauth_timestamp: "1",
      oauth_nonce: "n",
    };
    const protocolParameters = Object.entries({ ...values, oauth_version: "1.0" });
    expect(asked).toEqual([{ request, signatureMethod, credentials, transport, realm: "r", protocolParameters }]);
  });

  test("declares its methods, its name and its limits", () => {
    const declared = { signatureMethods: ["HMAC-SHA1"], limits: { without: ["octets"] }, transports: ["header"] };
    const implementation = { name: "signer", version: "2", url: "https://a.example/" };
    expect(
      driverOf({ ...declared, implementation, sign: () => "", parseAuthorizationHeader: () => [] }).hello(),
    ).toEqual({
      ...declared,
      implementation: { ...implementation, language: "JavaScript" },
      operations: ["sign", "authorization-header-parsing"],
    });
    expect(driverOf({ sign: () => "" }).hello()).toEqual({
      implementation: { name: "mine", version: "", language: "JavaScript" },
      operations: ["sign"],
    });
  });

  test("names the inputs that it does not support, by the names of its methods", () => {
    const outside = (method: string, { text }: { text?: string }) => (text === "a" ? `no a in ${method}` : undefined);
    const driver = driverOf({ percentEncode: () => "", outside });
    expect(driver.outside(ENCODE)).toBe("no a in percentEncode");
    expect(driver.outside({ ...ENCODE, text: "b" })).toBeUndefined();
  });

  test.each<[unknown, RegExp]>([
    [5, /expected an object, got 5/],
    [{}, /methods: expected at least one of percentEncode, .*, got nothing/],
    [{ percentEncoding: () => "" }, /a method: expected percentEncode, .*got "percentEncoding"/],
    [{ sign: 5 }, /sign: expected a function, got 5/],
    [{ sign: () => "", limits: 5 }, /limits: expected an object or null, got 5/],
    [{ sign: () => "", implementation: "me" }, /implementation: expected an object, got "me"/],
  ])("that is %j is refused at once", (given, message) => {
    expect(() => driverOf(given)).toThrow(message);
  });
});

function fail(error: unknown): never {
  throw error;
}

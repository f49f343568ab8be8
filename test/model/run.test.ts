import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { HttpRequest, Parameter, SignatureMethod, SigningInput, Transport } from "../../src/model/index.ts";
import { bodyHashOf, readSentRequest, signatureIsRight, toText, trace, traceSent } from "../../src/model/index.ts";
import { testKeyPair } from "../keys/index.ts";

const REQUEST: SigningInput = {
  method: "POST",
  url: "https://example.com/pay?q=1#top",
  form: [
    ["amount", "10.42"],
    ["note", "a b+é"],
    ["raw", Uint8Array.of(0xff)],
  ],
  protocolParameters: [
    ["oauth_consumer_key", "key"],
    ["oauth_nonce", "n"],
    ["oauth_signature_method", "HMAC-SHA1"],
  ],
  signatureMethod: "HMAC-SHA1",
  consumerSecret: "secret",
};
const FORM = "amount=10.42&note=a%20b%2B%C3%A9&raw=%FF";
const PROTOCOL = "oauth_consumer_key=key&oauth_nonce=n&oauth_signature_method=HMAC-SHA1";

const sentFrom = (request: SigningInput): HttpRequest => {
  const { url, body, authorizationHeader } = trace(request);
  return {
    method: request.method,
    url: url!,
    headers: [
      ...(authorizationHeader === undefined ? [] : ([["authorization", authorizationHeader]] as const)),
      ...(body === undefined ? [] : ([["content-type", "application/x-www-form-urlencoded"]] as const)),
    ],
    ...(body !== undefined && { body: Buffer.from(body) }),
  };
};
const readable = (parameters: readonly Parameter<Uint8Array>[]): string[] =>
  parameters.map(({ name, value, origin }) => `${origin} ${toText(name)}=${toText(value)}`);

describe("the model", () => {
  test("puts everything into the header for the transport header", () => {
    const { url, body, authorizationHeader, signature } = trace(REQUEST);
    expect(url).toBe(REQUEST.url);
    expect(body).toBe(FORM);
    expect(authorizationHeader).toBe(
      'OAuth oauth_consumer_key="key", oauth_nonce="n", oauth_signature_method="HMAC-SHA1", ' +
        `oauth_signature="${encodeURIComponent(signature!)}"`,
    );
  });

  test("puts everything after the form for the transport body", () => {
    const result = trace({ ...REQUEST, transport: "body" });
    expect(result.body).toBe(`${FORM}&${PROTOCOL}&oauth_signature=${encodeURIComponent(result.signature!)}`);
    expect(result.url).toBe(REQUEST.url);
    expect(result).not.toHaveProperty("authorizationHeader");
  });

  test.each([
    ["https://a/", "https://a/?", ""],
    ["https://a", "https://a?", ""],
    ["https://a/?", "https://a/?", ""],
    ["https://a/?q=1", "https://a/?q=1&", ""],
    ["https://a/?q=1#top", "https://a/?q=1&", "#top"],
    ["https://a/#", "https://a/?", "#"],
    ["https://a/#b?c", "https://a/?", "#b?c"],
  ])("adds to the query of %s for the transport query", (url, before, after) => {
    const { form, ...formless } = REQUEST;
    const result = trace({ ...formless, url, transport: "query" });
    expect(result.url).toBe(`${before}${PROTOCOL}&oauth_signature=${encodeURIComponent(result.signature!)}${after}`);
    expect(result).not.toHaveProperty("authorizationHeader");
    expect(result).not.toHaveProperty("body");
  });

  test("repeats the protocol parameters in the body for header-and-body, signed once and without the signature", () => {
    const both = trace({ ...REQUEST, transport: "header-and-body" });
    expect(both.body).toBe(`${FORM}&${PROTOCOL}`);
    expect(both.authorizationHeader).toBe(trace(REQUEST).authorizationHeader);
    expect(both.signature).toBe(trace(REQUEST).signature);
  });

  test("changes with the transport the origin of the protocol parameters, but not the signature", () => {
    const transports: Transport[] = ["header", "body", "query", "header-and-body"];
    const traces = transports.map((transport) => trace({ ...REQUEST, transport }));
    expect(new Set(traces.map(({ baseString }) => baseString)).size).toBe(1);
    expect(readable(traces[1]!.parameters)).toContain("body oauth_nonce=n");
    expect(readable(traces[2]!.parameters)).toContain("query oauth_nonce=n");
  });

  test.each<Transport>(["header", "body", "query", "header-and-body"])(
    "reads back the parameters and the signature that it sent by the transport %s",
    (transport) => {
      const meant = trace({ ...REQUEST, transport });
      const sent = sentFrom({ ...REQUEST, transport });
      expect(readSentRequest(sent)).toMatchObject({ transport, realm: null, signatureMethod: "HMAC-SHA1" });
      expect(readSentRequest(sent).signature).toBe(meant.signature);
      const { parameters, parameterString, baseStringUri, baseString, key, signature } = meant;
      expect(traceSent(sent, { consumerSecret: "secret" })).toEqual({
        parameters,
        parameterString,
        baseStringUri,
        baseString,
        key,
        signature,
      });
    },
  );

  test("gives a request without a form no body", () => {
    const { form, ...formless } = REQUEST;
    expect(trace(formless)).not.toHaveProperty("body");
    expect(trace({ ...formless, form: [] }).body).toBe("");
  });

  test.each<SignatureMethod>(["HMAC-SHA1", "HMAC-SHA512", "PLAINTEXT", "RSA-SHA256"])(
    "ends the trace with the base string without a key for %s",
    (signatureMethod) => {
      const { consumerSecret, ...keyless } = REQUEST;
      expect(Object.keys(trace({ ...keyless, signatureMethod }))).toEqual([
        "parameters",
        "parameterString",
        "baseStringUri",
        "baseString",
      ]);
    },
  );

  test("takes an empty consumer secret for a secret", () => {
    expect(trace({ ...REQUEST, consumerSecret: "", signatureMethod: "PLAINTEXT" }).signature).toBe("&");
  });

  test("needs no shared secret and no key text for RSA, whose signature the public key verifies", () => {
    const pair = testKeyPair("rsa-2048");
    const pem = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
    const { consumerSecret, ...secretless } = REQUEST;
    for (const signatureMethod of ["RSA-SHA1", "RSA-SHA256", "RSA-SHA512"] as const) {
      const { key, baseString, signature } = trace({ ...secretless, signatureMethod, privateKey: pem });
      expect(key).toBeUndefined();
      expect(signature).toMatch(/^[A-Za-z0-9+/]{342}==$/);
      const claim = { signatureMethod, baseString, signature: signature!, publicKey };
      expect(signatureIsRight(claim)).toBe(true);
      expect(signatureIsRight({ ...claim, baseString: `${baseString}x` })).toBe(false);
      expect(signatureIsRight({ ...claim, signature: `${signature}\n` })).toBe(false);
    }
  });

  test("refuses a private key of another kind", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => trace({ ...REQUEST, signatureMethod: "RSA-SHA256", privateKey: pem })).toThrow("needs an RSA");
  });

  test.each<[SignatureMethod, ReturnType<typeof bodyHashOf>, length: number]>([
    ["HMAC-SHA1", "SHA-1", 28],
    ["HMAC-SHA256", "SHA-256", 44],
    ["HMAC-SHA512", "SHA-512", 88],
    ["RSA-SHA1", "SHA-1", 28],
    ["RSA-SHA256", "SHA-256", 44],
    ["RSA-SHA512", "SHA-512", 88],
    ["PLAINTEXT", "SHA-1", 28],
  ])("hashes a body with %s by %s", (signatureMethod, hash, length) => {
    expect(bodyHashOf(signatureMethod)).toBe(hash);
    const { form, ...formless } = REQUEST;
    const { parameters } = trace({ ...formless, signatureMethod, body: "{}", bodyHash: true });
    const [value] = readable(parameters).filter((parameter) => parameter.startsWith("header oauth_body_hash="));
    expect(value).toHaveLength("header oauth_body_hash=".length + length);
    expect(readable(trace({ ...REQUEST, bodyHash: true }).parameters).join()).not.toContain("oauth_body_hash");
  });
});

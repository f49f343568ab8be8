/** Mistakes of the programmer are errors with a stable code, at creation wherever they can be seen there. */

import { describe, expect, test } from "vitest";
import * as face from "../../src/index.ts";
import {
  createVerifier,
  MemoryNonceStore,
  type ReceivedRequest,
  type Verifier,
  VerifierConfigurationError,
  type VerifierOptions,
  verify,
} from "../../src/verifier/index.ts";
import { SECRET, signedRequest } from "../signed-request.ts";
import { verifierWith, watchedStore } from "./requests.ts";

const good = { credentials: () => undefined, nonceStore: watchedStore() };

function codeFor(options: unknown): string {
  try {
    createVerifier(options as VerifierOptions);
    return "built";
  } catch (error) {
    if (error instanceof VerifierConfigurationError && error.message !== "") return error.code;
    throw error;
  }
}

describe("a wrong configuration", () => {
  test.each<[string, unknown]>([
    ["options-invalid", undefined],
    ["options-invalid", null],
    ["credentials-missing", { nonceStore: good.nonceStore }],
    ["credentials-missing", { ...good, credentials: new Map() }],
    ["nonce-store-missing", { credentials: good.credentials }],
    ["nonce-store-missing", { ...good, nonceStore: {} }],
    ["nonce-store-missing", { ...good, nonceStore: null }],
    ["option-unknown", { ...good, clockTolerance: 300 }],
    ["signature-methods-invalid", { ...good, signatureMethods: [] }],
    ["signature-methods-invalid", { ...good, signatureMethods: "HMAC-SHA1" }],
    ["signature-methods-invalid", { ...good, signatureMethods: ["HMAC-MD5"] }],
    ["signature-methods-invalid", { ...good, signatureMethods: ["hmac-sha1"] }],
    // biome-ignore lint/suspicious/noSparseArray: a slip of the pen
    ["signature-methods-invalid", { ...good, signatureMethods: ["HMAC-SHA1", , "RSA-SHA256"] }],
    ["transport-invalid", { ...good, transport: [] }],
    ["transport-invalid", { ...good, transport: "cookie" }],
    ["transport-invalid", { ...good, transport: ["header", "Body"] }],
    ["plaintext-without-https", { ...good, signatureMethods: ["PLAINTEXT"], origin: "http://api.example" }],
    ["clock-tolerance-invalid", { ...good, clockToleranceSeconds: -1 }],
    ["clock-tolerance-invalid", { ...good, clockToleranceSeconds: Number.POSITIVE_INFINITY }],
    ["clock-tolerance-invalid", { ...good, clockToleranceSeconds: Number.NaN }],
    ["clock-tolerance-invalid", { ...good, clockToleranceSeconds: "300" }],
    ["clock-tolerance-invalid", { ...good, clockToleranceSeconds: 86_401 }],
    ["clock-skew-invalid", { ...good, clockSkewSeconds: -1 }],
    ["clock-skew-invalid", { ...good, clockSkewSeconds: 60_000 }],
    ["timeout-invalid", { ...good, timeoutMilliseconds: 0 }],
    ["timeout-invalid", { ...good, timeoutMilliseconds: Number.POSITIVE_INFINITY }],
    ["timeout-invalid", { ...good, timeoutMilliseconds: 600_001 }],
    ["clock-invalid", { ...good, now: 1_700_000_000 }],
    ["on-verdict-invalid", { ...good, onVerdict: [] }],
    ["origin-invalid", { ...good, origin: "api.example" }],
    ["origin-invalid", { ...good, origin: "https://api.example/v1" }],
    ["origin-invalid", { ...good, origin: "https://api.example?x" }],
    ["origin-invalid", { ...good, origin: "https://user@api.example" }],
    ["origin-invalid", { ...good, origin: "ftp://api.example" }],
    ["origin-invalid", { ...good, origin: 7 }],
    ["proxy-invalid", { ...good, proxy: true }],
    ["proxy-invalid", { ...good, proxy: { addresses: ["10.0.0.1"], hosts: [] } }],
    ["proxy-invalid", { ...good, proxy: { addresses: [], hosts: ["api.example"] } }],
    ["proxy-invalid", { ...good, proxy: { addresses: ["proxy.internal"], hosts: ["api.example"] } }],
    ["proxy-invalid", { ...good, proxy: { addresses: ["0.0.0.0/0"], hosts: ["api.example"] } }],
    ["proxy-invalid", { ...good, proxy: { addresses: ["10.0.0.0/33"], hosts: ["api.example"] } }],
    ["proxy-invalid", { ...good, proxy: { addresses: ["10.0.0.1"], hosts: ["https://api.example"] } }],
    ["rsa-size-invalid", { ...good, minimumRsaBits: 512 }],
    ["switch-invalid", { ...good, allowUnsignedBody: "no" }],
    ["switch-invalid", { ...good, allowHeaderAndBody: 1 }],
    ["switch-invalid", { ...good, requireVersion: "yes" }],
    ["switch-invalid", { ...good, requireEncodedHeader: 1 }],
    ["limit-invalid", { ...good, limits: { body: 0 } }],
    ["limit-invalid", { ...good, limits: { body: Number.POSITIVE_INFINITY } }],
    ["limit-invalid", { ...good, limits: { bodySize: 1 } }],
    ["limit-invalid", { ...good, limits: null }],
  ])("is an error: %s", (code, options) => {
    expect(codeFor(options)).toBe(code);
  });

  test.each([
    [{ clockToleranceSeconds: 300_000 }, "clockToleranceSeconds", "0 to 86400, got 300000"],
    [{ clockSkewSeconds: 60_000 }, "clockSkewSeconds", "0 to 3600, got 60000"],
  ])("of milliseconds for seconds is an error that names them: %j", (option, name, range) => {
    const message = `${name} must be a whole number from ${range}; give seconds, not milliseconds`;
    expect(() => createVerifier({ ...good, ...option })).toThrow(message);
  });

  test("and is accepted if the client meant it", () => {
    expect(codeFor(good)).toBe("built");
    expect(
      codeFor({ ...good, clockToleranceSeconds: 0, origin: "https://[::1]:8443", limits: { body: undefined } }),
    ).toBe("built");
  });
});

describe("a request that no client can cause", () => {
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a parsed body", { ...signedRequest(), body: { a: "1" } }],
    ["a method that is no text", { ...signedRequest(), method: undefined }],
    ["a URL object", { ...signedRequest(), url: new URL("https://api.example/pay") }],
    ["no headers", { ...signedRequest(), headers: undefined }],
    ["headers as a Map", { ...signedRequest(), headers: new Map() }],
    ["headers as Headers", { ...signedRequest(), headers: new Headers() }],
    ["a header that is no text", { ...signedRequest(), headers: { authorization: 7 } }],
    ["rawHeaders, flat", { ...signedRequest(), headers: ["authorization", "OAuth"] }],
  ])("is an error: %s", async (_what, request) => {
    await expect(verifierWith().verify(request as ReceivedRequest)).rejects.toMatchObject({ code: "request-invalid" });
  });

  test("is an error: a clock that is not valid", async () => {
    for (const now of [() => Number.NaN, () => undefined as never, () => Number.POSITIVE_INFINITY]) {
      await expect(verifierWith({ now }).verify(signedRequest())).rejects.toMatchObject({ code: "clock-invalid" });
    }
  });
});

describe("the public API", () => {
  test("verify is the method of a verifier", async () => {
    const verifier = verifierWith();
    const request = signedRequest();
    expect(await verify(verifier, request)).toMatchObject({ accepted: true, consumerKey: "ck" });
    expect(await verify(verifier, request)).toMatchObject({ accepted: false, code: "nonce-used" });
    const json = signedRequest({ body: "{}" });
    expect(await verify(verifier, json, { allowUnsignedBody: true })).toMatchObject({ accepted: true });
  });

  test.each<[string, unknown]>([
    ["object", good],
    ["object", signedRequest()],
    ["null", null],
    ["undefined", undefined],
  ])("verify takes no %s in the place of a verifier", async (kind, given) => {
    await expect(verify(given as Verifier, signedRequest())).rejects.toEqual(
      new VerifierConfigurationError("verifier-invalid", `verifier must be what createVerifier returns, got ${kind}`),
    );
  });

  test("options in the place of a verifier never accept the same request twice", async () => {
    const request = signedRequest();
    const attempt = () =>
      verify(
        { ...good, credentials: () => ({ consumerSecret: SECRET }), nonceStore: new MemoryNonceStore() } as never,
        request,
      );
    for (let sent = 0; sent < 2; sent++) await expect(attempt()).rejects.toMatchObject({ code: "verifier-invalid" });
  });

  test("the package offers it", () => {
    expect(face.createVerifier).toBe(createVerifier);
    expect(face.verify).toBe(verify);
    expect(face.VerifierConfigurationError).toBe(VerifierConfigurationError);
    expect(face).not.toHaveProperty("authenticate");
    expect(face.REJECTION_CODES).toHaveLength(27);
  });
});

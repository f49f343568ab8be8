import { describe, expect, test } from "vitest";
import { createGuard } from "../../../src/verifier/adapters/guard.ts";
import { responseFunction } from "../../../src/verifier/adapters/rejection-response.ts";
import { REJECTION_CODES, rejectFor } from "../../../src/verifier/rejections.ts";
import type { Verifier } from "../../../src/verifier/types.ts";
import { createTestVerifier } from "./verifiers.ts";

const verifier = createTestVerifier();
const request = { method: "GET", url: "/", headers: [] };

describe("a wrong option of an adapter", () => {
  test.each([
    ["without a verifier", {}],
    ["with a realm that could end the header", { verifier, realm: "a\r\nset-cookie: b" }],
    ["with a style that does not exist", { verifier, rejectionResponse: "silent" }],
    ["with a limit that is none", { verifier, bodyLimit: Number.NaN }],
    ["with a limit below nothing", { verifier, bodyLimit: -1 }],
    ["with a switch that is text", { verifier, originFromHost: "false" }],
    ["with an option that is misspelt", { verifier, bodylimit: 5 }],
    ["with a callback that is text", { verifier, onRejected: "log" }],
  ])("is an error: an adapter %s", (_what, options) => {
    expect(() => createGuard(options as unknown as { verifier: Verifier })).toThrow(
      expect.objectContaining({ name: "AdapterError", code: "option-malformed" }),
    );
  });
});

describe("every rejection", () => {
  test.each(REJECTION_CODES)("the response to %s contains only the public message", (code) => {
    const refused = rejectFor(code, "for the operator alone");
    const rfc = responseFunction("rfc", "shop")(refused, request);
    expect(rfc.status).toBe(refused.publicResponse.status);
    expect(rfc.headers["www-authenticate"]).toBe(rfc.status === 401 ? 'OAuth realm="shop"' : undefined);
    const gateway = responseFunction("gateway", "")(refused, request);
    expect(gateway.status).toBe([413, 429, 503].includes(refused.status) ? refused.status : 403);
    for (const { body, headers } of [rfc, gateway]) {
      expect(body).not.toContain("operator");
      expect(body).not.toContain(code);
      expect(headers["cache-control"]).toBe("no-store");
    }
  });
});

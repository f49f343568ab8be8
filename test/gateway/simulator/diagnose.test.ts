/** What only the simulator knows about a rejected request: its routes, and the merchant's other key. */

import { describe, expect, test } from "vitest";
import { explainRequest } from "../../../src/diagnosis/index.ts";
import { diagnose } from "../../../src/gateway/simulator/diagnose.ts";
import type { HttpRequest, SigningInput } from "../../../src/model/index.ts";
import { specification } from "../../../src/model/index.ts";
import { sendAs } from "../../../src/model/send-request.ts";
import { testKeyPair } from "../../keys/index.ts";

const MERCHANT = {
  login: "shop",
  controlKey: "B17F59B4-A7DC-41B4-8FF9-37D986B43D20",
  publicKeys: [testKeyPair("rsa-2048").publicKey.export({ type: "spki", format: "pem" }).toString()],
  endpoints: [{ id: "39915" }, { id: "39916" }],
  endpointGroups: ["12"],
};
const SENT = "https://gate.example/processing/api/v4/transfer/39915";

const FORM = [["client_orderid", "invoice-1"]] as const;

function signed(
  url: string,
  method = "HMAC-SHA1",
  form: SigningInput["form"] = FORM,
  more: Partial<SigningInput> = {},
): HttpRequest {
  const input: SigningInput = {
    method: "POST",
    url,
    form,
    signatureMethod: "HMAC-SHA1",
    consumerSecret: MERCHANT.controlKey,
    protocolParameters: [
      ["oauth_consumer_key", "shop"],
      ["oauth_nonce", "n0nce"],
      ["oauth_signature_method", method],
      ["oauth_timestamp", "1700000000"],
    ],
    ...more,
  };
  return { ...sendAs(input, specification)!, url: SENT };
}

async function explained(request: HttpRequest): Promise<string> {
  const rejected = { problems: [] } as unknown as Parameters<typeof diagnose>[1];
  const short = { faults: [], budget: { combinations: 1000 } };
  const { lines } = await diagnose(
    request,
    rejected,
    { merchants: [MERCHANT] },
    [],
    ["/processing/api", "/paynet/api"],
    (sent, keys, options) => explainRequest(sent, keys, { ...options, ...short }),
    new AbortController().signal,
  );
  return lines.join("\n");
}

describe("the simulator", () => {
  test.each([
    ["another prefix", SENT.replace("processing", "paynet"), "The client signed for /paynet, but sent to /processing."],
    ["another version", SENT.replace("v4", "v2"), "The client signed for v2, but sent to v4."],
    ["another endpoint", SENT.replace("39915", "39916"), "The client signed for 39916, but sent to 39915."],
    ["an endpoint group", SENT.replace("39915", "group/12"), "The client signed for group/12, but sent to 39915."],
  ])("names %s that was signed", async (_, url, what) => {
    expect(await explained(signed(url))).toContain(what);
  });

  test("names a parameter with a known value that was signed and not sent", async () => {
    const form = [
      ["client_orderid", "invoice-1"],
      ["login", "shop"],
    ] as const;
    const request = { ...signed(SENT, "HMAC-SHA1", form), body: Buffer.from("client_orderid=invoice-1") };
    expect(await explained(request)).toContain(
      "login was signed but not sent as a parameter. (parameter-not-sent:login)",
    );
  });

  test("names an HMAC under the name of an RSA method", async () => {
    expect(await explained(signed(SENT, "RSA-SHA256"))).toContain(
      "The client signed with HMAC-SHA1 and the control key, but the request names RSA-SHA256.",
    );
  });

  test.each([
    [
      "of the merchant",
      "rsa-2048",
      "The client signed with RSA-SHA256, but the request names HMAC-SHA1. (rsa-under-other-name)",
    ],
    [
      "that the gateway does not know",
      "rsa-4096",
      "oauth_signature has 512 octets, as an RSA signature has, but the request names HMAC-SHA1, whose signature has 20 (signature-of-other-method)",
    ],
  ] as const)("names an RSA signature with a key %s under the name of HMAC", async (_, key, line) => {
    const privateKey = testKeyPair(key).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const text = await explained(signed(SENT, "HMAC-SHA1", FORM, { signatureMethod: "RSA-SHA256", privateKey }));
    expect(text.split("\n")[0]).toBe(line);
    expect(text).not.toContain("No known cause");
  });
});

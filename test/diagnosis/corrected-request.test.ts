import { describe, expect, test } from "vitest";
import { type DiagnosisInput, diagnose } from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import { type SigningInput, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { readRequest } from "../../src/requests/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { corrected } from "./read.ts";
import { asked, payment, SECRET } from "./requests.ts";

const privateKey = testKeyPair("rsa-2048").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** What a client with this fault sends. */
function inputWith(id: string, change: Partial<SigningInput> = {}): DiagnosisInput {
  return asked(sendAs({ ...payment, ...change }, faultOf(id)!.apply(specification))!);
}

/** The diagnosis of what the curl command sends. */
function verdictOf(curl: string, { key }: DiagnosisInput): string {
  return diagnose({ request: readRequest(Buffer.from(curl), {}), key }).kind;
}

describe("the corrected request", () => {
  test.each([
    ["header", "asterisk-bare"],
    ["query", "not-sorted"],
    ["body", "not-sorted"],
    ["header-and-body", "method-lowercase"],
    ["header", "header-unquoted"],
  ] as const)("is right, by the transport %s, after %s", async (transport, id) => {
    const input = inputWith(id, { transport });
    const { signed, curl } = await corrected(input, {});
    expect(verdictOf(curl, input)).toBe("right");
    expect(signed).toContain("oauth_signature=");
    expect(signed).toMatch(
      { header: /^Authorization: /, query: /^https:/, body: /^client/, "header-and-body": /\n\n/ }[transport],
    );
  });

  test("keeps the nonce and the timestamp and says so, or has new ones with --fresh", async () => {
    const input = inputWith("asterisk-bare");
    const same = await corrected(input, {});
    expect(same.signed).toContain('oauth_nonce="n0nce"');
    expect(same.notes.join()).toContain("--fresh");
    const fresh = await corrected(input, { fresh: true });
    expect(fresh.signed).not.toContain("n0nce");
    expect(fresh.signed).not.toContain("1700000000");
    expect(fresh.notes).toEqual([]);
    expect(verdictOf(fresh.curl, input)).toBe("right");
  });

  test.each([
    ["1700000000123", "1700000000"],
    ["1700000000.5", "1700000000"],
    ["2023-11-14T22:13:20Z", "1700000000"],
    ["1700000000", "1700000000"],
  ])("signs the timestamp %s in seconds", async (sent, signed) => {
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_timestamp" ? sent : value] as const,
    );
    const input = asked(sendAs({ ...payment, protocolParameters }, specification)!);
    const { curl } = await corrected(input, {});
    expect(curl).toContain(`oauth_timestamp="${signed}"`);
    expect(verdictOf(curl, input)).toBe("right");
  });

  test("masks card data and says so; with --show-values it can be sent", async () => {
    const input = inputWith("not-sorted", {
      form: [
        ["credit_card_number", "4111111111111111"],
        ["cvv2", "123"],
      ],
    });
    const masked = await corrected(input, {});
    expect(masked.curl).not.toContain("4111111111111111");
    expect(masked.notes.join()).toContain("Card data in it is masked, so it cannot be sent as it is.");
    const shown = await corrected(input, { showValues: true });
    expect(shown.curl).toContain("4111111111111111");
    expect(shown.notes.join()).not.toContain("masked");
    expect(verdictOf(shown.curl, input)).toBe("right");
  });

  test("never shows a secret, even if the signature is the secret", async () => {
    const protocolParameters = [
      ["oauth_consumer_key", "k"],
      ["oauth_signature_method", "PLAINTEXT"],
    ] as const;
    const request = sendAs({ ...payment, signatureMethod: "PLAINTEXT", protocolParameters }, specification)!;
    const { signed, curl, notes } = await corrected(asked(request), { showValues: true });
    expect(signed + curl).not.toContain(SECRET);
    expect(notes.join()).toContain("A secret in it is masked, so it cannot be sent as it is.");
  });

  test("leaves out a secret that the client sends as a parameter", async () => {
    const protocolParameters = [...payment.protocolParameters, ["oauth_consumer_secret", "wrong"]] as const;
    const input = inputWith("not-sorted", { protocolParameters });
    const { signed, curl } = await corrected(input, {});
    expect(signed + curl).not.toContain("oauth_consumer_secret");
    expect(verdictOf(curl, input)).toBe("right");
  });

  test("takes a private key for RSA, and refuses without one", async () => {
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_signature_method" ? "RSA-SHA1" : value] as const,
    );
    const input = inputWith("not-sorted", { signatureMethod: "RSA-SHA1", protocolParameters, privateKey });
    const withKey = { ...input, key: { privateKey } };
    expect(verdictOf((await corrected(withKey, {})).curl, withKey)).toBe("right");
    await expect(corrected({ ...input, key: { publicKey: "PEM" } }, {})).rejects.toThrow(
      "the correction needs the private key",
    );
    await expect(corrected({ ...inputWith("not-sorted"), key: {} }, {})).rejects.toThrow(
      "the correction needs the consumer secret",
    );
  });

  test("has a signature method that the request lacks", async () => {
    const protocolParameters = payment.protocolParameters.filter(([name]) => name !== "oauth_signature_method");
    const { signed } = await corrected(inputWith("not-sorted", { protocolParameters }), {});
    expect(signed).toContain('oauth_signature_method="HMAC-SHA1"');
  });

  test("refuses a request that cannot be read", async () => {
    const request = { method: "GET", url: "https://gate.example/", headers: [] };
    await expect(corrected(asked(request), {})).rejects.toThrow("oauth_signature_method is missing");
  });

  test("refers to a file for a body that a shell would change, and keeps any other body", async () => {
    const json = (body: string, headers: readonly (readonly [string, string])[]) =>
      corrected(asked(sendAs({ ...payment, form: undefined, body, headers }, specification)!), {});
    const type = [["Content-Type", "application/json"]] as const;
    expect((await json('{"a":"it\'s"}', type)).curl).toContain(`--data-raw '{"a":"it'\\''s"}'`);
    expect(await json("{\n}", type)).toMatchObject({
      curl: expect.stringContaining("--data-binary @body.bin"),
      notes: [expect.stringContaining("Save the body, octet by octet, as body.bin first."), expect.anything()],
    });
  });

  test("is quoted, so that a shell runs nothing that a client sent", async () => {
    const hostile = "$(touch pwned) `id` '; echo pwned; '";
    const input = inputWith("not-sorted", { headers: [["X-Note", hostile]] });
    const { curl } = await corrected(input, {});
    const { headers } = readRequest(Buffer.from(curl), {});
    expect(headers).toContainEqual(["X-Note", hostile]);
  });
});

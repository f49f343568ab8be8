import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  redactorOf,
  requestOfOperation,
  type SignForm,
  type SigningResult,
  type StageId,
  signForm,
} from "../../src/inspector/sign/index.ts";
import { signatureIsRight } from "../../src/model/index.ts";
import { sign } from "../../src/oauth1/index.ts";

const FORM: SignForm = {
  method: "post",
  url: "http://Example.com:80/pay?b=2&b=%31&c+d=",
  form: [
    ["amount", "10.42"],
    ["name", "Zoë & 😀 100%"],
    ["amount", "10.42"],
  ],
  signatureMethod: "HMAC-SHA1",
  consumerKey: "merchant",
  consumerSecret: "a-long-secret",
  transport: "header",
  hasVersion: true,
  hasBodyHash: false,
  nonce: "n-1",
  timestamp: "1700000000",
};

function stageOf({ stages }: SigningResult, id: StageId) {
  return stages.find((stage) => stage.id === id)!;
}

/** The text of each span beside the name of its parameter. */
function marked(result: SigningResult, id: StageId): string[][] {
  const { text, spans } = stageOf(result, id);
  return spans.map(({ start, end, parameter }) => [result.parameters[parameter]!.name, text.slice(start, end)]);
}

describe("signing a form", () => {
  test("gives what the signer of the package gives", async () => {
    const { signed } = await signForm(FORM);
    const { method, url, form } = FORM;
    const credentials = {
      consumerKey: "merchant",
      signatureMethod: "HMAC-SHA1",
      consumerSecret: "a-long-secret",
    } as const;
    expect(signed).toEqual(sign({ method, url, form: form! }, credentials, { nonce: "n-1", timestamp: "1700000000" }));
  });

  test("says where each parameter is in every stage", async () => {
    const result = await signForm(FORM);
    expect(marked(result, "base-string")).toEqual([
      ["amount", "amount%3D10.42"],
      ["amount", "amount%3D10.42"],
      ["b", "b%3D1"],
      ["b", "b%3D2"],
      ["c d", "c%2520d%3D"],
      ["name", "name%3DZo%25C3%25AB%2520%2526%2520%25F0%259F%2598%2580%2520100%2525"],
      ["oauth_consumer_key", "oauth_consumer_key%3Dmerchant"],
      ["oauth_nonce", "oauth_nonce%3Dn-1"],
      ["oauth_signature_method", "oauth_signature_method%3DHMAC-SHA1"],
      ["oauth_timestamp", "oauth_timestamp%3D1700000000"],
      ["oauth_version", "oauth_version%3D1.0"],
    ]);
    expect(marked(result, "parameter-string")[5]).toEqual(["name", "name=Zo%C3%AB%20%26%20%F0%9F%98%80%20100%25"]);
    expect(marked(result, "url")).toEqual([
      ["b", "b=2"],
      ["b", "b=%31"],
      ["c d", "c+d="],
    ]);
    expect(marked(result, "body")).toHaveLength(3);
    expect(marked(result, "authorization")).toContainEqual(["oauth_nonce", 'oauth_nonce="n-1"']);
    expect(marked(result, "authorization")).toHaveLength(5);
  });

  test("gives each parameter with the same name the span that has its value", async () => {
    const result = await signForm(FORM);
    for (const { start, end, parameter } of stageOf(result, "url").spans) {
      const [, value] = stageOf(result, "url").text.slice(start, end).split("=");
      expect(decodeURIComponent(value!)).toBe(result.parameters[parameter]!.value);
    }
  });

  test.each([
    ["header-and-body", "body", 3 + 5],
    ["body", "body", 3 + 5],
    ["query", "url", 3 + 5],
  ] as const)("with transport %s marks the protocol parameters in the %s too", async (transport, id, count) => {
    expect(marked(await signForm({ ...FORM, transport }), id)).toHaveLength(count);
  });

  test("shows the key as ***&, with one more *** for a token secret, and no text of it anywhere", async () => {
    const one = await signForm(FORM);
    expect(stageOf(one, "key").text).toBe("***&");
    const two = await signForm({ ...FORM, token: "t", tokenSecret: "a-token-secret" });
    expect(stageOf(two, "key").text).toBe("***&***");
    expect(JSON.stringify([one, two])).not.toMatch(/a-long-secret|a-token-secret/);
  });

  test("with RSA names the size of the key, whose PEM may be damaged, and the signature is valid", {
    tags: ["deep"],
  }, async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString().replaceAll("\n", "\\n");
    const result = await signForm({ ...FORM, signatureMethod: "RSA-SHA256", privateKey: pem });
    expect(stageOf(result, "key").text).toBe("RSA private key of 2048 bits");
    const { signature, baseString } = result.signed;
    const key = { publicKey: publicKey.export({ type: "spki", format: "pem" }).toString() };
    expect(signatureIsRight({ ...key, signatureMethod: "RSA-SHA256", signature, baseString } as never)).toBe(true);
  });

  test("covers card data and secrets without moving anything, unless card data is wanted", async () => {
    const form = {
      ...FORM,
      signatureMethod: "PLAINTEXT" as const,
      form: [["credit_card_number", "4111111111111111"]] as const,
    };
    const result = await signForm(form);
    for (const { text } of result.stages) {
      const covered = redactorOf(form, false).cover(text);
      expect(covered).toHaveLength(text.length);
      expect(covered).not.toMatch(/a-long-secret|4111111111111111/);
      expect(redactorOf(form, true).cover(text)).not.toContain("a-long-secret");
    }
    expect(redactorOf(form, true).cover(stageOf(result, "body").text)).toContain("4111111111111111");
  });

  test("writes a curl command and the charset in Content-Type", async () => {
    const { curl, signed } = await signForm({ ...FORM, charset: "UTF-8" });
    expect(signed.headers["content-type"]).toBe("application/x-www-form-urlencoded; charset=UTF-8");
    expect(curl).toMatch(/^curl --globoff --path-as-is --request POST --header 'authorization: OAuth /);
  });

  test("of a body that is not a form can sign the hash", async () => {
    const body = { text: '{"a":1}', contentType: "application/json" };
    const result = await signForm({ ...FORM, form: undefined, body, hasBodyHash: true });
    expect(marked(result, "base-string").map(([name]) => name)).toContain("oauth_body_hash");
    expect(marked(result, "body")).toEqual([]);
    expect(result.curl).toContain("@body.txt");
  });

  test.each<[string, Partial<SignForm>]>([
    ["url: ", { url: "https://example.com/a b" }],
    ["method must be", { method: "" }],
    ["timestamp must be", { timestamp: "soon" }],
    ["The form is sent as UTF-8.", { charset: "ISO-8859-1" }],
    ["The charset must be a name such as UTF-8.", { charset: "utf-8\r\nX: y" }],
    ["The private key: ", { signatureMethod: "RSA-SHA256", privateKey: "-----BEGIN hunter2" }],
    ["RSA-SHA256 needs a private key. ", { signatureMethod: "RSA-SHA256", privateKey: " " }],
    ["realm needs a header", { transport: "query", realm: "" }],
  ])("fails with a message that begins with %j", async (message, changes) => {
    const error = await signForm({ ...FORM, ...changes }).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message.startsWith(message)).toBe(true);
    expect((error as Error).message).not.toMatch(/hunter2|a-long-secret/);
  });
});

describe("the request of an operation", () => {
  const OPERATION = {
    operation: "payout",
    environment: "integration",
    origin: "https://sandbox.example.com",
    prefix: "/processing/api",
    target: "endpoint",
    targetId: "39915",
    values: { clientOrderId: "o-1", amount: "10.42", currency: "EUR", orderDesc: "" },
  } as const;

  test("has the URL, the form, and the method and transport of the gateway's samples", () => {
    expect(requestOfOperation(OPERATION)).toEqual({
      method: "POST",
      url: "https://sandbox.example.com/processing/api/v4/payout/39915",
      form: [
        ["client-order-id", "o-1"],
        ["amount", "10.42"],
        ["currency", "EUR"],
      ],
      signatureMethod: "RSA-SHA256",
      transport: "header",
      realm: undefined,
    });
    expect(
      requestOfOperation({ ...OPERATION, target: "endpoint-group", targetId: "174", signatureMethod: "HMAC-SHA1" }),
    ).toMatchObject({
      url: "https://sandbox.example.com/processing/api/v4/payout/group/174",
      signatureMethod: "HMAC-SHA1",
      transport: "header-and-body",
      realm: "",
    });
  });

  test.each([
    ["amount: ", { values: { ...OPERATION.values, amount: "ten" } }],
    ["endpoint: ", { targetId: "../x" }],
    ["environment.origin must be https", { origin: "http://example.com" }],
  ])("is refused with a message that begins with %j", (message, changes) => {
    expect(() => requestOfOperation({ ...OPERATION, ...changes } as never)).toThrow(new RegExp(`^${message}`));
  });
});

/** Signs whole requests: published ones, and any request in any transport as a server reads it; and refusals. */

import { createHash, createHmac, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Credentials,
  createSigner,
  type NameValue,
  type RequestToSign,
  SIGNATURE_METHODS,
  type SignatureMethod,
  type SignOptions,
  sign,
} from "../../src/oauth1/index.ts";
import { isRsaMethod } from "../../src/oauth1/signature-methods.ts";
import { formPairs, octetText, text } from "./arbitraries.ts";
import { PASSPHRASE, pair, pem, secretPieces } from "./example-keys.ts";
import { binary, encode, queryOf, readForm, receive } from "./independent.ts";
import { clearRefusalOf, expectNoSecret, refusalOf, refusalOfPromise } from "./refusals.ts";

const TRANSPORTS = ["header", "body", "query", "header-and-body"] as const;
const SECRETS = { consumerSecret: "consumer hunter2", tokenSecret: "token hunter3" };

function credentialsFor(signatureMethod: SignatureMethod): Credentials {
  const whose = { consumerKey: "ck", token: "tk" };
  return isRsaMethod(signatureMethod)
    ? { ...whose, signatureMethod, privateKey: pair.privateKey }
    : { ...whose, signatureMethod, ...SECRETS };
}

/** Whether a signature is valid, computed without the code under test. */
function isRight(method: SignatureMethod, baseString: string, signature: string): boolean {
  const key = `${encode(SECRETS.consumerSecret)}&${encode(SECRETS.tokenSecret)}`;
  const hash = method.slice(method.indexOf("-") + 1).toLowerCase();
  if (method === "PLAINTEXT") return signature === key;
  if (method.startsWith("RSA"))
    return verify(hash, Buffer.from(baseString), pair.publicKey, Buffer.from(signature, "base64"));
  return signature === createHmac(hash, key).update(baseString).digest("base64");
}

describe("a published request", () => {
  const photos = {
    consumerKey: "dpf43f3p2l4k3l03",
    signatureMethod: "HMAC-SHA1",
    consumerSecret: "kd94hf93k423kf44",
  } as const;

  test.each<[string, RequestToSign, Credentials, SignOptions, string]>([
    [
      "temporary credentials",
      { method: "POST", url: "https://photos.example.net/initiate" },
      photos,
      {
        realm: "Photos",
        timestamp: "137131200",
        nonce: "wIjqoS",
        protocolParameters: [["oauth_callback", "http://printer.example.com/ready"]],
      },
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131200", ' +
        'oauth_nonce="wIjqoS", oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready", oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"',
    ],
    [
      "token credentials",
      { method: "POST", url: "https://photos.example.net/token" },
      { ...photos, token: "hh5s93j4hdidpola", tokenSecret: "hdhd0244k9j7ao03" },
      {
        realm: "Photos",
        timestamp: 137131201,
        nonce: "walatlh",
        protocolParameters: [["oauth_verifier", "hfdp7dh39dks9884"]],
      },
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola", oauth_signature_method="HMAC-SHA1", ' +
        'oauth_timestamp="137131201", oauth_nonce="walatlh", oauth_verifier="hfdp7dh39dks9884", oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"',
    ],
    [
      "the photo",
      { method: "GET", url: "http://photos.example.net/photos?file=vacation.jpg&size=original" },
      { ...photos, token: "nnch734d00sl2jdk", tokenSecret: "pfkkdhi9sl3r4s00" },
      { realm: "Photos", timestamp: 137131202, nonce: "chapoH" },
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1", ' +
        'oauth_timestamp="137131202", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
    ],
  ])("of RFC 5849 1.2 is signed as printed: %s", (_, request, credentials, options, authorization) => {
    expect(sign(request, credentials, { ...options, version: null }).authorization).toBe(authorization);
  });

  test("of RFC 5849 3.4.1.1 has the signature of erratum 2550", () => {
    const signed = sign(
      {
        method: "POST",
        url: "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
        form: [
          ["c2", ""],
          ["a3", "2 q"],
        ],
      },
      {
        consumerKey: "9djdj82h48djs9d2",
        signatureMethod: "HMAC-SHA1",
        consumerSecret: "j49sk3j29djd",
        token: "kkk9d7dh3k39sjv7",
        tokenSecret: "dh893hdasih9",
      },
      { timestamp: 137131201, nonce: "7d8f3e4a", version: null },
    );
    expect(signed.signature).toBe("r6/TJjbCOr97/+UU0NsvSne7s5g=");
    expect(signed.baseString).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26" +
        "c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26" +
        "oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });
});

describe("a server", () => {
  const protocolParameters = fc.uniqueArray(
    fc.tuple(
      octetText.map((name) =>
        typeof name === "string" ? `oauth_x${name}` : Buffer.concat([Buffer.from("oauth_x"), name]),
      ),
      octetText,
    ),
    { selector: ([name]) => binary(name), maxLength: 3 },
  ) as fc.Arbitrary<NameValue[]>;
  const queryPieces = fc.constantFrom(
    "a",
    "b=1",
    "b=2",
    "=",
    "&",
    "+",
    "%20",
    "%7e",
    "%FF",
    "%c3%a9",
    "?",
    "/",
    "@",
    "://",
    "a=b=c",
    "'",
    "*",
  );
  const query = fc.option(
    fc.array(queryPieces, { maxLength: 6 }).map((list) => `?${list.join("")}`),
    { nil: "" },
  );
  const place = fc.constantFrom(
    "http://h",
    "HTTPS://Example.COM:443/a/../%7e//",
    "https://u:p@[::1]:8443/",
    "http://h:080/p;x=1/@:",
    "https://h:0443",
  );
  const url = fc.tuple(place, query, fc.constantFrom("", "#", "#top?a=1")).map((parts) => parts.join(""));
  const realm = fc.option(fc.constantFrom("", "Photos", 'a"b\\', "a, b"), { nil: undefined });

  const expectRead = (transport: (typeof TRANSPORTS)[number], numRuns: number): void => {
    fc.assert(
      fc.property(
        fc.constantFrom("GET", "post", "M-search"),
        url,
        fc.option(formPairs, { nil: undefined }),
        protocolParameters,
        text.filter((nonce) => /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+$/u.test(nonce)),
        realm,
        fc.constantFrom("HMAC-SHA1", "HMAC-SHA256", "PLAINTEXT") as fc.Arbitrary<SignatureMethod>,
        (method, address, form, further, nonce, someRealm, signatureMethod) => {
          const hasHeader = transport === "header" || transport === "header-and-body";
          const options = { transport, nonce, protocolParameters: further, realm: hasHeader ? someRealm : undefined };
          const signed = sign({ method, url: address, form }, credentialsFor(signatureMethod), options);
          const received = receive(signed);
          expect(received.baseString).toBe(signed.baseString);
          expect(received.signature).toBe(signed.signature);
          expect(isRight(signatureMethod, received.baseString, received.signature)).toBe(true);
          const callers = received.body.filter(([name]) => !name.startsWith("oauth_"));
          expect(callers).toEqual((form ?? []).map((one) => one.map(binary)));
          expect(received.query.filter(([name]) => !name.startsWith("oauth_"))).toEqual(readForm(queryOf(address)));
        },
      ),
      { numRuns },
    );
  };
  test.each(TRANSPORTS)("reads what was signed in the transport %s", (transport) => expectRead(transport, 25));
  test.each(TRANSPORTS)("reads what was signed in the transport %s, for any request", { tags: ["deep"] }, (transport) =>
    expectRead(transport, 200),
  );

  test.each(SIGNATURE_METHODS)("reads what was signed with %s", (method) => {
    for (const transport of TRANSPORTS) {
      const signed = sign(
        { method: "POST", url: "https://h/?a=%FF", form: [["é", Uint8Array.of(0xe9)]] },
        credentialsFor(method),
        { transport },
      );
      const received = receive(signed);
      expect(received.baseString).toBe(signed.baseString);
      expect(isRight(method, received.baseString, received.signature)).toBe(true);
    }
  });

  test("reads the protocol parameters of the credentials and the options", () => {
    const options = { nonce: "n", timestamp: 5, protocolParameters: [["oauth_callback", "oob"]] } as const;
    const { header } = receive(sign({ method: "GET", url: "https://h/" }, credentialsFor("HMAC-SHA1"), options));
    expect(header.slice(0, -1)).toEqual([
      ["oauth_consumer_key", "ck"],
      ["oauth_token", "tk"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "5"],
      ["oauth_nonce", "n"],
      ["oauth_version", "1.0"],
      ["oauth_callback", "oob"],
    ]);
  });

  test("reads a token exactly if there is one, also an empty one", () => {
    const names = (token?: string) =>
      receive(sign({ method: "GET", url: "https://h/" }, { ...credentialsFor("HMAC-SHA1"), token })).header.filter(
        ([name]) => name === "oauth_token",
      );
    expect(names()).toEqual([]);
    expect(names("")).toEqual([["oauth_token", ""]]);
    expect(names("a b")).toEqual([["oauth_token", "a b"]]);
  });

  test("reads names of Object.prototype that were signed", () => {
    const form = JSON.parse('{"__proto__":"1","constructor":["2","3"]}');
    const signed = sign({ method: "POST", url: "https://h/?__proto__=4", form }, credentialsFor("HMAC-SHA1"));
    expect(signed.body).toBe("__proto__=1&constructor=2&constructor=3");
    expect(signed.baseString).toContain("__proto__%3D1%26__proto__%3D4%26constructor%3D2%26constructor%3D3%26");
    expect(receive(signed).baseString).toBe(signed.baseString);
  });

  test("reads more parameters than the small sort is for", () => {
    const form = Array.from({ length: 500 }, (_, index): NameValue => [`n${index % 37}`, `v${(index * 7919) % 500}`]);
    const signed = sign({ method: "POST", url: "https://h/", form }, credentialsFor("HMAC-SHA256"));
    const received = receive(signed);
    expect(received.baseString).toBe(signed.baseString);
    expect(isRight("HMAC-SHA256", received.baseString, received.signature)).toBe(true);
  });
});

describe("a body hash", () => {
  test.each(SIGNATURE_METHODS)("of text, of octets and of no body is signed with the hash of %s", (method) => {
    const hash = method === "PLAINTEXT" ? "sha1" : method.slice(method.indexOf("-") + 1).toLowerCase();
    for (const body of ['{"é":1}', "", Uint8Array.of(0xff, 0), undefined]) {
      const signed = sign({ method: "PUT", url: "https://h/", body }, credentialsFor(method), { bodyHash: true });
      const expected = createHash(hash)
        .update(body ?? "")
        .digest("base64");
      const received = receive(signed);
      expect(received.header).toContainEqual(["oauth_body_hash", expected]);
      expect(received.baseString).toBe(signed.baseString);
      expect(isRight(method, received.baseString, received.signature)).toBe(true);
      expect(signed.body).toBe(body);
    }
  });

  test("decides whether the body changes the signature", () => {
    const options = { nonce: "n", timestamp: 1 };
    const [one, other] = ["a=1", "b=2"].map((body) =>
      sign({ method: "POST", url: "https://h/", body }, credentialsFor("HMAC-SHA1"), options),
    );
    expect(one!.signature).toBe(other!.signature);
  });
});

describe("one signer of many requests", () => {
  const options = { nonce: "n", timestamp: 1 };
  const request: RequestToSign = { method: "POST", url: "https://h/?a=1", form: { b: "2" } };

  test.each(SIGNATURE_METHODS)("%s: signAsync gives the result of sign", async (method) => {
    const signer = createSigner(credentialsFor(method));
    const signed = signer.sign(request, options);
    expect(await signer.signAsync(request, options)).toEqual(signed);
    expect(sign(request, credentialsFor(method), options)).toEqual(signed);
    expect(await Promise.all([1, 2, 3].map(() => signer.signAsync(request, options)))).toEqual([
      signed,
      signed,
      signed,
    ]);
  });

  test.each(SIGNATURE_METHODS)("%s: credentials that change later change nothing", (method) => {
    const credentials = { ...credentialsFor(method) } as Record<string, unknown>;
    const signer = createSigner(credentials as unknown as Credentials);
    const before = signer.sign(request, options);
    Object.assign(credentials, {
      consumerKey: "other",
      token: "other",
      signatureMethod: "PLAINTEXT",
      consumerSecret: "other",
      tokenSecret: "other",
      privateKey: "other",
    });
    expect(signer.sign(request, options)).toEqual(before);
  });

  test("octets of a key that are overwritten later change nothing", () => {
    const privateKey = Buffer.from(pem(pair.privateKey, "pkcs8"));
    const signer = createSigner({ consumerKey: "ck", signatureMethod: "RSA-SHA256", privateKey });
    const before = signer.sign(request, options);
    privateKey.fill(0);
    expect(signer.sign(request, options)).toEqual(before);
  });

  test.each(SIGNATURE_METHODS)(
    "%s: a request that changes while it is signed is signed and sent as it was before",
    async (method) => {
      const octets = Uint8Array.of(0x61);
      const form: [string, string | Uint8Array][] = [
        ["a", "1"],
        ["b", octets],
      ];
      const further: [string, string][] = [["oauth_callback", "oob"]];
      const changing = { method: "POST", url: new URL("https://h/?q=1"), form };
      for (const transport of TRANSPORTS) {
        octets[0] = 0x61;
        form.splice(0, 3, ["a", "1"], ["b", octets]);
        further[0] = ["oauth_callback", "oob"];
        changing.url.search = "?q=1";
        const settings = { ...options, transport, protocolParameters: further };
        const expected = createSigner(credentialsFor(method)).sign(changing, settings);
        const promise = createSigner(credentialsFor(method)).signAsync(changing, settings);
        form[0]![1] = "2";
        form.push(["c", "3"]);
        octets[0] = 0x62;
        further[0]![1] = "evil";
        changing.url.search = "?q=2";
        settings.transport = "query";
        settings.nonce = "other";
        expect(await promise).toEqual(expected);
      }
    },
  );

  test("arguments are not changed, and may be frozen", () => {
    const freeze = <T extends object>(value: T): T => {
      for (const part of Object.values(value))
        if (typeof part === "object" && part !== null && !ArrayBuffer.isView(part)) freeze(part);
      return Object.freeze(value);
    };
    const frozen = freeze({
      method: "post",
      url: "https://h/?b=1&a=2#x",
      form: [
        ["z", "1"],
        ["a", Uint8Array.of(1)],
      ] as NameValue[],
    });
    const settings = freeze({
      ...options,
      transport: "body",
      protocolParameters: [
        ["oauth_z", "1"],
        ["oauth_a", "2"],
      ] as NameValue[],
    } as const);
    const credentials = freeze({ ...credentialsFor("HMAC-SHA1") });
    const copies = structuredClone([frozen, settings, credentials]);
    sign(frozen, credentials, settings);
    expect([frozen, settings, credentials]).toEqual(copies);
  });

  test("a result that is changed does not change the next one", () => {
    const signer = createSigner(credentialsFor("HMAC-SHA1"));
    const first = signer.sign(request, options);
    const copy = structuredClone(first);
    first.headers.authorization = "changed";
    expect(signer.sign(request, options)).toEqual(copy);
  });

  test("a refused request leaves the signer as it was", async () => {
    const signer = createSigner(credentialsFor("HMAC-SHA1"));
    const before = signer.sign(request, options);
    refusalOf(() => signer.sign({ method: "GET", url: "/p" }));
    await refusalOfPromise(signer.signAsync({ method: "GET", url: "/p" }));
    expect(signer.sign(request, options)).toEqual(before);
  });

  test("neither the signer nor its result shows a secret", () => {
    const signer = createSigner(credentialsFor("HMAC-SHA1"));
    expect(JSON.stringify([signer, signer.sign(request)])).not.toMatch(/hunter[23]/);
  });
});

describe("credentials", () => {
  test("may be an object of a class, with its properties on the prototype", () => {
    class Merchant {
      readonly consumerKey = "ck";
      readonly #secrets = SECRETS;
      get signatureMethod() {
        return "HMAC-SHA1" as const;
      }
      get token() {
        return "tk";
      }
      get consumerSecret() {
        return this.#secrets.consumerSecret;
      }
      get tokenSecret() {
        return this.#secrets.tokenSecret;
      }
    }
    const request = { method: "GET", url: "https://h/" };
    const options = { nonce: "n", timestamp: 1 };
    const expected = sign(request, credentialsFor("HMAC-SHA1"), options);
    expect(sign(request, new Merchant(), options)).toEqual(expected);
    expect(sign(request, Object.create(credentialsFor("HMAC-SHA1")), options)).toEqual(expected);
  });
});

describe("credentials with getters that change", () => {
  test("the method in the parameters is the method of the signature", () => {
    let reads = 0;
    const changing: Credentials = {
      consumerKey: "ck",
      ...SECRETS,
      get signatureMethod(): "HMAC-SHA1" | "PLAINTEXT" {
        return reads++ % 2 === 0 ? "HMAC-SHA1" : "PLAINTEXT";
      },
    };
    const signed = sign({ method: "GET", url: "https://h/" }, changing);
    const named = receive(signed).header.find(([name]) => name === "oauth_signature_method")![1];
    expect(isRight(named as SignatureMethod, signed.baseString, signed.signature)).toBe(true);
    expect(reads).toBe(1);
  });

  test("each option is read once, or with the same effect", () => {
    let reads = 0;
    const options: SignOptions = {
      get transport() {
        return reads++ === 0 ? ("header" as const) : ("query" as const);
      },
    };
    const signed = sign({ method: "GET", url: "https://h/" }, credentialsFor("HMAC-SHA1"), options);
    expect(receive(signed).baseString).toBe(signed.baseString);
    expect(signed.url).toBe("https://h/");
  });

  test("a body hash that is requested while signing is not added to a form", () => {
    let reads = 0;
    const options: SignOptions = {
      transport: "body",
      get bodyHash() {
        return reads++ > 0;
      },
    };
    const { body } = sign({ method: "POST", url: "https://h/" }, credentialsFor("HMAC-SHA1"), options);
    expect(body).not.toContain("oauth_body_hash");
  });
});

describe("a wrong request", () => {
  const good: RequestToSign = { method: "POST", url: "https://h/" };
  const rsa = { consumerKey: "ck", signatureMethod: "RSA-SHA256" } as const;
  const encrypted = pem(pair.privateKey, "pkcs8", PASSPHRASE);

  test.each<[string, object, object, object, string]>([
    ["a relative URL", { url: "/p" }, {}, {}, "url-malformed"],
    ["a URL that is not HTTP", { url: "ftp://h/" }, {}, {}, "url-malformed"],
    ["a bad percent escape", { url: "https://h/%zz" }, {}, {}, "url-malformed"],
    ["a raw space in the URL", { url: "https://h/a b" }, {}, {}, "url-malformed"],
    ["a raw space in the query", { url: "https://h/?a b" }, {}, {}, "url-malformed"],
    ["non-ASCII in the URL", { url: "https://h/é" }, {}, {}, "url-malformed"],
    ["a host that is not ASCII", { url: "https://é/" }, {}, {}, "url-malformed"],
    ["a lone surrogate in the URL", { url: "https://h/\ud800" }, {}, {}, "url-malformed"],
    ["a lone surrogate in a form name", { form: [["\ud800", ""]] }, {}, {}, "text-malformed"],
    ["a lone surrogate in a form value", { form: { a: "\udfff" } }, {}, {}, "text-malformed"],
    ["a lone surrogate in the consumer key", {}, { consumerKey: "\ud800" }, {}, "text-malformed"],
    ["a lone surrogate in the token", {}, { token: "\ud800" }, {}, "text-malformed"],
    ["a lone surrogate in the consumer secret", {}, { consumerSecret: "hunter2\ud800" }, {}, "text-malformed"],
    ["a lone surrogate in the token secret", {}, { tokenSecret: "hunter3\ud800" }, {}, "text-malformed"],
    ["a lone surrogate in the nonce", {}, {}, { nonce: "\ud800" }, "text-malformed"],
    ["a body hash that is neither asked for nor not", { body: "x" }, {}, { bodyHash: "false" }, "body-hash-unknown"],
    ["a lone surrogate in a hashed body", { body: "\ud800" }, {}, { bodyHash: true }, "text-malformed"],
    ["a protocol name in the query", { url: "https://h/?oauth_token=1" }, {}, {}, "parameter-reserved"],
    ["a protocol name in the form", { form: { oauth_token: "1" } }, {}, {}, "parameter-reserved"],
    ["a private key for HMAC", {}, { privateKey: pair.privateKey }, {}, "key-kind-mismatch"],
    ["a PEM as consumer secret", {}, { consumerSecret: pem(pair.publicKey, "spki") }, {}, "key-kind-mismatch"],
    ["a secret for RSA", {}, { signatureMethod: "RSA-SHA1" }, {}, "key-kind-mismatch"],
    ["no secret for HMAC", {}, { consumerSecret: undefined }, {}, "key-missing"],
    ["no key for RSA", {}, { ...rsa, consumerSecret: undefined }, {}, "key-missing"],
    ["an unreadable key", {}, { ...rsa, privateKey: "hunter2" }, {}, "key-unreadable"],
    ["no passphrase", {}, { ...rsa, privateKey: encrypted }, {}, "key-passphrase-wrong"],
    ["a wrong passphrase", {}, { ...rsa, privateKey: encrypted, passphrase: "hunter2" }, {}, "key-passphrase-wrong"],
    ["an empty nonce", {}, {}, { nonce: "" }, "nonce-malformed"],
    ["a nonce with a line feed", {}, {}, { nonce: "a\nb" }, "nonce-malformed"],
    ["a timestamp in fractions", {}, {}, { timestamp: 1.5 }, "timestamp-malformed"],
    ["a timestamp of zero", {}, {}, { timestamp: 0 }, "timestamp-malformed"],
    ["a realm that would split the header", {}, {}, { realm: "a\r\nb" }, "realm-malformed"],
    ["a method that would split the request line", { method: "GET /\r\n" }, {}, {}, "method-malformed"],
    ["an unknown signature method", {}, { signatureMethod: "HMAC-MD5" }, {}, "signature-method-unknown"],
    ["a signature method of another case", {}, { signatureMethod: "hmac-sha1" }, {}, "signature-method-unknown"],
    ["form and body at once", { form: {}, body: "" }, {}, {}, "body-conflict"],
    ["another version", {}, {}, { version: "1.0a" }, "version-unsupported"],
    ["another transport", {}, {}, { transport: "cookie" }, "transport-unknown"],
    ["a consumer key that is no text", {}, { consumerKey: 5 }, {}, "parameter-malformed"],
    ["no consumer key", {}, { consumerKey: undefined }, {}, "parameter-malformed"],
    ["a token of null", {}, { token: null }, {}, "parameter-malformed"],
    ["a token that is no text", {}, { token: ["t"] }, {}, "parameter-malformed"],
  ])("is refused at once and later, without a secret: %s", async (_, request, credentials, options, code) => {
    const arguments_ = [
      { ...good, ...request } as RequestToSign,
      { ...credentialsFor("HMAC-SHA1"), ...credentials } as Credentials,
      options as SignOptions,
    ] as const;
    const error = refusalOf(() => sign(...arguments_));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/\b(?:must|expected|needs|encrypted|cannot be decrypted|got)\b/);
    expectNoSecret(error, "hunter2", "hunter3", PASSPHRASE, ...secretPieces(encrypted));
    const later = await refusalOfPromise(
      (async () => createSigner(arguments_[1]).signAsync(arguments_[0], arguments_[2]))(),
    );
    expect([later.code, later.message]).toEqual([error.code, error.message]);
  });

  test.each<[string, object, object]>([
    ["a Map as form", { form: new Map([["a", "1"]]) }, {}],
    ["a promise as form", { form: Promise.resolve({ a: "1" }) }, {}],
    ["a realm of null", {}, { realm: null }],
    ["a realm that is a number", {}, { realm: 5 }],
    ["protocolParameters of null", {}, { protocolParameters: null }],
    ["protocolParameters that are a record", {}, { protocolParameters: { oauth_callback: "oob" } }],
  ])("is refused, not signed as something else: %s", (_, request, options) => {
    clearRefusalOf(() =>
      sign({ ...good, ...request } as RequestToSign, credentialsFor("HMAC-SHA1"), options as SignOptions),
    );
  });
});

describe("the option for a body hash with SHA-1", () => {
  test("applies to any method", () => {
    const hashes = ([true, "SHA-1"] as const).map((bodyHash) => {
      const { baseString } = sign(
        { method: "PUT", url: "https://h/", body: "Hello World!" },
        credentialsFor("HMAC-SHA256"),
        { bodyHash },
      );
      return /oauth_body_hash%3D([^&]*?)%26/.exec(baseString)?.[1];
    });
    // Both values are published: oauth-lite-perl for SHA-256, appendix A of the draft for SHA-1; encoded twice.
    expect(hashes).toEqual([
      "f4OxZX%252Fx%252FFO5LcGBSKHWXfwtSx%252Bj1ncoSt3SABJtkGk%253D",
      "Lve95gjOVATpfV8EL5X4nxwjKHE%253D",
    ]);
  });
});

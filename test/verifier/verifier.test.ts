/** The order of the checks, and the contents of verdicts. */

import { createHash, type KeyObject } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createBaseStringSigner, type SigningKey } from "../../src/oauth1/signature.ts";
import type { SignatureMethod } from "../../src/oauth1/signature-methods.ts";
import type { Claims } from "../../src/verifier/claims.ts";
import type { ReceivedRequest, VerifierOptions } from "../../src/verifier/index.ts";
import { createKeyring, decoyPublicKey } from "../../src/verifier/keyring.ts";
import type { Policy } from "../../src/verifier/policy.ts";
import { checkSignature } from "../../src/verifier/signature-check.ts";
import { OBEYED } from "../edge-cases.ts";
import { encode } from "../oauth1/independent.ts";
import { FORM, NOW, ORIGIN, SECRET, signedRequest } from "../signed-request.ts";
import {
  authorizationOf,
  codeOf,
  coveredIn,
  rejectionOf,
  rsa,
  verdictOn,
  verifierWith,
  watchedStore,
  withHeaders,
} from "./requests.ts";

const WITH_OBEYED = OBEYED.map((mark) => `a${mark}b`);

const codesOf = async (request: ReceivedRequest, options?: Partial<VerifierOptions>): Promise<string[]> =>
  (await rejectionOf(request, options)).problems.map(({ code }) => code);

describe("the order", () => {
  test("no client is looked up before time, method and form of the request are valid", async () => {
    let lookUps = 0;
    const credentials = () => void lookUps++;
    const requests = [
      signedRequest({ protocol: { oauth_timestamp: String(NOW - 9999) } }),
      signedRequest({ protocol: { oauth_signature_method: "HMAC-MD5" } }),
      signedRequest({ protocol: { oauth_nonce: "" } }),
      signedRequest({ protocol: { oauth_signature: "x" } }),
      { ...signedRequest(), url: "pay" },
      withHeaders(signedRequest(), { authorization: undefined }),
    ];
    for (const request of requests) expect((await verdictOn(request, { credentials })).accepted).toBe(false);
    expect(lookUps).toBe(0);
    await verdictOn(signedRequest(), { credentials });
    expect(lookUps).toBe(1);
  });

  test("the nonce is claimed last, once, after the body hash", async () => {
    const nonceStore = watchedStore();
    const oauth_body_hash = "Lve95gjOVATpfV8EL5X4nxwjKHE=";
    const request = signedRequest({ body: "Hello World!", protocol: { oauth_body_hash } });
    expect(await codeOf({ ...request, body: "other" }, { nonceStore })).toBe("body-hash-mismatch");
    expect(nonceStore.claims).toEqual([]);
    expect(await codeOf(request, { nonceStore })).toBe("accepted");
    expect(nonceStore.claims).toHaveLength(1);
  });

  test("the body hash of a form is checked too, if it has one", async () => {
    const form = (oauth_body_hash: string) => signedRequest({ form: "a=1", protocol: { oauth_body_hash } });
    expect(await codeOf(form("Lve95gjOVATpfV8EL5X4nxwjKHE="))).toBe("body-hash-mismatch");
    expect(await codeOf(form(createHash("sha1").update("a=1").digest("base64")))).toBe("accepted");
  });

  test("a wrong signature is reported before a wrong body hash", async () => {
    const request = signedRequest({ key: "wrong&", body: "x", protocol: { oauth_body_hash: "y" } });
    expect(await codesOf(request)).toEqual(["signature-mismatch"]);
  });

  test("a body hash is checked over plain http, too", async () => {
    const oauth_body_hash = "Lve95gjOVATpfV8EL5X4nxwjKHE=";
    const origin = "http://api.example";
    const request = {
      ...signedRequest({ body: "Hello World!", origin, protocol: { oauth_body_hash } }),
      secure: false,
    };
    for (const url of ["/pay", `${origin}/pay`]) {
      expect(await codeOf({ ...request, url }, { origin })).toBe("accepted");
      expect(await codeOf({ ...request, url, body: "other" }, { origin })).toBe("body-hash-mismatch");
    }
  });

  test("a body hash is made with the method's hash or with the draft's SHA-1", async () => {
    const options = { signatureMethods: ["HMAC-SHA256"] as const };
    const hashes = {
      "Lve95gjOVATpfV8EL5X4nxwjKHE=": "accepted",
      "f4OxZX/x/FO5LcGBSKHWXfwtSx+j1ncoSt3SABJtkGk=": "accepted",
      Lve95gjOVATpfV8EL5X4nxwjKHE: "body-hash-mismatch",
    };
    for (const [oauth_body_hash, expected] of Object.entries(hashes)) {
      const request = signedRequest({
        body: "Hello World!",
        protocol: { oauth_body_hash, oauth_signature_method: "HMAC-SHA256" },
      });
      expect(await codeOf(request, options)).toBe(expected);
    }
  });
});

describe("a rejection", () => {
  test.each(["consumer_key", "signature_method", "signature", "timestamp", "nonce"])(
    "reports nothing but the absence of oauth_%s",
    async (name) => {
      const pairs = authorizationOf(signedRequest()).slice("OAuth ".length).split(", ");
      const header = `OAuth ${pairs.filter((pair) => !pair.startsWith(`oauth_${name}=`)).join(", ")}`;
      expect((await rejectionOf(withHeaders(signedRequest(), { authorization: header }))).problems).toEqual([
        { code: "parameter-missing", message: `oauth_${name} is missing` },
      ]);
    },
  );

  test("reports a missing body hash only if it is missing", async () => {
    const request = (oauth_body_hash: string | null) =>
      signedRequest({ body: "{}", protocol: { oauth_body_hash, oauth_version: "2.0" } });
    const required = { allowUnsignedBody: false };
    expect(await codesOf(request("x"), required)).toEqual(["version-unsupported"]);
    expect(await codesOf(request(null), required)).toEqual(["version-unsupported", "body-hash-missing"]);
  });

  test("reports all problems that are cheap to find, the first as its code", async () => {
    const protocol = { oauth_timestamp: "+1", oauth_nonce: null, oauth_version: "2.0", oauth_signature: " " };
    const rejection = await rejectionOf(signedRequest({ protocol }));
    expect(rejection.problems.map(({ code }) => code)).toEqual([
      "parameter-missing",
      "version-unsupported",
      "timestamp-malformed",
      "signature-malformed",
    ]);
    expect(rejection).toMatchObject({
      code: "parameter-missing",
      status: 400,
      message: rejection.problems[0]!.message,
    });
  });

  test("reports problems of URL, header and body together", async () => {
    const request = {
      method: "POST",
      url: "pay",
      headers: { authorization: "OAuth x", "content-type": "/" },
      body: "a",
    };
    expect(await codesOf(request)).toEqual(["url-malformed", "authorization-malformed", "body-malformed"]);
  });

  test("quotes text of a client, escaped and cut", async () => {
    const hostile = `\u001b[31m\u202e\u0007"${"x".repeat(200)}`;
    const { message } = await rejectionOf(signedRequest({ protocol: { oauth_version: hostile } }));
    expect(message).toContain('"\\u001b[31m\\u202e\\u0007\\"xxx');
    expect(message).toMatch(/^[\x20-\x7e…]{1,160}$/);
  });

  test("without any protocol parameter says that they are missing", async () => {
    for (const authorization of [undefined, "Bearer x", "Basic eDp5", "", "OAuth", 'OAuth realm="x"', "Basic OAuth "]) {
      expect(await rejectionOf(withHeaders(signedRequest(), { authorization }))).toMatchObject({
        code: "protocol-parameters-missing",
        status: 401,
      });
    }
  });
});

describe("an acceptance", () => {
  test("returns what the signature covers: query, header, body, decoded once and in order", async () => {
    const verdict = await verdictOn(
      signedRequest({ target: "/pay?b=%2525&a=1", form: "c=%FF&%C3%A9=2", protocol: { oauth_token: "t" } }),
    );
    expect(verdict).toMatchObject({
      accepted: true,
      consumerKey: "ck",
      token: "t",
      signatureMethod: "HMAC-SHA1",
      timestamp: NOW,
      keyId: undefined,
    });
    expect(verdict.accepted && verdict.parameters.map(({ name, value, origin }) => [name, value, origin])).toEqual([
      ["b", "%25", "query"],
      ["a", "1", "query"],
      ["oauth_consumer_key", "ck", "header"],
      ["oauth_signature_method", "HMAC-SHA1", "header"],
      ["oauth_timestamp", String(NOW), "header"],
      ["oauth_nonce", expect.stringMatching(/^\d+nonce/), "header"],
      ["oauth_token", "t", "header"],
      ["c", Uint8Array.of(0xff), "body"],
      ["é", "2", "body"],
    ]);
  });

  test.each(["header", "query", "body"] as const)(
    "takes protocol parameters from the %s, and leaves the signature out",
    async (place) => {
      const verdict = await verdictOn(signedRequest({ transport: place, form: place === "body" ? "a=1" : undefined }));
      expect(
        verdict.accepted &&
          verdict.parameters
            .filter(({ name }) => String(name).startsWith("oauth_"))
            .map(({ name, origin }) => `${origin} ${name}`),
      ).toEqual([
        `${place} oauth_consumer_key`,
        `${place} oauth_signature_method`,
        `${place} oauth_timestamp`,
        `${place} oauth_nonce`,
      ]);
    },
  );

  test("takes bodies as octets and as text, raw octets as their escapes", async () => {
    const request = signedRequest({ form: "a=%C3%A9&b=%FF" });
    expect(await codeOf({ ...request, body: "a=é&b=%ff" })).toBe("accepted");
    expect(await codeOf({ ...request, body: Buffer.from("613dc3a926623dff", "hex") })).toBe("accepted");
    expect(await codeOf({ ...request, body: "a=\ud800" })).toBe("body-malformed");
  });
});

describe("headers", () => {
  test("two Authorization headers are rejected, however they are sent", async () => {
    const request = signedRequest();
    const authorization = authorizationOf(request);
    const twice: ReceivedRequest["headers"][] = [
      { authorization, Authorization: authorization },
      { authorization: [authorization, authorization] },
      { authorization: [authorization, "Basic eDp5"] },
      [
        ["Authorization", authorization],
        ["authorization", "Bearer x"],
      ],
      { authorization: `${authorization}, ${authorization}` },
      { authorization: `Basic eDp5, ${authorization}` },
      { authorization: `${authorization}, ${authorization.replace("OAuth", "oauth")}` },
      { authorization: `${authorization.replace("OAuth", "oauth")}, ${authorization}` },
      { authorization: `Basic eDp5,oauth\t${authorization.slice(6)}` },
    ];
    for (const headers of twice) expect(await codeOf({ ...request, headers })).toBe("authorization-repeated");
    expect(await codeOf({ ...request, headers: [["AUTHORIZATION", authorization]] })).toBe("accepted");
    expect(await codeOf({ ...request, headers: { authorization: [authorization], other: undefined } })).toBe(
      "accepted",
    );
  });

  test("a realm may contain anything, parameters only ASCII", async () => {
    const request = signedRequest();
    const authorization = authorizationOf(request);
    expect(
      await codeOf(withHeaders(request, { authorization: authorization.replace("OAuth ", 'OAuth realm="Ã©", ') })),
    ).toBe("accepted");
    expect(await codeOf(withHeaders(request, { authorization: authorization.replace("nonce", "nonÃ©") }))).toBe(
      "authorization-malformed",
    );
  });
});

describe("Content-Type", () => {
  const rejectedTypes = [
    `${FORM}, text/plain`,
    `text/plain, ${FORM}`,
    "form",
    "",
    `${FORM}; charset=utf-8; charset=utf-8`,
    `${FORM}; charset`,
    `${FORM}; charset=x"`,
    `${FORM}; charset=nobody-knows`,
    `${FORM}; charset=""`,
    `${FORM}; charset=utf-16le`,
  ];

  test.each(rejectedTypes)("%j is rejected together with a body", async (type) => {
    expect(await codeOf(withHeaders(signedRequest({ form: "a=1" }), { "content-type": type }))).toBe("body-malformed");
    expect(await codeOf(withHeaders(signedRequest(), { "content-type": type }))).toBe("accepted");
  });

  test.each([
    `${FORM};`,
    `${FORM} ; charset=UTF-8 ;`,
    `${FORM};;charset="utf-8"`,
    `\t${FORM}\t`,
    `${FORM};charset=utf8`,
    `${FORM};x=";charset=nobody";charset=utf-8`,
    `${FORM};x="\\"; charset=nobody"`,
    `${FORM}; Charset="U\\TF-8"`,
  ])("%j is a form in UTF-8", async (contentType) => {
    expect(coveredIn(await verdictOn(signedRequest({ form: "a=%C3%A9", contentType })))).toEqual(["body a=é"]);
  });

  test.each([
    `x${FORM}y z`,
    `${FORM} x`,
    `${FORM};charset=utf-8 x`,
    `${FORM};charset = utf-8`,
    `${FORM};charset="utf-8`,
    `${FORM};charset=utf-8;charset=`,
  ])("%j cannot be read", async (contentType) => {
    expect(await rejectionOf(signedRequest({ form: "a=1", contentType }))).toMatchObject({
      code: "body-malformed",
      message: expect.stringMatching(/^Content-Type cannot be read: "/),
    });
  });

  test.each([`x${FORM}`, `${FORM}x`, "text/plain; charset", "a!#$%&'*+.^`|~-/b"])(
    "%j is another type, and no form",
    async (contentType) => {
      const verdict = await verdictOn(signedRequest({ body: "a=1", contentType }), { allowUnsignedBody: true });
      expect(verdict).toMatchObject({ accepted: true, body: "unsigned" });
      expect(coveredIn(verdict)).toEqual([]);
    },
  );

  test("any label of UTF-8 and windows-1252 decodes, and any other charset is rejected", async () => {
    const decoded = async (charset: string): Promise<string[] | string | null> => {
      const verdict = await verdictOn(
        signedRequest({ form: "a=%E2%82%AC", contentType: `${FORM}; charset=${charset}` }),
      );
      return verdict.accepted ? coveredIn(verdict) : verdict.message;
    };
    for (const label of ["unicode-1-1-utf-8", "utf8"]) expect(await decoded(label)).toEqual(["body a=€"]);
    for (const label of ["l1", "latin1", "cp1252", "us-ascii"]) expect(await decoded(label)).toEqual(["body a=â‚¬"]);
    for (const other of ["gbk", "shift_jis", "iso-8859-15", "utf-16", "nobody"]) {
      expect(await decoded(other)).toBe(`the form has a charset that cannot be decoded: "${other}"`);
    }
  });

  test("two are rejected together with a body", async () => {
    const request = signedRequest({ form: "a=1" });
    expect(await codeOf(withHeaders(request, { "content-type": [FORM, FORM] }))).toBe("body-malformed");
  });

  test("protocol parameters in a body that is not a form are ignored", async () => {
    const request = signedRequest({ transport: "body" });
    expect(await codeOf(withHeaders(request, { "content-type": "text/plain" }))).toBe("protocol-parameters-missing");
    expect(await codeOf(withHeaders(request, { "content-type": undefined }))).toBe("protocol-parameters-missing");
  });

  test("a charset decodes for the application and changes nothing about the signature", async () => {
    const form = "name=%E9&n%FC=%E9";
    const latin = signedRequest({ form, contentType: `${FORM}; charset="ISO-8859-1"`, target: "/pay?q=%E9" });
    expect(coveredIn(await verdictOn(latin))).toEqual(["query q=e9", "body name=é", "body nü=é"]);
    expect(coveredIn(await verdictOn(signedRequest({ form })))).toEqual(["body name=e9", "body 6efc=e9"]);
    const utf8 = signedRequest({ form: "name=%C3%A9", contentType: `${FORM};charset=utf-8` });
    expect(coveredIn(await verdictOn(utf8))).toEqual(["body name=é"]);
  });
});

describe("header and body", () => {
  const allowed = { allowHeaderAndBody: true };

  test("equal values count once if the option allows them", async () => {
    const good = repeated();
    expect(coveredIn(await verdictOn(good, allowed))).toEqual(["body a=1"]);
    expect(await codeOf(good)).toBe("protocol-parameters-in-two-places");
  });

  test.each<[string, (body: string) => string]>([
    ["another value", (body) => body.replace(/oauth_nonce=/, "oauth_nonce=x")],
    ["a parameter that the header has not", (body) => `${body}&oauth_token=t`],
    ["the signature", (body) => `${body}&oauth_signature=x`],
  ])("%s in the body is rejected", async (_what, change) => {
    const good = repeated();
    expect(await codeOf({ ...good, body: change(good.body as string) }, allowed)).toBe(
      "protocol-parameters-in-two-places",
    );
  });

  test("the signature of the header, repeated unchanged, is rejected", async () => {
    const good = repeated();
    const [pair] = /oauth_signature="[^"]*"/.exec(authorizationOf(good))!;
    const body = `${good.body}&${pair.replaceAll('"', "")}`;
    expect(await codeOf({ ...good, body }, allowed)).toBe("protocol-parameters-in-two-places");
  });

  test("a repetition within the body, or together with the query, is rejected", async () => {
    const good = repeated();
    expect(await codeOf({ ...good, body: `${good.body}&oauth_consumer_key=ck` }, allowed)).toBe("parameter-duplicated");
    expect(await codeOf({ ...good, url: "/pay?oauth_consumer_key=ck" }, allowed)).toBe(
      "protocol-parameters-in-two-places",
    );
  });

  /** What is signed is the header's request; the body then repeats its parameters. */
  function repeated(): ReceivedRequest {
    const signed = signedRequest({ form: "a=1" });
    const pairs = [...authorizationOf(signed).matchAll(/(oauth_\w+)="([^"]*)"/g)].filter(
      ([, name]) => name !== "oauth_signature",
    );
    return { ...signed, body: `a=1&${pairs.map(([, name, value]) => `${name}=${value}`).join("&")}` };
  }
});

describe("keys", () => {
  const oldKey = { consumerSecret: "old", id: "2023" };
  const newKey = { consumerSecret: "new", id: "2024" };

  test("any current key matches, and the verdict says which one", async () => {
    const credentials = () => [oldKey, { publicKey: rsa.publicKey, id: "rsa" }, newKey];
    const verifier = verifierWith({ credentials });
    expect(await verifier.verify(signedRequest({ key: "old&" }))).toMatchObject({ accepted: true, keyId: "2023" });
    expect(await verifier.verify(signedRequest({ key: "new&" }))).toMatchObject({ accepted: true, keyId: "2024" });
    const signed = signedRequest({ key: rsa.privateKey, protocol: { oauth_signature_method: "RSA-SHA256" } });
    expect(await verifier.verify(signed)).toMatchObject({ accepted: true, keyId: "rsa" });
    expect(await verifier.verify(signedRequest({ key: "other&" }))).toMatchObject({
      accepted: false,
      code: "signature-mismatch",
    });
  });

  test("a stored key that is changed in place is used as it is now", async () => {
    const stored = { consumerSecret: "old", id: "1" };
    const verifier = verifierWith({ credentials: () => stored });
    expect((await verifier.verify(signedRequest({ key: "old&" }))).accepted).toBe(true);
    stored.consumerSecret = "new";
    expect(await verifier.verify(signedRequest({ key: "old&" }))).toMatchObject({ code: "signature-mismatch" });
    expect((await verifier.verify(signedRequest({ key: "new&" }))).accepted).toBe(true);
  });

  test("a stored public key that is replaced in place is used as it is now", async () => {
    const stored: { publicKey: KeyObject | string; id: string } = { publicKey: rsa.publicKey, id: "1" };
    const verifier = verifierWith({ credentials: () => stored });
    const send = () =>
      verifier.verify(signedRequest({ key: rsa.privateKey, protocol: { oauth_signature_method: "RSA-SHA256" } }));
    expect((await send()).accepted).toBe(true);
    stored.publicKey = decoyPublicKey(2048);
    expect(await send()).toMatchObject({ code: "signature-mismatch" });
  });

  test.each<SignatureMethod>(["HMAC-SHA1", "PLAINTEXT"])(
    "an unknown client is rejected, even if its signature matches the decoy: %s",
    (signatureMethod) => {
      const keyring = createKeyring({ signatureMethods: [signatureMethod] } as unknown as Policy);
      const identity = { consumerKey: "nobody", token: undefined, signatureMethod };
      const [decoy] = keyring([], identity).keys;
      const signer = createBaseStringSigner(decoy!.key as SigningKey);
      const claims = { ...identity, signature: signer.sign("x") } as Claims;
      expect(checkSignature([], keyring, "x", claims)).toEqual({
        problem: { code: "consumer-unknown", message: "the client is unknown" },
      });
    },
  );

  test("a decoy is an RSA key with an odd modulus of exactly the given size", () => {
    for (let round = 0; round < 8; round++) {
      const key = decoyPublicKey(2048);
      expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65537n });
      expect(Buffer.from(key.export({ format: "jwk" }).n!, "base64url").at(-1)! % 2).toBe(1);
    }
  });

  test("an empty signature is malformed for every client", async () => {
    for (const oauth_signature_method of ["RSA-SHA256", "HMAC-SHA1"]) {
      const request = signedRequest({ key: () => "", protocol: { oauth_signature_method } });
      expect(await codeOf(request, { credentials: () => undefined })).toBe("signature-malformed");
    }
  });

  test("a key below the minimum size is rejected, and so is one with the exponent 1", async () => {
    const protocol = { oauth_signature_method: "RSA-SHA256" };
    const credentials = () => ({ publicKey: rsa.publicKey });
    expect(await codeOf(signedRequest({ key: rsa.privateKey, protocol }), { credentials, minimumRsaBits: 2049 })).toBe(
      "key-too-weak",
    );
    const jwk = { ...rsa.publicKey.export({ format: "jwk" }), e: "AQ" };
    expect(
      await codeOf(signedRequest({ key: rsa.privateKey, protocol }), { credentials: () => ({ publicKey: jwk }) }),
    ).toBe("key-too-weak");
  });

  test("a signature of another size than the key's is malformed", async () => {
    const protocol = { oauth_signature_method: "RSA-SHA256" };
    const good = signedRequest({ key: rsa.privateKey, protocol });
    const options = { credentials: () => ({ publicKey: rsa.publicKey }) };
    expect(await codeOf(good, options)).toBe("accepted");
    expect(await codeOf({ ...good, url: "/" }, options)).toBe("signature-mismatch");
    expect(await codeOf(signedRequest({ key: () => "AAAA", protocol }), options)).toBe("signature-malformed");
  });

  test("a stored key that cannot be read is credentials-unavailable, without its text in the message", async () => {
    const request = signedRequest({ key: rsa.privateKey, protocol: { oauth_signature_method: "RSA-SHA256" } });
    const rejection = await rejectionOf(request, { credentials: () => ({ publicKey: "-----BEGIN hunter2" }) });
    expect(rejection.code).toBe("credentials-unavailable");
    expect(JSON.stringify(rejection)).not.toContain("hunter2");
  });

  test("a protocol parameter that is not text is rejected with the code of its place", async () => {
    const header = signedRequest();
    const authorization = authorizationOf(header).replace('"ck"', '"%FF"');
    expect(await codeOf(withHeaders(header, { authorization }))).toBe("authorization-malformed");
    const query = signedRequest({ transport: "query" });
    expect(await codeOf({ ...query, url: query.url.replace("=ck", "=%FF") })).toBe("url-malformed");
    const body = signedRequest({ transport: "body" });
    expect(await codeOf({ ...body, body: (body.body as string).replace("=ck", "=%FF") })).toBe("body-malformed");
  });

  test("an identifier with a control character belongs to no client, and is not looked up", async () => {
    let lookUps = 0;
    const credentials = () => {
      lookUps++;
      return { consumerSecret: SECRET, tokenSecret: "" };
    };
    for (const name of ["oauth_consumer_key", "oauth_token"]) {
      for (const text of ["a\u0000", "\nb", "a\u001bb", "\u007f", ...WITH_OBEYED]) {
        const rejection = await rejectionOf(signedRequest({ protocol: { [name]: text } }), { credentials });
        expect(rejection).toMatchObject({ code: "consumer-unknown", status: 401 });
        expect(rejection.message).toMatch(/^[\x20-\x7e]+$/);
        expect(JSON.stringify(rejection.claimed)).not.toContain(JSON.stringify(text).slice(1, -1));
      }
      expect(await codeOf(signedRequest({ protocol: { [name]: "é €\u00a0ש\u200d" } }), { credentials })).toBe(
        "accepted",
      );
    }
    expect(lookUps).toBe(2);
  });

  test("a nonce is text without control characters", async () => {
    for (const oauth_nonce of ["", "a\nb", "\u0000", "\u007f", ...WITH_OBEYED]) {
      expect(await codeOf(signedRequest({ protocol: { oauth_nonce } }))).toBe("nonce-malformed");
    }
    expect(await codeOf(signedRequest({ protocol: { oauth_nonce: "é €" } }))).toBe("accepted");
  });
});

describe("the URL", () => {
  test("a URL that is a path needs an origin or a proxy", async () => {
    const rejection = await rejectionOf(signedRequest(), { origin: undefined });
    expect(rejection.code).toBe("url-malformed");
    expect(rejection.message).toMatch(/origin/);
    expect(await codeOf({ ...signedRequest(), url: `${ORIGIN}/pay` }, { origin: undefined })).toBe("accepted");
  });

  test.each([
    "",
    "*",
    "pay",
    "api.example:443",
    "/a b",
    "/é",
    "/a#b",
    "/\u0000",
    "/\ud800",
    "https://",
    "http://api.example/pay",
    "https://api.example.evil/",
    "https://api.example@evil/",
    "ftp://api.example/",
    "//",
  ])("%j is not verified as something else", async (url) => {
    expect(await codeOf({ ...signedRequest(), url })).toBe(url === "//" ? "signature-mismatch" : "url-malformed");
  });

  describe("the Host that is not the configured origin", () => {
    const mismatch = (host: string | string[], options?: Partial<VerifierOptions>) =>
      rejectionOf(withHeaders(signedRequest({ key: "wrong&" }), { host }), options);

    test("is named if the signature does not match, not to the client", async () => {
      const { code, message, publicResponse } = await mismatch("staging.example:8443");
      expect(code).toBe("signature-mismatch");
      expect(message).toBe(
        "the signature does not match; Host is not the configured origin: " +
          '"staging.example:8443" instead of https://api.example',
      );
      expect(publicResponse.message).toBe("The request is not authorized.");
    });

    test("is named for an absolute URL", async () => {
      const { code, message } = await rejectionOf({ ...signedRequest(), url: "https://staging.example/pay" });
      expect(`${code}: ${message}`).toBe(
        "url-malformed: Host is not the configured origin: " +
          '"https://staging.example" instead of https://api.example',
      );
    });

    test("is escaped and cut", async () => {
      for (const host of ["\u001b[31m\u202e", "x".repeat(100_000), "a b", ""]) {
        const { message } = await mismatch(host);
        expect(message).toContain("Host is not the configured origin");
        expect(message).toMatch(/^[\x20-\x7e…]{1,250}$/);
      }
    });

    test("is not mentioned if it is right, absent, repeated or of the proxy", async () => {
      const proxy = { addresses: ["10.0.0.1"], hosts: ["pay.example"] };
      const proxied = {
        ...withHeaders(signedRequest(), { "x-forwarded-proto": "https", host: "pay.example" }),
        remoteAddress: "10.0.0.1",
      };
      const messages = [
        (await mismatch("API.example:443")).message,
        (await mismatch(["a.example", "b.example"])).message,
        (await rejectionOf(signedRequest({ key: "wrong&" }))).message,
        (await rejectionOf(proxied, { proxy })).message,
      ];
      expect(new Set(messages)).toEqual(new Set(["the signature does not match"]));
    });
  });

  test("a path that looks like a host is a path", async () => {
    expect(await codeOf(signedRequest({ target: "//evil.example/pay" }))).toBe("accepted");
  });

  test("a method that is not an HTTP method is rejected", async () => {
    for (const method of ["", "PO ST", "\ud800", "P\u0000"])
      expect(await codeOf({ ...signedRequest(), method })).toBe("url-malformed");
  });

  const proxy = { addresses: ["10.0.0.0/8", "2001:db8::1"], hosts: ["api.example", "pay.example:8443"] };
  const via = (headers: Record<string, string | string[]>, remoteAddress = "10.0.0.1") => ({
    ...withHeaders(signedRequest(), headers),
    remoteAddress,
  });

  test("a configured proxy gives scheme and host, once each, and only configured hosts", async () => {
    const proto = { "x-forwarded-proto": "https" };
    const accepted = [
      via({ ...proto, host: "api.example" }),
      via({ "X-Forwarded-Proto": "HTTPS", "x-forwarded-host": "API.example" }),
      via({ ...proto, host: "api.example" }, "2001:db8::1"),
      via({ ...proto, host: "api.example" }, "::ffff:10.9.9.9"),
    ];
    for (const request of accepted) expect(await codeOf(request, { proxy, origin: undefined })).toBe("accepted");
    const refused = [
      via({ host: "api.example" }),
      via({ "x-forwarded-proto": "https, http", host: "api.example" }),
      via({ "x-forwarded-proto": ["https", "https"], host: "api.example" }),
      via({ "x-forwarded-proto": "ftp", host: "api.example" }),
      via(proto),
      via({ ...proto, host: "evil.example" }),
      via({ ...proto, "x-forwarded-host": "api.example, evil", host: "api.example" }),
      via({ ...proto, host: "api.example/x" }),
    ];
    for (const request of refused) expect(await codeOf(request, { proxy, origin: undefined })).toBe("url-malformed");
    for (const address of ["11.0.0.1", "2001:db8::2", "proxy", ""]) {
      expect(await codeOf(via({ ...proto, host: "api.example" }, address), { proxy, origin: undefined })).toBe(
        "url-malformed",
      );
    }
  });

  test.each([
    ["10.128.0.0/9", ["10.128.0.0", "10.255.255.255", "::ffff:10.129.0.1"], ["10.127.255.255", "11.128.0.0"]],
    ["10.0.0.7", ["10.0.0.7", "::ffff:10.0.0.7"], ["10.0.0.6", "10.0.0.8", "::fffe:10.0.0.7", "::1:ffff:10.0.0.7"]],
    ["10.0.0.7", [], ["1::ffff:10.0.0.7", "::ffff:0:10.0.0.7", "10.0.0.07", "10.0.0.7 "]],
    ["2001:db8::/31", ["2001:db8::", "2001:db9:ffff::1"], ["2001:dba::", "2001:db7::", "32.1.13.184"]],
    ["::ffff:10.0.0.0/104", ["::ffff:10.1.2.3"], ["::ffff:11.1.2.3", "10.1.2.3"]],
  ])("of a proxy in %s only the addresses in it are trusted", async (subnet, inside, outside) => {
    const headers = { "x-forwarded-proto": "https", host: "api.example" };
    const options = { proxy: { addresses: ["192.0.2.1", subnet], hosts: ["api.example"] }, origin: undefined };
    for (const address of inside) expect(await codeOf(via(headers, address), options), address).toBe("accepted");
    for (const address of outside) {
      const { message } = await rejectionOf(via(headers, address), options);
      expect(message, address).toMatch(/^the URL is a path, and neither/);
    }
  });

  test("spaces around the values of the proxy's headers do not count", async () => {
    const request = via({ "x-forwarded-proto": " https ", "x-forwarded-host": " api.example " });
    expect(await codeOf(request, { proxy, origin: undefined })).toBe("accepted");
  });

  test("PLAINTEXT over a connection without TLS needs that proxy", async () => {
    const plain = {
      ...signedRequest({ protocol: { oauth_signature_method: "PLAINTEXT" }, key: `${encode(SECRET)}&` }),
      secure: false,
    };
    const options = { signatureMethods: ["PLAINTEXT"] as const, proxy };
    expect(await codeOf(plain, options)).toBe("insecure-transport");
    const behind = {
      ...withHeaders(plain, { "x-forwarded-proto": "https", host: "api.example" }),
      remoteAddress: "10.0.0.1",
    };
    expect(await codeOf(behind, options)).toBe("accepted");
    expect(await codeOf(withHeaders(behind, { "x-forwarded-proto": "http" }), options)).toBe("insecure-transport");
  });
});

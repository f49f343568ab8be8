import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, REDACTED, secretsOfRequest } from "../../src/redaction/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { leaksIn, SECRET, SPELLINGS } from "./spellings.ts";

const names = Object.keys(SPELLINGS);

describe("a secret", () => {
  const { text: redact } = createRedactor({ secrets: [SECRET] });

  test.each(names)("is hidden when it is written %s", (name) => {
    const spelled = SPELLINGS[name]!(SECRET);
    const output = redact(`before=${spelled}&after`);
    expect(leaksIn(output, SECRET, spelled)).toEqual([]);
    expect(output).toMatch(/^before=.*\(secret\).*&after$/s);
  });

  test("is hidden in base64 of base64 where the text before it, decoded too, looks like an escape", () => {
    const spelled = SPELLINGS["base64 of base64"]!(SECRET);
    const written = encodeURIComponent(spelled);
    const parameters = (signature: string): string =>
      `oauth_signature="${signature}"\nclient_orderid=${written}&again=${written}\nPOST&again%3D${encodeURIComponent(written)}`;
    // Signatures with which a piece was left before.
    for (const signature of ["Zm2%2BgxcXJcYu%2Fl49eeq9gHSTt8s%3D", "UYGp2vt%2Bj6Y6m76IanZ%2Fwt921xc%3D"])
      expect(leaksIn(redact(parameters(signature)), SECRET, spelled)).toEqual([]);
    const octets = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(octets, (digest) => {
        const signature = encodeURIComponent(Buffer.from(digest).toString("base64"));
        expect(leaksIn(redact(parameters(signature)), SECRET, spelled)).toEqual([]);
      }),
    );
  });

  test("is replaced exactly where its spelling has no neighbours", () => {
    for (const name of [
      "as it is",
      "percent-encoded twice",
      "every octet percent-encoded",
      "JSON with Unicode escapes",
    ]) {
      expect(redact(`a=${SPELLINGS[name]!(SECRET)}&b`)).toBe("a=(secret)&b");
    }
  });

  test("is hidden in the part of a base string that a client cut out", () => {
    expect(redact("e9kd%252b72hs")).toBe("e(secret)");
    expect(redact("secret%3DZq%252F9kd%25")).toBe("secret%3D(secret)%25");
  });

  test.each([
    "a key+/ü",
    "a%20key%2B%2F%C3%BC",
    "a+key%2b%2f%c3%bc",
    "a%2520key%252B%252F%25C3%25BC",
    "%61 key+/ü",
    Buffer.from("a key+/ü").toString("latin1"),
  ])("beyond ASCII is hidden when it is written %s", (spelling) => {
    expect(createRedactor({ secrets: ["a key+/ü"] }).text(`x=${spelling}&y`)).toBe("x=(secret)&y");
  });

  test("that looks like an escape is hidden, also where one more escape is undone", () => {
    for (const secret of ["ab%2Fcd&amp;ef", "x\\u0041y\\/z", "%25%25%2541abc"]) {
      for (const name of [
        "as it is",
        "percent-encoded",
        "percent-encoded twice",
        "base64",
        "every octet percent-encoded",
      ]) {
        const spelled = SPELLINGS[name]!(secret);
        expect(leaksIn(createRedactor({ secrets: [secret] }).text(`(${spelled})`), secret, spelled)).toEqual([]);
      }
    }
  });

  test("of four or five characters is hidden as a whole", () => {
    const { text } = createRedactor({ secrets: ["abcd", "abcdef", undefined, ""] });
    expect(text("abcdef abcd abc")).toBe("(secret) (secret) abc");
    expect(createRedactor({ secrets: ["a.c$"] }).text("abc$ a.c$")).toBe("abc$ (secret)");
    expect(createRedactor({ secrets: ["a/c$"] }).text(`${encodeURIComponent("a/c$")} a%2f`)).toBe("(secret) a%2f");
  });

  test("of four or five characters is hidden only as a whole value, and in no other word", () => {
    const { text } = createRedactor({ secrets: ["pass", "1-2-3"] });
    const words = "give its passphrase in COUNTERSIGN_PASSPHRASE, bypass 11-2-31-2-34 passé";
    expect(text(words)).toBe(words.replace("passé", "(secret)é"));
    for (const value of [
      "x=pass",
      "x%3Dpass%26y",
      '"pass"',
      "passphrase=PASS",
      "a\\npass",
      "x=1-2-3",
      "(pass)",
      "pass",
    ])
      expect(text(value), value).toMatch(/^(?!.*(?:pass(?!phrase)|1-2-3)).*\(secret\)/i);
    for (const name of names.filter((one) => !/backward|hyphens|later|of base64|in both cases/.test(one)))
      expect(text(`x=${SPELLINGS[name]!("pass")}&y`), name).toMatch(/^x=(?:(?!pass).)*\(secret\)(?:(?!pass).)*&y$/s);
  });

  test("of fewer than four characters is hidden only in a signing key: it is part of ordinary words", () => {
    const { text } = createRedactor({ secrets: ["abc", "xy"] });
    expect(text("abc xy abcdef 1xy2")).toBe("abc xy abcdef 1xy2");
    expect(text("key abc&xy, abc%26xy")).toBe("key (secret), (secret)");
    expect(createRedactor({ secrets: ["", "a"] }).text("a banana")).toBe("a banana");
  });

  test("that consists of words of the protocol does not hide these words", () => {
    const { text } = createRedactor({ secrets: ["my consumer secret"] });
    const words = "oauth_consumer_key, the consumer secret, oauth_token";
    expect(text(words)).toBe(words);
    expect(text("x=my+consumer%20secret")).toBe("x=(secret)");
  });

  test("does not hide an identifier that begins as it does", () => {
    const { text } = createRedactor({ secrets: ["my-shop-secret"], publicTexts: ["my-shop-key"] });
    expect(text("my-shop-key my-shop-secret")).toBe("my-shop-key (secret)");
  });

  test("is hidden once: what was redacted stays as it is", () => {
    const { text } = createRedactor({ secrets: ["secret", "(secret)"] });
    expect(text(text("a secret b"))).toBe("a (secret) b");
  });
});

describe("a private key", () => {
  const { privateKey } = testKeyPair("rsa-2048");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const jwk = privateKey.export({ format: "jwk" });

  test.each([
    ["PEM", pem],
    ["PEM of PKCS#1", pkcs1],
    ["PEM without its first and last line", pem.replace(/-----.*-----\n?/g, "")],
    ["a JWK", JSON.stringify(jwk)],
    ["DER in hexadecimal", Buffer.from(pem.replace(/-----.*-----|\s/g, ""), "base64").toString("hex")],
    ["PEM, percent-encoded", encodeURIComponent(pem)],
    ["PEM in JSON", JSON.stringify({ pem })],
  ])("that is given as PEM is hidden as %s", (_, text) => {
    const output = createRedactor({ secrets: [pem] }).text(`key=${text}.`);
    for (const member of ["d", "p", "q", "dp", "dq", "qi"] as const) {
      expect(output).not.toContain(jwk[member]!.slice(10, 40));
    }
    expect(output).not.toMatch(/[A-Za-z0-9+/]{60}/);
  });

  test("that has other dashes at its ends hides no word of a message about it", () => {
    for (const dashes of ["----", "-----", "—", "––"]) {
      const secret = pem.replaceAll("-----", dashes);
      const { text } = createRedactor({ secrets: [secret] });
      const message = "privateKey must be a private key of the BEGIN PRIVATE KEY kind";
      expect(text(message)).toBe(message);
      expect(text(secret)).not.toMatch(/[A-Za-z0-9+/]{60}/);
    }
  });

  test("is hidden line by line", () => {
    const { text } = createRedactor({ secrets: [pem] });
    for (const line of pem.split("\n").slice(1, -2)) expect(text(`> ${line}`)).not.toMatch(/[A-Za-z0-9+/]{9}/);
  });

  test("that is given as a JWK or as DER is hidden, too", () => {
    const der = privateKey.export({ type: "pkcs8", format: "der" });
    for (const secret of [{ ...jwk }, JSON.stringify(jwk), der]) {
      expect(createRedactor({ secrets: [secret] }).text(`"d":"${jwk.d}"`)).not.toMatch(/[A-Za-z0-9_-]{9}/);
    }
  });

  test("that is not known is recognized by its first line", () => {
    expect(createRedactor({}).text(`a ${pkcs1} b`)).toBe("a (secret)\n b");
    expect(createRedactor({}).text(`a ${JSON.stringify(pem.slice(0, 300))}`)).toBe('a "(secret)');
  });
});

describe("other uses", () => {
  test("a value keeps its shape and the names of its members", () => {
    const { value } = createRedactor({ secrets: [SECRET] });
    expect(value({ [SECRET]: [SECRET, 1, null, { a: `x${SECRET}` }], octets: new Uint8Array(2) })).toEqual({
      [SECRET]: [REDACTED, 1, null, { a: `x${REDACTED}` }],
      octets: new Uint8Array(2),
    });
  });

  test("covering keeps every position", () => {
    const { cover } = createRedactor({ secrets: [SECRET] });
    expect(cover("a=Zq%2F9kd%2B72hs&b")).toBe(`a=${"\u2022".repeat(15)}&b`);
  });

  test("a PLAINTEXT signature, other credentials and the password in a URL are secrets of the request itself", () => {
    const header = 'OAuth oauth_signature_method="PLAINTEXT", oauth_signature="k%2526y%26to%25ken"';
    expect(secretsOfRequest({ url: "http://a/", headers: [["Authorization", header]] }).secrets).toEqual([
      "k%26y&to%ken",
      "k&y",
      "to%ken",
    ]);
    const basic = [["Authorization", "Basic dXNlcjpwYXNz"]] as const;
    expect(secretsOfRequest({ url: "http://a/", headers: basic }).secrets).toEqual(["dXNlcjpwYXNz"]);
    expect(secretsOfRequest({ url: "https://me:p%40ss:1@gate.example/a:b@c" }).secrets).toEqual(["p@ss:1"]);
    expect(secretsOfRequest({ url: "https://gate.example:8443/a:b@c?d=e:f@g" }).secrets).toEqual([]);
  });
});

describe("any text", () => {
  const secrets = fc
    .string({ minLength: 16, maxLength: 40, unit: "grapheme-ascii" })
    .filter((secret) => secret.replace(/[^A-Za-z0-9]/g, "").length >= 10 && new Set(secret).size > 8);
  const neighbours = fc.string({ maxLength: 12, unit: "grapheme-ascii" });

  test("no run of six characters is left of a secret, whatever its spelling and its neighbours", {
    tags: ["deep"],
  }, () => {
    fc.assert(
      fc.property(secrets, neighbours, neighbours, fc.constantFrom(...names), (secret, before, after, name) => {
        const spelled = SPELLINGS[name]!(secret);
        const { text } = createRedactor({ secrets: [secret] });
        expect(leaksIn(text(`${before} ${spelled} ${after}`), secret, spelled)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("no run of six characters is left of a secret in two spellings, one in the other", { tags: ["deep"] }, () => {
    const inner = fc.constantFrom("as it is", "percent-encoded", "form-encoded", "JSON with Unicode escapes");
    // These change an inner spelling so that it can no longer be read as such, or are read only if the secret itself is in them.
    const others = /punctuation|hyphens|^backward|UTF-16|base32|octal|quoted-printable/;
    const outer = fc.constantFrom(...names.filter((name) => !others.test(name)));
    fc.assert(
      fc.property(secrets, inner, outer, (secret, first, second) => {
        const spelled = SPELLINGS[second]!(SPELLINGS[first]!(secret));
        const { text } = createRedactor({ secrets: [secret] });
        expect(leaksIn(text(`x=${spelled}&`), secret, spelled)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  const expectUnchanged = (numRuns: number): void => {
    fc.assert(
      fc.property(secrets, fc.string({ maxLength: 400, unit: "grapheme" }), (secret, text) => {
        const pieces = Array.from({ length: Math.max(1, secret.length - 3) }, (_, at) => secret.slice(at, at + 4));
        fc.pre(!pieces.some((piece) => text.includes(piece)));
        expect(createRedactor({ secrets: [`\u0001${secret}`], showCardData: true }).text(text)).toBe(text);
      }),
      { numRuns },
    );
  };
  const UNCHANGED = "a text without a piece of a secret stays as it is, in %i cases";
  test.each([40])(UNCHANGED, expectUnchanged);
  test.each([200])(UNCHANGED, { tags: ["deep"] }, expectUnchanged);

  const expectSame = (numRuns: number): void => {
    fc.assert(
      fc.property(secrets, fc.constantFrom(...names), (secret, name) => {
        const { text } = createRedactor({ secrets: [secret] });
        const once = text(`a ${SPELLINGS[name]!(secret)} b`);
        expect(leaksIn(text(once), secret)).toEqual([]);
      }),
      { numRuns },
    );
  };
  const TWICE = "redacting twice changes no more than redacting once, in %i cases";
  test.each([30])(TWICE, expectSame);
  test.each([100])(TWICE, { tags: ["deep"] }, expectSame);
});

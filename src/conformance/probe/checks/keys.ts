/** Keys: other secrets, unknown clients, other tokens, other methods (RFC 5849 3.2 and 3.4). */

import { base64Text, hmac, latin1Octets, rsaSeal, rsaSignSync, utf8Octets } from "../../../platform/index.ts";
import { isRsaMethod } from "../../vectors/index.ts";
import { type Case, type Check, type Good, offers, rejects } from "../check.ts";
import { baseStringOf, type Draft, encode, protocolValue, type SigningKey, withProtocol, write } from "../draft.ts";
import { arbitraryKey } from "./arbitrary-key.ts";
import { casesOf } from "./changes.ts";

const named =
  (method: string) =>
  (draft: Draft): Draft =>
    withProtocol(draft, { oauth_signature_method: method });
const HMAC: Readonly<Record<string, "sha1" | "sha256" | "sha512">> = {
  "HMAC-SHA1": "sha1",
  "HMAC-SHA256": "sha256",
  "HMAC-SHA512": "sha512",
};

/** A request that an HMAC with this key signs. */
function withKey(
  good: Good,
  method: string,
  key: string | Uint8Array,
  change: (draft: Draft) => Draft = (draft) => draft,
): Case {
  const draft = change(named(method)(good.fresh()));
  return [rejects(write(draft, base64Text(hmac(HMAC[method]!, key, baseStringOf(draft)))))];
}

const NO_SECRET = "the client has no secret";
const NO_KEY = "the client has no RSA key";
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  empty: "",
  undefined: "undefined",
  null: "null",
  none: "None",
  nil: "nil",
  false: "false",
  zero: "0",
  "object-text": "[object Object]",
  secret: "secret",
};

export const KEYS: readonly Check[] = [
  {
    id: "other-secret",
    title: "signed with another secret",
    rule: "rfc5849-3.2-1",
    finds: ["verification-result-ignored", "verifier-secrets-not-encoded", "unknown-client-has-empty-secret"],
    means: "Whoever does not know the secret of the client can sign in its name.",
    cases: (good) => {
      const { method } = good.key;
      const { consumerSecret: secret, tokenSecret = "" } = good.credentials;
      if (secret === undefined || isRsaMethod(method)) return { "other-secret": NO_SECRET };
      const key = (consumer: string, token: string): string => `${encode(consumer)}&${encode(token)}`;
      const keys: Record<string, string> = {
        ...Object.fromEntries(
          Object.entries(PLACEHOLDERS).map(([name, text]) => [`secret-${name}`, key(text, tokenSecret)]),
        ),
        "the-consumer-key": key(good.credentials.consumerKey, tokenSecret),
        "line-feed-at-the-end": key(`${secret}\n`, tokenSecret),
        "without-ampersand": encode(secret),
        "swapped-secrets": key(tokenSecret, secret),
        "token-secret-undefined": key(secret, "undefined"),
        "token-secret-null": key(secret, "null"),
        "other-token-secret": key(secret, `${tokenSecret}x`),
        "without-token-secret": key(secret, ""),
        "encoded-again": encode(key(secret, tokenSecret)),
        "in-upper-case": key(secret.toUpperCase(), tokenSecret),
        "in-lower-case": key(secret.toLowerCase(), tokenSecret),
        "first-half": key(secret.slice(0, secret.length >> 1), tokenSecret),
        "empty-key": "",
      };
      const right = key(secret, tokenSecret);
      return casesOf(keys, (other) =>
        other === right ? "the same key for these credentials" : withKey(good, method, other),
      );
    },
  },
  {
    id: "unknown-client",
    title: "unknown client",
    rule: "rfc5849-3.2-3",
    finds: ["unknown-client-has-empty-secret", "parameter-names-as-object-keys", "errors-swallowed"],
    means: "The server goes on without credentials, with a secret that anybody can guess.",
    noServerError: true,
    cases: (good) => {
      const client = `probe-${protocolValue(good.fresh(), "oauth_nonce").slice(0, 12)}`;
      const unknown =
        (name: string) =>
        (draft: Draft): Draft =>
          withProtocol(draft, { oauth_consumer_key: name, oauth_token: undefined });
      const names: Readonly<Record<string, string>> = {
        "named-proto": "__proto__",
        "named-constructor": "constructor",
        "named-to-string": "toString",
        "named-has-own-property": "hasOwnProperty",
        "empty-name": "",
      };
      const { consumerKey, consumerSecret } = good.credentials;
      return {
        ...casesOf({ ...PLACEHOLDERS, "its-name": client }, (secret) =>
          withKey(good, "HMAC-SHA1", `${encode(secret)}&`, unknown(client)),
        ),
        "empty-key": withKey(good, "HMAC-SHA1", "", unknown(client)),
        "key-undefined-undefined": withKey(good, "HMAC-SHA1", "undefined&undefined", unknown(client)),
        "key-null-null": withKey(good, "HMAC-SHA1", "null&null", unknown(client)),
        ...casesOf(names, (name) => withKey(good, "HMAC-SHA1", "&", unknown(name))),
        ...casesOf(
          Object.fromEntries(Object.entries(names).map(([name, text]) => [`${name}-undefined`, text])),
          (name) => withKey(good, "HMAC-SHA1", "undefined&", unknown(name)),
        ),
        "empty-rsa-signature": [rejects(write(unknown(client)(named("RSA-SHA1")(good.fresh())), ""))],
        ...(consumerSecret === undefined
          ? {}
          : casesOf(
              {
                "other-letter-case": swapCase(consumerKey),
                "space-at-the-end": `${consumerKey} `,
                "nul-at-the-end": `${consumerKey}\0`,
              },
              (name) => {
                const draft = withProtocol(good.fresh(), { oauth_consumer_key: name });
                return name === consumerKey ? "the name has no letters" : [rejects(good.signed(draft))];
              },
            )),
      };
    },
  },
  {
    id: "other-token",
    title: "token that the server did not issue",
    rule: "rfc5849-3.2-2",
    finds: ["token-not-bound-to-client"],
    means: "The server does not check that the token exists and belongs to this client.",
    cases: (good) => {
      const { token, consumerSecret, tokenSecret = "" } = good.credentials;
      const other = `probe${protocolValue(good.fresh(), "oauth_nonce")}`;
      const claim = (name: string | undefined) => withProtocol(good.fresh(), { oauth_token: name });
      const without: SigningKey = { ...good.key, tokenSecret: "" };
      const cases: Record<string, Case> = {
        "unknown-token": [rejects(good.signed(claim(other)))],
        "unknown-token-without-secret": [rejects(good.signed(claim(other), without))],
        "token-named-proto": [rejects(good.signed(claim("__proto__"), without))],
      };
      if (consumerSecret !== undefined && !isRsaMethod(good.key.method)) {
        const key = (text: string): SigningKey => ({ ...good.key, tokenSecret: text });
        cases["unknown-token-undefined"] = [rejects(good.signed(claim(other), key("undefined")))];
        cases["unknown-token-null"] = [rejects(good.signed(claim(other), key("null")))];
      }
      if (token !== undefined) {
        cases["empty-token"] = [rejects(good.signed(claim("")))];
        cases["other-letter-case"] =
          swapCase(token) === token ? "the token has no letters" : [rejects(good.signed(claim(swapCase(token))))];
        if (tokenSecret !== "") cases["without-the-token-secret"] = [rejects(good.signed(good.fresh(), without))];
      }
      return cases;
    },
  },
  {
    id: "unknown-method",
    title: "unknown signature method",
    rule: "rfc5849-3.2-4",
    finds: ["missing-method-defaulted", "client-chooses-method", "errors-swallowed"],
    means: "The server guesses what a request means that names no method of RFC 5849.",
    noServerError: true,
    cases: (good) =>
      casesOf(
        {
          "hmac-md5": "HMAC-MD5",
          "lower-case": good.key.method.toLowerCase(),
          underscore: good.key.method.replace("-", "_"),
          "mixed-case": swapCase(good.key.method),
          "further-hyphen": good.key.method.replace("SHA", "SHA-"),
          "no-hyphen": good.key.method.replace("-", ""),
          "leading-space": ` ${good.key.method}`,
          "trailing-space": `${good.key.method} `,
          "trailing-nul": `${good.key.method}\0`,
          none: "none",
          "none-in-upper-case": "NONE",
          empty: "",
          proto: "__proto__",
          constructor: "constructor",
          "to-string": "toString",
          "full-width": "ＨＭＡＣ-SHA1",
        },
        (method) => {
          const draft = named(method)(good.fresh());
          return [rejects(write(draft, good.sign(draft))), rejects(write(named(method)(good.fresh()), ""))];
        },
      ),
  },
  {
    id: "hash-of-other-method",
    title: "signature by another hash than the method names",
    rule: "rfc5849-3.2-4",
    finds: ["client-chooses-method", "non-canonical-base64-accepted"],
    means: "The server does not use the hash that the request names.",
    byMethod: true,
    cases: (good) =>
      casesOf({ "SHA1-signed": "SHA1", "SHA256-signed": "SHA256", "SHA512-signed": "SHA512" }, (hash) => {
        const method = good.key.method.replace(/SHA\d+$/, hash) as SigningKey["method"];
        if (method === good.key.method) return "the method of the good request";
        const draft = good.fresh();
        return [rejects(write(draft, good.sign(draft, { ...good.key, method })))];
      }),
  },
  {
    id: "key-confusion",
    title: "HMAC with the public key of the client",
    rule: "rfc5849-3.4-1",
    finds: ["client-chooses-method"],
    cves: ["CVE-2026-72889"],
    means:
      "The request chooses the method: whoever knows the public key, which is no secret, can sign in the name of the client.",
    noServerError: true,
    cases: (good) => {
      const { publicKey: pem } = good.credentials;
      if (pem === undefined) return { "hmac-with-public-key": NO_KEY };
      const base64 = pem.replace(/-----[^-]+-----|\s/g, "");
      const texts: Record<string, string> = {
        pem,
        "pem-without-final-line-feed": pem.trimEnd(),
        "pem-with-crlf": pem.replace(/\r?\n/g, "\r\n"),
        base64,
        ...PLACEHOLDERS,
      };
      const keys: [string, string | Uint8Array][] = Object.entries(texts).flatMap(([name, text]) => [
        [name, `${encode(text)}&`],
        [`${name}-not-encoded`, `${text}&`],
        [`${name}-alone`, text],
      ]);
      const all: [string, string | Uint8Array][] = [...keys, ["der-alone", Buffer.from(base64, "base64")]];
      const own = good.credentials.consumerSecret;
      const cases = all.flatMap(([name, key]) =>
        ["HMAC-SHA1", "HMAC-SHA256"].map(
          (method) => [`${name}-${method.slice(5).toLowerCase()}`, withKey(good, method, key)] as const,
        ),
      );
      return own === undefined || own !== "" ? Object.fromEntries(cases) : { empty: "the client has an empty secret" };
    },
  },
  {
    id: "rsa-with-another-key",
    title: "RSA signature with another key",
    rule: "rfc5849-3.4-1",
    finds: ["client-chooses-method", "key-fetched-from-request", "verification-result-ignored"],
    means: "Anybody can sign in the name of the client with a key of their own.",
    noServerError: true,
    cases: (good) =>
      casesOf({ sha1: "RSA-SHA1", sha256: "RSA-SHA256", sha512: "RSA-SHA512" } as const, (method) => {
        const draft = named(method)(good.fresh());
        return [
          rejects(good.signed(draft, { method, privateKey: arbitraryKey() })),
          rejects(write(named(method)(good.fresh()), "AA==")),
        ];
      }),
  },
  {
    id: "rsa-forgery",
    title: "RSA signature with another padding or content",
    rule: "rfc5849-3.4.3-1",
    finds: ["verification-result-ignored"],
    means:
      "The server does not check the whole of the padded hash, which has let signatures be forged without the key.",
    cases: (good) => {
      const { method, privateKey: key } = good.key;
      if (key === undefined || !isRsaMethod(method)) return { "other-padding": NO_KEY };
      const hash = method.slice(4).toLowerCase() as "sha1" | "sha256" | "sha512";
      const make = (sign: (base: string, right: Uint8Array) => Uint8Array): Case => {
        const draft = good.fresh();
        const right = rsaSignSync(hash, utf8Octets(baseStringOf(draft)), key);
        return [rejects(write(draft, base64Text(sign(baseStringOf(draft), right))))];
      };
      return {
        "pss-padding": make((base) => rsaSignSync(hash, utf8Octets(base), key, "pss")),
        "hash-of-the-base-string-signed": make((base) => rsaSignSync(hash, hmac(hash, "", base), key)),
        "hash-without-its-algorithm": make((base) => rsaSeal(hmac(hash, "", base), key)),
        "number-zero": make((_base, right) => new Uint8Array(right.length)),
        "number-one": make((_base, right) => Uint8Array.from(right, (_octet, at) => (at === right.length - 1 ? 1 : 0))),
        "leading-zero-octet": make((_base, right) => Uint8Array.from([0, ...right])),
        "trailing-zero-octet": make((_base, right) => Uint8Array.from([...right, 0])),
        "body-only-signed": make(() => rsaSignSync(hash, latin1Octets(good.fresh().body), key)),
      };
    },
  },
  {
    id: "plaintext",
    title: "PLAINTEXT",
    rule: "rfc5849-3.4.4-2",
    finds: ["plaintext-accepted-over-http", "client-chooses-method"],
    means:
      "The server takes the secrets themselves as a signature: over a connection that is not encrypted, and by the choice of the request.",
    noServerError: true,
    cases: (good) => {
      const { consumerSecret, tokenSecret = "", publicKey } = good.credentials;
      const plain = (text: string): Case => [rejects(write(named("PLAINTEXT")(good.fresh()), text))];
      const right = `${encode(consumerSecret ?? "")}&${encode(tokenSecret)}`;
      const isEncrypted = good.fresh().origin.startsWith("https:");
      return {
        "right-over-http":
          consumerSecret === undefined
            ? NO_SECRET
            : isEncrypted
              ? "the connection is encrypted"
              : !good.isPrivate
                ? "the secret would be seen on the way"
                : plain(right),
        "wrong-secret": plain("wrong&"),
        ampersand: right === "&" ? "the secrets are empty" : plain("&"),
        "undefined-secrets": plain("undefined&"),
        empty: plain(""),
        "public-key": publicKey === undefined ? NO_KEY : plain(`${encode(publicKey)}&`),
        "signature-of-hmac": [
          offers(good.signed(good.fresh())),
          ...(plain(good.sign(good.fresh())) as readonly ReturnType<typeof rejects>[]),
        ],
      };
    },
  },
];

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

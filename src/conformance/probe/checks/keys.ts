/** Keys: other secrets, unknown clients, other tokens, public keys (RFC 5849 3.2). */

import { base64Text, hmac } from "../../../platform/index.ts";
import {
  baseStringOf,
  type Draft,
  encode,
  protocolValue,
  type SigningKey,
  withProtocol,
  write,
} from "../../cases/draft.ts";
import { NO_KEY, NO_SECRET } from "../../cases/make-request.ts";
import { isRsaMethod } from "../../vectors/index.ts";
import { type Case, type Check, type Good, rejects } from "../check.ts";
import { casesOf, named, SAME_KEY, swapCase } from "./changes.ts";

const HMAC: Readonly<Record<string, "sha1" | "sha256" | "sha512">> = {
  "HMAC-SHA1": "sha1",
  "HMAC-SHA256": "sha256",
  "HMAC-SHA512": "sha512",
};

/** A request that an HMAC with this key signs, unless it is the right key of the client. */
function withOtherKey(good: Good, method: string, key: string | Uint8Array): Case {
  const { consumerSecret, tokenSecret = "" } = good.credentials;
  const isRight = consumerSecret !== undefined && key === `${encode(consumerSecret)}&${encode(tokenSecret)}`;
  return isRight ? SAME_KEY : withKey(good, method, key);
}

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
    means: "Someone who does not know the secret of the client can sign in its name.",
    cases: (good) => {
      const { method } = good.key;
      const { consumerSecret: secret, tokenSecret = "", other } = good.credentials;
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
        ...(other !== undefined && { "secret-of-another-client": key(other.consumerSecret, tokenSecret) }),
      };
      return casesOf(keys, (other) => withOtherKey(good, method, other));
    },
  },
  {
    id: "unknown-client",
    title: "unknown client",
    rule: "rfc5849-3.2-3",
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
    id: "key-confusion",
    title: "HMAC with the public key of the client",
    rule: "rfc5849-3.4-1",
    cves: ["CVE-2026-72889"],
    means:
      "The request chooses the method: someone who knows the public key, which is no secret, can sign in the name of the client.",
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
      const cases = all.flatMap(([name, key]) =>
        ["HMAC-SHA1", "HMAC-SHA256"].map(
          (method) => [`${name}-${method.slice(5).toLowerCase()}`, withOtherKey(good, method, key)] as const,
        ),
      );
      return Object.fromEntries(cases);
    },
  },
];

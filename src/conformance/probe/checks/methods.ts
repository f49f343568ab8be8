/** Methods of signing: unknown ones, those of other keys, PLAINTEXT (RFC 5849 3.2 and 3.4). */

import { encode, type SigningKey, write } from "../../cases/draft.ts";
import { NO_KEY, NO_SECRET } from "../../cases/make-request.ts";
import { type Case, type Check, offers, rejects } from "../check.ts";
import { arbitraryKey } from "./arbitrary-key.ts";
import { casesOf, named, SAME_KEY, swapCase } from "./changes.ts";

export const METHODS: readonly Check[] = [
  {
    id: "unknown-method",
    title: "unknown signature method",
    rule: "rfc5849-3.2-4",
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
    id: "rsa-with-another-key",
    title: "RSA signature with another key",
    rule: "rfc5849-3.4-1",
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
    id: "plaintext",
    title: "PLAINTEXT",
    rule: "rfc5849-3.4.4-2",
    means:
      "The server takes the secrets themselves as a signature: over a connection that is not encrypted, and by the choice of the request.",
    noServerError: true,
    cases: (good) => {
      const { consumerSecret, tokenSecret = "", publicKey } = good.credentials;
      const plain = (text: string): Case => [rejects(write(named("PLAINTEXT")(good.fresh()), text))];
      const right = `${encode(consumerSecret ?? "")}&${encode(tokenSecret)}`;
      // An encrypted connection may have PLAINTEXT.
      const other = (text: string): Case => (text === right ? SAME_KEY : plain(text));
      return {
        "right-over-http":
          consumerSecret === undefined
            ? NO_SECRET
            : good.maySendPlaintext
              ? plain(right)
              : "the secret itself is sent only over http to a server on this machine",
        "wrong-secret": other("wrong&"),
        ampersand: other("&"),
        "undefined-secrets": other("undefined&"),
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

/** Clients, tokens and keys: unknown, wrong, weak, and several active at once (RFC 5849 3.2). */

import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { CaseGroup, ReceivedCase } from "./case.ts";
import { nonceOf, otherCase } from "./changes.ts";
import { type Draft, encode, protocolValue } from "./draft.ts";
import { GUESSED_SECRETS, hmacKey, keyed, type Signer } from "./hmac-keys.ts";
import { NO_SECRET } from "./make-request.ts";
import type { Credentials } from "./valid-requests.ts";
import { BANK, RIVAL, SHOP, SHOP_WITH_TOKEN, type VectorClient } from "./vector-clients.ts";

const OWNER = "rfc5849-3.2-1";
const TOKEN_RULE = "rfc5849-3.2-2";
const CLIENT = "rfc5849-3.2-3";
const KEY = "rfc5849-3.4.2-1";
const SIZE = "rfc5849-3.4.3-2";
const GUESSED = "unknown-client-has-empty-secret";
const AS_OBJECT_KEY = "parameter-names-as-object-keys";

/** Signs with a changed secret of the client. */
const withSecret = (make: (secret: string, credentials: Credentials) => string | undefined): Signer =>
  keyed((secret, tokenSecret, credentials) => {
    const other = make(secret, credentials);
    return other === undefined ? undefined : hmacKey(other, tokenSecret);
  });
const swapCase = (text: string): string => otherCase(text, /[a-z]/gi);
const ofVector = (oauth_consumer_key: string) => ({ ofVector: { protocol: { oauth_consumer_key } } });
const unusedName = (draft: Draft): string => `probe-${nonceOf(draft).slice(0, 12)}`;
/** A client that the server does not have, in a request that names HMAC-SHA1 and no token. */
const byUnknown = (name: (draft: Draft) => string): Pick<ReceivedCase, "protocol"> => ({
  protocol: (draft) => ({
    oauth_consumer_key: name(draft),
    oauth_token: undefined,
    oauth_signature_method: "HMAC-SHA1",
  }),
});
/** Signs with this HMAC key. */
const signedWith = (key: string | ((draft: Draft) => string)): Signer => ({
  signer: (_, draft) => ({ method: "HMAC-SHA1", key: typeof key === "string" ? key : key(draft) }),
});
/** The client under another name, with its own key. */
const renamed = (edit: (name: string) => string): Pick<ReceivedCase, "protocol" | "signer" | "ofVector"> => ({
  ofVector: {},
  protocol: (draft) => ({ oauth_consumer_key: edit(protocolValue(draft, "oauth_consumer_key")) }),
  signer: ({ key, credentials }) =>
    edit(credentials.consumerKey) === credentials.consumerKey ? "the name has no letters" : key,
});

/** Names that objects inherit, and the empty name. */
const INHERITED: Readonly<Record<string, readonly [name: string, vector?: number]>> = {
  "named-proto": ["__proto__", 13],
  "named-constructor": ["constructor", 14],
  "named-to-string": ["toString", 15],
  "named-has-own-property": ["hasOwnProperty", 16],
  "empty-name": [""],
};
/** The secrets of {@link GUESSED_SECRETS} that vectors use, with their numbers for an unknown and for a known client. */
const VECTORS: Readonly<Record<string, readonly [unknown: number, known?: number]>> = {
  empty: [4, 22],
  undefined: [5, 23],
  null: [6],
  none: [7],
  "its-name": [8],
  "object-text": [9],
};
const numbered = (number: number | undefined): ReceivedCase =>
  number === undefined ? {} : { vector: `keys/${number}` };

const withToken = (name: (draft: Draft) => string): Pick<ReceivedCase, "protocol"> => ({
  protocol: (draft) => ({ oauth_token: name(draft) }),
});
const unusedToken = withToken((draft) => `probe${nonceOf(draft)}`);
const TOKEN_X = { protocol: { oauth_token: "token-x" } };
/** Signs with this token secret. */
const tokenSecret = (text: string): Signer => ({
  signer: ({ key }) => (isRsaMethod(key.method) ? NO_SECRET : { ...key, tokenSecret: text }),
});
/** The token of the client in another spelling. */
const respelled = (edit: (token: string) => string): Pick<ReceivedCase, "protocol" | "signer"> => ({
  protocol: (draft) => ({ oauth_token: edit(protocolValue(draft, "oauth_token")) }),
  signer: ({ key, credentials: { token } }) =>
    token === undefined ? "the client has no token" : edit(token) === token ? "the token has no letters" : key,
});

const by = (client: VectorClient, ...registered: readonly VectorClient[]): Pick<ReceivedCase, "ofVector"> => ({
  ofVector: { by: client, ...(registered.length > 0 && { registered }) },
});
/** A client with these secrets, and a token if its secret is given. */
const secrets = (consumerSecret: string, tokenSecret?: string): Pick<ReceivedCase, "ofVector"> => ({
  ofVector: {
    by: {
      consumerKey: SHOP.consumerKey,
      consumerSecret,
      ...(tokenSecret !== undefined && { token: "t", tokenSecret }),
    },
    form: "a=1",
  },
});

export const KEYS: readonly CaseGroup[] = [
  {
    rule: OWNER,
    refuse: "signature-mismatch",
    check: {
      id: "other-secret",
      title: "signed with another secret",
      means: "Someone who does not know the secret of the client can sign in its name.",
    },
    cases: {
      "the-consumer-key": withSecret((_, { consumerKey }) => consumerKey),
      "line-feed-at-the-end": {
        vector: "keys/24",
        ...withSecret((secret) => `${secret}\n`),
        finds: "secret-trailing-newline",
      },
      "without-ampersand": {
        vector: "keys/26",
        rule: KEY,
        ...keyed((secret) => encode(secret)),
        finds: "key-without-ampersand",
      },
      "swapped-secrets": {
        vector: "keys/28",
        rule: KEY,
        ...by(SHOP_WITH_TOKEN),
        ...keyed((secret, tokenSecret) => hmacKey(tokenSecret, secret)),
        finds: "secrets-swapped",
      },
      "token-secret-undefined": {
        vector: "keys/27",
        rule: KEY,
        ...keyed((secret) => hmacKey(secret, "undefined")),
        finds: "token-secret-as-text-null",
      },
      "token-secret-null": keyed((secret) => hmacKey(secret, "null")),
      "other-token-secret": keyed((secret, tokenSecret) => hmacKey(secret, `${tokenSecret}x`)),
      "without-token-secret": {
        vector: "keys/29",
        rule: KEY,
        ...by(SHOP_WITH_TOKEN),
        ...keyed((secret) => hmacKey(secret)),
        finds: ["token-secret-left-out", "stale-request-token-secret"],
      },
      "encoded-again": {
        vector: "keys/31",
        rule: KEY,
        ...keyed((secret, tokenSecret) => encode(hmacKey(secret, tokenSecret))),
        finds: "key-encoded-twice",
      },
      "in-upper-case": { vector: "keys/25", ...withSecret((secret) => secret.toUpperCase()) },
      "in-lower-case": withSecret((secret) => secret.toLowerCase()),
      "first-half": withSecret((secret) => secret.slice(0, secret.length >> 1)),
      "empty-key": keyed(() => ""),
      "secret-of-another-client": {
        vector: "keys/21",
        ...by(SHOP, SHOP, RIVAL),
        ...withSecret((_, { other }) => other?.consumerSecret),
      },
    },
    computed: Object.entries(GUESSED_SECRETS).map(([name, text]) => ({
      ...numbered(VECTORS[name]?.[1]),
      probe: `secret-${name}`,
      ...withSecret(() => text),
    })),
  },
  {
    layer: "credentials",
    rule: CLIENT,
    refuse: "consumer-unknown",
    ...ofVector("client-9"),
    ...byUnknown(unusedName),
    check: {
      id: "unknown-client",
      title: "unknown client",
      noServerError: true,
      means: "The server has no credentials for the client or token, and verifies with a secret that anyone can guess.",
    },
    cases: {
      "empty-key": signedWith(""),
      "key-undefined-undefined": signedWith("undefined&undefined"),
      "key-null-null": signedWith("null&null"),
      "empty-rsa-signature": {
        protocol: (draft) => ({
          oauth_consumer_key: unusedName(draft),
          oauth_token: undefined,
          oauth_signature_method: "RSA-SHA1",
        }),
        signature: "",
      },
      "signed-by-a-known-one": { vector: "keys/1", protocol: (draft) => ({ oauth_consumer_key: unusedName(draft) }) },
      "other-letter-case": { vector: "keys/10", ...renamed(swapCase) },
      "space-at-the-end": { vector: "keys/11", ...renamed((name) => `${name} `) },
      "nul-at-the-end": { vector: "keys/12", ...renamed((name) => `${name}\0`) },
    },
    computed: [
      ...Object.entries({ ...GUESSED_SECRETS, "its-name": "client-9" }).map(([probe, secret]) => ({
        ...numbered(VECTORS[probe]?.[0]),
        probe,
        ...signedWith((draft) => hmacKey(probe === "its-name" ? protocolValue(draft, "oauth_consumer_key") : secret)),
        finds: GUESSED,
      })),
      ...Object.entries(INHERITED).flatMap(([probe, [name, vector]]): ReceivedCase[] => [
        {
          ...numbered(vector),
          probe,
          ...ofVector(name),
          ...byUnknown(() => name),
          ...signedWith("&"),
          finds: [AS_OBJECT_KEY, GUESSED],
        },
        { probe: `${probe}-undefined`, ...byUnknown(() => name), ...signedWith("undefined&") },
      ]),
    ],
  },
  {
    layer: "credentials",
    rule: TOKEN_RULE,
    refuse: "consumer-unknown",
    alsoAcceptable: "signature-mismatch",
    finds: "token-not-bound-to-client",
    check: {
      id: "other-token",
      title: "token that the server did not issue",
      means: "The server does not check that the token exists and belongs to this client.",
    },
    cases: {
      "unknown-token": { vector: "keys/47", ...unusedToken, ofVector: { by: SHOP_WITH_TOKEN, ...TOKEN_X } },
      "unknown-token-without-secret": {
        vector: "keys/48",
        ...unusedToken,
        ...tokenSecret(""),
        ofVector: { by: SHOP_WITH_TOKEN, registered: [SHOP, SHOP_WITH_TOKEN], ...TOKEN_X },
      },
      "token-named-proto": { ...withToken(() => "__proto__"), signer: ({ key }) => ({ ...key, tokenSecret: "" }) },
      "unknown-token-undefined": { ...unusedToken, ...tokenSecret("undefined") },
      "unknown-token-null": { ...unusedToken, ...tokenSecret("null") },
      "empty-token": {
        vector: "keys/50",
        ...by(SHOP_WITH_TOKEN),
        ...respelled(() => ""),
        alsoAcceptable: ["signature-mismatch", "parameter-missing"],
      },
      "other-letter-case": { vector: "keys/51", ...by(SHOP_WITH_TOKEN), ...respelled(swapCase) },
      "without-the-token-secret": {
        signer: (valid, draft) =>
          (valid.credentials.tokenSecret ?? "") === ""
            ? "the client has no token secret"
            : tokenSecret("").signer(valid, draft),
      },
    },
  },
  {
    layer: "credentials",
    rule: CLIENT,
    vectors: {
      "keys/17": {
        words: "registered client named __proto__",
        ...by({ ...SHOP, consumerKey: "__proto__" }),
        finds: [AS_OBJECT_KEY],
      },
      "keys/18": {
        words: "consumer key with non-ASCII and reserved characters",
        ofVector: { by: { ...SHOP, consumerKey: "Café & Söhne/é+1%20" }, form: "a=1" },
        finds: ["only-signature-encoded", "server-decodes-octets-one-by-one"],
      },
      "keys/44": { words: "token of this client", rule: TOKEN_RULE, ofVector: { by: SHOP_WITH_TOKEN, form: "a=1" } },
      "keys/52": { words: "RSA: token of this client", rule: TOKEN_RULE, ...by({ ...BANK, token: "token-b" }) },
    },
  },
  {
    rule: KEY,
    finds: "verifier-secrets-not-encoded",
    vectors: {
      "keys/34": { words: "slash in the secret", ...secrets("a/b") },
      "keys/35": { words: "ampersand in the secret", ...secrets("a&b") },
      "keys/36": { words: "reserved characters in both secrets", ...secrets("!*'();:@&=+$,/?#[]", "%-_.~") },
      "keys/37": { words: "secret that looks percent-encoded", ...secrets("%26%2526") },
      "keys/38": { words: "non-ASCII secrets", ...secrets("Geheimnis für Ünë", "秘密😀") },
      "keys/39": {
        words: "leading and trailing whitespace in the secrets",
        ...secrets(" a ", "\tb\n"),
        finds: "secret-trimmed",
      },
      "keys/40": {
        words: "secret that looks like base64",
        ...secrets("r6/TJjbCOr97/+UU0NsvSne7s5g="),
        finds: ["secret-base64-decoded", "verifier-secrets-not-encoded"],
      },
      "keys/41": {
        words: "signing key longer than the block size of the hash",
        rule: "rfc5849-3.4.2-2",
        ...secrets("k".repeat(100), "t".repeat(100)),
      },
      "keys/42": { words: "empty token secret", ...secrets("a", "") },
    },
  },
  {
    layer: "key",
    rule: OWNER,
    vectors: {
      "keys/65": { words: "RSA key of 2048 bits, minimum 2048", rule: SIZE, ...by(BANK) },
      "keys/67": { words: "RSA key of 4096 bits", rule: SIZE, ...by({ ...BANK, rsaKey: "4096" }) },
    },
  },
];

/**
 * Faults of the key that HMAC and PLAINTEXT sign with (RFC 5849 3.4.2).
 *
 * @module
 */

import { toText } from "../model/index.ts";
import { looseBase64Octets, utf8Octets } from "../platform/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { get } from "./requests.ts";

const SECRETS = { consumerSecret: "cs", tokenSecret: "ts" };
const BASE64_RE = /^(?:[A-Za-z0-9+/]{4})+$|^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** Joins as ever, but other secrets. */
function withSecrets(change: (secret: string, isTokenSecret: boolean) => string): Apply {
  return (stages) => ({
    ...stages,
    key: ({ consumerSecret, tokenSecret = "" }, all) =>
      stages.key({ consumerSecret: change(consumerSecret, false), tokenSecret: change(tokenSecret, true) }, all),
  });
}

const ending = (end: string): Apply => withSecrets((secret, isToken) => (isToken ? secret : secret + end));
const endingBoth = (end: string): Apply => withSecrets((secret) => (secret === "" ? "" : secret + end));
const missingAs = (text: string): Apply => withSecrets((secret, isToken) => (isToken && secret === "" ? text : secret));
const tokenSecretAs = (text: string): Apply => withSecrets((secret, isToken) => (isToken ? text : secret));

/** See the module. */
export const KEY: readonly Fault[] = [
  {
    id: "key-without-ampersand",
    title: "& left out of the key where there is no token",
    what: "Without a token secret, the consumer secret alone is the key; the & that always stands behind it is missing.",
    stage: "key",
    trigger: get("/r"),
    fix: {
      text: "Join both secrets by & even where one is empty.",
      calls: { JavaScript: 'encode(consumerSecret) + "&" + encode(tokenSecret ?? "")' },
    },
    evidence: [
      "https://github.com/ddo/oauth-1.0a/pull/2",
      "https://github.com/guzzle/oauth-subscriber/issues/40",
      "https://github.com/WP-API/OAuth1/pull/76",
      "https://github.com/solettaproject/soletta/pull/1176",
      "https://github.com/woocommerce/woocommerce-rest-api-docs/issues/8",
    ],
    apply: (stages) => ({
      ...stages,
      key: (secrets, all) => {
        const key = stages.key(secrets, all);
        return (secrets.tokenSecret ?? "") === "" ? key.replace(/&$/, "") : key;
      },
    }),
  },
  {
    id: "secrets-not-encoded",
    title: "Secrets not percent-encoded",
    what: "The secrets are joined as they are; RFC 5849 wants each of them percent-encoded first.",
    stage: "key",
    trigger: get("/r", { consumerSecret: "a/b=" }),
    fix: { text: "Percent-encode each secret, then join them by &." },
    evidence: [
      "https://github.com/dghubble/oauth1/pull/72",
      "https://github.com/Shinmera/north/issues/2",
      "https://github.com/mikeknapp/AppEngine-OAuth-Library/issues/3",
      "https://github.com/request/request/pull/263",
      "https://github.com/AFNetworking/AFOAuth1Client/pull/65",
      "https://github.com/Lamb-Project/lamb/issues/318",
      "https://github.com/omsmith/ims-lti/blob/HEAD/src/hmac-sha1.coffee",
    ],
    apply: (stages) => ({ ...stages, key: (secrets, all) => stages.key(secrets, { ...all, percentEncode: toText }) }),
  },
  {
    id: "token-secret-as-text-null",
    title: "Missing token secret becomes text",
    what: "A token secret that is not set is written into the key as the language spells nothing: undefined, null, None.",
    stage: "key",
    trigger: get("/r"),
    fix: {
      text: "Take the empty text where there is no token secret, and give the signer the one that there is.",
      calls: { JavaScript: 'tokenSecret ?? ""', Python: 'token_secret or ""' },
    },
    evidence: ["https://github.com/lorenbrichter/OAuthCore/pull/4", "https://github.com/ddo/oauth-1.0a/issues/89"],
    apply: missingAs("undefined"),
    also: [
      ...["null", "NULL", "None", "(null)", "nil"].map(missingAs),
      // There is one, and it did not come to the signer.
      ...["undefined", "null", "None"].map(tokenSecretAs),
      (stages) => ({ ...stages, key: (secrets, all) => `${stages.key({ ...secrets, tokenSecret: "" }, all)}(null)` }),
    ],
  },
  {
    id: "secrets-swapped",
    title: "Secrets swapped",
    what: "The token secret stands before the consumer secret.",
    stage: "key",
    trigger: get("/r", SECRETS),
    fix: { text: "The consumer secret comes first, then &, then the token secret." },
    evidence: [],
    apply: (stages) => ({
      ...stages,
      key: ({ consumerSecret, tokenSecret = "" }, all) =>
        stages.key({ consumerSecret: tokenSecret, tokenSecret: consumerSecret }, all),
    }),
  },
  {
    id: "token-secret-left-out",
    title: "Token secret ignored",
    what: "The key is made of the consumer secret alone although there is a token secret.",
    stage: "key",
    trigger: get("/r", SECRETS),
    fix: { text: "Give the signer the token secret together with the token." },
    evidence: ["https://github.com/mountain-loop/yaak/pull/611", "https://github.com/ddo/oauth-1.0a/issues/39"],
    apply: withSecrets((secret, isToken) => (isToken ? "" : secret)),
    also: [
      (stages) => ({
        ...stages,
        key: (secrets, all) =>
          (secrets.tokenSecret ?? "") === ""
            ? stages.key(secrets, all)
            : stages.key({ ...secrets, tokenSecret: "" }, all).replace(/&$/, ""),
      }),
    ],
  },
  {
    id: "secret-base64-decoded",
    title: "Secret base64-decoded",
    what: "A secret that looks like base64 is decoded before it goes into the key.",
    stage: "key",
    trigger: get("/r", { consumerSecret: "Y3M=" }),
    fix: { text: "Use the secret's characters as they were given to you." },
    evidence: [],
    apply: (stages) => ({
      ...stages,
      key: (secrets, all) => {
        const decoded = (octets: Uint8Array): Uint8Array =>
          BASE64_RE.test(toText(octets)) ? looseBase64Octets(toText(octets)) : octets;
        return stages.key(secrets, { ...all, percentEncode: (octets) => all.percentEncode(decoded(octets)) });
      },
    }),
  },
  {
    id: "secret-trailing-newline",
    title: "Newline kept from a file or a prompt",
    what: "A secret is read with the line end behind it, which becomes %0A in the key.",
    stage: "key",
    trigger: get("/r"),
    fix: {
      text: "Cut the line end off after reading.",
      calls: { JavaScript: 'readFileSync(path, "utf8").trimEnd()', Python: 'open(path).read().rstrip("\\n")' },
    },
    evidence: ["https://github.com/stripe/stripe-node/blob/HEAD/src/Webhooks.ts"],
    apply: ending("\n"),
    also: [ending("\r\n"), ending(" "), endingBoth("\n"), endingBoth("\r\n")],
  },
  {
    id: "secret-trimmed",
    title: "Secret trimmed",
    what: "White space that belongs to a secret is cut off.",
    stage: "key",
    trigger: get("/r", { consumerSecret: "cs " }),
    fix: { text: "Use the secret as it is; cut off nothing but a line end that a file added." },
    evidence: ["https://github.com/Cimpress-MCP/oauth_reverse_proxy/blob/HEAD/readme.md"],
    apply: withSecrets((secret) => secret.trim()),
  },
  {
    id: "key-encoded-twice",
    title: "Joined key encoded as a whole",
    what: "The secrets are encoded and joined, and the whole is encoded once more, so that & becomes %26 in the key.",
    stage: "key",
    trigger: get("/r", SECRETS),
    fix: { text: "Encode each secret once; the & between them stays." },
    evidence: ["https://github.com/ciaranj/node-oauth/issues/64", "https://github.com/sintaxi/dbox/issues/3"],
    apply: (stages) => ({
      ...stages,
      key: (secrets, all) => all.percentEncode(utf8Octets(stages.key(secrets, all))),
    }),
    also: [
      (stages) => ({
        ...stages,
        key: ({ consumerSecret, tokenSecret = "" }, all) =>
          all.percentEncode(utf8Octets(`${consumerSecret}&${tokenSecret}`)),
      }),
    ],
  },
];

/** Faults of the key that HMAC and PLAINTEXT sign with (RFC 5849 3.4.2). */

import { toText } from "../../model/index.ts";
import {
  concatOctets,
  digest,
  hexOctets,
  hmac,
  latin1Octets,
  looseBase64Octets,
  utf8Octets,
} from "../../platform/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { inForms } from "../helpers/forms.ts";
import { IMS_LTI } from "../helpers/sources.ts";
import { changeResult, replaceStage } from "../helpers/stage-changes.ts";
import { get } from "../helpers/trigger-requests.ts";
import { computeBy } from "../signature/signature-changes.ts";
import { changeKey, changeSecrets, encodeSecretsBy } from "./key-changes.ts";

const SECRETS = { consumerSecret: "cs", tokenSecret: "ts" };
const BASE64_RE = /^(?:[A-Za-z0-9+/]{4})+$|^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** Appends nothing to a token secret that is absent. */
const appendToSecrets = (end: string, has: (isToken: boolean) => boolean): StageChange =>
  changeSecrets((secret, isToken) => (has(isToken) && !(isToken && secret === "") ? secret + end : secret));

/** Forms with line breaks after secrets. @param name empty for the common form */
const lineBreaksAfter = (name: string, what: string, has: (isToken: boolean) => boolean): Form[] => [
  { name, what: `${what} with a line break.`, apply: appendToSecrets("\n", has) },
  {
    name: [name, "crlf"].filter(Boolean).join("-"),
    what: `${what} with a carriage return and a line break.`,
    apply: appendToSecrets("\r\n", has),
  },
];
const missingTokenSecretAs = (text: string): StageChange =>
  changeSecrets((secret, isToken) => (isToken && secret === "" ? text : secret));
const replaceTokenSecret = (text: string): StageChange => changeSecrets((secret, isToken) => (isToken ? text : secret));

const encodeKey = changeResult("key", (key, _, all) => all.percentEncode(utf8Octets(key)));

/** Leaves a key without "&" unchanged. */
const separateBy = (name: string, separator: string): Form => ({
  name: name.replaceAll(" ", "-"),
  what: `The client joins the secrets with ${name} instead of &.`,
  apply: changeKey((key) => key.replace("&", () => separator)),
});

/** Puts octets that no text can contain into the key in place of the consumer secret. `undefined` keeps the key. */
const decodeSecret = (read: (secret: string) => Uint8Array | undefined, isAlone: boolean): StageChange =>
  computeBy((hash, key, text) => {
    const at = key.indexOf("&");
    const octets = at < 0 ? undefined : read(decodeURIComponent(key.slice(0, at)));
    if (octets === undefined) return hmac(hash, key, text);
    return hmac(hash, isAlone ? octets : concatOctets([octets, utf8Octets(key.slice(at))]), text);
  });
const guidOctets = (secret: string): Uint8Array | undefined =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(secret)
    ? hexOctets(secret.toLowerCase().replaceAll("-", ""))
    : undefined;
const DECODERS: readonly (readonly [name: string, how: string, read: (secret: string) => Uint8Array | undefined])[] = [
  ["hex", "hex-decoded consumer secret", (secret) => hexOctets(secret.toLowerCase())],
  [
    "base64",
    "base64-decoded consumer secret",
    (secret) => (/^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(secret) ? looseBase64Octets(secret) : undefined),
  ],
  ["sha-256", "octets of the SHA-256 of the consumer secret", (secret) => digest("sha256", secret)],
  ["guid", "octets of the GUID that the consumer secret is, in their written order,", guidOctets],
  [
    "guid-of-dotnet",
    "octets of the GUID that the consumer secret is, as .NET orders them,",
    (secret) => {
      const octets = guidOctets(secret);
      return octets && Uint8Array.from(octets, (_, at) => octets[[3, 2, 1, 0, 5, 4, 7, 6][at] ?? at]!);
    },
  ],
];

export const KEY_FAULTS: readonly FaultDefinition[] = [
  {
    id: "key-without-ampersand",
    title: "& missing from the key without a token secret",
    what: "Without a token secret, the client uses the consumer secret alone as the key; the & after it is missing.",
    fix: "Join both secrets with & even if one is empty.",
    evidence: [
      "ddo/oauth-1.0a#2",
      "guzzle/oauth-subscriber#40",
      "WP-API/OAuth1#76",
      "solettaproject/soletta#1176",
      "woocommerce/woocommerce-rest-api-docs#8",
    ],
    apply: changeResult("key", (key, { tokenSecret = "" }) => (tokenSecret === "" ? key.replace(/&$/, "") : key)),
  },
  {
    id: "secrets-not-encoded",
    title: "Secrets not percent-encoded",
    what: "The key contains the secrets unencoded; RFC 5849 requires each of them to be percent-encoded first.",
    trigger: get("/r", { consumerSecret: "a/b=" }),
    fix: "Percent-encode each secret exactly as it was issued, then join them with &.",
    evidence: [
      "dghubble/oauth1#72",
      "Shinmera/north#2",
      "mikeknapp/AppEngine-OAuth-Library#3",
      "request/request#263",
      "AFNetworking/AFOAuth1Client#65",
      "Lamb-Project/lamb#318",
      IMS_LTI,
    ],
    apply: encodeSecretsBy(() => toText),
    variants: [
      {
        name: "consumer-secret",
        what: "The key contains the token secret percent-encoded, but the consumer secret unencoded.",
        apply: encodeSecretsBy(() => toText, "consumer"),
      },
      {
        name: "token-secret",
        what: "The key contains the consumer secret percent-encoded, but the token secret unencoded.",
        apply: encodeSecretsBy(() => toText, "token"),
      },
      {
        name: "low-octets",
        what: "The client joins the secrets unencoded, and uses the lower eight bits of each UTF-16 code unit as an octet of the key.",
        apply: (stages) =>
          computeBy((hash, key, text) => hmac(hash, latin1Octets(key), text))(encodeSecretsBy(() => toText)(stages)),
      },
    ],
  },
  {
    id: "token-secret-as-text-null",
    title: "Missing token secret written as text",
    what: "The client writes a missing token secret into the key as its language prints it, such as null or None.",
    fix: {
      text: "Use the empty string if there is no token secret; if there is one, pass it to the signer.",
      calls: { JavaScript: 'tokenSecret ?? ""', Python: 'token_secret or ""' },
    },
    evidence: ["lorenbrichter/OAuthCore#4", "ddo/oauth-1.0a#89"],
    apply: missingTokenSecretAs("undefined"),
    variants: [
      ...[
        ...["null", "NULL", "None", "(null)", "nil", "false", "False", "0", "NaN"],
        ...["<null>", "[object Object]", 'Optional("")', '""'],
      ].map((text) => ({ name: text.replace(" ", "-"), apply: missingTokenSecretAs(text) })),
      // A token secret exists, but the signer did not get it.
      ...["undefined", "null", "None"].map((text) => ({ name: `always-${text}`, apply: replaceTokenSecret(text) })),
      {
        name: "unencoded-null",
        apply: replaceStage("key", (join, secrets, all) => `${join({ ...secrets, tokenSecret: "" }, all)}(null)`),
      },
    ],
  },
  {
    id: "secrets-swapped",
    title: "Secrets swapped",
    what: "The client puts the token secret before the consumer secret.",
    trigger: get("/r", SECRETS),
    fix: "Put the consumer secret first, then &, then the token secret.",
    evidence: [],
    apply: replaceStage("key", (join, { consumerSecret, tokenSecret = "" }, all) =>
      join({ consumerSecret: tokenSecret, tokenSecret: consumerSecret }, all),
    ),
  },
  {
    id: "token-secret-left-out",
    title: "Token secret ignored",
    what: "The client builds the key from the consumer secret alone, although there is a token secret.",
    trigger: get("/r", SECRETS),
    fix: "Pass the token secret to the signer together with the token.",
    evidence: ["mountain-loop/yaak#611", "ddo/oauth-1.0a#39"],
    apply: replaceTokenSecret(""),
    variants: [
      {
        name: "no-ampersand",
        apply: replaceStage("key", (join, secrets, all) =>
          (secrets.tokenSecret ?? "") === ""
            ? join(secrets, all)
            : join({ ...secrets, tokenSecret: "" }, all).replace(/&$/, ""),
        ),
      },
    ],
  },
  {
    id: "secret-base64-decoded",
    title: "Secret base64-decoded",
    what: "The client decodes a secret that looks like base64 before it builds the key.",
    trigger: get("/r", { consumerSecret: "Y3M=" }),
    fix: "Use the characters of the secret as you received them.",
    evidence: [],
    apply: replaceStage("key", (join, secrets, all) => {
      const decoded = (octets: Uint8Array): Uint8Array =>
        BASE64_RE.test(toText(octets)) ? looseBase64Octets(toText(octets)) : octets;
      return join(secrets, { ...all, percentEncode: (octets) => all.percentEncode(decoded(octets)) });
    }),
  },
  {
    id: "secret-trailing-newline",
    title: "Secret ends with a line break",
    fix: {
      text: "Remove the line break after reading.",
      calls: { JavaScript: 'readFileSync(path, "utf8").trimEnd()', Python: 'open(path).read().rstrip("\\n")' },
    },
    evidence: ["https://github.com/stripe/stripe-node/blob/HEAD/src/Webhooks.ts"],
    ...inForms([
      ...lineBreaksAfter("", "The consumer secret ends", (isToken) => !isToken),
      ...lineBreaksAfter("both-secrets", "Both secrets end", () => true),
      ...lineBreaksAfter("token-secret", "The token secret ends", (isToken) => isToken),
    ]),
    // Replaces the sentence of the first form.
    what: "The client reads a secret from a file or a prompt with the line break after it, which becomes %0A in the key.",
  },
  {
    id: "secret-trimmed",
    title: "Secret trimmed",
    what: "The client removes white space that belongs to the secret.",
    trigger: get("/r", { consumerSecret: "cs " }),
    fix: "Use the secret as it is; remove only a line break that a file added.",
    evidence: ["https://github.com/Cimpress-MCP/oauth_reverse_proxy/blob/HEAD/readme.md"],
    apply: changeSecrets((secret) => secret.trim()),
  },
  {
    id: "key-encoded-twice",
    title: "Joined key encoded as a whole",
    what: "The client joins the encoded secrets and encodes the result once more, so & becomes %26 in the key.",
    trigger: get("/r", SECRETS),
    fix: "Encode each secret once; do not encode the & between them.",
    evidence: ["ciaranj/node-oauth#64", "sintaxi/dbox#3"],
    apply: encodeKey,
    variants: [
      {
        name: "joined-unencoded",
        apply: (stages) => encodeKey(encodeSecretsBy(() => toText)(stages)),
      },
    ],
  },
  {
    id: "key-separator-wrong",
    title: "Wrong separator between the secrets",
    trigger: get("/r", SECRETS),
    fix: "Percent-encode each secret, then join them with & even if one is empty.",
    ...inForms([
      separateBy("nothing", ""),
      separateBy("+", "+"),
      separateBy(":", ":"),
      separateBy("&amp;", "&amp;"),
      separateBy("& and spaces", " & "),
    ]),
  },
  {
    id: "key-octets-decoded",
    title: "Secret decoded into octets",
    trigger: get("/r", { consumerSecret: "c0ffee00" }),
    fix: "Use the UTF-8 octets of both secrets, percent-encoded and joined by &, as the key.",
    ...inForms(
      DECODERS.flatMap(([name, how, read]): Form[] => [
        {
          name: `${name}-alone`,
          what: `The client uses the ${how.replace(/,$/, "")} as the key.`,
          apply: decodeSecret(read, true),
        },
        {
          name: `${name}-with-token-secret`,
          what: `The client uses the ${how} an & and the token secret as the key.`.replace(/(?<!,) an &/, ", an &"),
          apply: decodeSecret(read, false),
        },
      ]),
    ),
  },
];

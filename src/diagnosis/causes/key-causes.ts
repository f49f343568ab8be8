/** Environment causes of a wrong key: the other keys of the input, and other values of the request used as secrets. */

import { COST } from "../../faults/index.ts";
import { type SigningInput, type Stages, toOctets, toText } from "../../model/index.ts";
import type { OtherKey } from "../input/diagnosis-input.ts";
import { type Hypothesis, PRIOR_OF_TEXT_CHANGE } from "../search/hypothesis.ts";
import {
  type EnvironmentCause,
  type EnvironmentForm,
  environmentHypothesis,
  type KnownRequest,
} from "./environment.ts";

type Secrets = readonly [consumerSecret: string, tokenSecret: string];

const signedWith = ([consumerSecret, tokenSecret]: Secrets): Pick<EnvironmentForm, "request"> => ({
  request: () => ({ consumerSecret, tokenSecret }),
});

/** The forms with other secrets than those of the request; none without a consumer secret. */
const ofSecrets =
  (formsFor: (secrets: Secrets, known: KnownRequest) => EnvironmentForm[]): EnvironmentCause["forms"] =>
  (known) => {
    const { consumerSecret, tokenSecret = "" } = known.key;
    return consumerSecret === undefined ? [] : formsFor([consumerSecret, tokenSecret], known);
  };

/** A form for each other key that has the secret. */
const otherKey = (
  id: string,
  whatFor: (label: string) => string,
  secretsFor: (other: OtherKey, right: Secrets) => Secrets | false,
): EnvironmentCause => ({
  id,
  fix: "Use the key for this consumer key and this URL.",
  cost: COST.common,
  forms: ofSecrets((right, { otherKeys = [] }) =>
    otherKeys.flatMap((other) => {
      const secrets = secretsFor(other, right);
      return secrets ? [{ of: other.label, what: whatFor(other.label), ...signedWith(secrets) }] : [];
    }),
  ),
});

const withAnotherKey = (label: string): string => `The client signed with another key: ${label}.`;
const OTHER_KEY = otherKey(
  "other-key",
  withAnotherKey,
  ({ consumerSecret, tokenSecret }, [, token]) =>
    consumerSecret !== undefined && [consumerSecret, tokenSecret ?? token],
);

/** The client signed with another RSA key, whose public key is among the other keys of the input. */
export function otherPublicKeyHypothesis(label: string): Hypothesis {
  return environmentHypothesis(OTHER_KEY, { of: label, what: withAnotherKey(label) });
}

/** A secret of the key is another value of the configuration. `secretsFor` returns an empty text if the request has no such value. */
const misplaced = (
  id: string,
  what: string,
  secretsFor: (right: Secrets, parameter: (name: string) => string) => Secrets | "",
  fix = "Compare each secret where the client signs with the one that was issued, for example by the SHA-256 of both, which may be printed.",
): EnvironmentCause => ({
  id,
  fix,
  forms: ofSecrets((right, { request }) => {
    const secrets = secretsFor(right, (name) => protocolValue(request, name));
    return secrets ? [{ what, ...signedWith(secrets) }] : [];
  }),
});

function protocolValue({ protocolParameters }: SigningInput, name: string): string {
  const value = protocolParameters.findLast(([one]) => toText(toOctets(one)) === name)?.[1];
  return value === undefined ? "" : toText(toOctets(value));
}

const MISPLACED: readonly EnvironmentCause[] = [
  misplaced("consumer-secret-twice", "The consumer secret is also used as the token secret.", ([one]) => [one, one]),
  misplaced(
    "consumer-secret-as-token-secret",
    "The consumer secret is used as the token secret, and the consumer secret is empty.",
    ([one]) => ["", one],
  ),
  misplaced(
    "token-secret-twice",
    "The token secret is also used as the consumer secret.",
    ([, token]) => token && [token, token],
  ),
  misplaced(
    "token-secret-alone",
    "The token secret is used as the consumer secret, and the token secret is empty.",
    ([, token]) => token && [token, ""],
  ),
  misplaced(
    "consumer-key-and-secret",
    "The consumer key is used as the consumer secret, and the consumer secret as the token secret.",
    ([secret], parameter) => [parameter("oauth_consumer_key"), secret],
  ),
  misplaced(
    "identifiers-as-secrets",
    "The consumer key and the token are used as the secrets.",
    (_, parameter) => parameter("oauth_token") && [parameter("oauth_consumer_key"), parameter("oauth_token")],
  ),
  ...["oauth_consumer_key", "oauth_token", "oauth_nonce", "oauth_timestamp"].flatMap((name) =>
    (
      [
        ["consumer-secret", "the consumer secret", (value, [, token]) => [value, token]],
        ["token-secret", "the token secret", (value, [secret]) => [secret, value]],
        ["both-secrets", "both secrets", (value) => [value, value]],
      ] as const satisfies readonly (readonly [string, string, (value: string, right: Secrets) => Secrets])[]
    ).map(([as, asText, secretsFor]) =>
      misplaced(
        `${name.replaceAll("_", "-")}-as-${as}`,
        `${name} is used as ${asText}.`,
        (right, parameter) => parameter(name) && secretsFor(parameter(name), right),
      ),
    ),
  ),
];

/** Names of secrets in files of variables, such as a dotenv file. */
const VARIABLES = {
  consumer: ["CONSUMER_SECRET", "OAUTH_CONSUMER_SECRET"],
  token: ["TOKEN_SECRET", "ACCESS_TOKEN_SECRET"],
} as const;

/** Most secrets need no encoding, so many clients do not encode them. */
const withPlainKey = (stages: Stages): Stages => ({
  ...stages,
  key: ({ consumerSecret, tokenSecret = "" }) => `${consumerSecret}&${tokenSecret}`,
});

/** What languages print around the text of a value. */
const PRINTED = [
  ["Optional", 'Optional("', '")'],
  ["Some", 'Some("', '")'],
  ["octets", "b'", "'"],
] as const;

/** What languages print for a value that is not there, or that is no text. */
const WORDS = ["nil", "NULL", "false", "0", "[object Object]", " "];

/** The client used the text of a file in which a secret is, without interpreting it. */
const READ_SECRETS = (["consumer", "token"] as const).flatMap((kind) => {
  const read = (id: string, what: string, before: string, after: string, of?: string): EnvironmentCause => ({
    id: `${kind}-secret-${id}`,
    fix:
      id === "as-printed"
        ? "Give the signer the text of the secret, not a text that the language prints for its value."
        : "Compare the secret where the client signs with the one that was issued: the program that reads the file must interpret its lines.",
    prior: PRIOR_OF_TEXT_CHANGE,
    forms: ofSecrets(([consumer, token]) => {
      const isToken = kind === "token";
      if ((isToken ? token : consumer) === "") return [];
      const form: EnvironmentForm = {
        ...(of && { of }),
        what: `The ${kind} secret ${what}.`,
        ...signedWith(isToken ? [consumer, before + token + after] : [before + consumer + after, token]),
      };
      const plain = `The ${kind} secret ${what}, and is not percent-encoded in the key.`;
      return [form, { ...form, what: plain, stages: withPlainKey }];
    }),
  });
  const printed = "as the language prints it, with";
  const notInterpreted = "which the program did not interpret as a line feed";
  return [
    read("with-escaped-line-feed", `ends with the two characters \\n, ${notInterpreted}`, "", "\\n"),
    read("with-escaped-crlf", `ends with the four characters \\r\\n, ${notInterpreted}`, "", "\\r\\n"),
    ...PRINTED.map(([of, before, after]) =>
      read("as-printed", `is signed ${printed} ${before}…${after}`, before, after, of),
    ),
    ...VARIABLES[kind].map((name) =>
      read("as-line", `is the whole line of ${name} in a file of variables`, `${name}=`, "", name),
    ),
  ];
});

export const KEY_CAUSES: readonly EnvironmentCause[] = [
  OTHER_KEY,
  otherKey(
    "other-secret-for-token",
    (label) => `The client used the consumer secret of ${label} as the token secret.`,
    ({ consumerSecret }, [right]) => consumerSecret !== undefined && [right, consumerSecret],
  ),
  otherKey(
    "other-token-secret",
    (label) => `The client signed with another token secret: of ${label}.`,
    ({ tokenSecret }, [right]) => tokenSecret !== undefined && [right, tokenSecret],
  ),
  ...MISPLACED,
  ...WORDS.flatMap((word) =>
    (["consumer", "token"] as const).map((kind) =>
      misplaced(
        `${kind}-secret-as-word`,
        `The ${kind} secret is signed as ${word === " " ? "a blank" : `the word ${word}`}.`,
        ([consumer, token]) => (kind === "consumer" ? [word, token] : token && [consumer, word]),
        "Give the signer the secret that was issued: the variable contained none.",
      ),
    ),
  ),
  ...READ_SECRETS,
];

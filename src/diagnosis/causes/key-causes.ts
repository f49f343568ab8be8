/** Environment causes of a wrong key: another key of the input, or another value of the request used as a secret. */

import { COST } from "../../faults/index.ts";
import { type SigningInput, toOctets, toText } from "../../model/index.ts";
import type { OtherKey } from "../input/diagnosis-input.ts";
import type { Hypothesis } from "../search/hypothesis.ts";
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

/** Forms with secrets other than the given ones; none if the consumer secret is unknown. */
const ofSecrets =
  (formsFor: (secrets: Secrets, known: KnownRequest) => EnvironmentForm[]): EnvironmentCause["forms"] =>
  (known) => {
    const { consumerSecret, tokenSecret = "" } = known.key;
    return consumerSecret === undefined ? [] : formsFor([consumerSecret, tokenSecret], known);
  };

/** A cause with a form for each suitable other key. */
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

/** The client used another known value as a secret. `secretsFor` returns an empty text if the request lacks that value. */
const misplaced = (
  id: string,
  what: string,
  secretsFor: (right: Secrets, parameter: (name: string) => string) => Secrets | "",
): EnvironmentCause => ({
  id,
  fix: "Compare each secret where the client signs with the one that was issued, for example by the SHA-256 of both, which may be printed.",
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
];

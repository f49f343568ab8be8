/**
 * Environment causes of a wrong key: the other keys of the input, and secrets that were changed on their way into the
 * client. Mistakes that are faults are not repeated here.
 */

import { specification } from "../model/index.ts";
import { base64Text, utf8Octets } from "../platform/index.ts";
import type { Key, OtherKey } from "./diagnosis-input.ts";
import { environmentHypothesis, type Hypothesis } from "./hypothesis.ts";

interface Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

/** Hypotheses about the secrets; none without a consumer secret. */
export function keyHypotheses({ consumerSecret, tokenSecret = "" }: Key, otherKeys: readonly OtherKey[]): Hypothesis[] {
  if (consumerSecret === undefined) return [];
  const right = { consumerSecret, tokenSecret };
  return [
    ...otherKeys.flatMap((other) => otherKeyHypotheses(other, right)),
    ...CHANGED_SECRETS.flatMap((change) => changedSecretHypotheses(change, right)),
    ...misplacedSecretHypotheses(right),
  ];
}

/** The client signed with another RSA key, whose public key is among the other keys of the input. */
export function otherPublicKeyHypothesis(label: string): Hypothesis {
  return environmentHypothesis(
    `other-key:${label}`,
    `signed with another key: ${label}`,
    keyFix(label),
    (same) => same,
  );
}

function secretsHypothesis(id: string, title: string, fix: string, secrets: Secrets): Hypothesis {
  return environmentHypothesis(id, title, fix, (request) => ({ ...request, ...secrets }));
}

const SECRET_FIX =
  "Print the length of each secret where the client signs, and compare it with the length of the secret that was issued.";

function keyFix(label: string): string {
  return `Use the key for this consumer key and this URL. The client used ${label}.`;
}

function otherKeyHypotheses({ label, consumerSecret, tokenSecret }: OtherKey, right: Secrets): Hypothesis[] {
  const fix = keyFix(label);
  const consumer =
    consumerSecret === undefined
      ? []
      : [
          secretsHypothesis(`other-key:${label}`, `signed with another key: ${label}`, fix, {
            consumerSecret,
            tokenSecret: tokenSecret ?? right.tokenSecret,
          }),
          secretsHypothesis(
            `other-secret-for-token:${label}`,
            `used the consumer secret of ${label} as the token secret`,
            fix,
            { ...right, tokenSecret: consumerSecret },
          ),
        ];
  if (tokenSecret === undefined) return consumer;
  const title = `signed with another token secret: of ${label}`;
  return [...consumer, secretsHypothesis(`other-token-secret:${label}`, title, fix, { ...right, tokenSecret })];
}

type ChangedSecret = readonly [id: string, title: string, change: (secret: string) => string];

const CHANGED_SECRETS: readonly ChangedSecret[] = [
  ["secret-ends-with-cr", "ends with a carriage return", (secret) => `${secret}\r`],
  ["secret-starts-with-space", "starts with a space", (secret) => ` ${secret}`],
  ["secret-starts-with-bom", "starts with a byte order mark", (secret) => `\ufeff${secret}`],
  ["secret-in-double-quotes", "is in double quotes", (secret) => `"${secret}"`],
  ["secret-in-single-quotes", "is in single quotes", (secret) => `'${secret}'`],
  ["secret-encoded-beforehand", "was percent-encoded once too often", encodeText],
  ["secret-decoded-beforehand", "was percent-decoded", decodeText],
  ["secret-in-upper-case", "is in upper case", (secret) => secret.toUpperCase()],
  ["secret-in-lower-case", "is in lower case", (secret) => secret.toLowerCase()],
  ["secret-without-hyphens", "has no hyphens", (secret) => secret.replaceAll("-", "")],
  ["secret-in-base64", "was encoded in base64", (secret) => base64Text(utf8Octets(secret))],
];

function changedSecretHypotheses([id, title, change]: ChangedSecret, right: Secrets): Hypothesis[] {
  const { consumerSecret, tokenSecret } = right;
  const changed = { ...right, consumerSecret: change(consumerSecret) };
  const consumer = secretsHypothesis(id, `the consumer secret ${title}`, SECRET_FIX, changed);
  if (tokenSecret === "") return [consumer];
  const changedToken = { ...right, tokenSecret: change(tokenSecret) };
  return [consumer, secretsHypothesis(`token-${id}`, `the token secret ${title}`, SECRET_FIX, changedToken)];
}

function misplacedSecretHypotheses({ consumerSecret, tokenSecret }: Secrets): Hypothesis[] {
  const misplaced = (id: string, title: string, consumer: string, token: string): Hypothesis =>
    secretsHypothesis(id, title, SECRET_FIX, { consumerSecret: consumer, tokenSecret: token });
  const consumer = [
    misplaced("consumer-secret-empty", "the consumer secret is empty", "", tokenSecret),
    misplaced(
      "consumer-secret-twice",
      "the consumer secret is also used as the token secret",
      consumerSecret,
      consumerSecret,
    ),
    misplaced(
      "consumer-secret-as-token-secret",
      "the consumer secret is used as the token secret, and the consumer secret is empty",
      "",
      consumerSecret,
    ),
  ];
  if (tokenSecret === "") return consumer;
  return [
    ...consumer,
    misplaced("token-secret-twice", "the token secret is also used as the consumer secret", tokenSecret, tokenSecret),
    misplaced(
      "token-secret-alone",
      "the token secret is used as the consumer secret, and the token secret is empty",
      tokenSecret,
      "",
    ),
  ];
}

function encodeText(text: string): string {
  return specification.percentEncode(utf8Octets(text));
}

function decodeText(text: string): string {
  return new TextDecoder().decode(specification.percentDecode(text));
}

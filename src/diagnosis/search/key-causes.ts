/** Environment causes of a wrong key: the other keys of the input, and other values of the request used as secrets. */

import { COST } from "../../faults/index.ts";
import { type SigningInput, toOctets, toText } from "../../model/index.ts";
import type { Key, OtherKey } from "../input/diagnosis-input.ts";
import { environmentHypothesis, type Hypothesis } from "./hypothesis.ts";

interface Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

/** Hypotheses about the secrets; none without a consumer secret. */
export function keyHypotheses(
  { consumerSecret, tokenSecret = "" }: Key,
  otherKeys: readonly OtherKey[],
  request: SigningInput,
): Hypothesis[] {
  if (consumerSecret === undefined) return [];
  const right = { consumerSecret, tokenSecret };
  return [
    ...otherKeys.flatMap((other) => otherKeyHypotheses(other, right)),
    ...misplacedSecrets(request, right).map(([id, title, ...secrets]) =>
      secretsHypothesis(id, title, SECRET_FIX, { consumerSecret: secrets[0], tokenSecret: secrets[1] }),
    ),
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

function secretsHypothesis(id: string, title: string, fix: string, secrets: Secrets, cost?: number): Hypothesis {
  return environmentHypothesis(id, title, fix, (request) => ({ ...request, ...secrets }), cost);
}

const SECRET_FIX =
  "Print the length of each secret where the client signs, and compare it with the length of the secret that was issued.";

function keyFix(label: string): string {
  return `Use the key for this consumer key and this URL. The client used ${label}.`;
}

function otherKeyHypotheses({ label, consumerSecret, tokenSecret }: OtherKey, right: Secrets): Hypothesis[] {
  const signedWith = (id: string, title: string, secrets: Secrets): Hypothesis =>
    secretsHypothesis(`${id}:${label}`, title, keyFix(label), secrets, COST.common);
  const found: Hypothesis[] = [];
  if (consumerSecret !== undefined) {
    const other = { consumerSecret, tokenSecret: tokenSecret ?? right.tokenSecret };
    const asTokenSecret = { ...right, tokenSecret: consumerSecret };
    found.push(
      signedWith("other-key", `signed with another key: ${label}`, other),
      signedWith("other-secret-for-token", `used the consumer secret of ${label} as the token secret`, asTokenSecret),
    );
  }
  if (tokenSecret !== undefined) {
    const title = `signed with another token secret: of ${label}`;
    found.push(signedWith("other-token-secret", title, { ...right, tokenSecret }));
  }
  return found;
}

/** Protocol parameters that are taken for a secret. */
const IDENTIFIERS = ["oauth_consumer_key", "oauth_token", "oauth_nonce", "oauth_timestamp"];

/** The consumer secret and the token secret of the key that a client may have built from other values of its configuration. */
type MisplacedSecrets = readonly [id: string, title: string, consumerSecret: string, tokenSecret: string];

function misplacedSecrets(
  { protocolParameters }: SigningInput,
  { consumerSecret, tokenSecret }: Secrets,
): MisplacedSecrets[] {
  const values = new Map(protocolParameters.map(([name, value]) => [toText(toOctets(name)), toText(toOctets(value))]));
  const [consumer = "", token = ""] = [values.get("oauth_consumer_key"), values.get("oauth_token")];
  const ofToken: MisplacedSecrets[] = [
    ["token-secret-twice", "the token secret is also used as the consumer secret", tokenSecret, tokenSecret],
    [
      "token-secret-alone",
      "the token secret is used as the consumer secret, and the token secret is empty",
      tokenSecret,
      "",
    ],
  ];
  const each = IDENTIFIERS.flatMap((name): MisplacedSecrets[] => {
    const value = values.get(name);
    if (value === undefined || value === "") return [];
    const id = name.replaceAll("_", "-");
    return [
      [`${id}-as-consumer-secret`, `${name} is used as the consumer secret`, value, tokenSecret],
      [`${id}-as-token-secret`, `${name} is used as the token secret`, consumerSecret, value],
      [`${id}-as-both-secrets`, `${name} is used as both secrets`, value, value],
    ];
  });
  return [
    ["consumer-secret-twice", "the consumer secret is also used as the token secret", consumerSecret, consumerSecret],
    [
      "consumer-secret-as-token-secret",
      "the consumer secret is used as the token secret, and the consumer secret is empty",
      "",
      consumerSecret,
    ],
    ...(tokenSecret === "" ? [] : ofToken),
    [
      "consumer-key-and-secret",
      "the consumer key is used as the consumer secret, and the consumer secret as the token secret",
      consumer,
      consumerSecret,
    ],
    ...(token === ""
      ? []
      : [
          [
            "identifiers-as-secrets",
            "the consumer key and the token are used as the secrets",
            consumer,
            token,
          ] as const,
        ]),
    ...each,
  ];
}

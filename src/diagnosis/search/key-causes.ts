/** Environment causes of a wrong key: the other keys of the input, and other values of the request used as secrets. */

import { COST } from "../../faults/index.ts";
import { type SigningInput, type Stages, toOctets, toText } from "../../model/index.ts";
import type { Computation } from "../input/computation.ts";
import type { Key, OtherKey } from "../input/diagnosis-input.ts";
import { environmentHypothesis, type Hypothesis, PRIOR_OF_TEXT_CHANGE } from "./hypothesis.ts";

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
    ...readSecretHypotheses(right),
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

/** Names of secrets in files of variables, such as a dotenv file. */
const VARIABLES = {
  consumer: ["CONSUMER_SECRET", "OAUTH_CONSUMER_SECRET"],
  token: ["TOKEN_SECRET", "ACCESS_TOKEN_SECRET"],
} as const;

const READ_FIX =
  "Print the length of the secret where the client signs: the program that reads the file must interpret its lines.";

/** The client used the text of a file in which the secret is, without interpreting it. */
function readSecretHypotheses({ consumerSecret, tokenSecret }: Secrets): Hypothesis[] {
  return (["consumer", "token"] as const).flatMap((kind) => {
    const secret = kind === "consumer" ? consumerSecret : tokenSecret;
    if (secret === "") return [];
    const used = (id: string, what: string, text: string): Hypothesis[] => {
      const secrets = { consumerSecret, tokenSecret, [`${kind}Secret`]: text };
      return ["", ", and is not percent-encoded in the key"].map((how) => {
        const title = `the ${kind} secret ${what}${how}`;
        const one = secretsHypothesis(`${kind}-secret-${id}`, title, READ_FIX, secrets);
        const rare = { ...one, prior: PRIOR_OF_TEXT_CHANGE };
        return how === "" ? rare : { ...rare, alter: (computation) => withPlainKey(one.alter(computation)) };
      });
    };
    const notInterpreted = "which the program did not interpret as a line feed";
    return [
      ...used("with-escaped-line-feed", `ends with the two characters \\n, ${notInterpreted}`, `${secret}\\n`),
      ...used("with-escaped-crlf", `ends with the four characters \\r\\n, ${notInterpreted}`, `${secret}\\r\\n`),
      ...VARIABLES[kind].flatMap((name) => [
        ...used(`as-line:${name}`, `is the whole line of ${name} in a file of variables`, `${name}=${secret}`),
      ]),
    ];
  });
}

/** Most secrets need no encoding, so many clients do not encode them. */
function withPlainKey(computation: Computation): Computation {
  const key: Stages["key"] = ({ consumerSecret, tokenSecret = "" }) => `${consumerSecret}&${tokenSecret}`;
  return { ...computation, stages: { ...computation.stages, key } };
}

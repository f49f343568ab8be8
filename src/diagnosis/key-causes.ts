/**
 * Other keys than the right one: those of a given set, and what becomes of secrets between an account page and a program.
 *
 * @module
 */

import { specification } from "../model/index.ts";
import { base64Text, utf8Octets } from "../platform/index.ts";
import type { Key, OtherKey } from "./diagnosis-input.ts";
import { circumstance, type Suspect } from "./hypothesis.ts";

interface Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

/** See the module; none without a secret. What has the name of a fault is not repeated here. */
export function keyCircumstances({ consumerSecret, tokenSecret = "" }: Key, others: readonly OtherKey[]): Suspect[] {
  if (consumerSecret === undefined) return [];
  const right = { consumerSecret, tokenSecret };
  const places = tokenSecret === "" ? MISPLACED : [...MISPLACED, ...MISPLACED_TOKEN];
  return [
    ...others.flatMap((other) => otherKeyCircumstances(other, right)),
    ...SPELLINGS.flatMap((spelling) => respelled(spelling, right)),
    ...places.map(({ id, title, place }) => withSecrets(id, title, SECRET_FIX, place(right))),
  ];
}

/** An RSA signature that another public key of the given ones opens. */
export function otherPublicKey(label: string): Suspect {
  return circumstance(`other-key:${label}`, `signed with another key: ${label}`, fixOf(label), (request) => request);
}

function withSecrets(id: string, title: string, fix: string, secrets: Secrets): Suspect {
  return circumstance(id, title, fix, (request) => ({ ...request, ...secrets }));
}

const SECRET_FIX =
  "Print the length of each secret where it is used, and compare it with that of the secret which was issued.";

function fixOf(label: string): string {
  return `Use the key that belongs to this consumer key and this address; the one used is ${label}.`;
}

function otherKeyCircumstances({ label, consumerSecret, tokenSecret }: OtherKey, right: Secrets): Suspect[] {
  const fix = fixOf(label);
  const all = [
    consumerSecret === undefined
      ? undefined
      : withSecrets(`other-key:${label}`, `signed with another key: ${label}`, fix, {
          consumerSecret,
          tokenSecret: tokenSecret ?? right.tokenSecret,
        }),
    consumerSecret === undefined
      ? undefined
      : withSecrets(
          `other-secret-for-token:${label}`,
          `the consumer secret of ${label} stands for the token secret`,
          fix,
          {
            ...right,
            tokenSecret: consumerSecret,
          },
        ),
    tokenSecret === undefined
      ? undefined
      : withSecrets(`other-token-secret:${label}`, `signed with another token secret: of ${label}`, fix, {
          ...right,
          tokenSecret,
        }),
  ];
  return all.filter((suspect) => suspect !== undefined);
}

interface Spelling {
  readonly id: string;
  readonly title: string;
  readonly spell: (secret: string) => string;
}

const SPELLINGS: readonly Spelling[] = [
  { id: "secret-ends-with-cr", title: "ends with a carriage return", spell: (secret) => `${secret}\r` },
  { id: "secret-starts-with-space", title: "starts with a space", spell: (secret) => ` ${secret}` },
  { id: "secret-starts-with-bom", title: "starts with a byte order mark", spell: (secret) => `\ufeff${secret}` },
  { id: "secret-in-double-quotes", title: "stands in double quotes", spell: (secret) => `"${secret}"` },
  { id: "secret-in-single-quotes", title: "stands in single quotes", spell: (secret) => `'${secret}'` },
  { id: "secret-encoded-beforehand", title: "was percent-encoded once too often", spell: encodeText },
  { id: "secret-decoded-beforehand", title: "was percent-decoded", spell: decodeText },
  { id: "secret-in-upper-case", title: "is in upper case", spell: (secret) => secret.toUpperCase() },
  { id: "secret-in-lower-case", title: "is in lower case", spell: (secret) => secret.toLowerCase() },
  { id: "secret-without-hyphens", title: "lost its hyphens", spell: (secret) => secret.replaceAll("-", "") },
  { id: "secret-in-base64", title: "was encoded in base64", spell: (secret) => base64Text(utf8Octets(secret)) },
];

function respelled({ id, title, spell }: Spelling, right: Secrets): Suspect[] {
  const { consumerSecret, tokenSecret } = right;
  return [
    withSecrets(id, `the consumer secret ${title}`, SECRET_FIX, { ...right, consumerSecret: spell(consumerSecret) }),
    ...(tokenSecret === ""
      ? []
      : [
          withSecrets(`token-${id}`, `the token secret ${title}`, SECRET_FIX, {
            ...right,
            tokenSecret: spell(tokenSecret),
          }),
        ]),
  ];
}

interface Placing {
  readonly id: string;
  readonly title: string;
  readonly place: (secrets: Secrets) => Secrets;
}

const MISPLACED: readonly Placing[] = [
  {
    id: "consumer-secret-empty",
    title: "the consumer secret is empty",
    place: ({ tokenSecret }) => ({ consumerSecret: "", tokenSecret }),
  },
  {
    id: "consumer-secret-twice",
    title: "the consumer secret stands for the token secret too",
    place: ({ consumerSecret }) => ({ consumerSecret, tokenSecret: consumerSecret }),
  },
  {
    id: "consumer-secret-as-token-secret",
    title: "the consumer secret stands behind the ampersand, and nothing before it",
    place: ({ consumerSecret }) => ({ consumerSecret: "", tokenSecret: consumerSecret }),
  },
];

const MISPLACED_TOKEN: readonly Placing[] = [
  {
    id: "token-secret-twice",
    title: "the token secret stands for the consumer secret too",
    place: ({ tokenSecret }) => ({ consumerSecret: tokenSecret, tokenSecret }),
  },
  {
    id: "token-secret-alone",
    title: "the token secret stands for the consumer secret, and nothing behind the ampersand",
    place: ({ tokenSecret }) => ({ consumerSecret: tokenSecret, tokenSecret: "" }),
  },
];

function encodeText(text: string): string {
  return specification.percentEncode(utf8Octets(text));
}

function decodeText(text: string): string {
  return new TextDecoder().decode(specification.percentDecode(text));
}

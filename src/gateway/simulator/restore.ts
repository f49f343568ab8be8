/**
 * Finds the one value that was changed after a request was signed, by putting others in its place until the signature is
 * right: values that the double knows, and values that differ from the sent one by a character.
 *
 * What is found is proven; what differs by more stays unfound.
 *
 * @module
 */

import { createHash, createHmac, publicDecrypt } from "node:crypto";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { baseStringUri, percentEncode, readPublicKey, signingKey } from "../../oauth1/index.ts";
import type { Alteration } from "./changed-values.ts";
import type { MerchantKey } from "./data.ts";
import { type StageParameter, stagesOf } from "./stages.ts";

/** So many signatures are computed at most: about a tenth of a second. */
const MOST_ATTEMPTS = 5000;
const LONGEST_VALUE = 256;

/**
 * Searches.
 *
 * @param key - of the merchant, for the method that the request names
 * @param known - values that a parameter of this name may have had
 */
export function restoreParameter(
  request: HttpRequest,
  key: MerchantKey,
  known: (name: string) => readonly string[],
): Alteration | undefined {
  const { parameters, signature } = stagesOf(request);
  const method = parameters.find(({ name }) => name === "oauth_signature_method")?.value;
  const isRight = signature === undefined ? undefined : comparerFor(method, signature, key);
  if (isRight === undefined) return undefined;
  const counted = parameters.filter(({ name, repeated }) => !repeated && name !== "oauth_signature");
  const baseStringWith = assembler(request, counted);
  let attempts = 0;
  for (const { index, value } of candidates(counted, known)) {
    if (++attempts > MOST_ATTEMPTS) return undefined;
    if (!isRight(baseStringWith(index, value))) continue;
    const { name } = counted[index]!;
    return value === undefined ? { name, kind: "added" } : { name, kind: "changed", signed: value };
  }
  return undefined;
}

/** Makes base strings with another value in one place; all that stays is encoded and sorted once. */
function assembler(
  request: HttpRequest,
  parameters: readonly StageParameter[],
): (index: number, value: string | undefined) => string {
  const start = `${request.method.toUpperCase()}&${percentEncode(baseStringUri(request.url))}&`;
  const pairs = parameters.map(({ name, value }) => sortable(name, value));
  let last = -1;
  let others: readonly string[] = [];
  return (index, value) => {
    if (index !== last) others = pairs.toSpliced(index, 1).sort();
    last = index;
    if (value === undefined) return start + joined(others);
    const pair = sortable(parameters[index]!.name, value);
    const at = others.findIndex((other) => other > pair);
    return start + joined(others.toSpliced(at === -1 ? others.length : at, 0, pair));
  };
}

/** Sorts as name and value do: nothing that is encoded comes before this character (RFC 5849 3.4.1.3.2). */
const BETWEEN = "\0";

/** A pair as the base string holds it, encoded twice, which keeps the order of what is encoded once. */
function sortable(name: string, value: string): string {
  return percentEncode(percentEncode(name)) + BETWEEN + percentEncode(percentEncode(value));
}

function joined(pairs: readonly string[]): string {
  return pairs.join("%26").replaceAll(BETWEEN, "%3D");
}

/** Whether a base string is the one that was signed; `undefined` for other methods and keys that do not fit. */
function comparerFor(
  method: string | undefined,
  signature: string,
  { consumerSecret, publicKey }: MerchantKey,
): ((baseString: string) => boolean) | undefined {
  if (method === "HMAC-SHA1" && consumerSecret !== undefined) {
    const key = signingKey(consumerSecret);
    return (baseString) => createHmac("sha1", key).update(baseString).digest("base64") === signature;
  }
  if (method !== "RSA-SHA256" || publicKey === undefined) return undefined;
  try {
    // The digest that was signed stands at the end of what the public key gives back (RFC 8017 9.2).
    const digest = publicDecrypt(readPublicKey(publicKey), Buffer.from(signature, "base64")).subarray(-32);
    return (baseString) => createHash("sha256").update(baseString).digest().equals(digest);
  } catch {
    return undefined;
  }
}

interface Candidate {
  readonly index: number;
  /** Absent for leaving the parameter out. */
  readonly value?: string;
}

/** The likely ones of all parameters first. */
function* candidates(
  parameters: readonly StageParameter[],
  known: (name: string) => readonly string[],
): Generator<Candidate> {
  for (const [index, { name, value }] of parameters.entries()) {
    yield { index };
    for (const other of known(name)) if (other !== value) yield { index, value: other };
  }
  for (const [index, { value }] of parameters.entries()) {
    if (value.length <= LONGEST_VALUE) for (const other of oneCharacterAway(value)) yield { index, value: other };
  }
}

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const KINDS = [DIGITS, LOWER, LOWER.toUpperCase()];

/** One character more, less or another, of the kind of its neighbours. */
function* oneCharacterAway(value: string): Generator<string> {
  for (let at = 0; at <= value.length; at++) {
    const [before, after] = [value.slice(0, at), value.slice(at)];
    const here = kindOf(after[0]);
    if (after !== "") yield before + after.slice(1);
    if (after !== "") for (const character of here) yield before + character + after.slice(1);
    for (const character of new Set([...here, ...kindOf(before.at(-1))])) yield before + character + after;
  }
}

function kindOf(character: string | undefined): string {
  return KINDS.find((kind) => character !== undefined && kind.includes(character)) ?? "";
}

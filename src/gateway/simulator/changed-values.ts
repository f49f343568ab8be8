/**
 * Finds parameters that were changed after a request was signed: by comparison with an accepted request that has the same
 * signature, or by a search for the value that makes the signature right.
 */

import { createHash, createHmac, publicDecrypt } from "node:crypto";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { baseStringUri, percentEncode, readPublicKey, signingKey } from "../../oauth1/index.ts";
import type { MerchantKey } from "./data.ts";
import { type StageParameter, stagesOf } from "./stages.ts";

/** How one parameter changed between signing and sending. */
export interface ParameterChange {
  readonly name: string;
  /** `contradictory`: the body repeats a protocol parameter of the header with another value. */
  readonly kind: "changed" | "added" | "removed" | "contradictory";
  /** The signed value, if it is known. */
  readonly signed?: string;
}

/**
 * Finds protocol parameters that differ between header and body, and differences from an accepted request with the same
 * signature.
 *
 * @param accepted - accepted requests only, because it is unknown which values a rejected request had when it was signed
 */
export function compareWithAccepted(
  request: HttpRequest,
  accepted: readonly HttpRequest[],
): readonly ParameterChange[] {
  const { parameters, signature } = stagesOf(request);
  const ofHeader = parameters.filter(({ origin }) => origin === "header");
  const inHeader = new Map(ofHeader.map(({ name, value }) => [name, value]));
  const contradictory = parameters.filter(({ name, value, repeated }) => repeated && inHeader.get(name) !== value);
  if (contradictory.length > 0) return contradictory.map(({ name }) => ({ name, kind: "contradictory" }));
  if (signature === undefined) return [];
  const encoded = encodeURIComponent(signature);
  const original = accepted.find(({ headers }) => headers.some(([, value]) => value.includes(encoded)));
  return original === undefined ? [] : differences(stagesOf(original).parameters, parameters);
}

function differences(signed: readonly StageParameter[], sent: readonly StageParameter[]): ParameterChange[] {
  const [before, now] = [valuesByName(signed), valuesByName(sent)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name): ParameterChange[] => {
    const [was, is] = [before.get(name), now.get(name)];
    if (was === undefined) return [{ name, kind: "added" }];
    if (is === undefined) return [{ name, kind: "removed", signed: was.join(", ") }];
    return was.join("\n") === is.join("\n") ? [] : [{ name, kind: "changed", signed: was.join(", ") }];
  });
}

/** Without the origin: a parameter that moves from the query to the body does not change the signature. */
function valuesByName(parameters: readonly StageParameter[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value, repeated } of parameters) {
    if (!repeated) values.set(name, [...(values.get(name) ?? []), value].sort());
  }
  return values;
}

/** The maximum number of signatures to compute: about a tenth of a second. */
const MAX_ATTEMPTS = 5000;
const LONGEST_VALUE = 256;

/**
 * Searches for one parameter with a wrong value: without it, with each known value, and with each value that differs by
 * one character. The signature proves what it finds.
 *
 * @param key - of the merchant, for the method that the request names
 * @param known - values that a parameter of this name may have had
 */
export function searchChangedValue(
  request: HttpRequest,
  key: MerchantKey,
  known: (name: string) => readonly string[],
): ParameterChange | undefined {
  const { parameters, signature } = stagesOf(request);
  const method = parameters.find(({ name }) => name === "oauth_signature_method")?.value;
  const isSigned = signature === undefined ? undefined : baseStringMatcher(method, signature, key);
  if (isSigned === undefined) return undefined;
  const covered = parameters.filter(({ name, repeated }) => !repeated && name !== "oauth_signature");
  const baseStringWith = baseStringBuilder(request, covered);
  let attempts = 0;
  for (const [index, value] of candidates(covered, known)) {
    if (++attempts > MAX_ATTEMPTS) return undefined;
    if (!isSigned(baseStringWith(index, value))) continue;
    const { name } = covered[index]!;
    return value === undefined ? { name, kind: "added" } : { name, kind: "changed", signed: value };
  }
  return undefined;
}

/** Makes a function that replaces one value in the base string. It encodes and sorts the other parameters once. */
function baseStringBuilder(
  request: HttpRequest,
  parameters: readonly StageParameter[],
): (index: number, value: string | undefined) => string {
  const start = `${request.method.toUpperCase()}&${percentEncode(baseStringUri(request.url))}&`;
  const pairs = parameters.map(({ name, value }) => sortable(name, value));
  const joined = (all: readonly string[]): string => start + all.join("%26").replaceAll(SEPARATOR, "%3D");
  let last = -1;
  let others: readonly string[] = [];
  return (index, value) => {
    if (index !== last) others = pairs.toSpliced(index, 1).sort();
    last = index;
    if (value === undefined) return joined(others);
    const pair = sortable(parameters[index]!.name, value);
    const at = others.findIndex((other) => other > pair);
    return joined(others.toSpliced(at === -1 ? others.length : at, 0, pair));
  };
}

/** Sorts before every encoded character, so that pairs sort by name, then by value (RFC 5849 3.4.1.3.2). */
const SEPARATOR = "\0";

/** Encoded twice, as in the base string. The second encoding does not change the order. */
function sortable(name: string, value: string): string {
  return percentEncode(percentEncode(name)) + SEPARATOR + percentEncode(percentEncode(value));
}

/** Tests whether a base string has this signature; `undefined` for other methods and unsuitable keys. */
function baseStringMatcher(
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
    // The signed digest is at the end of the decrypted signature (RFC 8017 9.2).
    const digest = publicDecrypt(readPublicKey(publicKey), Buffer.from(signature, "base64")).subarray(-32);
    return (baseString) => createHash("sha256").update(baseString).digest().equals(digest);
  } catch {
    return undefined;
  }
}

/** Other values of one parameter; no value removes it. The most likely candidates of all parameters come first. */
function* candidates(
  parameters: readonly StageParameter[],
  known: (name: string) => readonly string[],
): Generator<readonly [index: number, value?: string]> {
  for (const [index, { name, value }] of parameters.entries()) {
    yield [index];
    for (const other of known(name)) if (other !== value) yield [index, other];
  }
  for (const [index, { value }] of parameters.entries()) {
    if (value.length <= LONGEST_VALUE) for (const other of oneCharacterAway(value)) yield [index, other];
  }
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const ALPHABETS = ["0123456789", LOWER, LOWER.toUpperCase()];

/** Removes, replaces and inserts one character: a digit next to digits, a letter next to letters of the same case. */
function* oneCharacterAway(value: string): Generator<string> {
  for (let at = 0; at <= value.length; at++) {
    const [before, after] = [value.slice(0, at), value.slice(at)];
    const here = alphabetOf(after[0]);
    if (after !== "") yield before + after.slice(1);
    if (after !== "") for (const character of here) yield before + character + after.slice(1);
    for (const character of new Set([...here, ...alphabetOf(before.at(-1))])) yield before + character + after;
  }
}

function alphabetOf(character: string | undefined): string {
  return ALPHABETS.find((alphabet) => character !== undefined && alphabet.includes(character)) ?? "";
}

/**
 * What to look for, given a secret: the secret itself, and the forms into which its owner may have converted it.
 */

import { latin1Text, looseBase64Octets, utf8Octets } from "../platform/index.ts";
import { SHORTEST_SECRET } from "./matcher.ts";
import { type Octets, rootOf, withoutEscapes } from "./views.ts";

/** A secret: text, or a private key as PEM, DER or JWK. */
export type Secret = string | Uint8Array | Readonly<Record<string, unknown>>;

/** Texts and binary octets to look for. */
export interface SecretForms {
  readonly texts: readonly Uint8Array[];
  readonly binary: readonly Uint8Array[];
}

/** The members of a JWK that must stay private (RFC 7518 6.2.2, 6.3.2 and 6.4.1). */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "k"] as const;
const SHORTEST_KEY = 64;

/** Returns everything to look for. */
export function formsOf(secrets: readonly (Secret | undefined)[]): SecretForms {
  const texts: string[] = [];
  const binary: Uint8Array[] = [];
  for (const secret of secrets) {
    if (secret === undefined) continue;
    if (secret instanceof Uint8Array) {
      binary.push(secret);
      continue;
    }
    const jwk = typeof secret === "string" ? parseJwk(secret) : secret;
    const members = PRIVATE_MEMBERS.map((name) => jwk?.[name]).filter((value) => typeof value === "string");
    texts.push(...members);
    binary.push(...members.map(looseBase64Octets));
    if (typeof secret !== "string") continue;
    const key = base64OfKey(secret);
    if (key !== undefined) binary.push(looseBase64Octets(key));
    // The first and last line of a PEM file are not secret, nor are the public members of a JWK.
    if (jwk === undefined && !PEM_RE.test(secret)) texts.push(secret);
  }
  return {
    texts: [...texts, ...signingKeys(texts)].flatMap(textForms),
    binary: binary.flatMap(withMisreading),
  };
}

/** Matches any number of dashes of any kind: a key copied from a document may not have five hyphens. */
const PEM_RE = /[-\u2010-\u2015]+BEGIN ([A-Z0-9 ]+)[-\u2010-\u2015]+([^-\u2010-\u2015]+)(?:[-\u2010-\u2015]+END|$)/;

/** The base64 of a PEM text, which may come without its first and last line. */
function base64OfKey(text: string): string | undefined {
  const body = PEM_RE.exec(text)?.[2] ?? text;
  // A PEM in the old encrypted format has header fields before its base64.
  const base64 = body.replace(/^[\w-]+:.*$/gm, "").replace(/\s/g, "");
  return base64.length >= SHORTEST_KEY && /^[A-Za-z0-9+/]+=*$/.test(base64) ? base64 : undefined;
}

function parseJwk(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return PRIVATE_MEMBERS.some((name) => typeof value[name] === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A secret that is too short to search for may still be part of a signing key (RFC 5849 3.4.2 and 3.4.4). */
function signingKeys(secrets: readonly string[]): string[] {
  const short = secrets.filter(({ length }) => length > 0 && length < SHORTEST_SECRET);
  return short.flatMap((one) =>
    secrets.filter((other) => other !== "").flatMap((other) => [`${one}&${other}`, `${other}&${one}`]),
  );
}

/** The secret forward and backward, with its escapes undone as in each view, and in encodings that have no view. */
function textForms(secret: string): Uint8Array[] {
  const backward = Array.from(secret).reverse().join("");
  const octets = utf8Octets(secret);
  const forms: Uint8Array[] = [backward, ...base32Forms(octets), ...escapedForms(octets)].map(utf8Octets);
  let view: Octets | undefined = rootOf(secret);
  for (; view !== undefined; view = withoutEscapes(view)) forms.push(...withMisreading(view.octets));
  return forms.filter(({ length }) => length >= SHORTEST_SECRET);
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The whole digits of base32 (RFC 4648 6), for each of the five bits of a digit at which the octets can begin. */
function base32Forms(octets: Uint8Array): string[] {
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, "0")).join("");
  return [0, 1, 2, 3, 4].map((skipped) =>
    Array.from(bits.slice(skipped).matchAll(/[01]{5}/g), ([digit]) => BASE32[Number.parseInt(digit, 2)]).join(""),
  );
}

/**
 * Octal escapes, and quoted-printable (RFC 2045 6.7). No view undoes them, because a value that follows an equals sign or a backslash
 * can begin with the same digits.
 */
function escapedForms(octets: Uint8Array): string[] {
  const octal = (octet: number): string => `\\${octet.toString(8).padStart(3, "0")}`;
  const quoted = (octet: number): string => `=${octet.toString(16).padStart(2, "0")}`;
  // Every octet is escaped, or all but letters and digits, or only what a line of printable characters cannot contain.
  return [/[\s\S]/, /[^A-Za-z0-9]/, /[^\x20-\x3c\x3e-\x7e]/].flatMap((pattern) =>
    [octal, quoted].map((write) =>
      latin1Text(octets).replace(new RegExp(pattern, "g"), (one) => write(one.charCodeAt(0))),
    ),
  );
}

/** The octets, and the UTF-8 of a text in which each was mistaken for a character (Latin-1). */
function withMisreading(octets: Uint8Array): Uint8Array[] {
  return [octets, utf8Octets(latin1Text(octets))];
}

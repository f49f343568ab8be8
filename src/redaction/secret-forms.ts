/**
 * What to look for, given a secret: the secret itself, and what its owner could have made of it before writing it down.
 */

import { looseBase64Octets, utf8Octets } from "../platform/index.ts";
import { SHORTEST_SECRET } from "./matcher.ts";
import { rootsOf, withoutEscapes } from "./views.ts";

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

/** All that is looked for. */
export function formsOf(secrets: readonly (Secret | undefined)[]): SecretForms {
  const texts: string[] = [];
  const binary: Uint8Array[] = [];
  for (const secret of secrets) {
    if (secret === undefined) continue;
    if (typeof secret !== "string") {
      if (secret instanceof Uint8Array) binary.push(secret);
      else addMembers(secret);
      continue;
    }
    const jwk = parseObject(secret);
    const key = base64OfKey(secret);
    if (jwk !== undefined) addMembers(jwk);
    if (key !== undefined) binary.push(looseBase64Octets(key));
    // The first and last line of a PEM file are no secret, nor are the public members of a JWK.
    if (jwk === undefined && !PEM_RE.test(secret)) texts.push(secret);
  }
  return { texts: [...texts, ...signingKeys(texts)].flatMap(textForms), binary };

  function addMembers(jwk: Readonly<Record<string, unknown>>): void {
    for (const name of PRIVATE_MEMBERS) {
      const value = jwk[name];
      if (typeof value !== "string") continue;
      texts.push(value);
      binary.push(looseBase64Octets(value));
    }
  }
}

const PEM_RE = /-----BEGIN ([A-Z0-9 ]+)-----([^-]+)(?:-----END|$)/;

/** The base64 of a PEM text, which may come without its first and last line. */
function base64OfKey(text: string): string | undefined {
  const body = PEM_RE.exec(text)?.[2] ?? text;
  // An old encrypted PEM has fields of a header before its base64.
  const base64 = body.replace(/^[\w-]+:.*$/gm, "").replace(/\s/g, "");
  return base64.length >= SHORTEST_KEY && /^[A-Za-z0-9+/]+=*$/.test(base64) ? base64 : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return PRIVATE_MEMBERS.some((name) => typeof value[name] === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A secret that is too short to look for still makes up a signing key with another one (RFC 5849 3.4.2 and 3.4.4). */
function signingKeys(secrets: readonly string[]): string[] {
  const short = secrets.filter(({ length }) => length > 0 && length < SHORTEST_SECRET);
  return short.flatMap((one) =>
    secrets.filter((other) => other !== "").flatMap((other) => [`${one}&${other}`, `${other}&${one}`]),
  );
}

/** Forward and backward, and with its own escapes undone, as every view has it. */
function textForms(secret: string): Uint8Array[] {
  const backward = Array.from(secret).reverse().join("");
  const forms: Uint8Array[] = [utf8Octets(backward)];
  let [view] = rootsOf(secret);
  for (; view !== undefined; view = withoutEscapes(view)) forms.push(view.octets);
  return forms.filter(({ length }) => length >= SHORTEST_SECRET);
}

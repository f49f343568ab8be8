/**
 * Takes secrets out of what is told: a faulty client may sign its own secret as a parameter.
 *
 * @module
 */

import { specification } from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";
import type { DiagnosisInput } from "./diagnosis-input.ts";

const REDACTED = "(secret)";
const BLOT = "\u2022"; // •
/** Shorter texts are in everything, and no secrets. */
const LEAST_LENGTH = 4;
const LEAST_LINE = 16;

/** A function that replaces the secrets of an input in all texts of a value, plain and percent-encoded up to twice. */
export function createRedactor(input: DiagnosisInput): <T>(value: T) => T {
  const spellings = spellingsOf(input);
  const clean = (text: string): string => spellings.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
  const redact = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(redact);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redact(inner)]));
  };
  return <T>(value: T) => redact(value) as T;
}

/** The same for a text of which pieces will be shown: each character of a secret is blotted out, and the others stay in place. */
export function createBlotter(input: DiagnosisInput): (text: string) => string {
  const spellings = spellingsOf(input);
  return (text) => spellings.reduce((left, secret) => left.replaceAll(secret, BLOT.repeat(secret.length)), text);
}

/** Each secret, and what percent-encoding makes of it; the longest first. */
function spellingsOf({ key, otherKeys = [], request }: DiagnosisInput): string[] {
  const meant = "signatureMethod" in request ? [request] : [];
  const secrets = [key, ...otherKeys, ...meant].flatMap(({ consumerSecret, tokenSecret, privateKey }) => [
    consumerSecret,
    tokenSecret,
    privateKey,
    ...linesOf(privateKey),
  ]);
  return secrets
    .filter((secret) => secret !== undefined && secret.length >= LEAST_LENGTH)
    .flatMap((secret) => [secret!, encode(secret!), encode(encode(secret!))])
    .sort((a, b) => b.length - a.length);
}

/** The base64 of a PEM text, which may come without the lines around it. */
function linesOf(pem = ""): string[] {
  return pem.split(/\s+/).filter((line) => line.length >= LEAST_LINE && !line.includes("-"));
}

function encode(text: string): string {
  return specification.percentEncode(utf8Octets(text));
}

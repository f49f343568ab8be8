/** The body of a request, from the named values and the lines of its text. */

import type { HeaderField } from "../../oauth1/index.ts";
import { base64Octets, latin1Text } from "../../platform/index.ts";
import { formOf, formOfLength, formOfPairsWithLength, type Pair } from "../form-text.ts";
import { octetsOfLiteral } from "../literals.ts";
import { FORM_TYPE } from "../pasted-request.ts";
import { headerValue } from "../raw-http.ts";
import { type Bracket, type NamedValue, pairOf } from "./named-values.ts";
import { only } from "./only-one.ts";
import { BODY_BRACKETS, isNoBody, isOf, plain } from "./value-names.ts";

const JSON_LITERAL_RE = /(["'`])([{[](?:(?!\1)[^\n]){0,9999}[}\]])\1/g;
/** The variable of the body in a call, such as `data=payload)`. */
const VARIABLE_RE = /^([a-z_]\w*)\)$/i;
/** What a program prints before and after a form in a line. */
const AROUND_FORM_RE =
  /^.*?\b(?:body|data|payload|content)(?: [a-z ]{1,40})?(?:[=:] ?| )(?=[^\s=&]+=)|^[})\]]+\s+|^.*\bReader:(?=[^}\s]*\})|\}.*/gi;
/** A form on a line of its own. */
const LONE_FORM_RE = /^[^\s=&:"'{<]+=[^\s"']*$/;

/**
 * The body: a value with its name, pairs, or a part of the text.
 *
 * @param text a text in which a line may be the body
 */
export function bodyOfValues(
  values: readonly NamedValue[],
  headers: readonly HeaderField[],
  text: string,
): string | readonly NamedValue[] | undefined {
  const length = lengthIn(headers);
  const named = namedBody(values, hasFormType(headers), length);
  if (named !== undefined || text === "") return named;
  // The octets of JSON are not known from its members, but from a literal of its length.
  if (/\bjson\b/i.test(headerValue("content-type", headers))) {
    const literals = Array.from(text.matchAll(JSON_LITERAL_RE), ([, , inner]) => octetsOfLiteral(inner!));
    return literals.find(({ length: octets }) => octets === length);
  }
  const others = values.filter((one) => !isNoBody(one) && plain(one.name) !== "mimetype");
  const variables = values.flatMap(({ name, value }) => (isOf("body", name) && VARIABLE_RE.exec(value)?.[1]) || []);
  const inBrackets = [...variables.map(plain), ...BODY_BRACKETS]
    .map((name) => pairsIn(others, new RegExp(`^${name}$`)))
    .find((one) => one.length > 0);
  const nested = others.filter(isInBody);
  if (inBrackets !== undefined || nested.length > 0) return inBrackets ?? nested;
  const octets = octetsOfLiteral(text);
  const ofLength = length && (formOfLength(octets, length) ?? formOfPairsWithLength(listsIn(others), length));
  return ofLength || loneForm(text);
}

/** A value that is named as a body. Of several, the one of this length is taken. */
function namedBody(values: readonly NamedValue[], isForm: boolean, length: number | undefined): string | undefined {
  const candidates = values.filter((one) => isOf("body", one.name) && !isNoBody(one));
  const written = (candidates.find(({ value }) => value.length === length) ?? candidates[0])?.value;
  if (written === undefined) return undefined;
  // Some tools keep a form as lines.
  const pairs = written.split("\n").map((line) => /^([^\s:=]+): (.*)$/.exec(line));
  if (isForm && pairs.every((pair) => pair !== null))
    return formOf(
      pairs.map(([, name = "", value = ""]): Pair => [name, value]),
      length,
    ).form;
  const isBase64 = values.some(({ name, value }) => /^isbase64/i.test(name) && value.toLowerCase() === "true");
  return (isBase64 && latin1Text(base64Octets(written) ?? new Uint8Array())) || written;
}

/** The only line that is a form. */
function loneForm(text: string): string | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.replace(AROUND_FORM_RE, ""));
  const forms = lines.filter((line) => LONE_FORM_RE.test(line) && !/^oauth_|^[A-Za-z0-9+/]{20,}={1,2}$/.test(line));
  return only(forms, "form");
}

/** The pairs in each pair of brackets. */
function listsIn(values: readonly NamedValue[]): Pair[][] {
  const lists = new Map<Bracket, Pair[]>();
  for (const one of values) {
    const pairs = lists.get(one.within) ?? [];
    lists.set(one.within, pairs);
    pairs.push(pairOf(one));
  }
  return [...lists.values()];
}

/** Whether the brackets of a value are in a body's brackets. */
export function isInBody({ within: { name, outer } }: NamedValue): boolean {
  return [outer, name === "" ? outer?.outer : undefined].some((one) => BODY_BRACKETS.includes(plain(one?.name ?? "")));
}

export function pairsIn(values: readonly NamedValue[], brackets: RegExp): NamedValue[] {
  return values.filter(({ within: { name, outer } }) => brackets.test(plain(name === "" ? (outer?.name ?? "") : name)));
}

export function formOfValues(values: readonly NamedValue[], length?: number): string | undefined {
  return values.length === 0 ? undefined : formOf(values.map(pairOf), length).form;
}

export function hasFormType(headers: readonly HeaderField[]): boolean {
  return headerValue("content-type", headers).toLowerCase().startsWith(FORM_TYPE);
}

export function lengthIn(headers: readonly HeaderField[]): number | undefined {
  return Number(headerValue("content-length", headers)) || undefined;
}

/** Finds where the filled-in values arrive, and which of them arrive changed. */

import { attempt } from "../../../diagnosis/input/computation.ts";
import { headerValues, isForm, specification } from "../../../model/index.ts";
import type { IncomingRequest } from "../captured-request.ts";
import type { Values } from "./placeholders.ts";
import { causesOf, decoded, INVALID_JSON, JSON_CUT, LOST, literal, type ValueCause } from "./value-causes.ts";

/** A named value in a request, decoded. */
interface Field {
  readonly place: "query" | "form" | "json" | "path";
  readonly name: string;
  readonly value: string;
  /** A number of JSON, which has several spellings. */
  readonly isNumber?: boolean;
}

/** A field of a request with plain values. */
export interface PlainField extends Pick<Field, "place" | "name"> {
  /** The position among the fields of this name, from 0. */
  readonly index: number;
  /** The placeholders in its value. A field without any is not compared. */
  readonly placeholders: readonly string[];
  /** The number of the request in the first start, from 0. */
  readonly of: number;
  readonly method: string;
  /** Matches the path of the request, whatever the values are. */
  readonly path: RegExp;
  /** What the field contains for these values. */
  readonly fill: (values: Values) => string;
}

/** A value that did not arrive as it was filled in. */
export interface Change {
  readonly placeholder: string;
  readonly field: string;
  readonly expected: string;
  /** Absent if the field did not arrive. */
  readonly actual?: string;
  /** The request with the field; absent if the field did not arrive. */
  readonly request?: IncomingRequest | undefined;
  /** The request with the value that was filled in, if it is in a query or a form. */
  readonly meant?: IncomingRequest | undefined;
  /** The alternatives that explain the change, each a list of causes; empty if none is known. */
  readonly alternatives: readonly (readonly ValueCause[])[];
  /** The field, if the program derives it: another field of the request has the unchanged value. */
  readonly derived?: PlainField | undefined;
}

/** Finds the plain values in the requests. A value that the program changes, such as an amount in cents, is not found. */
export function plainFieldsIn(requests: readonly IncomingRequest[], plain: Values): PlainField[] {
  const names = new Map(Object.entries(plain).map(([placeholder, value]) => [value, placeholder]));
  const anyValue = new RegExp([...names.keys()].map(literal).join("|"), "g");
  const placeholdersIn = (text: string): string[] => (text.match(anyValue) ?? []).map((value) => names.get(value)!);
  return requests.flatMap((request, of) => {
    const { method } = request;
    const path = new RegExp(`^${pathOf(request).split(anyValue).map(literal).join(".*")}$`, "s");
    return fieldsOf(request).map(({ place, name, value }, at, fields): PlainField => {
      const placeholders = placeholdersIn(name).length > 0 ? [] : placeholdersIn(value);
      const fill = (values: Values): string => value.replace(anyValue, (one) => values[names.get(one)!]!);
      const index = placeholders.length === 0 ? 0 : named({ place, name }, fields.slice(0, at)).length;
      return { place, name, index, placeholders, of, method, path, fill };
    });
  });
}

/**
 * Compares what arrived with what was filled in. A field is found by the method and the path of its request, its place and its
 * name, because programs send other requests for other values.
 */
export function changesIn(
  requests: readonly IncomingRequest[],
  plain: readonly PlainField[],
  values: Values,
): Change[] {
  const sent = requests.map((request) => ({ request, path: pathOf(request), fields: fieldsOf(request) }));
  return plain.flatMap((plainField): Change[] => {
    const { placeholders, name, place, index, method, path, of } = plainField;
    const [placeholder] = placeholders;
    if (placeholder === undefined) return [];
    const expected = filledIn(plainField, values);
    const ofMethod = sent.filter(({ request }) => request.method === method);
    const samePath = ofMethod.filter((one) => path.test(one.path));
    // The path may contain an id that is new each time.
    const others = ofMethod.filter(
      (one) => !plain.some((other) => other.method === method && other.path.test(one.path)),
    );
    const found = (samePath.length > 0 ? samePath : others).map(({ request, fields }) => {
      return { request, fields, own: named({ place, name }, fields) };
    });
    if (found.some(({ own }) => isWhole(plainField, own, values))) return [];
    // A program may divide a value among several requests.
    if (found.map(({ own }) => own[index]?.value).join("") === expected) return [];
    const { request, own = [], fields = [] } = found.findLast((one) => one.own.length > index) ?? {};
    const { value } = own[index] ?? {};
    const actual = place === "path" && value !== undefined ? (decoded(value) ?? value) : value;
    // A program may leave out a field without a value, or a whole request.
    const isLeftOut = placeholders.some((one) => values[one] === "") || found.length < countOf(plainField, plain);
    if (actual === undefined && isLeftOut) return [];
    const field = name === "" ? place : `${place} ${name}`;
    const ofRequest = plain.filter((one) => one.of === of);
    const alternatives = actual === undefined ? [] : causesOf(expected, actual);
    // A program may shorten a value that it also sends whole; in another request, only a change with a name is a mistake.
    const isNamed = actual === undefined || alternatives.length > 0;
    const copies = ofRequest.filter((one) => one.placeholders.includes(placeholder));
    const isDerived = isNamed
      ? found.some(({ fields }) => copies.some((copy) => isWhole(copy, fields, values)))
      : sent.some(({ fields }) => fields.some((one) => arrives(one, expected)));
    const added = own.length > named(plainField, ofRequest).length ? own : [];
    const isAmongOthers = isDerived || isDivided(expected, added, fields);
    const about = { placeholder, field, expected, ...(isAmongOthers && { derived: plainField }) };
    if (request === undefined || actual === undefined) {
      const invalid = place === "json" ? found.find((one) => isInvalidJson(one.request)) : undefined;
      return [{ ...about, alternatives: [[invalid === undefined ? LOST : causeOfInvalidJson(invalid.request)]] }];
    }
    const meant = place === "query" || place === "form" ? asFilledIn(request, ofRequest, values) : undefined;
    return [{ ...about, actual, request, meant, alternatives }];
  });
}

/**
 * The request as the program would send it if it wrote all values correctly in its query and form.
 *
 * @param plain the fields of the same request with plain values
 */
export function asFilledIn(request: IncomingRequest, plain: readonly PlainField[], values: Values): IncomingRequest {
  const written = (place: Field["place"], text: string): string => {
    const left = plain.filter((one) => one.place === place);
    let isChanged = false;
    const parts = text.split("&").flatMap((part) => {
      const [[name, value] = ["", ""]] = new URLSearchParams(`&${part}`);
      const at = left.findIndex((one) => one.name === name);
      // The rest of an unencoded value looks like other fields.
      if (at < 0) return isChanged && !isProtocolName(name) ? [] : part;
      const [field] = left.splice(at, 1);
      const filled = filledIn(field!, values);
      isChanged = field!.placeholders.length > 0 && value !== filled;
      return isChanged ? [name, filled].map(encodeURIComponent).join("=") : part;
    });
    return parts.join("&");
  };
  // Latin-1 keeps every octet.
  const body = Buffer.from(request.body).toString("latin1");
  return {
    ...request,
    url: request.url.replace(/(?<=\?).*/s, (query) => written("query", query)),
    headers: request.headers.filter(([name]) => name.toLowerCase() !== "content-length"),
    body: isForm(request) ? Buffer.from(written("form", body), "latin1") : request.body,
  };
}

function isProtocolName(name: string): boolean {
  return name.startsWith("oauth_");
}

function named<One extends Pick<Field, "place" | "name">>(
  { place, name }: Pick<Field, "place" | "name">,
  fields: readonly One[],
): One[] {
  return fields.filter((one) => one.place === place && one.name === name);
}

/** The number of requests with this method and path in the first start. */
function countOf({ method, path }: PlainField, plain: readonly PlainField[]): number {
  const same = plain.filter((one) => one.method === method && one.path.source === path.source);
  return new Set(same.map(({ of }) => of)).size;
}

/** What a field contains for these values. No request can have a lone surrogate. */
function filledIn({ fill }: PlainField, values: Values): string {
  return fill(values).toWellFormed();
}

function isWhole(field: PlainField, fields: readonly Field[], values: Values): boolean {
  return named(field, fields).some((one) => arrives(one, filledIn(field, values)));
}

/**
 * Whether a value is divided at separators, such as into a first and a last name.
 *
 * @param own the fields of its name, if the plain value has fewer
 * @param fields the fields of the request
 */
function isDivided(expected: string, own: readonly Field[], fields: readonly Field[]): boolean {
  const withoutSeparators = (text: string): string => text.replace(/[\s,]+/g, "");
  const joined = own.map(({ value }) => value).join("");
  if (own.length > 1 && withoutSeparators(joined) === withoutSeparators(expected)) return true;
  const longestFirst = fields.toSorted((one, other) => other.value.length - one.value.length);
  let rest = expected;
  for (let count = 0; ; count += 1) {
    rest = rest.replace(/^[\s,]+/, "");
    if (rest === "") return count > 1;
    const isNext = ({ value }: Field): boolean =>
      rest.startsWith(value) && /^(?:[\s,]|$)/.test(rest.slice(value.length));
    const next = longestFirst.find((one) => one.value.trim() !== "" && isNext(one));
    if (next === undefined) return false;
    rest = rest.slice(next.value.length);
  }
}

function arrives({ place, value, isNumber }: Field, expected: string): boolean {
  if (value === expected || (place === "path" && decoded(value) === expected)) return true;
  return isNumber === true && expected.trim() !== "" && Number(value) === Number(expected);
}

/** Where a value arrives outside of fields, in words; `undefined` if no request contains the unchanged value. */
export function hiddenPlaceOf(requests: readonly IncomingRequest[], value: string): string | undefined {
  for (const request of requests) {
    const text = Buffer.from(request.body).toString("utf8");
    const [type = "a body of no known type"] = headerValues(request, "content-type");
    if (text.includes(value)) return `inside ${type.split(";")[0]}`;
    const texts = [text, request.url, ...request.headers.flat()].join("\n").match(/[\w+/%-]{8,}/g) ?? [];
    const isInside = (one: string): boolean => Buffer.from(decoded(one) ?? one, "base64").includes(value);
    if (texts.some(isInside)) return "inside base64";
  }
  return undefined;
}

function fieldsOf(request: IncomingRequest): Field[] {
  const pairs = (place: "query" | "form", text: string): Field[] =>
    Array.from(new URLSearchParams(text), ([name, value]) => ({ place, name, value }));
  const all: Field[] = [
    ...pairs("query", specification.splitUrl(request.url).query ?? ""),
    ...(isForm(request) ? pairs("form", Buffer.from(request.body).toString("utf8")) : []),
    ...jsonFields("", jsonIn(request)),
    { place: "path", name: "", value: pathOf(request) },
  ];
  return all.filter(({ name }) => !isProtocolName(name));
}

function pathOf({ url }: IncomingRequest): string {
  return specification.splitUrl(url).path ?? "";
}

function jsonFields(name: string, value: unknown): Field[] {
  if (value === null || value === undefined) return [];
  // Programs may send a list in any order.
  if (Array.isArray(value)) return value.flatMap((item) => jsonFields(name, item));
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, member]) => jsonFields(name === "" ? key : `${name}.${key}`, member));
  return [{ place: "json", name, value: String(value), isNumber: typeof value === "number" }];
}

function jsonIn(request: IncomingRequest): unknown {
  return hasJsonType(request) ? attempt(() => JSON.parse(Buffer.from(request.body).toString("utf8"))) : undefined;
}

function isInvalidJson(request: IncomingRequest): boolean {
  return hasJsonType(request) && jsonIn(request) === undefined;
}

/** JSON that does not end with a bracket was cut. */
function causeOfInvalidJson({ body }: IncomingRequest): ValueCause {
  return /[}\]]\s*$/.test(Buffer.from(body).toString("latin1")) ? INVALID_JSON : JSON_CUT;
}

function hasJsonType(request: IncomingRequest): boolean {
  return headerValues(request, "content-type").some((type) => /[/+]json\b/i.test(type));
}

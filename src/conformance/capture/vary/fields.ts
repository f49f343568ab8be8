/** Where the values that were filled in arrive, and what happens to their text on the way. */

import { VALUE_CHANGES } from "../../../faults/index.ts";
import { specification, toText } from "../../../model/index.ts";
import type { IncomingRequest } from "../captured-request.ts";
import { readOrNothing } from "../computation.ts";
import type { Values } from "./placeholders.ts";

/** A named value in a request, decoded. */
interface Field {
  readonly place: "query" | "form" | "json" | "path";
  readonly name: string;
  readonly value: string;
  /** A number of JSON, which has several spellings. */
  readonly isNumber?: true;
}

/** A field that contains values of placeholders. */
export interface Destination extends Pick<Field, "place" | "name"> {
  readonly placeholders: readonly string[];
  readonly method: string;
  /** Matches the path of the request, whatever the values are. */
  readonly path: RegExp;
  /** What the field contains for these values. */
  readonly fill: (values: Values) => string;
}

/** What happened to a value on its way, as a cause of failures. */
export interface ValueCause {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly fix: string;
  /** What arrives instead of a text; absent if that is not known for every text. */
  readonly change?: (text: string) => string;
}

/** A value that did not arrive as it was filled in. */
export interface Change {
  readonly placeholder: string;
  readonly field: string;
  readonly expected: string;
  /** Absent if the field did not arrive. */
  readonly actual?: string;
  /** Everything that leads to what arrived; empty if nothing known does. */
  readonly causes: readonly ValueCause[];
}

/** Finds the plain values in the requests. A value that the program changes, such as an amount in cents, is not found. */
export function destinationsIn(requests: readonly IncomingRequest[], plain: Values): Destination[] {
  const names = new Map(Object.entries(plain).map(([placeholder, value]) => [value, placeholder]));
  const anyValue = new RegExp([...names.keys()].map(literal).join("|"), "g");
  const placeholdersIn = (text: string): string[] => (text.match(anyValue) ?? []).map((value) => names.get(value)!);
  const found = requests.flatMap((request) =>
    fieldsOf(request).flatMap(({ place, name, value }): Destination[] => {
      const placeholders = placeholdersIn(value);
      if (placeholders.length === 0 || placeholdersIn(name).length > 0) return [];
      const path = new RegExp(`^${pathOf(request).split(anyValue).map(literal).join(".*")}$`, "s");
      const fill = (values: Values): string => value.replace(anyValue, (one) => values[names.get(one)!]!);
      return [{ place, name, placeholders, method: request.method, path, fill }];
    }),
  );
  // A request that was sent again has the same fields.
  const keyOf = ({ path, fill, ...one }: Destination): string => JSON.stringify([one, path.source, fill(plain)]);
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

/**
 * Compares what arrived with what was filled in. A field is found by the method and the path of its request, its place and its
 * name, because programs send other requests for other values.
 */
export function changesIn(
  requests: readonly IncomingRequest[],
  destinations: readonly Destination[],
  values: Values,
): Change[] {
  const sent = requests.map((request) => ({ request, path: pathOf(request), fields: fieldsOf(request) }));
  return destinations.flatMap(({ placeholders, name, place, fill, method, path }): Change[] => {
    const [placeholder = ""] = placeholders;
    const expected = fill(values);
    const ofMethod = sent.filter(({ request }) => request.method === method);
    const samePath = ofMethod.filter((one) => path.test(one.path));
    // The path may contain an id that is new each time.
    const fields = (samePath.length > 0 ? samePath : ofMethod)
      .flatMap((one) => one.fields)
      .filter((one) => one.place === place && one.name === name);
    if (fields.some((one) => arrives(one, expected))) return [];
    const actual = fields.at(-1)?.value;
    // A program may leave out a field without a value.
    if (actual === undefined && placeholders.some((one) => values[one] === "")) return [];
    const field = name === "" ? place : `${place} ${name}`;
    const causes = actual === undefined ? [LOST] : causesOf(expected, actual);
    return [{ placeholder, field, expected, causes, ...(actual !== undefined && { actual }) }];
  });
}

function arrives({ place, value, isNumber }: Field, expected: string): boolean {
  if (value === expected || (place === "path" && decoded(value) === expected)) return true;
  return isNumber === true && expected.trim() !== "" && Number(value) === Number(expected);
}

/** Whether a text that arrived as it was filled in shows that a cause is another one. */
export function isRefutedBy({ change }: ValueCause, arrivedUnchanged: readonly string[]): boolean {
  return change !== undefined && arrivedUnchanged.some((text) => change(text) !== text);
}

/** Where a value is that arrives in no field: in words. Absent if it is nowhere as it was filled in. */
export function hiddenPlaceOf(requests: readonly IncomingRequest[], value: string): string | undefined {
  for (const { headers, body, url } of requests) {
    const text = Buffer.from(body).toString("utf8");
    const [, type = "a body of no known type"] =
      headers.find(([name]) => name.toLowerCase() === "content-type")?.map((one) => one.split(";")[0]!) ?? [];
    if (text.includes(value)) return `inside ${type}`;
    const texts = [text, url, ...headers.map(([, one]) => one)].flatMap((one) => one.match(/[\w+/%-]{8,}/g) ?? []);
    const isInside = (one: string): boolean => Buffer.from(decoded(one) ?? one, "base64").includes(value);
    if (texts.some(isInside)) return "inside base64";
  }
  return undefined;
}

const LOST: ValueCause = {
  id: "value/lost",
  title: "field lost",
  what: "A field does not arrive although a value was filled in.",
  fix: "Send every field that has a value.",
};

function changed(id: string, how: string, change?: ValueCause["change"], fix = AS_IT_IS): ValueCause {
  return { id: `value/${id}`, title: `values ${how}`, what: `Values arrive ${how}.`, fix, ...(change && { change }) };
}

const AS_IT_IS = "Send and sign every value as it is. In a query or a form, write %20 for a space and %2B for a +.";
const ONCE = "Encode each value once: either in the client, or by the HTTP library.";
const AS_UTF8 = "Encode values as UTF-8 before percent-encoding them.";
const ENCODED = changed("encoded-before", "percent-encoded once more", encodeURIComponent, ONCE);
const DECODED = changed("decoded-before", "percent-decoded", (text) => decoded(text) ?? text);
const NOT_UTF8 = changed("not-utf8", "with other characters for those outside ASCII", undefined, AS_UTF8);
const WHITE_SPACE = changed("white-space", "with other white space or control characters");

/** Everything that turns one text into the other: the changes of texts that `explain` knows, and where a text was cut. */
function causesOf(expected: string, actual: string): ValueCause[] {
  const found = [
    ...(decodings(actual).includes(expected) ? [ENCODED] : []),
    ...VALUE_CHANGES.filter(({ change }) => change(expected) === actual).map(({ id, how, change }) =>
      changed(id, how, change),
    ),
    ...(decodings(expected).includes(actual) ? [DECODED] : []),
    ...(expected.startsWith(actual) ? [cutAfter(Array.from(actual).length)] : []),
    ...(isOtherCharset(expected, actual) ? [NOT_UTF8] : []),
    // Each language has its own set of white space.
    ...(withoutBlanks(expected) === withoutBlanks(actual) ? [WHITE_SPACE] : []),
  ];
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

/** The text without its percent escapes, read as a URL component and as a form. */
function decodings(text: string): (string | undefined)[] {
  return /[%+]/.test(text) ? [text, text.replaceAll("+", " ")].map(decoded) : [];
}

function cutAfter(length: number): ValueCause {
  const cut = (text: string): string => Array.from(text).slice(0, length).join("");
  return changed(`cut-after-${length}`, `cut after ${length} characters`, cut);
}

function withoutBlanks(text: string): string {
  return text.replace(/[\s\p{Cc}\ufeff]/gu, "");
}

/** Characters that their charset does not have are written as ?, and octets that are not UTF-8 are read as U+FFFD. */
function isOtherCharset(expected: string, actual: string): boolean {
  const ascii = (text: string): string => text.replace(/[^ -~]|\?/g, "");
  const replaced = (text: string): number => text.split(/[?\ufffd]/).length;
  return ascii(actual) === ascii(expected) && replaced(actual) > replaced(expected);
}

function fieldsOf(request: IncomingRequest): Field[] {
  const read = readOrNothing(request);
  if (read === undefined) return [];
  const pairs = (place: "query" | "form", list: typeof read.sources.query): Field[] =>
    list.map(([name, value]) => ({ place, name: toText(name), value: toText(value) }));
  const all = [
    ...pairs("query", read.sources.query),
    ...pairs("form", read.sources.body),
    ...jsonFields("", jsonIn(request)),
  ];
  return [...all.filter(({ name }) => !name.startsWith("oauth_")), { place: "path", name: "", value: pathOf(request) }];
}

function pathOf({ url }: IncomingRequest): string {
  return specification.splitUrl(url).path ?? "";
}

/** A regular expression that matches this text. */
function literal(text: string): string {
  return text.replace(/[^\w/]/g, "\\$&");
}

function jsonFields(name: string, value: unknown): Field[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "number") return [{ place: "json", name, value: String(value), isNumber: true }];
  if (typeof value !== "object") return [{ place: "json", name, value: String(value) }];
  return Object.entries(value).flatMap(([key, member]) => jsonFields(name === "" ? key : `${name}.${key}`, member));
}

function jsonIn({ headers, body }: IncomingRequest): unknown {
  if (!headers.some(([name, value]) => name.toLowerCase() === "content-type" && /[/+]json\b/i.test(value)))
    return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Where the values that were filled in arrive, and whether they arrive unchanged. */

import { specification, toText } from "../../../model/index.ts";
import type { IncomingRequest } from "../captured-request.ts";
import { readOrNothing } from "../computation.ts";
import type { Values } from "./placeholders.ts";

/** A named value in a request, decoded. */
interface Field {
  readonly place: "query" | "form" | "json" | "path";
  readonly name: string;
  readonly value: string;
}

/** Where the value of a placeholder arrives. */
export interface Destination extends Omit<Field, "value"> {
  readonly placeholder: string;
  /** The number of the request, and of the field among those with this place and name; both from 0. */
  readonly request: number;
  readonly nth: number;
  /** What the program writes around the value. */
  readonly around: readonly [string, string];
}

/** A value that did not arrive as it was filled in. */
export interface Change {
  readonly placeholder: string;
  readonly field: string;
  readonly expected: string;
  /** Absent if the field did not arrive. */
  readonly actual?: string;
  /** What happened to the value. */
  readonly what: string;
}

/** Finds each plain value in the requests. A value that the program changes, such as an amount in cents, is not found. */
export function destinationsIn(requests: readonly IncomingRequest[], plain: Values): Destination[] {
  const isVaried = (text: string): boolean => Object.values(plain).some((value) => text.includes(value));
  return requests.flatMap((one, request) =>
    fieldsOf(one)
      .filter(({ name }) => !isVaried(name))
      .flatMap(({ value, ...field }, at, all) => {
        const nth = all.slice(0, at).filter((other) => isSame(other, field)).length;
        return Object.entries(plain).flatMap(([placeholder, text]): Destination[] => {
          const [before, after, ...others] = value.split(text);
          // A value that occurs twice, or next to another placeholder, cannot be told from the text around it.
          if (after === undefined || others.length > 0 || isVaried(before!) || isVaried(after)) return [];
          return [{ ...field, placeholder, request, nth, around: [before!, after] }];
        });
      }),
  );
}

/** Compares what arrived with what was filled in. */
export function changesIn(
  requests: readonly IncomingRequest[],
  destinations: readonly Destination[],
  values: Values,
): Change[] {
  const fields = requests.map(fieldsOf);
  return destinations.flatMap((destination): Change[] => {
    const { placeholder, request, nth, name, place, around } = destination;
    const filled = values[placeholder]!;
    const expected = around[0] + filled + around[1];
    const field = name === "" ? place : `${place} ${name}`;
    const actual = fields[request]?.filter((one) => isSame(one, destination))[nth]?.value;
    if (actual === expected || (place === "path" && decoded(actual) === expected)) return [];
    // A program may leave out a field without a value.
    if (actual === undefined && filled === "") return [];
    const what = actual === undefined ? "the field did not arrive" : changeOf(expected, actual);
    return [{ placeholder, field, expected, what, ...(actual !== undefined && { actual }) }];
  });
}

/** Changes that have a name, the most specific first. */
const NAMED_CHANGES: readonly (readonly [what: string, change: (value: string) => string | undefined])[] = [
  ["a + arrived as a space: the client does not write %2B", (value) => value.replaceAll("+", " ")],
  ["the value was percent-encoded once too often", encodeURIComponent],
  ["the value was decoded before it was sent", decoded],
  ["white space around the value is lost", (value) => value.trim()],
  ["line ends were changed", (value) => value.replace(/\r?\n/g, "\r\n")],
  ["the value ends early, at &: the client does not write %26", (value) => value.split("&")[0]],
  ["the value ends early, at #: the client does not write %23", (value) => value.split("#")[0]],
];

function changeOf(expected: string, actual: string): string {
  // eslint-like linters aside, a lone surrogate cannot be encoded; values have none.
  const named = NAMED_CHANGES.find(([, change]) => change(expected) === actual);
  if (named !== undefined) return named[0];
  const isAsciiKept = actual.replace(/[^ -~]/g, "") === expected.replace(/[^ -~]/g, "");
  return isAsciiKept && /[^ -~]/.test(expected)
    ? "characters outside ASCII arrived as others: the client does not send UTF-8"
    : "the value was changed";
}

function fieldsOf(request: IncomingRequest): Field[] {
  const read = readOrNothing(request);
  if (read === undefined) return [];
  const pairs = (place: "query" | "form", list: typeof read.sources.query): Field[] =>
    list.map(([name, value]) => ({ place, name: toText(name), value: toText(value) }));
  const { path = "" } = specification.splitUrl(request.url);
  const all = [
    ...pairs("query", read.sources.query),
    ...pairs("form", read.sources.body),
    ...jsonFields("", jsonIn(request)),
  ];
  return [...all.filter(({ name }) => !name.startsWith("oauth_")), { place: "path", name: "", value: path }];
}

function jsonFields(name: string, value: unknown): Field[] {
  if (value === null || value === undefined) return [];
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

function isSame(one: Omit<Field, "value">, other: Omit<Field, "value">): boolean {
  return one.place === other.place && one.name === other.name;
}

function decoded(text = ""): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

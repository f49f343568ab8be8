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
  readonly cause: Omit<KindOfChange, "change" | "onlyIn">;
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
          // A value that occurs twice, or next to another placeholder, cannot be found again in the sent request.
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
    const cause = causeOf(expected, actual, place);
    return [{ placeholder, field, expected, cause, ...(actual !== undefined && { actual }) }];
  });
}

/** A way in which values change, as a cause of failures. */
interface KindOfChange {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly fix: string;
  /** The places that it can be in. @default all */
  readonly onlyIn?: readonly Field["place"][];
  /** What arrives; `undefined` if the kind does not apply. */
  readonly change: (value: string) => string | undefined;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}

/** Places with values that are percent-encoded, and separated by characters. */
const ENCODED = ["query", "form"] as const;

/** The first kind that leads to the value that arrived is named. */
const KINDS: readonly KindOfChange[] = [
  {
    id: "value-plus-as-space",
    title: "+ arrives as a space",
    what: "A + in a value arrives as a space, because the client sends it as +.",
    fix: "Write %2B for a + in a query or a form.",
    onlyIn: ENCODED,
    change: (value) => value.replaceAll("+", " "),
  },
  {
    id: "value-encoded-twice",
    title: "value encoded twice",
    what: "The client percent-encodes values twice, and signs what it sends.",
    fix: "Encode each value once: either in the client, or by the HTTP library.",
    onlyIn: ENCODED,
    change: encodeURIComponent,
  },
  {
    id: "value-decoded",
    title: "value decoded",
    what: "The client decodes percent escapes in values before it sends them.",
    fix: "Send a value as it is, even if it contains text such as %20.",
    change: decoded,
  },
  {
    id: "value-trimmed",
    title: "value trimmed",
    what: "The client removes white space around values.",
    fix: "Send and sign a value with its white space.",
    change: (value) => value.trim(),
  },
  ...["&", "#"].map((end) => ({
    id: `value-cut-at-u00${hexOf(end)}`,
    title: "value cut",
    what: `A value ends early, at ${end}, because the client does not encode it.`,
    fix: `Write %${hexOf(end)} for it in a query or a form.`,
    onlyIn: ENCODED,
    change: (value: string) => value.split(end)[0],
  })),
];

const NOT_UTF8 = {
  id: "value-not-utf8",
  title: "value not sent as UTF-8",
  what: "Characters outside ASCII arrive as others, because the client does not send UTF-8.",
  fix: "Encode values as UTF-8 before percent-encoding them.",
};
const LOST = {
  id: "value-lost",
  title: "field lost",
  what: "A field does not arrive although a value was filled in.",
  fix: "Send every field that has a value.",
};
const CHANGED = {
  id: "value-changed",
  title: "value changed",
  what: "The client sends and signs another value than the one that was filled in.",
  fix: "Send every value as it is.",
};

function causeOf(expected: string, actual: string | undefined, place: Field["place"]): Change["cause"] {
  if (actual === undefined) return LOST;
  const kinds = KINDS.filter(({ onlyIn }) => onlyIn?.includes(place) !== false);
  const named = kinds.find(({ change }) => change(expected) === actual);
  if (named === undefined) return isOtherCharset(expected, actual) ? NOT_UTF8 : CHANGED;
  const { change: _change, onlyIn: _onlyIn, ...cause } = named;
  return cause;
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

/** What can happen to the text of a value on its way, as causes of failures. */

import type { ShownCause } from "../../../diagnosis/index.ts";
import { attempt } from "../../../diagnosis/input/computation.ts";
import { VALUE_CHANGES } from "../../../faults/index.ts";

/** A cause, with what is known about the texts that it changes. */
export interface ValueCause extends ShownCause {
  /** What arrives instead of a text; absent if that is not known for every text. */
  readonly change?: (text: string) => string;
  /**
   * Whether the cause turned one text into the other.
   *
   * @default whether `change` does
   */
  readonly leadsTo?: (expected: string, actual: string) => boolean;
}

const named = (name: string, title: string, what: string, fix: string): ValueCause => ({
  id: `value/${name}`,
  title,
  what,
  fix,
});

export const LOST = named(
  "lost",
  "field lost",
  "A field does not arrive although a value was filled in.",
  "Send every field that has a value.",
);
export const BODY_CUT = named(
  "content-length",
  "body longer than Content-Length",
  "Octets that are no HTTP request follow the body of a request, as if its Content-Length were too small.",
  "Count octets in Content-Length, not characters, or let the HTTP library set it.",
);
export const JSON_CUT: ValueCause = {
  ...BODY_CUT,
  what: "The JSON of the body has no end, as if its Content-Length were too small.",
};
export const INVALID_JSON = named(
  "invalid-json",
  "invalid JSON",
  "The body is not valid JSON.",
  "Write JSON with a JSON library, which escapes quotation marks, backslashes and control characters.",
);
export const REFUSED = named(
  "refused",
  "text refused",
  "The program sends no request for some texts.",
  "Accept every printable text; or declare at the placeholder what the program accepts, such as {text:ascii} or {text:max=40}.",
);
export const CHANGED = named(
  "changed",
  "value changed",
  "The client sends another value than the one that was filled in.",
  "Send every value as it is.",
);

const AS_IT_IS = "Send every value as it is.";
const SPACE_AND_PLUS = `${AS_IT_IS} In a query or a form, write %20 for a space and %2B for a +.`;

/** A cause that makes a value arrive in this way. */
function arriving(id: string, how: string, one: Omit<Partial<ValueCause>, "id">): ValueCause {
  const fix = (one.change?.("a b+c") ?? "a b+c") === "a b+c" ? AS_IT_IS : SPACE_AND_PLUS;
  return { ...named(id, `values ${how}`, `A value arrives ${how}.`, fix), ...one };
}

/** All explanations that turn one text into the other, the likeliest first: one change, or otherwise two in succession. */
export function causesOf(expected: string, actual: string): ValueCause[][] {
  const cuts = cutsInOctets(expected, actual);
  // A half character at the end shows that octets were counted.
  const causes = actual.endsWith("\ufffd") ? [...cuts, ...CHANGES] : [...CHANGES, cutAfter(actual), ...cuts];
  const single = causes.filter(({ change, leadsTo = () => change?.(expected) === actual }) =>
    leadsTo(expected, actual),
  );
  const pairs = (): ValueCause[][] =>
    causes.flatMap((one) => {
      const between = one.change?.(expected) ?? expected;
      const others =
        between === expected ? [] : causes.filter(({ change }) => change?.(between.toWellFormed()) === actual);
      return others.map((other) => [one, other]);
    });
  const found = single.length > 0 ? single.map((one) => [one]) : pairs();
  const names = found.map((each) => JSON.stringify(each.map(({ id }) => id).sort()));
  return found.filter((_, at) => names.indexOf(names[at]!) === at);
}

/** Whether a text that arrived unchanged rules out a cause. */
export function isRefutedBy({ change }: ValueCause, arrivedUnchanged: readonly string[]): boolean {
  return change !== undefined && arrivedUnchanged.some((text) => change(text) !== text);
}

const CHANGES: readonly ValueCause[] = [
  arriving("encoded-before", "percent-encoded once more", {
    change: encodeURIComponent,
    leadsTo: (expected, actual) => decodings(actual).includes(expected),
    fix: "Encode each value once: either in the client, or by the HTTP library.",
  }),
  ...VALUE_CHANGES.map(({ id, how, change }) => arriving(id, how, { change })),
  arriving("utf8-as-latin-1", "as UTF-8 that was read as Latin-1", {
    change: (text) => Buffer.from(text).toString("latin1"),
    fix: "Decode and encode text as UTF-8 everywhere.",
  }),
  arriving("nfc", "in NFC", { change: (text) => text.normalize("NFC") }),
  arriving("not-utf8", "with other characters for those outside ASCII", {
    leadsTo: isOtherCharset,
    fix: "Encode values as UTF-8 before percent-encoding them.",
  }),
  // Each language has its own set of white space.
  arriving("white-space", "with other white space or control characters", {
    leadsTo: (expected, actual) => withoutBlanks(expected) === withoutBlanks(actual),
  }),
];

function cutAfter(actual: string): ValueCause {
  const { length } = Array.from(actual);
  const change = (text: string): string => Array.from(text).slice(0, length).join("");
  // Only characters of several octets show the difference.
  const unit = Buffer.byteLength(actual) === length ? "characters or octets" : "characters";
  return arriving(`cut-after-${length}`, `cut after ${length} ${unit}`, { change });
}

/** Cuts after a number of octets. Of a character that was cut, programs leave out the rest, or it is read as U+FFFD. */
function cutsInOctets(expected: string, actual: string): ValueCause[] {
  const kept = actual.replace(/\ufffd+$/, "");
  const length = Buffer.byteLength(kept);
  if (kept === "" || !expected.startsWith(kept) || /^[\0-\x7f]*$/.test(actual)) return [];
  return [0, 1, 2, 3].flatMap((more) => {
    const change = (text: string): string => {
      const cut = Buffer.from(text)
        .subarray(0, length + more)
        .toString();
      return kept === actual ? cut.replace(/\ufffd+$/, "") : cut;
    };
    const cause = arriving(`cut-after-${length + more}`, `cut after ${length + more} octets`, { change });
    return change(expected) === actual ? [cause] : [];
  });
}

/** The text without its percent escapes, read as a URL component and as a form. */
function decodings(text: string): (string | undefined)[] {
  return /[%+]/.test(text) ? [text, text.replaceAll("+", " ")].map(decoded) : [];
}

function withoutBlanks(text: string): string {
  return text.replace(/[\s\p{Cc}\ufeff]/gu, "");
}

/**
 * Characters that are missing in a charset are written as ? or as a similar character, and octets that are not UTF-8 are
 * read as U+FFFD.
 */
function isOtherCharset(expected: string, actual: string): boolean {
  const kept = expected.split(/[^ -~]+/);
  const replaced = (text: string): number => text.split(/[?\ufffd]/).length;
  let end = 0;
  for (const text of kept) {
    const start = actual.indexOf(text, end);
    if (start < 0) return false;
    end = start + text.length;
  }
  const hasSameEnds = actual.startsWith(kept[0]!) && actual.endsWith(kept.at(-1)!);
  return kept.length > 1 && hasSameEnds && replaced(actual) > replaced(expected);
}

/** A regular expression that matches this text. */
export function literal(text: string): string {
  return text.replace(/[^\w/]/g, "\\$&");
}

/** The text with percent escapes decoded; `undefined` if malformed. */
export function decoded(text: string): string | undefined {
  return attempt(() => decodeURIComponent(text));
}

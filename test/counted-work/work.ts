/** Counts the work of a function, so that a test can tell whether it grows in proportion to a text, on any machine. */

import { type Attempt, countedExpression } from "./expression-steps.ts";

/** The work by kind, because a kind that grows with the square can be small beside another at first. */
export interface Work {
  /** The steps of regular expressions. */
  readonly expressions: number;
  /** The characters that methods of texts look at. */
  readonly texts: number;
  /** The elements that methods of lists, loops and copies look at. */
  readonly lists: number;
}

/**
 * Runs a function and counts what it does with texts and lists. Loops over single characters are not counted.
 *
 * @param countsExpressions - whether to count regular expressions, which takes a hundred times as long
 * @throws Error if an expression is run here otherwise than V8 does
 */
export function workOf(run: () => unknown, countsExpressions = true): Work {
  const work = { expressions: 0, texts: 0, lists: 0 };
  const restore: (() => void)[] = [];
  const replace = (owner: object, name: PropertyKey, make: (native: Native) => Native): void => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)!;
    Object.defineProperty(owner, name, { ...descriptor, value: make(descriptor.value as Native) });
    restore.push(() => Object.defineProperty(owner, name, descriptor));
  };
  /** Whether an expression is being counted, which is no work of the function. */
  let isCounting = false;
  const expressions = new Map<string, Attempt>();
  const step = (): void => {
    work.expressions += 1;
  };
  const count = (kind: "texts" | "lists", more: number): void => {
    if (!isCounting) work[kind] += more;
  };
  replace(RegExp.prototype, "exec", (exec) => {
    if (!countsExpressions) return exec;
    return function (this: RegExp, given: unknown) {
      const text = String(given);
      if (isCounting) return exec.call(this, text);
      isCounting = true;
      const { lastIndex, source, flags, sticky, global } = this;
      const start = sticky || global ? lastIndex : 0;
      const found = exec.call(this, text) as RegExpExecArray | null;
      const key = `${source}/${flags}`;
      const attempt = expressions.get(key) ?? countedExpression(this, step);
      expressions.set(key, attempt);
      let [at, end] = [start, -1];
      for (; at <= text.length; at++) {
        end = attempt(text, at);
        if (end >= 0 || sticky) break;
      }
      isCounting = false;
      const counted = end < 0 ? undefined : text.slice(at, end);
      if (counted !== found?.[0] && start <= text.length) {
        throw new Error(
          `the work of ${key} on ${JSON.stringify(text)} is counted wrongly: ${counted} instead of ${found?.[0]}`,
        );
      }
      return found;
    };
  });
  for (const name of LOOKING_AT_ALL) {
    replace(String.prototype, name, (native) => {
      return function (this: string, ...given: unknown[]) {
        count("texts", this.length);
        return native.apply(this, given);
      };
    });
  }
  for (const name of WITH_CALLBACK) {
    replace(Array.prototype, name, (native) => {
      return function (this: unknown[], callback: Native, ...given: unknown[]) {
        const counted: Native = function (this: unknown, ...values: unknown[]) {
          count("lists", 1);
          return callback.apply(this, values);
        };
        return native.call(this, counted, ...given);
      };
    });
  }
  for (const name of OF_ALL_ELEMENTS) {
    replace(Array.prototype, name, (native) => {
      return function (this: unknown[], ...given: unknown[]) {
        const result = native.apply(this, given);
        count("lists", Array.isArray(result) ? result.length : this.length);
        return result;
      };
    });
  }
  for (const iterable of [[], new Map(), new Set()]) {
    replace(Object.getPrototypeOf(iterable[Symbol.iterator]()) as object, "next", (native) => {
      return function (this: unknown) {
        count("lists", 1);
        return native.call(this);
      };
    });
  }
  try {
    run();
  } finally {
    for (const one of restore.reverse()) one();
  }
  return work;
}

// biome-ignore lint/suspicious/noExplicitAny: any method of a built-in object
type Native = (this: any, ...given: any[]) => unknown;

const LOOKING_AT_ALL = "split replaceAll trim trimStart trimEnd includes indexOf toLowerCase toUpperCase".split(" ");
const WITH_CALLBACK = "map filter flatMap find findIndex some every forEach reduce".split(" ");
const OF_ALL_ELEMENTS = "slice concat join includes indexOf toSorted sort reverse".split(" ");

/** Work of a kind below this is no sign of growth. */
const LITTLE = 2000;

/** How many times as much work of any kind a function does. */
export function growthOf(less: Work, more: Work): number {
  const kinds = Object.keys(less) as (keyof Work)[];
  return Math.max(...kinds.map((kind) => more[kind] / Math.max(less[kind], LITTLE)));
}

/** Counts the work of a function, so that a test can tell whether it grows in proportion to a text, on any machine. */

import { type Attempt, countedExpression } from "./expression-steps.ts";

/**
 * Runs a function and counts what it does with texts and lists: the steps of regular expressions, the characters that methods of
 * texts look at, the elements that methods of lists and loops look at. Loops over single characters are not counted.
 *
 * @throws Error if an expression is run here otherwise than V8 does
 */
export function workOf(run: () => unknown): number {
  let work = 0;
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
    work += 1;
  };
  const count = (more: number): void => {
    if (!isCounting) work += more;
  };
  replace(RegExp.prototype, "exec", (exec) => {
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
        throw new Error(`the work of ${key} on ${JSON.stringify(text)} is counted wrongly: ${counted} instead of ${found?.[0]}`);
      }
      return found;
    };
  });
  for (const name of LOOKING_AT_ALL) {
    replace(String.prototype, name, (native) => {
      return function (this: string, ...given: unknown[]) {
        count(this.length);
        return native.apply(this, given);
      };
    });
  }
  for (const name of WITH_CALLBACK) {
    replace(Array.prototype, name, (native) => {
      return function (this: unknown[], callback: Native, ...given: unknown[]) {
        const counted: Native = function (this: unknown, ...values: unknown[]) {
          count(1);
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
        count(Array.isArray(result) ? result.length : this.length);
        return result;
      };
    });
  }
  for (const iterable of [[], new Map(), new Set()]) {
    replace(Object.getPrototypeOf(iterable[Symbol.iterator]()) as object, "next", (native) => {
      return function (this: unknown) {
        count(1);
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

/**
 * Runs a regular expression as V8 does, by trying one alternative after the other, and counts the steps. V8 does not count them, and
 * the time that they take depends on the machine.
 */

/** Tries to match at one index. Returns the end, or -1. */
export type Attempt = (text: string, index: number) => number;

/** An expression in which `step` is called for each character, alternative and repetition that is tried. */
export function countedExpression({ source, flags }: RegExp, step: () => void): Attempt {
  const program = compile(source, flags.replace(/[gyd]/g, ""));
  return (text, index) => run(program, text, index, step);
}

type Test = (text: string, index: number) => boolean;

/** What the machine does at one place of the program. */
type Instruction =
  | { readonly kind: "match" }
  /** One character: before or after the current index. */
  | { readonly kind: "one"; readonly is: Test; readonly forward: boolean }
  /** Up to `most` characters in a row, as many as possible or as few. */
  | {
      readonly kind: "many";
      readonly is: Test;
      readonly forward: boolean;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly kind: "here"; readonly is: Test }
  | { readonly kind: "split"; readonly first: number; readonly other: number }
  | { readonly kind: "jump"; to: number }
  | { readonly kind: "set"; readonly register: number; readonly value: "index" | number }
  | {
      readonly kind: "again";
      readonly count: number;
      readonly start: number;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
      readonly body: number;
      after: number;
    }
  | { readonly kind: "repeat"; readonly group: number; readonly forward: boolean; readonly folds: boolean }
  | { readonly kind: "around"; readonly program: Program; readonly isWanted: boolean };

interface Program {
  readonly instructions: readonly Instruction[];
  /** The registers in which groups begin and end; those of loops follow. */
  readonly captures: number;
  readonly registers: number;
}

type Node =
  | { readonly kind: "one"; readonly source: string }
  | { readonly kind: "here"; readonly source: string }
  | { readonly kind: "group"; readonly number: number | undefined; readonly inner: Node }
  | { readonly kind: "around"; readonly inner: Node; readonly isWanted: boolean; readonly forward: boolean }
  | { readonly kind: "repeat"; readonly group: number }
  | {
      readonly kind: "quantified";
      readonly inner: Node;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "either"; readonly items: readonly Node[] };

const CLASS_RE = /\[(?:[^\]\\]|\\[\s\S])*\]/y;
const ESCAPE_RE = /\\(?:k<\w+>|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])/y;
const QUANTIFIER_RE = /(?:([*+?])|\{(\d+)(,)?(\d*)\})(\??)/y;

function parse(source: string): { readonly root: Node; readonly groups: number } {
  let at = 0;
  let groups = 0;
  const numberOf = new Map<string, number>();
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = nativeExec(pattern, source);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const either = (): Node => {
    const items = [sequence()];
    while (source[at] === "|") {
      at += 1;
      items.push(sequence());
    }
    return items.length === 1 ? items[0]! : { kind: "either", items };
  };
  const sequence = (): Node => {
    const items: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") items.push(quantified());
    return { kind: "sequence", items };
  };
  const quantified = (): Node => {
    const inner = atom();
    const found = take(QUANTIFIER_RE);
    if (found === null) return inner;
    const [, sign, least, comma, most, lazy] = found;
    const bounds =
      sign === undefined
        ? [Number(least), comma === undefined ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most)]
        : [sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY];
    return { kind: "quantified", inner, least: bounds[0]!, most: bounds[1]!, lazy: lazy === "?" };
  };
  const atom = (): Node => {
    const character = source[at]!;
    if (character === "[") return { kind: "one", source: take(CLASS_RE)![0] };
    if (character === "\\") {
      const [escaped] = take(ESCAPE_RE)!;
      if (escaped === "\\b" || escaped === "\\B") return { kind: "here", source: escaped };
      if (escaped.startsWith("\\k<")) return { kind: "repeat", group: numberOf.get(escaped.slice(3, -1))! };
      return /^\\[1-9]$/.test(escaped)
        ? { kind: "repeat", group: Number(escaped[1]) }
        : { kind: "one", source: escaped };
    }
    if (character === "^" || character === "$") {
      at += 1;
      return { kind: "here", source: character };
    }
    if (character !== "(") {
      const point = String.fromCodePoint(source.codePointAt(at)!);
      at += point.length;
      return { kind: "one", source: point };
    }
    const [opening] = take(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y)!;
    const isCaptured = opening === "(" || /^\(\?<\w/.test(opening);
    if (isCaptured) groups += 1;
    const number = isCaptured ? groups : undefined;
    if (isCaptured && opening !== "(") numberOf.set(opening.slice(3, -1), groups);
    const inner = either();
    at += 1;
    if (!/[=!]$/.test(opening)) return { kind: "group", number, inner };
    return { kind: "around", inner, isWanted: opening.endsWith("="), forward: !opening.includes("<") };
  };
  return { root: either(), groups };
}

function compile(source: string, flags: string): Program {
  const { root, groups } = parse(source);
  return programOf(root, true, flags, groups);
}

function programOf(root: Node, isForward: boolean, flags: string, groups: number): Program {
  const instructions: Instruction[] = [];
  const captures = 2 * (groups + 1);
  let registers = captures;
  const emit = (node: Node, forward: boolean): void => {
    switch (node.kind) {
      case "one":
        instructions.push({ kind: "one", is: characterTest(node.source, flags), forward });
        return;
      case "here":
        instructions.push({ kind: "here", is: placeTest(node.source, flags) });
        return;
      case "repeat":
        instructions.push({ kind: "repeat", group: node.group, forward, folds: flags.includes("i") });
        return;
      case "sequence":
        for (const item of forward ? node.items : [...node.items].reverse()) emit(item, forward);
        return;
      case "group": {
        const set = (side: number): void => {
          if (node.number !== undefined)
            instructions.push({ kind: "set", register: 2 * node.number + side, value: "index" });
        };
        set(forward ? 0 : 1);
        emit(node.inner, forward);
        set(forward ? 1 : 0);
        return;
      }
      case "around": {
        const program = programOf(node.inner, node.forward, flags, groups);
        instructions.push({ kind: "around", program, isWanted: node.isWanted });
        return;
      }
      case "either": {
        const ends: { kind: "jump"; to: number }[] = [];
        for (const [at, item] of node.items.entries()) {
          if (at === node.items.length - 1) emit(item, forward);
          else {
            const split = instructions.length;
            instructions.push({ kind: "match" });
            emit(item, forward);
            const end = { kind: "jump" as const, to: 0 };
            ends.push(end);
            instructions.push(end);
            instructions[split] = { kind: "split", first: split + 1, other: instructions.length };
          }
        }
        for (const end of ends) end.to = instructions.length;
        return;
      }
      case "quantified": {
        const { inner, least, most, lazy } = node;
        if (inner.kind === "one") {
          instructions.push({ kind: "many", is: characterTest(inner.source, flags), forward, least, most, lazy });
          return;
        }
        const [count, start] = [registers, registers + 1];
        registers += 2;
        instructions.push({ kind: "set", register: count, value: 0 }, { kind: "set", register: start, value: -1 });
        const loop = instructions.length;
        const body = loop + 1;
        const again = { kind: "again" as const, count, start, least, most, lazy, body, after: 0 };
        instructions.push(again);
        emit(inner, forward);
        instructions.push({ kind: "jump", to: loop });
        again.after = instructions.length;
        return;
      }
    }
  };
  emit(root, isForward);
  instructions.push({ kind: "match" });
  return { instructions, captures, registers };
}

function characterTest(source: string, flags: string): Test {
  const pattern = new RegExp(`^(?:${source})$`, flags.replace("m", ""));
  const known: boolean[] = [];
  return (text, index) => (known[text.charCodeAt(index)] ??= nativeExec(pattern, text[index]!) !== null);
}

const isWord = (character: string | undefined): boolean => character !== undefined && WORD.includes(character);
const WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
const ENDS = "\n\r\u2028\u2029";

function placeTest(source: string, flags: string): Test {
  const isMultiline = flags.includes("m");
  if (source === "^") return (text, index) => index === 0 || (isMultiline && ENDS.includes(text[index - 1]!));
  if (source === "$") return (text, index) => index === text.length || (isMultiline && ENDS.includes(text[index]!));
  return (text, index) => (isWord(text[index - 1]) !== isWord(text[index])) === (source === "\\b");
}

function run(program: Program, text: string, start: number, step: () => void, outer: readonly number[] = []): number {
  return captured(program, text, start, step, outer)?.end ?? -1;
}

/** The end of a match and where its groups begin and end; `undefined` if there is no match. */
function captured(
  { instructions, captures, registers }: Program,
  text: string,
  start: number,
  step: () => void,
  outer: readonly number[],
): { readonly end: number; readonly groups: readonly number[] } | undefined {
  const values = new Array<number>(registers).fill(-1);
  for (let at = 0; at < outer.length && at < captures; at++) values[at] = outer[at]!;
  /** What to try next, and what to undo before it: places with an index, or registers with a value. */
  const stack: (readonly [kind: "try" | "undo" | "fewer" | "more", a: number, b: number, end: number])[] = [];
  let [place, index] = [0, start];
  const set = (register: number, value: number): void => {
    stack.push(["undo", register, values[register]!, 0]);
    values[register] = value;
  };
  for (;;) {
    step();
    const one = instructions[place]!;
    let isOn = true;
    switch (one.kind) {
      case "match":
        return { end: index, groups: values.slice(0, captures) };
      case "one": {
        const at = one.forward ? index : index - 1;
        isOn = at >= 0 && at < text.length && one.is(text, at);
        index += one.forward ? 1 : -1;
        place += 1;
        break;
      }
      case "many": {
        const sign = one.forward ? 1 : -1;
        const fits = (): boolean => {
          step();
          const at = one.forward ? index : index - 1;
          return at >= 0 && at < text.length && one.is(text, at);
        };
        let count = 0;
        const wanted = one.lazy ? one.least : one.most;
        while (count < wanted && fits()) {
          index += sign;
          count += 1;
        }
        isOn = count >= one.least;
        if (isOn && one.lazy && count < one.most) stack.push(["more", place, index, one.most - count]);
        if (isOn && !one.lazy && count > one.least)
          stack.push(["fewer", place + 1, index - sign, index - sign * (count - one.least)]);
        place += 1;
        break;
      }
      case "here":
        isOn = one.is(text, index);
        place += 1;
        break;
      case "split":
        stack.push(["try", one.other, index, 0]);
        place = one.first;
        break;
      case "jump":
        place = one.to;
        break;
      case "set":
        set(one.register, one.value === "index" ? index : one.value);
        place += 1;
        break;
      case "again": {
        const { count, start: from, least, most, lazy, body, after } = one;
        const done = values[count]!;
        // A repetition of nothing is no repetition.
        if (done > least && values[from] === index) {
          isOn = false;
          break;
        }
        const repeat = (): void => {
          set(count, done + 1);
          set(from, index);
          place = body;
        };
        if (done < least) repeat();
        else if (done >= most) place = after;
        else if (lazy) {
          stack.push(["try", -place - 1, index, 0]);
          place = after;
        } else {
          stack.push(["try", after, index, 0]);
          repeat();
        }
        break;
      }
      case "repeat": {
        const [from, to] = [values[2 * one.group]!, values[2 * one.group + 1]!];
        const fold = (part: string): string => (one.folds ? part.toLowerCase() : part);
        const wanted = from < 0 || to < 0 ? "" : text.slice(from, to);
        const at = one.forward ? index : index - wanted.length;
        isOn = at >= 0 && fold(text.slice(at, at + wanted.length)) === fold(wanted);
        index = one.forward ? index + wanted.length : at;
        place += 1;
        break;
      }
      case "around": {
        const found = captured(one.program, text, index, step, values);
        isOn = (found !== undefined) === one.isWanted;
        for (const [at, value] of found?.groups.entries() ?? []) if (value !== values[at]) set(at, value);
        place += 1;
        break;
      }
    }
    while (!isOn) {
      const last = stack.pop();
      if (last === undefined) return undefined;
      const [kind, first, second, end] = last;
      if (kind === "undo") values[first] = second;
      else if (kind === "try" && first < 0) {
        // One more repetition of a lazy loop.
        const loop = instructions[-first - 1]! as Extract<Instruction, { kind: "again" }>;
        index = second;
        set(loop.count, values[loop.count]! + 1);
        set(loop.start, index);
        place = loop.body;
        isOn = true;
      } else if (kind === "try") {
        [place, index] = [first, second];
        isOn = true;
      } else if (kind === "fewer") {
        [place, index] = [first, second];
        if (second !== end) stack.push(["fewer", first, second + Math.sign(end - second), end]);
        isOn = true;
      } else {
        const many = instructions[first]! as Extract<Instruction, { kind: "many" }>;
        const at = many.forward ? second : second - 1;
        step();
        if (at < 0 || at >= text.length || !many.is(text, at)) continue;
        index = many.forward ? second + 1 : second - 1;
        if (end > 1) stack.push(["more", first, index, end - 1]);
        place = first + 1;
        isOn = true;
      }
    }
  }
}

const { exec } = RegExp.prototype;
const nativeExec = (pattern: RegExp, text: string): RegExpExecArray | null => exec.call(pattern, text);

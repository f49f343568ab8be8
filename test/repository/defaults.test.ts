/** Compares the numbers that documentation comments call defaults with the code. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filesBelow } from "../files-below.ts";

const FILES = filesBelow("src", ".ts").map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** A number with its unit at the end of a comment, and the member that has the comment. */
const DEFAULT_RE = /@default (\d[\d_]*)( MiB)?\s*\*\/\s*readonly (\w+)\??:/g;

/** The part of src that a file belongs to: its members have the same meaning in all files. */
function partOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

function numberOf(text: string): number {
  return Number(text.replaceAll("_", ""));
}

/** The value of a number, of a product, or of a constant that has one. */
function resolved(expression: string, part: string): number | undefined {
  if (/^[\d_ *]+$/.test(expression)) {
    const factors = expression.split(" * ").map((factor) => factor.split(" ** ").map(numberOf));
    return factors.reduce((product, [base = 0, exponent = 1]) => product * base ** exponent, 1);
  }
  if (!/^[A-Z_]+$/.test(expression)) return undefined;
  const constantRe = new RegExp(`const ${expression}(?:: number)? = ([\\d_ *]+);`);
  const [, value] = FILES.filter(({ file }) => partOf(file) === part).flatMap(
    ({ text }) => constantRe.exec(text) ?? [],
  );
  return value === undefined ? undefined : resolved(value, part);
}

const DOCUMENTED = FILES.flatMap(({ file, text }) =>
  Array.from(text.matchAll(DEFAULT_RE), ([, number, unit, name]) => ({
    name: name!,
    part: partOf(file),
    value: numberOf(number!) * (unit === undefined ? 1 : 1_048_576),
  })),
);

/** The values that the code takes if a member is absent. */
function inCode({ name, part }: { name: string; part: string }): number[] {
  const defaultRe = new RegExp(`(?:\\b${name} = |\\b${name} \\?\\? |^  ${name}: )([\\w *]+)`, "gm");
  return FILES.filter(({ file }) => partOf(file) === part)
    .flatMap(({ text }) => Array.from(text.matchAll(defaultRe), ([, expression]) => resolved(expression!.trim(), part)))
    .filter((value) => value !== undefined);
}

describe("a number that is documented as a default", () => {
  test("is the one in the code", () => {
    const found = DOCUMENTED.map((one) => ({ ...one, values: inCode(one) })).filter(({ values }) => values.length > 0);
    expect(found.filter(({ value, values }) => !values.includes(value))).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(30);
  });
});

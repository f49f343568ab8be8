import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Program, parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { requireBuild } from "../require-build.ts";

/** Exports without a documentation comment: their names and types say all. */
const WITHOUT_COMMENT: readonly string[] = [
  "Problem",
  "Verdict",
  "Level",
  "Stage",
  "Layer",
  "EnvironmentName",
  "GatewayErrorOptions",
];

/** A declaration that a program can import, as the compiler emits it. */
interface Exported {
  readonly name: string;
  readonly text: string;
  /** Empty without a comment. */
  readonly comment: string;
}

type Statement = Program["body"][number];

/** The exports of a file of declarations by name, with those that it passes on from other files. */
function exportsOf(file: string): ReadonlyMap<string, Exported> {
  const text = readFileSync(file, "utf8");
  const { program, comments } = parseSync(file, text);
  const from = (source: string): ReadonlyMap<string, Exported> =>
    exportsOf(resolve(file, "..", source.replace(/\.(?:js|ts)$/, ".d.ts")));
  const described = (statement: Statement): Exported[] => {
    const isBefore = ({ type, start, end }: (typeof comments)[number]): boolean =>
      type === "Block" &&
      text[start + 2] === "*" &&
      end <= statement.start &&
      text.slice(end, statement.start).trim() === "";
    const found = comments.find(isBefore);
    const shown = text.slice(statement.start, statement.end).replace(/^export (?:declare )?/, "");
    const name = /^(?:declare )?(?:abstract )?(?:function|class|interface|type|const|enum) (\w+)/.exec(shown)?.[1];
    return name === undefined ? [] : [{ name, text: shown, comment: found?.value ?? "" }];
  };
  const own = new Map(program.body.flatMap(described).map((one) => [one.name, one]));
  const all = program.body.flatMap((statement): (readonly [string, Exported])[] => {
    if (statement.type === "ExportAllDeclaration") return [...from(statement.source.value)];
    if (statement.type !== "ExportNamedDeclaration") return [];
    const available = statement.source ? from(statement.source.value) : own;
    const passedOn = statement.specifiers.flatMap(({ local, exported }) => {
      const found = "name" in local ? available.get(local.name) : undefined;
      return found && "name" in exported ? [[exported.name, found] as const] : [];
    });
    return [...passedOn, ...described(statement).map((one) => [one.name, one] as const)];
  });
  return new Map(all);
}

requireBuild();
const { exports: entries } = JSON.parse(readFileSync("package.json", "utf8")) as {
  exports: Record<string, { readonly types?: string }>;
};
const exported = [
  ...new Map(
    Object.values(entries).flatMap(({ types }) => (types === undefined ? [] : [...exportsOf(resolve(types))])),
  ),
];

function namesOf(isMissing: (one: Exported) => boolean): string[] {
  return exported.flatMap(([name, one]) => (isMissing(one) ? [name] : [])).toSorted();
}

/** The example of a function that throws shows its error. */
function needsExample({ text }: Exported): boolean {
  return (
    /^(?:declare )?function /.test(text) ||
    (/^(?:declare )?class /.test(text) && !/^[^{]* extends \w*Error\b/.test(text))
  );
}

describe("the exports of the package", () => {
  test("every function and class has an example that the tests run", () => {
    expect(namesOf((one) => needsExample(one) && !one.comment.includes("```ts\n"))).toEqual([]);
  });

  test("every name has a documentation comment, unless its name and type say all", () => {
    expect(namesOf(({ comment }) => comment === "")).toEqual(WITHOUT_COMMENT.toSorted());
  });

  test("are read: well-known names are there", () => {
    const names = exported.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(["sign", "percentEncode", "createGatewayClient", "protect"]));
    expect(names.length).toBeGreaterThan(200);
  });
});

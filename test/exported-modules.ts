/** The modules that the package exports, by sub-path. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Program, parseSync } from "oxc-parser";

type Exports = Readonly<Record<string, string | { readonly default: string; readonly types: string }>>;

/** The sub-paths of package.json whose modules are in a folder of `src`, without "./". */
export function subPathsOf(folder: string): string[] {
  return Object.entries(exportsOfPackage())
    .filter(([, target]) => typeof target === "object" && target.default.startsWith(`./dist/${folder}/`))
    .map(([subPath]) => subPath.replace("./", ""));
}

function exportsOfPackage(): Exports {
  return (JSON.parse(readFileSync("package.json", "utf8")) as { readonly exports: Exports }).exports;
}

/** The sub-paths of package.json with code, and the path of the declarations of each. */
export function entriesOf(): { readonly subPath: string; readonly declarations: string }[] {
  return Object.entries(exportsOfPackage()).flatMap(([subPath, target]) =>
    typeof target === "string" ? [] : [{ subPath, declarations: resolve(target.types) }],
  );
}

/** A declaration that a program can import, as the compiler emits it. */
export interface Exported {
  readonly name: string;
  readonly text: string;
  /** Empty without a comment. */
  readonly comment: string;
}

type Statement = Program["body"][number];

/** The exports of a file of declarations by name, with those that it passes on from other files. */
export function exportsOf(file: string): ReadonlyMap<string, Exported> {
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

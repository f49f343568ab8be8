import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Declaration, type Manifest, readEntries } from "../../scripts/api-reference/declarations.ts";
import { requireBuild } from "../require-build.ts";

/** Exports without a documentation comment: their names and types say all. */
const WITHOUT_COMMENT: readonly string[] = [
  "countersign Problem",
  "countersign Verdict",
  "countersign/vectors Level",
  "countersign/vectors Stage",
  "countersign/vectors Layer",
  "countersign/vectors VerificationLimits",
  "countersign/gateway EnvironmentName",
  "countersign/gateway GatewayErrorOptions",
];

requireBuild();
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const declarations = new Map<string, Declaration>();
for (const entry of readEntries(manifest, "dist")) {
  const described = [...declarations.values()].map(({ file, name }) => `${file} ${name}`);
  for (const one of entry.declarations) {
    if (!described.includes(`${one.file} ${one.name}`)) declarations.set(`${entry.specifier} ${one.name}`, one);
  }
}

function namesOf(isMissing: (declaration: Declaration) => boolean): string[] {
  return [...declarations].filter(([, one]) => isMissing(one)).map(([name]) => name);
}

/** The example of a function that throws shows its error. */
function needsExample({ kind, signatures }: Declaration): boolean {
  return kind === "function" || (kind === "class" && !/ extends \w*Error$/.test(signatures[0]!));
}

/** Only code that is marked as TypeScript is run by test/repository/examples.test.ts. */
function hasExample({ comment }: Declaration): boolean {
  return comment?.examples.some((text) => text.startsWith("```ts\n")) === true;
}

describe("the API reference", () => {
  test("every exported function and class has an example that the tests run", () => {
    expect(namesOf((one) => needsExample(one) && !hasExample(one))).toEqual([]);
  });

  test("every exported name has a documentation comment, unless its name and type say all", () => {
    expect(namesOf(({ comment }) => !comment?.description).sort()).toEqual([...WITHOUT_COMMENT].sort());
  });

  test("the entries are read: well-known names are there", () => {
    expect(declarations.has("countersign sign")).toBe(true);
    expect(declarations.has("countersign/oauth1 percentEncode")).toBe(true);
    expect(declarations.size).toBeGreaterThan(200);
  });
});

import { describe, expect, test } from "vitest";
import { type Exported, entriesOf, exportsOf } from "../exported-modules.ts";
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

requireBuild();
const exported = [...new Map(entriesOf().flatMap(({ declarations }) => [...exportsOf(declarations)]))];

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

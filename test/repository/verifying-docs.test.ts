import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../src/verifier/limits.ts";
import { publicResponseOf, REJECTION_CODES } from "../../src/verifier/rejections.ts";

const DOCUMENT = readFileSync("docs/verifying.md", "utf8");

/** The cells of the table with this header row, without backticks. */
function tableUnder(head: string, document = DOCUMENT): string[][] {
  const lines = document.split("\n");
  const rows: string[][] = [];
  for (const line of lines.slice(lines.indexOf(head) + 2)) {
    if (!line.startsWith("|")) break;
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    rows.push(cells.map((cell) => cell.trim().replaceAll("`", "")));
  }
  return rows;
}

/** The options of an interface in types.ts, with the default in their docstring. */
function optionsIn(name: string): Map<string, string | undefined> {
  const source = readFileSync("src/verifier/types.ts", "utf8");
  const [, body = ""] = new RegExp(`export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? [];
  const options = [...body.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly (\w+)\??:/g)];
  return new Map(
    options.map(([, comment = "", option]) => [option!, /@default (.*?)\s*$/m.exec(comment)?.[1]?.replaceAll("_", "")]),
  );
}

describe("docs/verifying.md", () => {
  test("lists every rejection code with its status and public message, and no other", () => {
    const rows = tableUnder("| code | status | what happened, for the operator | public message |");
    const listed = rows.map(([code, status, , message]) => ({ code, status: Number(status), message }));
    const actual = REJECTION_CODES.map((code) => ({ code, ...publicResponseOf(code) }));
    const byCode = (a: { code: string | undefined }, b: { code: string | undefined }) => (a.code! < b.code! ? -1 : 1);
    expect(listed.sort(byCode)).toEqual(actual.sort(byCode));
    expect(rows.filter(([, , meaning]) => meaning === "")).toEqual([]);
  });

  test("lists every option of the verifier with its default, and no other", () => {
    const rows = tableUnder("| option | default | meaning |");
    const options = optionsIn("VerifierOptions");
    expect(options.size).toBeGreaterThan(10);
    expect(rows.map(([name]) => name)).toEqual([...options.keys()]);
    for (const [name, stated] of rows) {
      const actual = options.get(name!);
      if (actual !== undefined) expect({ name, stated }).toEqual({ name, stated: actual });
    }
  });

  test("lists every limit with its default, and no other", () => {
    const rows = tableUnder("| limit | default | of what |");
    const stated = Object.fromEntries(rows.map(([name, value]) => [name!.replace("limits.", ""), Number(value)]));
    expect(stated).toEqual({ ...DEFAULT_LIMITS });
  });

  test("links to headings that exist", () => {
    for (const [, file, anchor] of DOCUMENT.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)) {
      const text = file === "" ? DOCUMENT : readFileSync(`docs/${file}`, "utf8");
      const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));
      expect(anchors, `${file}#${anchor}`).toContain(anchor);
    }
  });

  test("the helpers find rows and defaults", () => {
    expect(tableUnder("| a | b |", "| a | b |\n| --- | --- |\n| `x` | 1 |\n\n| y | 2 |")).toEqual([["x", "1"]]);
    expect(optionsIn("Limits").get("nonce")).toBe("128");
  });
});

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

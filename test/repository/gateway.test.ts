import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readGatewayData } from "../../src/cli/gateway-data.ts";
import { OPERATIONS, type Operation } from "../../src/gateway/index.ts";
import { FAILURE_MODES } from "../../src/gateway/simulator/index.ts";

const DOCUMENT = readFileSync("docs/gateway.md", "utf8");

/** The text below a heading of the third level, up to the next heading. */
function sectionOf(heading: string): string {
  return DOCUMENT.split(`\n### ${heading}\n`)[1]!.split(/\n##+ /)[0]!;
}

function rowOf([argument, { name, otherNames = [], need, type, length, named, checked }]: [
  string,
  Operation["parameters"][string],
]): string {
  const names = [name, ...otherNames].map((one) => `\`${one}\``).join(" or ");
  const size = length === undefined ? "" : `, ${length[0] === length[1] ? length[0] : length.join("–")}`;
  return `| \`${argument}\` | ${names} | ${need} | ${type}${size} | ${named}, ${checked} |`;
}

describe("docs/gateway.md", () => {
  test.each(Object.entries(OPERATIONS) as [string, Operation][])(
    "%s is there with its address, its method and every parameter, and no other",
    (name, row) => {
      const section = sectionOf(name);
      expect(section).toContain(
        `POST /${row.version}/${row.path}/…\`, ${row.signatureMethod}, ${row.hasGroups ? "endpoint or group" : "endpoint only"}`,
      );
      expect(section.includes("**Moves money")).toBe(row.movesMoney);
      const rows = section.split("\n").filter((line) => line.startsWith("| `"));
      expect(rows).toEqual(Object.entries(row.parameters).map(rowOf));
      expect(section).toContain(`client.${name}(`);
    },
  );

  test("names every failure, every error and no other", () => {
    const [failures] = sectionOf("Failures on demand").split("Three ways");
    expect([...failures!.matchAll(/`([^`]+)`/g)].map(([, mode]) => mode)).toEqual([...FAILURE_MODES]);
    const codes = [...readFileSync("src/gateway/errors.ts", "utf8").matchAll(/^ {2}\| "([^"]+)"/gm)].map(
      ([, code]) => code!,
    );
    const table = DOCUMENT.split("\n## Errors\n")[1]!
      .split("\n## ")[0]!
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    expect(
      table.flatMap((line) => [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)).sort(),
    ).toEqual(codes.sort());
  });

  test("shows data that the double takes", () => {
    const folder = mkdtempSync(join(tmpdir(), "data-"));
    writeFileSync(join(folder, "merchant.public.pem"), "PEM");
    writeFileSync(join(folder, "data.json"), /```json\n([\s\S]*?)```/.exec(DOCUMENT)![1]!);
    expect(readGatewayData(join(folder, "data.json")).merchants).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test("links to headings that exist", () => {
    const anchors = [...DOCUMENT.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    );
    for (const [, anchor] of DOCUMENT.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
  });
});

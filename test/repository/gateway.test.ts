import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { operationsPage } from "../../scripts/openapi/operations-page.ts";
import { readGatewayData } from "../../src/cli/gateway/gateway-data.ts";
import { OPERATIONS, type Operation } from "../../src/gateway/index.ts";
import { FAILURE_MODES, NOTICE_CODES } from "../../src/gateway/simulator/index.ts";
import { testKeyPair } from "../keys/index.ts";

const PAGES = Object.fromEntries(
  ["gateway.md", "gateway-client.md", "gateway-simulator.md"].map((name) => [
    name,
    readFileSync(join("docs", name), "utf8"),
  ]),
);
const CLIENT = PAGES["gateway-client.md"]!;
const SIMULATOR = PAGES["gateway-simulator.md"]!;

/** The text below a heading, up to the next heading of the same or a higher level. */
function section(page: string, heading: string): string {
  const text = page.split(`\n${heading}\n`)[1]!;
  return heading.startsWith("### ") ? text.split(/\n##+ /)[0]! : text.split("\n## ")[0]!;
}

/** The code spans in the first column of a table. */
function firstColumn(text: string): string[] {
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
}

describe("the pages on the gateway", () => {
  test("say which of the operations that they explain move money, with an example of one", () => {
    const operations: Readonly<Record<string, Operation>> = OPERATIONS;
    const [others = "", moving = ""] = section(CLIENT, "### Orders").split("**move money**");
    const named = [...moving.matchAll(/^- (\w+): /gm)].map(([, name]) => name!);
    expect(named).toEqual(["transfer", "transferByRef", "payout"]);
    expect(named.filter((name) => !operations[name]?.movesMoney)).toEqual([]);
    expect(others).toContain("panEligibilitySend");
    expect(operations.panEligibilitySend?.movesMoney).toBe(false);
    expect(moving).toContain("client.payout(");
  });

  test("have a generated list of the operations with their parameters", () => {
    const text = readFileSync("docs/data/gateway-operations.md", "utf8");
    expect(text, "run npm run generate -- openapi").toBe(operationsPage());
    const [payout = ""] = section(text, "## payout").split("\n## ");
    expect(payout).toContain("`POST /v4/payout/…`, RSA-SHA256, endpoint or group, **moves money**");
    expect(payout).toContain('await client.payout({\n  clientOrderId: "payout-1",\n');
    expect(payout).toContain("| `amount` | `amount` | required | amount, 1–10 | specification, public |");
  });

  test("list exactly the failure modes, the notices and the error codes", () => {
    expect(firstColumn(section(SIMULATOR, "## Notices"))).toEqual([...NOTICE_CODES]);
    expect(firstColumn(section(SIMULATOR, "## Failure modes"))).toEqual([...FAILURE_MODES]);
    const codes = readFileSync("src/gateway/errors.ts", "utf8").matchAll(/^ {2}\| "([^"]+)"/gm);
    const listed = firstColumn(section(CLIENT, "## Handle errors"));
    expect(listed.toSorted()).toEqual([...codes].map(([, code]) => code!).toSorted());
  });

  test("have an example of data that the simulator accepts", () => {
    const folder = mkdtempSync(join(tmpdir(), "data-"));
    const pem = testKeyPair("rsa-2048").publicKey.export({ type: "spki", format: "pem" });
    writeFileSync(join(folder, "merchant.public.pem"), pem);
    writeFileSync(join(folder, "data.json"), /```json\n([\s\S]*?)```/.exec(SIMULATOR)![1]!);
    expect(readGatewayData(join(folder, "data.json")).merchants).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test("link to every client in another language", () => {
    const linked = [...PAGES["gateway.md"]!.matchAll(/\]\(\.\.\/examples\/clients\/([^)]+)\)/g)].map(
      ([, file]) => file!,
    );
    expect(linked.toSorted()).toEqual(readdirSync("examples/clients").toSorted());
  });

  test.each(Object.keys(PAGES))("link to headings that exist: %s", (name) => {
    for (const [, page, anchor] of PAGES[name]!.matchAll(/\]\((gateway[a-z-]*\.md)?#([^)]+)\)/g)) {
      const headings = [...PAGES[page ?? name]!.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      );
      expect(headings).toContain(anchor);
    }
  });
});

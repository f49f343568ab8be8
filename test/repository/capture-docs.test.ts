import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCannedAnswers } from "../../src/cli/capture/canned-answers.ts";
import { createClientEnvironment } from "../../src/cli/capture/client-environment.ts";
import { BASE_STRING_HEADER } from "../../src/request-log/client-texts.ts";
import { EXPECTED } from "../conformance/capture/clients.ts";

const DOCUMENT = readFileSync("docs/capture.md", "utf8");

function namesUnder(head: string): string[] {
  const lines = DOCUMENT.split("\n");
  const rows = lines.slice(lines.indexOf(head) + 2);
  return rows.slice(0, rows.indexOf("")).map((row) => row.split("|")[1]!.trim().replaceAll("`", ""));
}

describe("docs/capture.md", () => {
  test("lists the variables that a client finds, and no other", () => {
    const environment = createClientEnvironment({ ...EXPECTED, token: "t", tokenSecret: "s" }, "authority");
    const names = Object.keys(environment.variables("http://127.0.0.1:1"));
    environment.remove();
    const listed = [...namesUnder("| variable | holds |"), ...namesUnder("| variable | honoured by | holds |")];
    expect(listed.sort()).toEqual(names.sort());
  });

  test("has a file of answers that can be used, and names the header", () => {
    const [, answers] = /^```json\n([\s\S]*?)^```/m.exec(DOCUMENT)!;
    expect(readCannedAnswers(answers!, "answers.json")("GET", "/status/1?a=b", true)).toMatchObject({
      body: "status=approved",
    });
    expect(readCannedAnswers(answers!, "answers.json")("GET", "/else", false)).toMatchObject({ status: 401 });
    expect(DOCUMENT.toLowerCase()).toContain(`\n${BASE_STRING_HEADER}: post&`);
  });

  test("links to headings that exist", () => {
    for (const [, file, anchor] of DOCUMENT.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)) {
      const text = file === "" ? DOCUMENT : readFileSync(`docs/${file}`, "utf8");
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      );
      expect(headings, `${file}#${anchor}`).toContain(anchor);
    }
  });
});

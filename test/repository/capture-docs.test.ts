import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BASE_STRING_HEADER } from "../../src/capture/client-base-string.ts";
import { readCannedAnswers } from "../../src/cli/canned-answers.ts";
import { capture } from "../../src/cli/capture.ts";
import { createKit } from "../../src/cli/capture-kit.ts";
import { EXIT } from "../../src/cli/exit-codes.ts";
import { EXPECTED } from "../capture/clients.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { hasCurl, hasPython, PYTHON } from "../foreign-clients.ts";

const DOCUMENT = readFileSync("docs/capture.md", "utf8");

/** Inside the checkout, so that the clients find the package by its name. */
const FOLDER = "test/.capture-clients";
const KEY = join(FOLDER, "key.pem");
beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(KEY, EXPECTED.privateKey);
  vi.stubEnv("NODE", process.execPath);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Writes the block down that begins with its name, and gives back its path. */
function client(name: string): string {
  const [, code] = new RegExp(`^\`\`\`\\w+\\n((?:#|//) ${name}\\n[\\s\\S]*?)^\`\`\``, "m").exec(DOCUMENT) ?? [];
  const path = join(FOLDER, name);
  // What the command prints of its own is no part of the test's output.
  const quiet = code!.replaceAll("| sh\n", "| sh >/dev/null 2>&1\n");
  writeFileSync(path, quiet.replaceAll("npx countersign", `"$NODE" ${resolve("dist/cli/main.js")}`));
  return path;
}

function namesUnder(head: string): string[] {
  const lines = DOCUMENT.split("\n");
  const rows = lines.slice(lines.indexOf(head) + 2);
  return rows.slice(0, rows.indexOf("")).map((row) => row.split("|")[1]!.trim().replaceAll("`", ""));
}

describe("docs/capture.md", () => {
  const clients = [
    { name: "client.py", command: PYTHON, isThere: hasPython },
    { name: "client.sh", command: "sh", isThere: hasCurl },
    { name: "client.mjs", command: process.execPath, isThere: true },
  ];
  test.each(clients.filter(({ isThere }) => isThere))(
    "has a client in $name that is right by both its requests",
    async ({ name, command }) => {
      const terminal = fakeTerminal();
      const status = await capture(
        [command, client(name)],
        { consumerKey: "capture", maxRequests: "10", privateKeyFile: KEY },
        terminal,
      );
      expect(terminal.text()).toContain("✓ the command ended with 0; 2 requests, all of them right\n");
      expect(status).toBe(EXIT.ok);
    },
  );

  test("lists the variables that a client finds, and no other", () => {
    const kit = createKit({ ...EXPECTED, token: "t", tokenSecret: "s" }, "authority");
    const names = Object.keys(kit.environment("http://127.0.0.1:1"));
    kit.remove();
    const listed = [...namesUnder("| variable | holds |"), ...namesUnder("| variable | honoured by | holds |")];
    expect(listed.sort()).toEqual(names.sort());
  });

  test("lists the exit codes of capture, which are among those of the command line", () => {
    expect(namesUnder("| exit code | means |").map(Number)).toEqual([
      ...[EXIT.ok, EXIT.failures, EXIT.usage, EXIT.nothingRan, EXIT.commandFailed, EXIT.ourDefect],
    ]);
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

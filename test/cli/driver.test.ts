import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { driver } from "../../src/cli/driver/driver.ts";
import { STARTERS } from "../../src/cli/driver/starters.ts";
import { fakeTerminal } from "./fake-terminal.ts";

afterEach(() => vi.restoreAllMocks());

/** What the command prints to stdout and to stderr. */
function printed(language: string): { readonly out: string; readonly messages: string } {
  let messages = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    messages += text;
    return true;
  });
  const terminal = fakeTerminal();
  expect(driver(language, terminal)).toBe(0);
  return { out: terminal.text(), messages };
}

describe("countersign driver", () => {
  test.each([...STARTERS])("prints the driver for %s, and only that, to stdout", (language, { file }) => {
    expect(printed(language).out).toBe(readFileSync(`examples/drivers/${file}`, "utf8"));
  });

  test.each([...STARTERS])("prints for %s how to install, save and test it to stderr", (language, starter) => {
    const { messages } = printed(language);
    expect(messages).toContain(`driver ${language} > ${starter.saveAs}\n  ${starter.install}\n`);
    expect(messages).toContain(`doctor -- ${starter.command.join(" ")}\n`);
    if (starter.build !== undefined) expect(messages).toContain(`\n  ${starter.build}\n`);
  });

  test("takes the name of a language in any case", () => {
    expect(printed("Python").out).toBe(printed("python").out);
  });

  test("lists the languages for one that it does not have, and suggests a similar one", () => {
    expect(() => driver("pyton", fakeTerminal())).toThrow(
      'expected one of javascript, python, ruby, php, java, go, got "pyton"',
    );
    expect(() => driver("pyton", fakeTerminal())).toThrow(
      expect.objectContaining({ code: "usage", hint: expect.stringContaining("did you mean python?") }),
    );
  });
});

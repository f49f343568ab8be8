import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { driver } from "../../src/cli/driver/driver.ts";
import { LANGUAGES, STARTERS, savedAs } from "../../src/cli/driver/starters.ts";
import { fakeTerminal } from "./fake-terminal.ts";

afterEach(() => vi.restoreAllMocks());

/** What the command prints to stdout and to stderr. */
function printed(language: string, library?: string): { readonly out: string; readonly messages: string } {
  let messages = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    messages += text;
    return true;
  });
  const terminal = fakeTerminal();
  expect(driver(language, library, terminal)).toBe(0);
  return { out: terminal.text(), messages };
}

const cases = STARTERS.map((starter) => [[starter.language, starter.library ?? []].flat().join(" "), starter] as const);

describe("countersign driver", () => {
  test.each(cases)("prints the driver for %s, and only that, to stdout", (_words, { language, library, file }) => {
    expect(printed(language, library).out).toBe(readFileSync(`examples/drivers/${file}`, "utf8"));
  });

  test.each(cases)("prints for %s how to save, install, build and test it to stderr", (words, starter) => {
    const { messages } = printed(starter.language, starter.library);
    const steps = [starter.install, starter.build].filter((step) => step !== undefined);
    expect(messages).toContain([`driver ${words} > ${savedAs(starter)}`, ...steps].join("\n  "));
    const start = starter.program === undefined ? "./driver" : [...starter.program, savedAs(starter)].join(" ");
    expect(messages).toContain(`doctor -- ${start}\n`);
    expect(messages).toContain(`check --seed 1 -- ${start}\n`);
  });

  test.each(LANGUAGES)("names for %s, without a library, the command for each library", (language) => {
    const { messages } = printed(language);
    const libraries = STARTERS.flatMap((one) => (one.language === language ? (one.library ?? []) : []));
    expect(libraries).not.toEqual([]);
    for (const library of libraries) expect(messages).toContain(`driver ${language} ${library}\n`);
  });

  test.each(LANGUAGES)("prints for %s a driver whose hello has the five declarations of docs/driver.md", (language) => {
    const { out } = printed(language);
    for (const name of ["signatureMethods", "transports", "fixesNonceAndTimestamp", "without", "httpMethods"])
      expect(out).toMatch(new RegExp(`\\b${name}\\b["']?(?::| =>)`));
  });

  test("takes names in any case", () => {
    expect(printed("Python").out).toBe(printed("python").out);
    expect(printed("Python", "OAuthLib").out).toBe(printed("python", "oauthlib").out);
  });

  test.each([
    ["languages", "pyton", undefined, "javascript, python, ruby, php, java, go", "python"],
    ["libraries of the language", "python", "oauthlob", "oauthlib", "oauthlib"],
  ])(
    "lists the %s for one that it does not have, and suggests a similar one",
    (_what, language, library, names, similar) => {
      expect(() => driver(language, library, fakeTerminal())).toThrow(
        expect.objectContaining({
          code: "usage",
          message: `expected one of ${names}, got ${JSON.stringify(library ?? language)}`,
          hint: expect.stringContaining(`did you mean ${similar}?`),
        }),
      );
    },
  );
});

/**
 * Executes the code of the fixes in every language that is installed, and compares it with the model and node:crypto.
 *
 * @module-tag clients
 */

import { spawnSync } from "node:child_process";
import { createHmac, createSign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ENCODE, fixFor, HMAC, KEY as JOIN, PARSE_QUERY, RSA, SORT } from "../../src/faults/helpers/correct-calls.ts";
import { type SignatureMethod, specification, toText } from "../../src/model/index.ts";
import { utf8Octets } from "../../src/platform/index.ts";
import { CALL_PROGRAMS, type Calls } from "./call-programs.ts";

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).join("");
const TEXTS = ["", ASCII, "a b+c", "%41", "~/*", "é€\u{1F600}e\u0301", "a\r\nb"];
const QUERIES = [
  ...["a=1&b=2", "a=b=c", "?a=1", "a", "=", "=x", "a=&&b=1&", "", "a+b=%2B+c", "q=%C3%A9%F0%9F%98%80", "a=0&0=&0"],
  ...["a;b=1;c=2", "a%26b=c%3Dd", "x=1&x=0&y=2&x=1", "constructor=1", "a[b]=1&a.b=2&_c=3", "a=%2525"],
];
const PAIRS = [
  ["b", "2", "a", "10", "a", "2", "a%20b", "1", "a-", "1", "A", "1", "a.", "", "~", "", "a%7E", "1", "a", ""],
  ["x", "%C3%A9", "x", "e", "x", "Z", "x", "%7", "x", "e"],
];
const PEM = readFileSync("test/keys/rsa-2048.pem", "utf8").replace(/^[^-]*/, "");
const KEY = "kd94hf93k423kf44&pfkkdhi9sl3r4s00";
const BASE_STRING = "GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26size%3Doriginal";

/** A call, its arguments, and the right results. */
type Case = readonly [call: keyof Calls, given: readonly string[], expected: readonly string[]];

function sorted(texts: readonly string[]): string[] {
  const pairs = texts.flatMap((name, at) => (at % 2 === 0 ? [`${name} ${texts[at + 1]}`] : []));
  return pairs.sort().flatMap((pair) => pair.split(" "));
}

const CASES: readonly Case[] = [
  ...TEXTS.map((text): Case => ["encode", [text], [specification.percentEncode(utf8Octets(text))]]),
  ...TEXTS.map(
    (text): Case => ["key", ["a/b c", text], [`a%2Fb%20c&${specification.percentEncode(utf8Octets(text))}`]],
  ),
  ...QUERIES.map(
    (query): Case => ["parse", [query], specification.decodeForm(query, specification).flat().map(toText)],
  ),
  ...PAIRS.map((texts): Case => ["sort", texts, sorted(texts)]),
  ...([1, 256, 512] as const).flatMap((size): Case[] => [
    [`hmac${size}`, [KEY, BASE_STRING], [createHmac(`sha${size}`, KEY).update(BASE_STRING).digest("base64")]],
    [`rsa${size}`, [PEM, BASE_STRING], [createSign(`RSA-SHA${size}`).update(BASE_STRING).sign(PEM, "base64")]],
  ]),
];

const folder = mkdtempSync(join(tmpdir(), "calls-"));
afterAll(() => rmSync(folder, { recursive: true }));

function callsOf(language: string): Calls {
  const signing = (calls: typeof HMAC, method: SignatureMethod): string =>
    fixFor({ text: "", calls }, method).calls![language] ?? "";
  return {
    encode: ENCODE[language]!,
    key: JOIN[language] ?? "",
    parse: PARSE_QUERY[language] ?? "",
    sort: SORT[language] ?? "",
    ...{
      hmac1: signing(HMAC, "HMAC-SHA1"),
      hmac256: signing(HMAC, "HMAC-SHA256"),
      hmac512: signing(HMAC, "HMAC-SHA512"),
    },
    rsa1: signing(RSA, "RSA-SHA1"),
    rsa256: signing(RSA, "RSA-SHA256"),
    rsa512: signing(RSA, "RSA-SHA512"),
  };
}

/** Executes the calls of the cases. */
function resultsOf(language: string, calls: Calls, cases: readonly Case[]): Case[] {
  const { command, fileName, source } = CALL_PROGRAMS[language]!;
  const file = join(folder, fileName);
  writeFileSync(file, source(calls));
  const written = (texts: readonly string[]): string =>
    texts.map((text) => `.${Buffer.from(text).toString("base64")}`).join(" ");
  const input = cases.map(([call, given]) => `${call} ${written(given)}\n`).join("");
  const env = { ...process.env, GO111MODULE: "off", GOFLAGS: "", GOCACHE: join(folder, "cache") };
  const [program, ...options] = command;
  const { stdout, stderr, status } = spawnSync(program!, [...options, file], { input, encoding: "utf8", env });
  expect([stderr, status]).toEqual(["", 0]);
  const lines = stdout.split("\n");
  return cases.map(([call, given], at) => {
    const words = lines[at]!.split(" ").filter((word) => word !== "");
    return [call, given, words.map((word) => Buffer.from(word.slice(1), "base64").toString())];
  });
}

function succeeds([program, ...options]: readonly string[]): boolean {
  return spawnSync(program!, options, { stdio: "ignore" }).status === 0;
}

const languages = [...new Set([ENCODE, JOIN, PARSE_QUERY, SORT, HMAC, RSA].flatMap(Object.keys))];
const installed = languages.filter((language) => language in CALL_PROGRAMS && succeeds(CALL_PROGRAMS[language]!.probe));
const notInstalled = languages.filter((language) => !installed.includes(language));
const withoutRsa = installed.filter((language) => !succeeds(CALL_PROGRAMS[language]!.rsaProbe ?? ["true"]));

/** What has no code in these languages. */
const WITHOUT_CODE: Readonly<Record<string, readonly string[]>> = {
  Kotlin: ["parse"],
  Rust: ["parse", "hmac", "rsa"],
  Elixir: ["parse", "hmac", "rsa"],
  "Objective-C": ["parse", "hmac", "rsa"],
};

describe("the code of a fix", () => {
  test("has every call in each language, but those that are listed", () => {
    const without = Object.keys(CALL_PROGRAMS).map((language) => {
      const missing = Object.entries(callsOf(language)).flatMap(([name, call]) => (call === "" ? name : []));
      return [language, [...new Set(missing.map((name) => name.replace(/\d+$/, "")))]] as const;
    });
    expect(Object.fromEntries(without.filter(([, missing]) => missing.length > 0))).toEqual(WITHOUT_CODE);
  });

  test.each(installed)("in %s is right", (language) => {
    const calls = callsOf(language);
    const cases = CASES.filter(
      ([call]) => calls[call] !== "" && !(withoutRsa.includes(language) && call.startsWith("rsa")),
    );
    expect(resultsOf(language, calls, cases)).toEqual(cases);
  });

  test.skip.each(withoutRsa)("in %s is right for RSA (not executed: the module is not installed)", () => {});
  test.skip.each(notInstalled)("in %s is right (not executed: it is not installed)", () => {});

  test.each([
    ["encode", "encodeURIComponent(text)"],
    ["key", "encodeURIComponent(consumerSecret)"],
    ["parse", "[...new URLSearchParams(query)]"],
    ["sort", "encoded.sort()"],
    ["hmac256", 'createHmac("sha1", key).update(baseString).digest("base64")'],
    ["rsa1", 'createSign("RSA-SHA256").update(baseString).sign(privateKey, "base64")'],
  ] as const)("that is wrong is noticed: %s", (name, call) => {
    const cases = CASES.filter(([one]) => one === name);
    expect(resultsOf("JavaScript", { ...callsOf("JavaScript"), [name]: call }, cases)).not.toEqual(cases);
  });
});

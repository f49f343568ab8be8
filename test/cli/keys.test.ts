import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keysCheck, keysConvert, keysNew } from "../../src/cli/keys/keys.ts";
import { UsageError } from "../../src/cli/process/exit-codes.ts";
import type { Terminal } from "../../src/conformance/reporters/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { expectOwnerOnly } from "../owner-only.ts";
import { countersign } from "./countersign.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
let key: KeyObject;
let other: KeyObject;
const at = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(at(name), "utf8");

beforeAll(() => {
  key = testKeyPair("rsa-2048").privateKey;
  other = testKeyPair("rsa-2048-other").privateKey;
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keys-"));
  const pkcs8 = { type: "pkcs8", format: "pem" } as const;
  writeFileSync(at("shop.pkcs8.pem"), key.export(pkcs8));
  writeFileSync(at("shop.pkcs1.pem"), key.export({ type: "pkcs1", format: "pem" }));
  writeFileSync(at("shop.der"), key.export({ type: "pkcs8", format: "der" }));
  writeFileSync(at("public.pem"), createPublicKey(key).export({ type: "spki", format: "pem" }));
  writeFileSync(at("other.pem"), other.export(pkcs8));
  writeFileSync(at("locked.pem"), key.export({ ...pkcs8, cipher: "aes-256-cbc", passphrase: "hunter2" }));
  writeFileSync(at("passphrase"), "hunter2\n");
  return () => rmSync(folder, { recursive: true });
});

/** Runs a command and keeps what it prints. */
function run(command: (terminal: Terminal) => number): { code: number; text: string } {
  const terminal = fakeTerminal();
  const code = command(terminal);
  return { code, text: terminal.text() };
}

describe("countersign keys new", () => {
  test("writes a pair in three forms, for the owner alone, and overwrites nothing", () => {
    expect(run((terminal) => keysNew(at("new"), { bits: "2048" }, terminal)).code).toBe(0);
    const names = ["new.pkcs8.pem", "new.pkcs1.pem", "new.public.pem"] as const;
    const [pkcs8, pkcs1, spki] = names.map(read);
    expect(pkcs8).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(pkcs1).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/);
    expect(spki).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(createPrivateKey(pkcs8!).equals(createPrivateKey(pkcs1!))).toBe(true);
    expect(createPublicKey(pkcs8!).equals(createPublicKey(spki!))).toBe(true);
    for (const name of names) expectOwnerOnly(at(name));

    rmSync(at("new.pkcs8.pem"));
    expect(() => run((terminal) => keysNew(at("new"), {}, terminal))).toThrow(
      /new\.pkcs1\.pem exists and is not overwritten/,
    );
    expect(() => read("new.pkcs8.pem")).toThrow("ENOENT");
  });

  test.each(["1024", "99999", "many"])("refuses %s bits", (bits) => {
    expect(() => run((terminal) => keysNew(at("weak"), { bits }, terminal))).toThrow(
      /--bits must be a whole number from 2048 to 16384/,
    );
  });
});

describe("countersign keys convert", () => {
  test.each([
    ["shop.pkcs8.pem", "pkcs1", "shop.pkcs1.new"],
    ["shop.pkcs1.pem", "pkcs8", "shop.pkcs8.new"],
    ["shop.der", "pkcs8", "from-der"],
    ["locked.pem", "pkcs1", "unlocked"],
  ])("%s becomes %s, the same key, for its owner alone", (from, to, out) => {
    const { code, text } = run((terminal) =>
      keysConvert(at(from), { to, out: at(out), passphraseFile: at("passphrase") }, terminal),
    );
    expect(code).toBe(0);
    expect(read(out)).toMatch(to === "pkcs1" ? /^-----BEGIN RSA PRIVATE KEY/ : /^-----BEGIN PRIVATE KEY/);
    expect(createPrivateKey(read(out)).equals(key)).toBe(true);
    expectOwnerOnly(at(out));
    expect(text).toMatch(
      to === "pkcs1" ? /BEGIN RSA PRIVATE KEY; it is not encrypted/ : /for programs; it is not encrypted/,
    );
  });

  test.each(["shop.pkcs8.pem", "public.pem"])("the public half comes out of %s", (from) => {
    const { text } = run((terminal) => keysConvert(at(from), { to: "public", out: at("out.pem") }, terminal));
    expect(read("out.pem")).toBe(read("public.pem"));
    expect(text).toContain("SPKI: for the other party");
  });

  test("names the file by its form if no name is given, and overwrites nothing", () => {
    run((terminal) => keysConvert(at("shop.pkcs8.pem"), { to: "public" }, terminal));
    expect(read("shop.public.pem")).toBe(read("public.pem"));
    expect(() => run((terminal) => keysConvert(at("shop.pkcs8.pem"), { to: "pkcs1" }, terminal))).toThrow(
      /shop\.pkcs1\.pem exists/,
    );
  });

  test.each([
    ["its line feeds were written as \\n", (pem: string) => pem.replaceAll("\n", "\\n")],
    ["its line feeds are lost", (pem: string) => pem.replaceAll("\n", " ")],
    ["its line feeds are lost", (pem: string) => pem.replaceAll("\n", "")],
    ["its line feeds are lost", (pem: string) => pem.replace(/(?<!-)\n(?!-)/g, "")],
    ["its lines are indented", (pem: string) => pem.replace(/^/gm, "    ")],
    ["its lines are indented", (pem: string) => pem.replace(/\n(?=.)/g, "\n\t")],
    ["it starts with a byte order mark", (pem: string) => `\ufeff${pem}`],
    ["it is encoded in UTF-16", (pem: string) => Buffer.from(`\ufeff${pem}`, "utf16le")],
    ["it is in quotation marks", (pem: string) => `KEY="${pem.trimEnd()}"\n`],
  ])("repairs a key: %s", (what, damage) => {
    for (const from of ["shop.pkcs8.pem", "public.pem"]) {
      writeFileSync(at("pasted"), damage(read(from)));
      const to = from === "public.pem" ? "public" : "pkcs8";
      const { text } = run((terminal) => keysConvert(at("pasted"), { to, out: at(`whole.${to}`) }, terminal));
      expect(read(`whole.${to}`)).toBe(read(from));
      expect(text).toContain(`pasted is repaired: ${what}\n`);
      const hint = run((terminal) => keysCheck(at("pasted"), {}, terminal)).text;
      expect(hint).toContain(`hint: ${what}; few programs accept that`);
    }
  });

  test("changes no key with CR LF, with text around it, or encrypted under PKCS#1", () => {
    const passphrase = "hunter2";
    const encrypted = key.export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase });
    for (const pem of [
      read("shop.pkcs8.pem").replaceAll("\n", "\r\n"),
      `Bag Attributes\n${read("shop.pkcs8.pem")}`,
      String(encrypted),
    ]) {
      writeFileSync(at("fine"), pem);
      const options = { passphraseFile: at("passphrase") };
      expect(run((terminal) => keysCheck(at("fine"), options, terminal)).text).not.toContain("few programs forgive");
    }
  });

  test.each([
    ["shop.pkcs8.pem", "pem", /--to must be one of pkcs8, pkcs1, public/],
    ["public.pem", "pkcs8", /contains a public key/],
    ["passphrase", "pkcs8", /This is not a key/],
    ["nowhere", "pkcs8", /no such file/],
    ["locked.pem", "pkcs1", /The key is encrypted/],
  ])("refuses %s to %s, and writes nothing", (from, to, message) => {
    const convert = () => run((terminal) => keysConvert(at(from), { to, out: at("out.pem") }, terminal));
    expect(convert).toThrow(UsageError);
    expect(convert).toThrow(message);
    expect(() => read("out.pem")).toThrow("ENOENT");
  });
});

describe("countersign keys check", () => {
  test.each([
    ["shop.pkcs8.pem", {}, "RSA private key", "PKCS#8, PEM", "no", "--to pkcs1"],
    ["shop.pkcs1.pem", {}, "RSA private key", "PKCS#1, PEM", "no", "--to pkcs8"],
    ["shop.der", {}, "RSA private key", "DER", "no", "4096 bits"],
    ["locked.pem", { passphrase: true }, "RSA private key", "PKCS#8, PEM", "yes", "without encryption"],
    ["public.pem", {}, "RSA public key", "SPKI, PEM", "no", "give this key to your account manager"],
  ])(
    "%s %j is described with its form and its use",
    (file, { passphrase }: { passphrase?: boolean }, kind, form, encrypted, hint) => {
      const { code, text } = run((terminal) =>
        keysCheck(at(file), passphrase ? { passphraseFile: at("passphrase") } : {}, terminal),
      );
      expect(code).toBe(0);
      expect(text).toMatch(new RegExp(`kind +${kind}\\n +form +${form}\\n +bits +2048\\n +encrypted +${encrypted}\\n`));
      expect(text).toContain(hint);
      expect(text).not.toContain("BEGIN PRIVATE KEY-----\n");
    },
  );

  test("has the same fingerprint for the same key in every form", () => {
    const prints = ["shop.pkcs8.pem", "shop.pkcs1.pem", "shop.der", "public.pem"].map(
      (file) => /SHA-256 ([0-9a-f]{64})/.exec(run((terminal) => keysCheck(at(file), {}, terminal)).text)?.[1],
    );
    expect(new Set(prints).size).toBe(1);
  });

  test.each([
    ["shop.pkcs1.pem", 0, "✓"],
    ["other.pem", 1, "✗"],
  ])("says whether a public key belongs to %s, and ends with %i", (file, expected, mark) => {
    const { code, text } = run((terminal) => keysCheck(at(file), { public: at("public.pem") }, terminal));
    expect(code).toBe(expected);
    expect(text).toContain(
      `${mark} ${at(file)} ${expected === 0 ? "belongs" : "does NOT belong"} to ${at("public.pem")}`,
    );
  });

  test("warns of a private key in the place of a public one", () => {
    const { text } = run((terminal) => keysCheck(at("shop.der"), { public: at("shop.pkcs8.pem") }, terminal));
    expect(text).toContain("never give it to anyone");
  });

  test("says how to change a public key that has not the form which the gateway asks for", () => {
    const spki = createPublicKey(key);
    writeFileSync(at("public.pkcs1.pem"), spki.export({ type: "pkcs1", format: "pem" }));
    writeFileSync(at("public.der"), spki.export({ type: "spki", format: "der" }));
    for (const file of ["public.pkcs1.pem", "public.der"]) {
      const { text } = run((terminal) => keysCheck(at(file), {}, terminal));
      expect(text).toMatch(/needs BEGIN PUBLIC KEY: .*countersign.* keys convert \S+ --to public/);
      expect(text).not.toContain("give this key to your account manager");
    }
  });

  test("suggests commands that work as they are", async () => {
    writeFileSync(at("damaged.pkcs8.pem"), read("shop.pkcs8.pem").replaceAll("\n", "\\n"));
    writeFileSync(at("a locked key.pem"), read("locked.pem"));
    for (const [file, options, count] of [
      ["damaged.pkcs8.pem", {}, 2],
      ["a locked key.pem", { passphraseFile: at("passphrase") }, 2],
      ["shop.der", {}, 0],
      ["shop.pkcs1.pem", {}, 1],
    ] as const) {
      const { text } = run((terminal) => keysCheck(at(file), options, terminal));
      const commands = [...text.matchAll(/countersign(?: --)? (keys convert .*)/g)].map(([, words]) => words!);
      expect([file, commands.length]).toEqual([file, count]);
      for (const words of commands) {
        const { stderr, status } = await countersign(
          words.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", "")),
        );
        expect([words, stderr, status]).toEqual([words, "", 0]);
        rmSync(at("copy.pkcs8.pem"), { force: true });
      }
    }
  });

  test.runIf(process.platform !== "win32")("names the file in the command of another program that helps", () => {
    writeFileSync(at("a store"), Buffer.from("feedfeed00000002", "hex"));
    const check = () => run((terminal) => keysCheck(at("a store"), {}, terminal));
    expect(check).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(`-srckeystore '${at("a store")}' `) }),
    );
  });

  test("reads the private key of a file that contains both, and says so", () => {
    writeFileSync(at("both.pem"), read("public.pem") + read("shop.pkcs8.pem"));
    const { text } = run((terminal) => keysCheck(at("both.pem"), {}, terminal));
    expect(text).toContain("RSA private key");
    expect(text).toContain("the file also contains PUBLIC KEY");
  });

  test("says of a key above 4096 bits that the vendor's request-building tools do not accept it", () => {
    writeFileSync(at("large.pem"), testKeyPair("rsa-4104").publicKey.export({ type: "spki", format: "pem" }));
    expect(run((terminal) => keysCheck(at("large.pem"), {}, terminal)).text).toContain("at most 4096 bits");
  });

  test("fails for a key that is too small", () => {
    writeFileSync(at("small.pem"), testKeyPair("rsa-1024").privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(run((terminal) => keysCheck(at("small.pem"), {}, terminal))).toMatchObject({
      code: 1,
      text: expect.stringContaining("at least 2048"),
    });
  });

  test.each([
    ["passphrase", /This is not a key/],
    ["locked.pem", /is encrypted/],
  ])("refuses %s", (file, message) => {
    expect(() => run((terminal) => keysCheck(at(file), {}, terminal))).toThrow(message);
  });
});

describe("a file name with control characters", () => {
  test("is printed with escapes", () => {
    const name = "red\u001b[31m\u202e.pem";
    writeFileSync(at(name), read("shop.pkcs8.pem"));
    const texts = [
      run((terminal) => keysCheck(at(name), { public: at("public.pem") }, terminal)).text,
      run((terminal) => keysConvert(at(name), { to: "pkcs1", out: at(`out${name}`) }, terminal)).text,
    ];
    for (const text of texts) {
      expect(text).toContain("red\\x1b[31m\\u{202e}.pem");
      expect(text).not.toMatch(/[^\P{C}\n]/u);
    }
  });
});

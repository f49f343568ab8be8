/**
 * The clients in examples/capture/vary and examples/clients, varied by `capture --vary` as they are, and with planted mistakes.
 *
 * @module-tag clients
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { capture } from "../../src/cli/capture/capture.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { isInstalled, type ProgramName, PYTHON, QUICK_JAVA } from "../programs.ts";

const folder = mkdtempSync(join(tmpdir(), "capture-vary-clients-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A mistake: what is replaced in the source, and the cause, or the value alone that shows it. */
type Mistake = readonly [from: string, to: string, found: RegExp];

interface Client {
  readonly needs: readonly ProgramName[];
  readonly build?: (source: string, output: string) => readonly [program: string, ...words: string[]];
  readonly command: (source: string, output: string) => readonly string[];
  readonly mistakes: readonly [Mistake, Mistake, Mistake];
}

const PLACEHOLDERS = ["{amount}", "{text}"];
const WRONG_KEY = /token-secret-as-text-null|key-without-ampersand|secrets-not-encoded|"plain"|vary2x/;

/** By file. Clients with a library get their mistakes in what they pass to it. */
const CLIENTS: Readonly<Record<string, Client>> = {
  "pay.py": {
    needs: ["requests-oauthlib"],
    command: (source) => [PYTHON, source, "--amount={amount}", "--note={text}"],
    mistakes: [
      ['"note": given.note', '"note": given.note.replace("+", " ")', /value\/space-for-plus/],
      ['"note": given.note', '"note": given.note.strip()', /value\/trimmed/],
      ['"note": given.note', '"note": given.note[:40]', /value\/cut-after-40/],
    ],
  },
  "pay.php": {
    needs: ["php"],
    command: (source) => ["php", source, ...PLACEHOLDERS],
    mistakes: [
      ["[rawurlencode($name), rawurlencode($value)]", "[urlencode($name), urlencode($value)]", /space-as-plus/],
      ["strcmp($one[0], $other[0])", "strcmp($other[0], $one[0])", /vary2x/],
      [
        "rawurlencode(getenv('COUNTERSIGN_CONSUMER_SECRET')) . '&'",
        "getenv('COUNTERSIGN_CONSUMER_SECRET') . '&'",
        WRONG_KEY,
      ],
    ],
  },
  "pay.rb": {
    needs: ["ruby", "simple_oauth"],
    command: (source) => ["ruby", source, ...PLACEHOLDERS],
    mistakes: [
      [
        "request.set_form_data(form)",
        'request.set_form_data(form.transform_values { |text| text.gsub("~", "-") })',
        /"text":"~"/,
      ],
      ["note: note }", 'note: note.delete("!") }', /"text":"!"/],
      ["note: note }", "note: note.strip }", /value\/trimmed/],
    ],
  },
  "pay.go": {
    needs: ["go", "gomodule/oauth1"],
    build: (source, output) => ["go", "build", "-o", output, source],
    command: (_source, output) => [output, "-amount={amount}", "-note={text}"],
    mistakes: [
      ['"note": {*note}', '"note": {url.QueryEscape(*note)}', /value\/encoded-before/],
      ['"note": {*note}', '"note": {(*note)[:len(*note)/2*2]}', /"text":/],
      [
        'os.Getenv("COUNTERSIGN_CONSUMER_SECRET")',
        'os.Getenv("COUNTERSIGN_CONSUMER_SECRET") + "\\n"',
        /secret-trailing-newline/,
      ],
    ],
  },
  "Pay.java": {
    needs: ["javac"],
    build: (source, output) => [
      "javac",
      ...QUICK_JAVA.map((option) => `-J${option}`),
      "-encoding",
      "UTF-8",
      "-d",
      output,
      source,
    ],
    command: (_source, output) => ["java", ...QUICK_JAVA, "-cp", output, "Pay", ...PLACEHOLDERS],
    mistakes: [
      ['.replace("*", "%2A")', "", /asterisk-bare/],
      ['.replace("+", "%20")', "", /space-as-plus/],
      ['.replace("%7E", "~")', "", /tilde-encoded/],
    ],
  },
  "Pay.cs": {
    needs: ["mono"],
    build: (source, output) => ["mcs", "-r:System.Net.Http.dll", `-out:${output}`, source],
    command: (_source, output) => ["mono", output, ...PLACEHOLDERS],
    mistakes: [
      ["xyz0123456789-._~", "xyz0123456789-._~!", /encodeuricomponent-leftovers|"text":"!"/],
      ['ToString("X2")', 'ToString("x2")', /lowercase-hex/],
      ["Encoding.UTF8.GetBytes(text)", "Encoding.GetEncoding(28591).GetBytes(text)", /value\/not-utf8/],
    ],
  },
  "pay.mjs": {
    needs: [],
    command: (source) => [process.execPath, source, ...PLACEHOLDERS],
    mistakes: [
      ["data: { amount, note }", 'data: { amount, note: note.split("&")[0] }', /value\/cut-at-ampersand/],
      ["data: { amount, note }", 'data: { amount, note: note === "0" ? "" : note }', /"text":"0"/],
      ["update(text)", 'update(text.replaceAll("%2521", "!"))', /encodeuricomponent-leftovers|"text":"!"/],
    ],
  },
  "pay.sh": {
    needs: ["curl", "openssl 3"],
    command: (source) => ["bash", source, ...PLACEHOLDERS],
    mistakes: [
      ["[A-Za-z0-9._~-])", "[A-Za-z0-9._~*-])", /asterisk-bare|"text":"\*"/],
      ['$(encode "$COUNTERSIGN_CONSUMER_SECRET")', "$COUNTERSIGN_CONSUMER_SECRET", WRONG_KEY],
      ['printf %s "$base"', 'echo "$base"', /vary2x/],
    ],
  },
  "pay.pl": {
    needs: ["perl"],
    command: (source) => ["perl", source, ...PLACEHOLDERS],
    mistakes: [
      ["A-Za-z0-9._~-]", "A-Za-z0-9._-]", /tilde-encoded|"text":"~"/],
      ["sort keys %all", "keys %form, sort keys %oauth", /not-sorted/],
      ["hmac_sha1_base64($base, $key) . '='", "hmac_sha1_base64($base, $key)", /base64-unpadded/],
    ],
  },
};

const here = Object.entries(CLIENTS).filter(([, { needs }]) => isInstalled(...needs));
const fileOf = (name: string): string => resolve("examples/capture/vary", name);
let builds = 0;

/** Builds the source, and returns the command that runs it. */
function commandOf(name: string, source: string): readonly string[] {
  const { build, command } = CLIENTS[name]!;
  const output = join(folder, `${name}-${++builds}`);
  if (build !== undefined) {
    const [program, ...words] = build(source, output);
    execFileSync(program, words, { env: { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" } });
  }
  return command(source, output);
}

async function varied(command: readonly string[], options = {}) {
  const terminal = fakeTerminal();
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const given = { consumerKey: "shop", maxRequests: "1000", privateKeyFile: "test/keys/rsa-2048.pem", vary: true };
    const status = await capture(command, { ...given, ...options }, terminal, { combinations: 50_000 });
    return { status, stdout: terminal.text(), stderr: log.mock.calls.map(([text]) => text).join("") };
  } finally {
    log.mockRestore();
  }
}

describe("each file in examples/capture/vary", () => {
  test("is a client that is run here", () => {
    expect(readdirSync("examples/capture/vary").toSorted()).toEqual(Object.keys(CLIENTS).toSorted());
  });
});

describe.each(here)("%s", (name, { mistakes }) => {
  test("conforms, without a driver", async () => {
    const { status, stdout } = await varied(commandOf(name, fileOf(name)));
    expect(stdout).toMatch(/, 0 failed(?:, \d not offered)?$/m);
    expect(status).toBe(0);
  });

  test.each(mistakes)("is found with a planted mistake: %s", { tags: ["deep"] }, async (from, to, found) => {
    const text = readFileSync(fileOf(name), "utf8");
    expect(text).toContain(from);
    // Node looks for packages beside the file.
    const source = name.endsWith(".mjs")
      ? resolve("node_modules/.cache/vary", `${++builds}.mjs`)
      : join(folder, String(++builds), name);
    mkdirSync(dirname(source), { recursive: true });
    writeFileSync(
      source,
      text.replace(from, () => to),
    );
    const { status, stdout } = await varied(commandOf(name, source));
    expect(stdout).toMatch(found);
    expect(status).toBe(1);
  });
});

/** Reads the settings of examples/clients from the variables of `capture`. */
const GATEWAY = `export GATEWAY_URL="$COUNTERSIGN_URL" GATEWAY_LOGIN="$COUNTERSIGN_CONSUMER_KEY" GATEWAY_ENDPOINT=1
export GATEWAY_CONTROL_KEY="$COUNTERSIGN_CONSUMER_SECRET" GATEWAY_PRIVATE_KEY_FILE="$COUNTERSIGN_PRIVATE_KEY_FILE"
exec "$@" post v4/payout client-order-id=1 "amount=$AMOUNT" "note=$NOTE"`;

describe("clients in examples/clients", () => {
  test.each<[string, readonly ProgramName[], readonly string[]]>([
    ["gateway.py", ["python", "openssl 3"], ["python3"]],
    ["gateway.php", ["php"], ["php"]],
    ["gateway.sh", ["curl", "openssl 3"], ["bash"]],
  ])("conform, without a driver: %s", async (name, needs, words) => {
    if (!isInstalled(...needs)) return;
    const command = ["sh", "-c", GATEWAY, "sh", ...words, resolve("examples/clients", name)];
    const { status, stdout, stderr } = await varied(command, { env: ["AMOUNT={amount}", "NOTE={text}"] });
    expect(stdout + stderr).toMatch(/, 0 failed(?:, \d not offered)?$/m);
    expect(status).toBe(0);
  });
});

/** Text from outside, in every place that a command prints. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import picocolors from "picocolors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explain } from "../../src/cli/explain/explain.ts";
import type { ExplainOptions } from "../../src/cli/options/explain.ts";
import { messageLine, printable } from "../../src/cli/output/terminal.ts";
import type { UsageError } from "../../src/cli/process/exit-codes.ts";
import { utf8Octets } from "../../src/platform/index.ts";
import { countersign } from "./countersign.ts";
import { fakeTerminal } from "./fake-terminal.ts";

/** An escape sequence, a bell, C1, bidi and other invisible characters, and line ends before a line that looks like ours. */
const HOSTILE = "\x1b[2J\x07\u009b1m\u202e\u2066\u200b\u2028\x7f\r\nFORGED: the signature is valid\rFORGED\nFORGED";
const ENCODED = Array.from(utf8Octets(HOSTILE), (octet) => `%${octet.toString(16).padStart(2, "0")}`).join("");
/** Like {@link HOSTILE}, in a header field, which has no line ends. */
const IN_FIELD = HOSTILE.replace(/[\r\n]/g, " ");
const env = { COUNTERSIGN_CONSUMER_SECRET: "top-secret" };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hostile-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** What `explain` prints after a short search, or its error as the command line prints it. */
async function explained(path: string, options: ExplainOptions = {}): Promise<string> {
  const terminal = fakeTerminal();
  const consumerSecretFile = file("secret", "top-secret");
  try {
    await explain(path, { consumerSecretFile, ...options }, terminal, { combinations: 30 });
    return terminal.text();
  } catch (error) {
    const { message, hint = "" } = error as UsageError;
    return `${terminal.text()}${messageLine(`countersign: ${message}`)}\n${messageLine(`hint: ${hint}`)}`;
  }
}

/** Fails if an output has a character that a terminal obeys, or a line that the text from outside began. */
function expectHarmless(output: string): void {
  expect(output.match(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u)?.[0]).toBeUndefined();
  expect(output.match(/^\W*FORGED.*/m)?.[0]).toBeUndefined();
  expect(output).toContain("FORGED");
}

async function printedBy(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await countersign(args, env);
  return `${stdout}\n${stderr}`;
}

const PARAMETERS = {
  oauth_consumer_key: "merchant",
  oauth_nonce: "n0nce",
  oauth_signature: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
  oauth_signature_method: "HMAC-SHA1",
  oauth_timestamp: "1700000000",
};

function header(changes: Readonly<Record<string, string>>): string {
  const parameters = Object.entries({ ...PARAMETERS, ...changes }).map(([name, value]) => `${name}="${value}"`);
  return `Authorization: OAuth ${parameters.join(", ")}`;
}

const request = (changes: Readonly<Record<string, string>> = {}, target = "/pay", more = "", body = ""): string =>
  [`POST ${target} HTTP/1.1`, "Host: gateway.example", header(changes), ...(more === "" ? [] : [more]), "", body].join(
    "\n",
  );
const FORM = "Content-Type: application/x-www-form-urlencoded";

describe("explain prints no control character and no line of a request", () => {
  const check = async (what: string, text: string): Promise<void> => {
    // Not every text is shown, but the parts that are shown are escaped.
    expectHarmless(
      `${await explained(file("request", text), { trace: true, fixed: true })} (${what}); not shown: FORGED`,
    );
  };
  const inHeader = (...names: readonly string[]) => names.map((name) => [name, request({ [name]: ENCODED })] as const);

  test.each(inHeader(...Object.keys(PARAMETERS), "oauth_version", "oauth_x"))("%s", { tags: ["deep"] }, check);

  test.each<readonly [string, string]>([
    ...inHeader("oauth_token"),
    ["a name in the header", request({ [`oauth_${ENCODED}`]: "1" })],
    ["a name and a value of the query", request({}, `/pay?${ENCODED}=${ENCODED}`)],
    ["the path", request({}, `/${IN_FIELD.replace(/ /g, "")}`)],
    ["a form", request({}, "/pay", FORM, `${ENCODED}=${ENCODED}&a=${HOSTILE}`)],
    [
      "JSON",
      JSON.stringify({ method: HOSTILE, url: `https://gateway.example/${HOSTILE}`, headers: {}, body: HOSTILE }),
    ],
    [
      "a curl command",
      `curl -H '${header({ oauth_nonce: ENCODED })}' -H '${HOSTILE}' --${HOSTILE} 'https://a.example/'`,
    ],
  ])("%s", check);

  test.each<readonly [string, string]>([
    ...inHeader("realm"),
    ["a value of the header that is not encoded", request({ oauth_token: IN_FIELD })],
    ["a header field", request({}, "/pay", `X-A: ${IN_FIELD}`)],
    ["the name of a header field", request({}, "/pay", `${IN_FIELD.replace(/[ :]/g, "")}: x`)],
    ["a body that is no form", request({}, "/pay", "Content-Type: text/plain", HOSTILE)],
    ["the method", request().replace("POST", IN_FIELD.replace(/ /g, ""))],
  ])("%s", { tags: ["deep"] }, check);
});

describe("explain prints no control character and no line", () => {
  const NAME = HOSTILE.replaceAll("/", "");

  test("of the names of files and of other arguments", async () => {
    const path = file(NAME, request());
    expectHarmless(await explained(path));
    expectHarmless(await explained(path, { alsoSecretFile: [file(`${NAME}2`, "x")] }));
    expectHarmless(await explained(path, { origin: [`https://other.example/${HOSTILE}`] }));
    expectHarmless(await explained(join(folder, `no ${NAME}`)));
    expectHarmless(await explained(path, { format: HOSTILE }));
    expectHarmless(await explained(path, { lang: HOSTILE }));
  });

  const expectHarmlessWith = async (text: string): Promise<void> => {
    const path = file("request", request({ oauth_nonce: ENCODED }));
    const given = file("given", text);
    expectHarmless(await explained(path, { serverResponse: given, trace: true }));
    expectHarmless(await explained(path, { baseStringFile: given, trace: true }));
  };
  test("of the base string that a server answered and a client logged", () =>
    expectHarmlessWith(`POST&https%3A%2F%2Fgateway.example%2F${HOSTILE}&a%3D${HOSTILE}`));

  test("of what a server answered and a client logged", { tags: ["deep"] }, async () => {
    await expectHarmlessWith(`oauth_problem=nonce_used&oauth_problem_advice=${ENCODED}`);
    await expectHarmlessWith(HOSTILE);
  });
});

describe("an error prints no control character and no line of", () => {
  test.each<readonly [string, readonly string[]]>([
    ["an unknown command", [HOSTILE]],
    ["an unknown option", ["explain", "x", `--${HOSTILE}`]],
    ["an unknown topic of the help", ["help", HOSTILE]],
    ["an unknown fault", ["faults", "show", HOSTILE]],
    ["an unknown vector", ["vectors", "show", HOSTILE]],
    ["a filter", ["vectors", "list", "--filter", HOSTILE]],
    ["the name of a key", ["keys", "check", HOSTILE]],
    ["a report", ["check", "--builtin", "model", "--report", HOSTILE]],
    ["a baseline", ["check", "--builtin", "model", "--seed", "1", "--baseline", HOSTILE]],
    ["an implementation", ["check", "--builtin", HOSTILE]],
    ["a language", ["driver", HOSTILE]],
    ["the data of the simulator", ["gateway", "--data", HOSTILE]],
    ["the answers of capture", [...CAPTURE, "--answers", HOSTILE]],
    ["the URL to probe", ["probe", `https://${HOSTILE}/`, "--consumer-key", "m"]],
    ...["--method", "--form", "--consumer-key", "--token", "--nonce", "--timestamp", "--realm", "--charset"].map(
      (option) => [`${option} of sign`, [...SIGN, option, `${HOSTILE}=x`]] as const,
    ),
    ["the URL to sign", ["sign", "--url", HOSTILE, "--consumer-key", "m"]],
    ["a file to sign", [...SIGN, "--body-file", HOSTILE]],
  ])("%s", async (_what, args) => expectHarmless(`${await printedBy(args)}; not shown: FORGED`));

  test("a file with JSON of another shape", async () => {
    const path = file("hostile.json", JSON.stringify({ [HOSTILE]: HOSTILE, format: HOSTILE }));
    expectHarmless(await printedBy(["check", "--builtin", "model", "--seed", "1", "--baseline", path]));
    expectHarmless(await printedBy(["gateway", "--data", path]));
    expectHarmless(await printedBy([...CAPTURE, "--answers", path]));
  });
});

/** With a key, so that none is made. */
const CAPTURE = ["capture", "--listen", "--private-key-file", "test/keys/rsa-2048.pem"];
const SIGN = ["sign", "--url", "https://gateway.example/pay", "--consumer-key", "m", "--trace"];

describe("other commands print no control character and no line", () => {
  test("of a recorded request", { tags: ["deep"] }, async () => {
    const record = {
      format: 1,
      at: 1_700_000_000,
      method: "POST",
      url: `https://gateway.example/${HOSTILE}?${ENCODED}`,
      headers: [["Authorization", header({ oauth_nonce: ENCODED }).replace("Authorization: ", "")]],
      body: Buffer.from(HOSTILE).toString("base64"),
    };
    expectHarmless(await printedBy(["capture", "--verify", file("record", JSON.stringify(record))]));
  });

  const expectHarmlessCheck = async (report: string): Promise<void> => {
    const module = file(
      "hostile.mjs",
      `const text = ${JSON.stringify(HOSTILE)};
      export default {
        implementation: { name: text, version: text, language: text },
        percentEncode: ({ text: given }) => given.length > 3 ? text : given,
        baseStringUri() { throw new Error(text); },
        outside: (method) => (method === "parameterString" ? text : undefined),
        parameterString: () => text,
      };`,
    );
    const filters = ["percent-encoding/rfc5849", "base-string-uri/rfc5849", "parameter-string/rfc5849"];
    const options = ["--seed", "1", "--runs", "3", "--no-references", "--verbose", "--report", report];
    const given = [...options, "--module", module, ...filters.flatMap((one) => ["--filter", one])];
    expectHarmless(await printedBy(["check", ...given]));
  };
  test.each(["terminal"])("of an implementation under test, as a report for %s", expectHarmlessCheck);
  test.each(["github"])("of an implementation under test, as a report for %s", { tags: ["deep"] }, expectHarmlessCheck);

  test("of a dry run of the probe", async () => {
    const given = [
      "probe",
      "https://gateway.example/",
      "--consumer-key",
      HOSTILE,
      "--form",
      `a=${HOSTILE}`,
      "--dry-run",
    ];
    expectHarmless(`${await printedBy(given)}; not shown: FORGED`);
  });

  test("of the answer of a server to the probe", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, IN_FIELD.replace(/[^\t\x20-\x7e]/g, ""), { "x-a": "\u009b1m" }).end(HOSTILE);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const printed = await printedBy(["probe", `http://127.0.0.1:${port}/`, "--consumer-key", "m", "--verbose"]);
    server.close();
    expectHarmless(`${printed}; not shown: FORGED`);
  });

  test("of the name of a new key", { tags: ["deep"] }, async () => {
    mkdirSync(join(folder, "keys"));
    expectHarmless(
      await printedBy(["keys", "new", join(folder, "keys", HOSTILE.replaceAll("/", "")), "--bits", "2048"]),
    );
  });
});

describe("stdout", () => {
  const { bold } = picocolors.createColors(true);

  test("gets the colours of the command line and no other control character than line feeds and tabs", async () => {
    expect(printable(`${bold("a\tb")}\n\x1b[2J\x9b1m\u202e\r`, true)).toBe(
      `${bold("a\tb")}\n\\u001b[2J\\u009b1m\\u202e\\u000d`,
    );
  });

  test("gets no colours if it is no terminal", async () => {
    expect(printable(bold("a"), false)).toBe("\\u001b[1ma\\u001b[22m");
  });

  test("gets JSON with the same meaning", async () => {
    const value = { [HOSTILE]: `${HOSTILE}\u{e0001}\ud800` };
    const text = printable(JSON.stringify(value, null, 2), true);
    expect(text).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});

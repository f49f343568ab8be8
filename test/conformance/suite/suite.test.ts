import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as nodeTest from "node:test";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test, vi } from "vitest";
import { check } from "../../../src/cli/check/check.ts";
import { countersign } from "../../../src/conformance/implementations/index.ts";
import {
  type DescribeFunction,
  type Signer,
  type TestFunction,
  testSigner,
  testVerifier,
  type Verifier,
} from "../../../src/conformance/suite/index.ts";
import { readInput } from "../../../src/conformance/vectors/index.ts";
import { percentEncode, verifyBaseString } from "../../../src/oauth1/index.ts";
import { fakeTerminal } from "../../cli/fake-terminal.ts";
import { fakeRunner, RUNNERS } from "./runners.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "suite-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Shows the signature alone, as a library does that builds no request. */
const sign: Signer["sign"] = async (question) => {
  const { signature } = await countersign.operations.sign!(readInput("a question", "sign", question));
  return String(signature);
};
const WITHOUT_OCTETS = { limits: { without: ["octets"] } } as const;
const SIGNER: Signer = { ...WITHOUT_OCTETS, sign, percentEncode: ({ text }) => percentEncode(text) };
/** Encodes as encodeURIComponent does, so that ! ' ( ) * stay what they are. */
const WRONG: Signer = { ...WITHOUT_OCTETS, percentEncode: ({ text }) => encodeURIComponent(text) };
const FEW = ["percent-encoding", "encoding-decodes-back", "sends-what-it-signs", "header-parses-back"];
type Features = NonNullable<NonNullable<Signer["limits"]>["without"]>;
const METHOD_AND_VERSION = { oauth_signature_method: "HMAC-SHA1", oauth_version: "1.0" };

function hmac(baseString: string, secret: string): string {
  return createHmac("sha1", `${percentEncode(secret)}&`)
    .update(baseString)
    .digest("base64");
}
const QUICK = { runs: 5, references: false } as const;

afterEach(() => vi.unstubAllEnvs());

describe("a signer under test", () => {
  test("that declares nothing about nonce and timestamp is told to if such a property fails", async () => {
    const runner = fakeRunner();
    const fixed: Signer["sign"] = async (question) => {
      const input = readInput("a question", "sign", { ...question, nonce: "n", timestamp: "1" });
      return { authorization: String((await countersign.operations.sign!(input))["authorization-header"]) };
    };
    const options = { ...QUICK, causes: false, test: runner.test, filter: ["chooses-nonce-and-timestamp"] };
    testSigner({ ...WITHOUT_OCTETS, sign: fixed }, options);
    const hint = "hint: declare fixesNonceAndTimestamp: true";
    expect(JSON.stringify(await runner.run("chooses-nonce-and-timestamp"))).toContain(hint);
  });

  test.each(RUNNERS)("is tested by %s: what it does not offer is no pass", async (name) => {
    const runner = fakeRunner(name);
    testSigner(SIGNER, { ...QUICK, test: runner.test, filter: FEW });
    expect(await runner.runAll()).toEqual({
      [title("percent-encoding: ", runner)]: "passed",
      [title("encoding-decodes-back: ", runner)]: "passed",
      // Known only from the answers, and Jest cannot skip a test that has begun.
      [title("sends-what-it-signs: ", runner)]: name === "Jest" ? "failed" : "skipped",
      [title("20 vectors and 1 property not offered: ", runner)]: "skipped",
    });
  });

  function title(start: string, { titles }: ReturnType<typeof fakeRunner>): string {
    return titles().find((one) => one.startsWith(`signer: ${start}`))!;
  }

  test("is tested by the functions of vitest and node:test as they are typed", () => {
    expectTypeOf<typeof nodeTest.test>().toExtend<TestFunction>();
    expectTypeOf<typeof nodeTest.describe>().toExtend<DescribeFunction>();
    expectTypeOf<typeof test>().toExtend<TestFunction>();
    expectTypeOf<typeof describe>().toExtend<DescribeFunction>();
  });

  test("is told in Jest how to leave out what it does not offer", async () => {
    const runner = fakeRunner("Jest");
    testSigner({ sign }, { ...QUICK, test: runner.test, filter: ["sends-what-it-signs"] });
    expect((await runner.run("sends-what-it-signs")).message).toBe(
      'not offered: the implementation supports none of the 5 generated cases\nhint: leave it out with the option skip: ["sends-what-it-signs"]',
    );
  });

  test("names in the titles what is checked and why something is not offered", () => {
    const { test, titles, describe } = fakeRunner();
    testSigner({ ...SIGNER, implementation: { name: "mine" } }, { test, describe, filter: FEW });
    expect(titles()).toEqual([
      "mine > percent-encoding: 156 vectors",
      expect.stringMatching(/^mine > encoding-decodes-back: Decoding percent-encoded text returns the original text/),
      expect.stringMatching(/^mine > sends-what-it-signs: Header, URL and body/),
      expect.stringMatching(
        /^mine > 20 vectors and 1 property not offered: does not support percent-decoding \(\d+\); .*does not support authorization-header, authorization-header-parsing \(1\)$/,
      ),
    ]);
  });

  test("has a test for each area, one for what is not offered, and none for verifiers", () => {
    const { test, titles } = fakeRunner();
    testSigner(SIGNER, { test, runs: 0 });
    expect(titles()).toEqual([
      expect.stringMatching(/^signer: percent-encoding: [\d,]+ vectors$/),
      expect.stringMatching(/^signer: base-string: [\d,]+ vectors$/),
      expect.stringMatching(/^signer: request: [\d,]+ vectors$/),
      expect.stringMatching(/^signer: [\d,]+ vectors not offered: does not support /),
    ]);
  });

  test("fails with a block for each mistake, shows what was signed, and names no flag", {
    tags: ["deep"],
  }, async () => {
    const runner = fakeRunner();
    const sign: Signer["sign"] = ({ request, credentials, nonce, timestamp }) => {
      const [url = "", query = ""] = request.url.replace("#", "?").split("?");
      const protocol = {
        oauth_consumer_key: credentials.consumerKey!,
        oauth_nonce: nonce!,
        oauth_timestamp: timestamp!,
      };
      const pairs = [...new URLSearchParams(query), ...Object.entries({ ...protocol, ...METHOD_AND_VERSION })];
      const text = pairs
        .map(([name, value]) => `${name}=${percentEncode(value).replace(/%20/g, "+")}`)
        .sort()
        .join("&");
      return hmac(`${request.method}&${percentEncode(url)}&${percentEncode(text)}`, credentials.consumerSecret!);
    };
    const without: Features = [
      "octets",
      "form",
      "body",
      "fragment",
      "token",
      "realm",
      "protocol-parameters",
      "no-version",
    ];
    testSigner(
      { sign, signatureMethods: ["HMAC-SHA1"], transports: ["header"], limits: { without, httpMethods: ["GET"] } },
      { ...QUICK, test: runner.test, filter: ["request/query-syntax"] },
    );
    const { message = "" } = await runner.run("request");
    expect(message).toMatch(/\(space-as-plus\).*input: GET https.*sent {4}.*%20.*signed {2}.*\+/s);
    expect(message.match(/^✗ .*\n/gm)!.length).toBeGreaterThan(3);
    expect(message.match(/^ {2}at request\//gm)!.length).toBe(message.match(/^ {2}(?:input): /gm)!.length);
    expect(message).not.toMatch(/--\w/);
  });

  test("writes a report with the failures of all tests", async () => {
    const report = join(folder, "report.html");
    const runner = fakeRunner();
    const filter = ["percent-encoding", "encoding-decodes-back"];
    testSigner({ ...WRONG, percentDecode: () => "x" }, { ...QUICK, test: runner.test, filter, report });
    expect(existsSync(report)).toBe(false);
    expect(await runner.run("the report is written")).toEqual({ state: "passed" });
    const html = readFileSync(report, "utf8");
    for (const part of ["encodeuricomponent-leftovers", "encoding-decodes-back"]) expect(html).toContain(part);
  });

  test("fails with the text that check prints for the area", { tags: ["deep"] }, async () => {
    const runner = fakeRunner();
    testSigner(WRONG, { ...QUICK, test: runner.test });
    const { state, message } = await runner.run("percent-encoding: ");
    const file = join(folder, "wrong.mjs");
    const text = `{ percentEncode: ({ text }) => encodeURIComponent(text), limits: { without: ["octets"] }, implementation: { name: "signer" } }`;
    writeFileSync(file, `export default ${text};`);
    const terminal = { ...fakeTerminal(), isQuiet: true, width: Number.POSITIVE_INFINITY };
    await check({ module: file, filter: ["percent-encoding"], runs: "0", references: false }, terminal);
    // The command that repeats a failure is another one; the number of sources and the time are those of a whole run.
    const compared = (printed: string): string =>
      printed
        .replace(/^ {2}run only this: .*\n|; \d+ published sources, and generated vectors|^ {2}[\d.]+ s$/gm, "")
        .trim();
    expect(state).toBe("failed");
    expect(compared(message!)).toBe(compared(terminal.text()));
    expect(message).toContain('run only this: the options {"filter":["percent-encoding/');
  });

  test("fails with the counterexample of a property, and not with the references that agree", {
    tags: ["deep"],
  }, async () => {
    const runner = fakeRunner();
    const wrong = { ...WRONG, sign: () => "c2ln" };
    testSigner(wrong, {
      test: runner.test,
      runs: 3,
      seed: 7,
      causes: false,
      filter: ["signature-verifies", "encoding-decodes-back"],
    });
    const { message } = await runner.run("signature-verifies");
    expect(message).toMatch(/fails on 3 of 3 cases.*counterexample: \{/s);
    expect(message).not.toContain("oauth-1.0a");
    expect(message).toContain('run only this: the options {"filter":["signature-verifies"],"seed":7}');
    const alone = fakeRunner();
    testSigner(wrong, { ...QUICK, test: alone.test, filter: ["signature-verifies"] });
    expect((await alone.run("signature-verifies")).message).not.toContain("oauth-1.0a");
  });

  test("fails with a stack trace that begins in the file that called the suite", async () => {
    const runner = fakeRunner();
    const wrong: Signer = { percentEncode: () => "", ...WITHOUT_OCTETS };
    testSigner(wrong, { ...QUICK, test: runner.test, causes: false, filter: ["percent-encoding/rfc5849"] });
    const { body } = runner.tests[0]!;
    const { stack, message } = (await body.call({}).catch((error: Error) => error)) as Error;
    expect(stack!.slice(`Error: ${message}\n`.length).split("\n")[0]).toMatch(/^ +at .*suite\.test\.ts:\d+:\d+\)?$/);
  });

  test("names the known mistake behind its failures", async () => {
    const runner = fakeRunner();
    testSigner(WRONG, { ...QUICK, test: runner.test, filter: ["percent-encoding"] });
    expect((await runner.run("percent-encoding")).message).toContain("encodeuricomponent-leftovers");
  });

  test("is asked once, however often a test is repeated", async () => {
    let asked = 0;
    const runner = fakeRunner();
    const signer = { percentEncode: ({ text }: { text: string }) => `${++asked}${text}` };
    testSigner(signer, { ...QUICK, test: runner.test, filter: ["percent-encoding/rfc5849"] });
    const first = await runner.run("percent-encoding");
    const count = asked;
    expect(await runner.run("percent-encoding")).toEqual(first);
    expect([first.state, asked]).toEqual(["failed", count]);
  });

  test("is not checked for what is to be skipped", () => {
    const { test, tests } = fakeRunner();
    testSigner(SIGNER, { test, filter: FEW, skip: ["sends-what-it-signs", "percent-encoding"] });
    const skipped = tests.filter(({ isSkipped }) => isSkipped).map((one) => one.title.split(": ")[1]);
    expect(skipped).toEqual([
      "percent-encoding",
      "sends-what-it-signs",
      expect.stringMatching(/^20 vectors and 1 property not offered$/),
    ]);
  });

  test.each<[string, unknown, object, RegExp]>([
    [
      "an unknown method",
      { percentEncoding: () => "" },
      {},
      /a method: expected percentEncode, .*got "percentEncoding"/,
    ],
    ["no method", {}, {}, /methods: expected at least one of/],
    [
      "a filter that matches nothing",
      SIGNER,
      { filter: ["no-such"] },
      /no vector and no property matches \["no-such"\]/,
    ],
    ["only methods of a verifier", { verify: () => true }, {}, /nothing to check: .*not offered: does not support/],
    [
      "something to skip that is not there",
      SIGNER,
      { skip: ["no-such"] },
      /no area and no property has the id "no-such"/,
    ],
  ])("with %s is refused at once", (_what, signer, options, message) => {
    expect(() => testSigner(signer as Signer, { test: fakeRunner().test, ...options })).toThrow(message);
  });
});

describe("the known failures of a signer", () => {
  const options = { ...QUICK, filter: ["percent-encoding", "encoding-decodes-back"] };

  test("are written to a baseline, and fail no test from then on", async () => {
    vi.stubEnv("CI", "");
    const baseline = pathToFileURL(join(folder, "known.json"));
    const writing = fakeRunner();
    testSigner(WRONG, { ...options, test: writing.test, baseline, updateBaseline: true });
    expect(existsSync(baseline)).toBe(false);
    // The tests before it need not have run.
    expect(await writing.run("the baseline is rewritten")).toEqual({ state: "passed" });
    expect(JSON.parse(readFileSync(baseline, "utf8")).known).toEqual([
      { cause: "encodeuricomponent-leftovers", reason: "! ' ( ) * left unencoded" },
    ]);
    expect(Object.values(await writing.runAll())).not.toContain("failed");

    const reading = fakeRunner();
    testSigner(WRONG, { ...options, test: reading.test, baseline });
    expect(Object.values(await reading.runAll())).not.toContain("failed");
  });

  test("are not written in CI, where an updateBaseline that was left would accept every failure", async () => {
    vi.stubEnv("CI", "true");
    const baseline = join(folder, "in-ci.json");
    const runner = fakeRunner();
    testSigner(WRONG, { ...options, test: runner.test, baseline, updateBaseline: true });
    expect(await runner.run("the baseline is rewritten")).toMatchObject({ state: "failed" });
    expect(existsSync(baseline)).toBe(false);
  });

  test("are read from the files of check --baseline", async () => {
    const baseline = join(folder, "of-check.json");
    const module = join(folder, "module.mjs");
    writeFileSync(
      module,
      "export default { percentEncode: ({ text }) => encodeURIComponent(text), limits: { without: ['octets'] } };",
    );
    const { filter } = options;
    await check(
      { module, baseline, filter, updateBaseline: true, seed: "5849", runs: "5", references: false },
      fakeTerminal(),
    );
    const runner = fakeRunner();
    testSigner(WRONG, { ...options, test: runner.test, baseline });
    expect(Object.values(await runner.runAll())).not.toContain("failed");
  });

  test("name in the title of a test that it proves nothing: the property is not gated", async () => {
    const baseline = join(folder, "not-gated.json");
    const entry = { property: "encoding-decodes-back", reason: "old" };
    const known = (more: object) => JSON.stringify({ format: 3, known: [{ ...entry, ...more }] });
    const titleWith = (text: string): string | undefined => {
      writeFileSync(baseline, text);
      const { test, titles } = fakeRunner();
      testSigner(WRONG, { ...options, test, baseline });
      return titles().find((one) => one.startsWith("signer: encoding-decodes-back"));
    };
    expect(titleWith(known({}))).toMatch(/ \(not gated\)$/);
  });

  test("fail a test of their own once they no longer fail", async () => {
    const baseline = join(folder, "stale.json");
    const entry = { vectors: { "percent-encoding/rfc5849/1": "0123456789ab" }, reason: "old" };
    writeFileSync(baseline, JSON.stringify({ format: 3, known: [entry] }));
    const runner = fakeRunner();
    testSigner(SIGNER, { ...options, test: runner.test, baseline });
    const { message } = await runner.run("known failures");
    expect(message).toMatch(
      /^stale entry in .*stale\.json: percent-encoding\/rfc5849\/1 no longer shows.*updateBaseline/s,
    );
    expect((await runner.run("percent-encoding: ")).state).toBe("passed");
  });

  test.each([
    ["is not there", undefined, /expected a baseline at .*: no such file\nhint: updateBaseline: true writes one/],
    ["is no baseline", '{"format":2}', /expected a baseline at .*: format: expected 3, got 2/],
    ["is no JSON", "{", /expected a baseline at .*: .*JSON/],
  ])("must be readable: a file that %s is refused at once", (what, text, message) => {
    const baseline = join(folder, `${what}.json`);
    if (text !== undefined) writeFileSync(baseline, text);
    expect(() => testSigner(SIGNER, { test: fakeRunner().test, baseline })).toThrow(message);
  });
});

describe("a verifier under test", () => {
  const VERIFIER: Verifier = {
    implementation: { name: "mine" },
    async verify({ request: received, ...question }) {
      const input = readInput("a question", "verify", { ...question, received });
      return (await countersign.operations.verify!(input)).valid === true;
    },
    verifySignature: ({ baseString, signature, signatureMethod, credentials }) =>
      verifyBaseString(baseString!, signature, { signatureMethod, ...credentials } as Parameters<
        typeof verifyBaseString
      >[2]),
    outside: (method, question) =>
      method === "verifySignature" && !("baseString" in question) ? "takes base strings" : undefined,
  };

  test("passes the vectors for verifiers and the properties that it offers", { tags: ["deep"] }, async () => {
    const runner = fakeRunner();
    testVerifier(VERIFIER, { test: runner.test, runs: 10 });
    const states = Object.entries(await runner.runAll());
    expect(states.filter(([, state]) => state === "failed")).toEqual([]);
    const passed = states.filter(([, state]) => state === "passed").map(([name]) => name.split(": ")[1]);
    expect(passed).toEqual(["verification", "verifier", "accepts-no-collision"]);
  });

  test("that accepts everything fails, with the request that it accepted", async () => {
    const runner = fakeRunner();
    testVerifier(
      { verify: () => true },
      { ...QUICK, test: runner.test, filter: ["verifier/tampering", "verification/koauth"] },
    );
    const failed = await Promise.all(
      runner.tests.filter((one) => !one.isSkipped).map(({ title }) => runner.run(title)),
    );
    expect(failed.length).toBeGreaterThan(0);
    for (const { message } of failed) expect(message).toMatch(/expected {2}false.*request:/s);
    expect(failed.map(({ message }) => message!.length).every((length) => length <= 40_001)).toBe(true);
  });

  test("is not asked to sign", () => {
    expect(() => testVerifier({ sign } as Verifier, { test: fakeRunner().test })).toThrow(
      /nothing to check: .*not offered: does not support/,
    );
  });
});

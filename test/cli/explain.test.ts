import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { explain } from "../../src/cli/explain/explain.ts";
import type { ExplainOptions } from "../../src/cli/options/explain.ts";
import { EXIT } from "../../src/cli/process/exit-codes.ts";
import type { Budget } from "../../src/diagnosis/index.ts";
import { traceSent } from "../../src/model/index.ts";
import { payment, SECRET, sentWith } from "../diagnosis/requests.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-explain-"));
  writeFileSync(join(folder, "secret"), `${SECRET}\n`);
  writeFileSync(join(folder, "old secret"), "an older secret\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Enough for common causes. What a longer search finds is printed in the same way. */
const SHORT_SEARCH: Budget = { combinations: 100 };

async function run(
  content: string,
  options: ExplainOptions = {},
  terminal = fakeTerminal(),
): Promise<{ code: number; text: string }> {
  const given = { consumerSecretFile: join(folder, "secret"), ...options };
  const code = await explain(file("request", content), given, terminal, SHORT_SEARCH);
  return { code, text: terminal.text() };
}

const right = sentWith([]);
const wrong = sentWith(["asterisk-bare"]);

function raw({ method, headers, body }: typeof right, end: string, target = "/paynet/api/v4/sale/39915"): string {
  const head = [
    `${method} ${target} HTTP/1.1`,
    "Host: gate.example",
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return [...head, "", Buffer.from(body ?? []).toString("latin1")].join(end);
}

const curl = `curl -X POST '${right.url}' \\\n ${right.headers.map(([name, value]) => `-H '${name}: ${value}'`).join(" ")} --data-raw $'${Buffer.from(right.body!)}'`;
const har = JSON.stringify({
  log: {
    entries: [
      {
        request: {
          method: "POST",
          url: right.url,
          headers: right.headers.map(([name, value]) => ({ name, value })),
          postData: { mimeType: "application/x-www-form-urlencoded", text: String(Buffer.from(right.body!)) },
        },
      },
    ],
  },
});
const captured = JSON.stringify({ format: 1, ...right, body: Buffer.from(right.body!).toString("base64") });
const plain = JSON.stringify({ ...right, body: String(Buffer.from(right.body!)) });

describe("countersign explain", () => {
  test.each([
    ["raw HTTP with LF", `${raw(right, "\n")}\n`],
    ["raw HTTP with CRLF", raw(right, "\r\n")],
    ["raw HTTP in absolute form", raw(right, "\n", right.url)],
    ["a curl command", curl],
    ["a HAR entry", har],
    ["a captured request", captured],
    ["a plain object", plain],
  ])("reads %s", async (_, content) => {
    const { code, text } = await run(content, { scheme: "https" });
    expect(text).toBe(
      "the signature is valid\n  If the server still rejects the request, see docs/diagnosis.md#if-the-signature-is-valid\n",
    );
    expect(code).toBe(EXIT.ok);
  });

  test("prints what the client does and the fix first, and no stages", async () => {
    const { code, text } = await run(raw(wrong, "\n"));
    expect(code).toBe(EXIT.failures);
    expect(text).toMatchInlineSnapshot(`
      "The client uses an encoder that leaves * unencoded, as a form encoder does. (asterisk-bare)
        fix: Replace * with %2A after a form encoder.
          Java: URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~")
          Kotlin: URLEncoder.encode(text, "UTF-8").replace("+", "%20").replace("*", "%2A").replace("%7E", "~")
          JavaScript: encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())
        more: npm run -s countersign -- faults show asterisk-bare
        where: your client left \`*\` unencoded in order_desc; the expected base string has %252A at character 285
          sent    order_desc=Two%20shirts%2A%20%28%C3%A9%29
                                         ^^^
          signed  order_desc=Two%20shirts*%20%28%C3%A9%29
                                         ^
        also: the request does not contain its scheme; https is assumed (scheme-assumed)
      "
    `);
  });

  describe("with an assumed scheme", () => {
    const sent = sentWith([], { ...payment, url: "http://gate.example/paynet/api/v4/sale/39915" });

    test("prints stages and correction for the one that the signature shows", async () => {
      const { code, text } = await run(raw(sent, "\n"), { trace: true, fixed: true });
      expect(code).toBe(EXIT.ok);
      expect(text).toContain("base-string-uri\n  http://gate.example/paynet");
      expect(text).toContain(
        "\nthe signature is valid\n  also: the request does not contain its scheme; http is assumed",
      );
      expect(text).toContain("http://gate.example/paynet/api/v4/sale/39915\nIt is signed for http, which is assumed.");
    });

    test("compares the server's base string for the one that the signature shows", async () => {
      const { baseString } = traceSent(right, {});
      const serverResponse = file("response", `debug_sbs=${baseString}`);
      const { text } = await run(raw(sent, "\n"), { serverResponse });
      expect(text).toMatch(
        /^the server's base string differs from the one this request gives at character 10, in the URL/,
      );
    });

    test("names the search with the other one if nothing explains the signature", { tags: ["deep"] }, async () => {
      const other = sentWith([], { ...payment, consumerSecret: "a secret that nobody gave" });
      const { text } = await run(raw(other, "\n"));
      expect(text).toContain("and https is assumed. Search with http:");
      expect(text).toContain("--scheme http\n");
      expect((await run(raw(other, "\n"), { scheme: "https" })).text).not.toContain("--scheme http\n");
    });
  });

  test("leaves out the next checks that a correct base string answers", async () => {
    const other = sentWith([], { ...payment, consumerSecret: "a secret that nobody gave" });
    const { baseString } = traceSent(right, {});
    const { text } = await run(raw(other, "\n"), { baseStringFile: file("mine", `${baseString}\r\n`) });
    expect(text).toContain("base string: the given one is correct");
    expect(text).toContain("--also-secret-file");
    expect(text).not.toContain("--origin");
    expect(text).not.toContain("oauth_nonce=n0nce");
  });

  test("prints each stage before that with --trace, and where each parameter came from", async () => {
    const { text } = await run(raw(wrong, "\n"), { trace: true });
    expect(text).toMatch(/^parameters\n/);
    expect(text).toContain("  header  oauth_nonce = n0nce\n");
    expect(text).toContain("  body    amount = 10.42\n");
    expect(text.slice(text.indexOf("\n\n") + 2)).toBe((await run(raw(wrong, "\n"))).text);
  });

  test("prints one line with --quiet, and the number of combinations with --verbose", async () => {
    const textWith = async (mode: object): Promise<string> =>
      (await run(raw(wrong, "\n"), {}, { ...fakeTerminal(), ...mode })).text;
    expect(await textWith({ isQuiet: true })).toMatch(/^[A-Z].*\. \(asterisk-bare\)\n$/);
    expect(await textWith({ isVerbose: true })).toMatch(
      /\n {2}the search tried [\d,]+ combinations of causes in \d+ ms\n$/,
    );
  });

  test("has the code of the fix in the language of --lang, else of the User-Agent", async () => {
    const ofPython = { ...wrong, headers: [...wrong.headers, ["User-Agent", "okhttp/4.12"]] } as const;
    expect((await run(raw(ofPython, "\n"))).text).toContain("    Java: ");
    expect((await run(raw(ofPython, "\n"), { lang: "kt" })).text).toContain("    Kotlin: ");
    await expect(run(raw(wrong, "\n"), { lang: "pyhton" })).rejects.toThrow(
      /^--lang must be one of .*Python.*, got "pyhton"$/,
    );
    await expect(run(raw(wrong, "\n"), { lang: "constructor" })).rejects.toThrow("--lang must be one of");
  });

  test("prints no secret, and the correct signature only where it is asked for", async () => {
    const leaky = sentWith(["asterisk-bare"], {
      ...payment,
      form: [
        ["secret", SECRET],
        ["q", "*é"],
      ],
    });
    const quiet = (await run(raw(leaky, "\n"))).text;
    expect(quiet).not.toContain(SECRET);
    expect(quiet).not.toContain("the correct signature");
    expect((await run(raw(wrong, "\n"), { showSignature: true })).text).toContain("expected signature: ");
  });

  test("finds another key by the name of its file", async () => {
    const sent = sentWith([], { ...payment, consumerSecret: "an older secret" });
    const { text } = await run(raw(sent, "\n"), { alsoSecretFile: [join(folder, "old secret")] });
    expect(text).toMatch(/^The client signed with another key: .*old secret/);
  });

  test("takes the client's base string and signature for a request as meant", async () => {
    const input = {
      operation: "sign",
      input: {
        request: { method: "GET", url: "https://gate.example/r?a=1" },
        signatureMethod: "HMAC-SHA1",
        credentials: { consumerKey: "k", consumerSecret: "s" },
      },
    };
    const given =
      "GET&https%3A%2F%2Fgate.example%2Fr&a%3D2%26oauth_consumer_key%3Dk%26oauth_signature_method%3DHMAC-SHA1";
    const { code, text } = await run(JSON.stringify(input), { baseStringFile: file("given", given) });
    expect(code).toBe(EXIT.failures);
    expect(text).toMatch(/sent +a=1\n.*\n +signed +a=2\n/);
  });

  describe("with --server-response", () => {
    const { baseString } = traceSent(right, {});
    const answered = (body: string): ExplainOptions => ({
      serverResponse: file("response", `HTTP/1.1 401 Unauthorized\r\n\r\n${body}`),
    });

    test("compares with the server first, and then explains the signature", async () => {
      const { code, text } = await run(
        raw(wrong, "\n"),
        answered(`oauth_problem=signature_invalid&debug_sbs=${baseString}`),
      );
      expect(text).toMatch(/^the server reports signature_invalid: /);
      expect(text).toContain("the server's base string is what this request gives (found as debug_sbs)");
      expect(text.indexOf("asterisk-bare")).toBeGreaterThan(text.indexOf("debug_sbs"));
      expect(code).toBe(EXIT.failures);
    });

    test("needs no key, and searches nothing without one", async () => {
      const options = { consumerSecretFile: undefined, ...answered(`debug_sbs=${baseString.replace("443", "")}`) };
      const { code, text } = await run(raw(wrong, "\n"), options as ExplainOptions);
      expect(text).toMatch(/^the server's base string .*\n[\s\S]*\n\n$/);
      expect(text).not.toContain("parameters\n");
      expect(code).toBe(EXIT.failures);
      const json = (await run(raw(wrong, "\n"), { ...options, json: true } as ExplainOptions)).text;
      expect(JSON.parse(json)).toMatchObject({ server: { baseStringName: "debug_sbs", isSameAsRequest: true } });
    });

    test("says without a key which scheme is assumed", async () => {
      const http = baseString.replace("https%3A", "http%3A");
      const notes = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      const { text } = await run(raw(wrong, "\n"), {
        consumerSecretFile: undefined,
        ...answered(`debug_sbs=${http}`),
      } as ExplainOptions);
      expect(text).toContain("is what this request gives");
      expect(notes.mock.calls.flat()).toContain("note: the request does not contain its scheme; http is assumed\n");
      notes.mockRestore();
    });

    test("obeys nothing in the response", async () => {
      const hostile = answered("oauth_problem=parameter_absent&oauth_parameters_absent=%1B[2J%E2%80%AE");
      const { text } = await run(raw(wrong, "\n"), hostile);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    });

    test("says that the response says nothing, and explains the request", async () => {
      const nothing = "the response contains neither a signature base string nor an error code that is known";
      const { code, text } = await run(raw(wrong, "\n"), answered(""));
      expect(text.startsWith(`${nothing}\n\nThe client uses an encoder `)).toBe(true);
      expect(code).toBe(EXIT.failures);
      const withoutKey = { consumerSecretFile: undefined, ...answered("no") } as ExplainOptions;
      await expect(run(raw(right, "\n"), withoutKey)).rejects.toThrow(nothing);
    });
  });

  test("draws on a terminal how many combinations it tried and the seconds, and clears that line", {
    tags: ["deep"],
  }, async () => {
    const texts: string[] = [];
    const terminal = { ...fakeTerminal(), progress: (text: string) => texts.push(text) };
    const unknown = raw(sentWith([], { ...payment, consumerSecret: "a secret that nobody gave" }), "\n");
    await explain(file("request", unknown), { consumerSecretFile: join(folder, "secret") }, terminal, {
      combinations: 3000,
    });
    expect(texts[0]).toMatch(/^\r\u001b\[Kcombinations of causes tried: [\d,]+, \d+ s$/);
    expect(texts.at(-1)).toBe("\r\u001b[K");
  });

  test("prints JSON: verdict, causes, alternatives, effort and notices", async () => {
    const one = JSON.parse((await run(raw(wrong, "\n"), { json: true, trace: true })).text);
    expect(one).toMatchObject({
      format: 1,
      verdict: "explained",
      alternatives: [["asterisk-bare"]],
      assumedScheme: "https",
      notices: [{ id: "scheme-assumed", rejects: false }],
      causes: [{ id: "asterisk-bare", title: expect.any(String), what: expect.any(String) }],
      text: [
        expect.stringMatching(/ \(asterisk-bare\)$/),
        expect.stringMatching(/^ {2}fix: /),
        ...Array(10).fill(expect.anything()),
      ],
      tried: expect.any(Number),
    });
    const none = JSON.parse((await run(raw(right, "\n"), { json: true, scheme: "https" })).text);
    expect(none).toMatchObject({ verdict: "right", causes: [], alternatives: [], text: ["the signature is valid"] });
    const put = sentWith(["form-body-left-out"], { ...payment, method: "PUT" });
    const two = JSON.parse((await run(raw(put, "\n"), { json: true })).text);
    expect(two).toMatchObject({ verdict: "ambiguous", alternatives: two.causes.map(({ id }: { id: string }) => [id]) });
  });

  describe("without a known cause", () => {
    const other = sentWith([], { ...payment, consumerSecret: "a secret that nobody gave" });

    test("says how much was tried, and what to check next by commands to paste", { tags: ["deep"] }, async () => {
      const { code, text } = await run(raw(other, "\n"), { alsoSecretFile: [join(folder, "old secret")] });
      expect(code).toBe(EXIT.failures);
      expect(text).toMatch(/^No known cause or pair of causes reproduces this signature \([\d,]+ combinations tried/);
      const request = join(folder, "request");
      expect(text).toContain(`explain ${request} --consumer-secret-file ${join(folder, "secret")}`);
      expect(text).toContain(`--also-secret-file '${join(folder, "old secret")}'`);
      expect(text.match(/^ {4}\d\. /gm)).toEqual(["    1. ", "    2. ", "    3. "]);
      for (const option of ["--base-string-file base-string.txt", "--also-secret-file other-secret", "--scheme http"])
        expect(text).toContain(option);
      expect(text).not.toContain("nobody gave");
    });

    test("asks for the answer of the server by a command to paste", async () => {
      const { baseString } = traceSent(right, {});
      const more = { scheme: "https", baseStringFile: file("mine", baseString.replace("10.42", "10.43")) };
      expect((await run(raw(other, "\n"), more)).text).toContain("--server-response response.txt");
    });

    test("begins the next checks with the base string", async () => {
      const { text } = await run(raw(other, "\n"));
      expect(text).toMatch(
        / {4}1\. Log the base string that your client signs\. .*\n.*--base-string-file base-string\.txt/,
      );
    });

    test("leaves out what was given already", { tags: ["deep"] }, async () => {
      const { text } = await run(raw(other, "\n"), { baseStringFile: file("mine", "GET&a&b") });
      expect(text).not.toContain("--base-string-file base-string.txt");
      const { baseString } = traceSent(right, {});
      const more = { scheme: "https", baseStringFile: file("mine", baseString.replace("10.42", "10.43")) };
      expect((await run(raw(other, "\n"), more)).text).toContain("--server-response response.txt");
      const response = { ...more, serverResponse: file("response", "oauth_problem=signature_invalid") };
      expect((await run(raw(other, "\n"), response)).text).not.toContain("response.txt");
    });
  });

  test.each([
    ["", "expected a request, got an empty file"],
    ["hello\n", "line 1: expected a request line such as POST /path HTTP/1.1, got 5 other characters"],
    ["-----BEGIN PRIVATE KEY-----\n", "got a PEM file, which is a key or a certificate"],
    ["* Trying 192.0.2.1\n", "got the answer in a log of curl -v, without its request"],
    ["HTTP/1.1 403 Forbidden\n\n", "line 1: expected a request line such as POST /path HTTP/1.1, got an HTTP response"],
    ['{"kty":"RSA","d":"QUJD"}', 'got an object with "kty, d"'],
    [
      "POST / HTTP/1.1\nHost: a\nContent-Length: 3\n\nabcd",
      "expected a body of 3 octets, as in Content-Length, got 4 octets",
    ],
    ["POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n2\r\nab\r\n", "line 7: expected the size of chunk 2"],
    [
      "GET / HTTP/1.1\nHost example\n\n",
      "line 2: expected a header such as Name: value, or an empty line before the body, got 12 other characters",
    ],
    ["GET / HTTP/1.1\n\n", "line 1: expected one Host header for a target without a host, got 0"],
    ["{\n,}", 'line 2: expected JSON, got ","'],
    ["curl 'https://a/", "line 1: expected the closing single quote, got the end of the command"],
    ["curl https://a/ -d @form", 'expected data in the command itself, got the file "@form"'],
    ["curl https://a/ --form a=b", 'the curl option "--form" is not supported'],
    ["curl https://a/?b&c", 'line 1: expected one command, without variables, pipes and the like, got "&"'],
  ])("refuses %j and says where", async (content, message) => {
    await expect(run(content)).rejects.toThrow(message);
  });

  test("takes a curl command as its argument", async () => {
    const terminal = fakeTerminal();
    const code = await explain(curl, { consumerSecretFile: join(folder, "secret") }, terminal, SHORT_SEARCH);
    expect(terminal.text()).toContain("the signature is valid");
    expect(code).toBe(EXIT.ok);
  });

  test("says that the form is incomplete, and does not search", async () => {
    const [head, body = ""] = raw(right, "\r\n").split("\r\n\r\n");
    const cut = `${head}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const problem = `Content-Length is ${body.length}, but`;
    const terminal = fakeTerminal();
    await explain(file("cut", cut), { consumerSecretFile: join(folder, "secret") }, terminal, SHORT_SEARCH);
    expect(terminal.text()).toContain(`not diagnosed: ${problem} there is no body: add the body as it was sent`);
    await explain(file("cut", `${cut}a=b`), { consumerSecretFile: join(folder, "secret") }, terminal, SHORT_SEARCH);
    expect(terminal.text()).toContain(`${problem} the body has 3 octets`);
    expect(terminal.text()).not.toContain("combinations tried");
  });

  describe("with --given", () => {
    const { method, url, headers, body } = wrong;
    const request = { method, url, headers, body: Buffer.from(body!).toString() };
    const document = (more: object = {}): string =>
      file("given.json", JSON.stringify({ format: 1, request, keys: [{ consumerSecret: SECRET }], ...more }));
    const explained = async (given: string, options: ExplainOptions = {}): Promise<Record<string, unknown>> => {
      const terminal = fakeTerminal();
      const code = await explain("-", { given, ...options }, terminal, SHORT_SEARCH);
      return { code, ...JSON.parse(terminal.text()) };
    };

    test("prints the same JSON as with a file and options, and returns the same code", async () => {
      const { code, text } = await run(raw(wrong, "\n"), { json: true, scheme: "https" });
      const asText = { request: raw(wrong, "\n"), scheme: "https" };
      expect(await explained(document(asText))).toEqual({ code, ...JSON.parse(text) });
      expect(await explained(document())).toMatchObject({ code: EXIT.failures, verdict: "explained" });
    });

    test("takes other keys, evidence, the answer of the server and addresses", async () => {
      const other = sentWith([], { ...payment, consumerSecret: "an older secret" });
      const known = {
        request: { ...request, headers: other.headers },
        otherKeys: [{ label: "the old key", consumerSecret: "an older secret" }],
        serverResponse: "oauth_problem=signature_invalid",
        addresses: ["https://gate.example/v2"],
        now: 1_700_000_000,
      };
      const found = await explained(document(known));
      expect(found).toMatchObject({ alternatives: [["other-key:the old key"]], server: { problem: {} } });
    });

    test("names the member of the document that is missing, if no key is given", async () => {
      const missing = explained(document({ keys: [] }));
      await expect(missing).rejects.toMatchObject({ hint: expect.stringContaining('add "keys" to the document') });
    });

    test("asks without commands, which would be options that the document contains", async () => {
      const { code, text } = await explained(document({ keys: [{ consumerSecret: "N0b0dyGaveIt" }] }));
      const lines = (text as string[]).join("\n");
      expect(code).toBe(EXIT.failures);
      expect(lines).toContain("Log the base string that your client signs");
      expect(lines).not.toContain("countersign");
    });

    test("refuses what does not fit, and options that the document contains", async () => {
      await expect(explained(document({ keys: [{ consumerSecret: 7 }] }))).rejects.toThrow(
        /^expected a document for --given at .*: keys\[0\]\.consumerSecret: expected a string$/,
      );
      await expect(explained(document({ secret: SECRET }))).rejects.toThrow(/"?secret"?: expected one of the members/);
      await expect(explained(file("given.json", "{"))).rejects.toThrow("in JSON at");
      await expect(explained(document(), { scheme: "https" })).rejects.toThrow("so --scheme cannot be given");
      await expect(explained(document(), { consumerSecretFile: "secret" })).rejects.toThrow("--consumer-secret-file");
      await expect(explain("request.http", { given: document() }, fakeTerminal())).rejects.toThrow(
        "so a request cannot",
      );
    });
  });

  test.each([
    ["raw HTTP", raw(right, "\n")],
    ["JSON", JSON.stringify({ ...right, body: "" })],
  ])("reads a request that is the argument itself: %s", async (_, text) => {
    const terminal = fakeTerminal();
    await explain(text.trim(), { consumerSecretFile: join(folder, "secret") }, terminal, SHORT_SEARCH);
    expect(terminal.text()).toMatch(/^(?:the signature is valid|No known cause|The client)/);
  });

  test("refuses options that cannot be", async () => {
    await expect(run(raw(right, "\n"), { scheme: "ftp" })).rejects.toThrow("--scheme must be one of http, https");
    await expect(run(raw(right, "\n"), { origin: ["gate"] })).rejects.toThrow("--origin must be scheme://host");
    await expect(run(raw(right, "\n"), { format: "xml" })).rejects.toThrow(
      "--format must be one of json, powershell, cmd, curl",
    );
    await expect(run(raw(right, "\n"), { now: "noon" })).rejects.toThrow("--now must be seconds since 1970");
  });
});

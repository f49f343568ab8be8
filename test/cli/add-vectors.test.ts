import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addVectors, COUNTED_BY } from "../../src/cli/vectors/add.ts";
import { generateCase, PROPERTIES } from "../../src/conformance/properties/index.ts";
import {
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  VECTORS_FOLDER,
  verificationCases,
  writeVector,
} from "../../src/conformance/vectors/index.ts";
import { fakeTerminal } from "./fake-terminal.ts";
import { fewVectors } from "./few-vectors.ts";

let few = "";
beforeAll(() => {
  few = fewVectors();
});
afterAll(() => rmSync(few, { recursive: true }));

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "promote-"));
  cpSync(few, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function saved(property: string, one: unknown): string {
  const path = join(folder, "case.json");
  writeFileSync(path, JSON.stringify({ property, case: one }));
  return path;
}

const caseOf = (id: string): unknown => generateCase(PROPERTIES.find((property) => property.id === id)!.cases, 5849, 8);
const ajv = new Ajv();
ajv.addSchema(JSON.parse(readFileSync(join(VECTORS_FOLDER, "schema.json"), "utf8")), "vectors");

describe("a counterexample", () => {
  const others = ["chooses-nonce-and-timestamp", "accepts-no-collision"];
  const ids = PROPERTIES.filter(({ id }) => !others.includes(id)).map(({ id }) => id);

  const expectVectors = async (id: string): Promise<void> => {
    const before = new Set(loadVectors(folder).map((vector) => vector.id));
    const terminal = fakeTerminal();
    expect(await addVectors(saved(id, caseOf(id)), { vectors: folder }, terminal)).toBe(0);

    const ids = terminal.text().trim().split("\n");
    const added = loadVectors(folder).filter((vector) => !before.has(vector.id));
    expect(added.map((vector) => vector.id)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(0);
    const file = { $schema: "./schema.json", format: 1, title: "promoted", vectors: added.map(writeVector) };
    expect(ajv.validate("vectors", file), ajv.errorsText()).toBe(true);
  };
  const BECOMES = "of the property %s becomes vectors with new ids and every stage";
  const oneOfEachKind = ["agrees-with-model", "signature-verifies", "encoding-decodes-back", "header-parses-back"];
  test.each(oneOfEachKind)(BECOMES, expectVectors);
  test.each(ids.filter((id) => !oneOfEachKind.includes(id)))(BECOMES, { tags: ["deep"] }, expectVectors);

  test("of a verifier becomes one vector for verifiers, which expects the rejection, and is not added twice", async () => {
    const path = saved("accepts-no-collision", { faults: ["duplicate-first-wins"] });
    const terminal = fakeTerminal();
    expect(await addVectors(path, { vectors: folder, comment: "Found once." }, terminal)).toBe(0);
    expect(terminal.text()).toBe("verifier/counterexamples/1\n");
    const vector = loadVerificationVectors(folder).find(({ id }) => id === "verifier/counterexamples/1")!;
    expect(vector).toMatchObject({
      comment: "Found once.",
      faults: ["duplicate-first-wins"],
      expected: { refuse: "signature-mismatch" },
      server: { keys: [{ consumerKey: "client-1" }] },
    });
    expect(verificationCases([vector]).cases).toMatchObject([{ expected: { valid: false } }]);
    const schema = JSON.parse(readFileSync(join(VECTORS_FOLDER, "verifier.schema.json"), "utf8"));
    const file = JSON.parse(readFileSync(join(folder, "verifier.json"), "utf8"));
    expect(new Ajv().validate(schema, file)).toBe(true);
    await expect(addVectors(path, { vectors: folder }, fakeTerminal())).rejects.toThrow(/already/);
  });

  test("keeps the stages of a whole request, and takes a rule and a comment", async () => {
    const options = { vectors: folder, rule: "rfc5849-3.4.2-1", comment: "Found once." };
    await addVectors(saved("agrees-with-model", caseOf("agrees-with-model")), options, fakeTerminal());
    const vector = loadVectors(folder).find(({ id }) => id === "request/counterexamples/1")!;
    expect(vector).toMatchObject({ rule: "rfc5849-3.4.2-1", comment: "Found once.", input: { operation: "sign" } });
    expect(Object.keys(vector.expected)).toEqual(expect.arrayContaining(["parameters", "base-string", "signature"]));
  });

  test("is not promoted into a folder with other files and without rules", async () => {
    const path = saved("encoding-decodes-back", "a b");
    const mine = join(folder, "mine");
    mkdirSync(mine);
    writeFileSync(join(mine, "notes.txt"), "");
    await expect(addVectors(path, { vectors: mine }, fakeTerminal())).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(/^expected a folder with vectors at .*mine, got one without rules.json$/),
      hint: "give --vectors my-vectors: a new or empty folder becomes a copy of the vectors of the package",
    });
  });

  const expectCopy = async (name: string): Promise<void> => {
    const path = saved("encoding-decodes-back", "a b");
    const mine = join(folder, name);
    if (name === "empty") mkdirSync(mine);
    await addVectors(path, { vectors: mine }, fakeTerminal());
    expect(readdirSync(mine)).toEqual(readdirSync(VECTORS_FOLDER));
    const lock = JSON.parse(readFileSync(join(mine, "ids.lock.json"), "utf8"));
    expect(lock.ids).toHaveProperty(["percent-encoding/counterexamples/1"]);
  };
  test.each(["new"])("is promoted into the %s folder, which becomes a copy of the package's", expectCopy);
  test.each(["empty"])(
    "is promoted into the %s folder, which becomes a copy of the package's",
    { tags: ["deep"] },
    expectCopy,
  );

  test("gets the next number, and is not added twice", async () => {
    const first = saved("encoding-decodes-back", "a b");
    await addVectors(first, { vectors: folder }, fakeTerminal());
    await expect(addVectors(first, { vectors: folder }, fakeTerminal())).rejects.toThrow(
      /have all the questions of .*case\.json already/,
    );
    const terminal = fakeTerminal();
    await addVectors(saved("encoding-decodes-back", "~ * never asked before"), { vectors: folder }, terminal);
    expect(terminal.text()).toBe("percent-encoding/counterexamples/2\n");
  });

  test.each([
    ["a property that does not exist", "no-such-property", "x", {}, /no property is called "no-such-property"/],
    ["a rule that does not exist", "encoding-decodes-back", "x", { rule: "none-1" }, /no rule has the id "none-1"/],
    [
      "a case of another property",
      "agrees-with-model",
      { request: 7 },
      {},
      /case\.json: \/case is not a case of agrees-with-model: /,
    ],
  ])("with %s is bad usage", async (_what, property, one, options, message) => {
    await expect(
      addVectors(saved(property, one), { vectors: folder, ...options }, fakeTerminal()),
    ).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(message),
    });
  });
});

/** An example of OAuth Core 1.0, appendix A. */
const PHOTOS = `GET /photos?file=vacation.jpg&size=original HTTP/1.1
Host: photos.example.net
Authorization: OAuth oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1", oauth_signature="SIGNATURE", oauth_timestamp="1191242096", oauth_nonce="kllo9940pd9333jh", oauth_version="1.0"

`;
const SIGNATURE = "tR3+Ty81lMeYAr/Fid0kMTYa/WM=";

describe("a request with a published signature", () => {
  const publish = (text: string, options: object = {}) => {
    for (const [name, content] of Object.entries({
      request: text,
      consumer: "kd94hf93k423kf44",
      token: "pfkkdhi9sl3r4s00",
    }))
      writeFileSync(join(folder, name), content);
    const terminal = fakeTerminal();
    const code = addVectors(
      join(folder, "request"),
      {
        vectors: folder,
        source: "oauth-wiki",
        sourceTitle: "OAuth wiki",
        sourceUrl: "https://example.com/wiki",
        license: "unknown",
        section: "Test cases",
        rule: "rfc5849-3.4.2-2",
        comment: "Photos",
        scheme: "http",
        consumerSecretFile: join(folder, "consumer"),
        tokenSecretFile: join(folder, "token"),
        ...options,
      },
      terminal,
    );
    return { code, terminal };
  };
  const signed = (signature: string): string => PHOTOS.replace("SIGNATURE", encodeURIComponent(signature));
  const added = () => loadVectors(folder).find(({ id }) => id.startsWith("request/oauth-wiki/"));

  test("becomes a vector with every stage, its source and the printed signature", async () => {
    const { code, terminal } = publish(signed(SIGNATURE));
    expect(await code).toBe(0);
    expect(terminal.text()).toBe("request/oauth-wiki/1\n");
    expect(added()).toMatchObject({
      comment: "Photos",
      flags: ["hmac", "query"],
      source: { kind: "published", source: "oauth-wiki", section: "Test cases" },
      input: { operation: "sign", nonce: "kllo9940pd9333jh", request: { method: "GET" } },
      expected: { signature: SIGNATURE, key: "kd94hf93k423kf44&pfkkdhi9sl3r4s00" },
      published: ["signature"],
    });
    expect(added()).not.toHaveProperty("disputed");
    expect(loadSources(folder).get("oauth-wiki")).toEqual({
      id: "oauth-wiki",
      title: "OAuth wiki",
      url: "https://example.com/wiki",
      license: "unknown",
    });
    const file = { $schema: "./schema.json", format: 1, title: "added", vectors: [writeVector(added()!)] };
    expect(ajv.validate("vectors", file), ajv.errorsText()).toBe(true);
    const sources = loadSources(folder).size;
    await expect(publish(signed(SIGNATURE), { source: "another-wiki" }).code).rejects.toThrow(
      /have all the questions of .*request already: request\/oauth-wiki\/1$/,
    );
    expect(loadSources(folder).size).toBe(sources);
  });

  const NOTE = "note: no other vector for a whole request is about this rule\n";
  test.each([
    ["of other requests", "rfc5849-3.4.2-2", false],
    ["of verifiers, with a note", "rfc5849-3.3-2", true],
  ])("asks whether it is about its rule, %s", async (_what, rule, hasNote) => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      await publish(signed(SIGNATURE), { rule }).code;
      const [[message]] = write.mock.calls as [[string]];
      expect(message).toContain(`whether they are about this rule: ${loadRules(folder).get(rule)!.statement}\n`);
      expect(message.includes(NOTE)).toBe(hasNote);
      expect(message).toMatch(/\nnext: .*countersign (?:-- )?check --vectors \S+\n$/);
    } finally {
      write.mockRestore();
    }
  });

  test("is counted in a checkout by the commands of the page", () => {
    const page = readFileSync("docs/write-a-vector.md", "utf8").replaceAll("\n", " ");
    expect(COUNTED_BY.split(" && ").filter((command) => !page.includes(`\`${command}\``))).toEqual([]);
  });

  test("is placed after the published vectors, before generated ones", async () => {
    await publish(signed(SIGNATURE)).code;
    const kinds = loadVectors(folder)
      .filter(({ id }) => id.startsWith("request/"))
      .map(({ source }) => source.kind);
    expect(kinds).toEqual(kinds.toSorted().reverse());
  });

  test("with another value than the specification computes is not added", async () => {
    await expect(publish(signed("AAAAAAAAAAAAAAAAAAAAAAAAAAA=")).code).rejects.toMatchObject({
      message: `the source prints another signature than the specification computes: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=", not "${SIGNATURE}"`,
      hint: expect.stringMatching(/--disputed; .* explain \S*request["']?$/),
    });
    expect(added()).toBeUndefined();
    expect(loadSources(folder).has("oauth-wiki")).toBe(false);
  });

  test("with a wrong value is added with a reason, and keeps the value as disputed", async () => {
    writeFileSync(join(folder, "base-string"), "GET&x\n");
    const options = { baseStringFile: join(folder, "base-string"), disputed: "RFC 5849 3.4.1.1" };
    expect(await publish(signed(SIGNATURE), options).code).toBe(0);
    expect(added()).toMatchObject({
      published: ["base-string", "signature"],
      disputed: { stage: "base-string", published: "GET&x", reason: "RFC 5849 3.4.1.1" },
      expected: { signature: SIGNATURE },
    });
  });

  test("is read from a curl command, signed in the query", async () => {
    const query = [
      ...["file=vacation.jpg", "oauth_consumer_key=dpf43f3p2l4k3l03", "oauth_nonce=kllo9940pd9333jh"],
      ...["oauth_signature_method=HMAC-SHA1", "oauth_timestamp=1191242096", "oauth_token=nnch734d00sl2jdk"],
      ...["oauth_version=1.0", `oauth_signature=${encodeURIComponent(SIGNATURE)}`, "size=original"],
    ].join("&");
    expect(await publish(`curl 'http://photos.example.net/photos?${query}'`).code).toBe(0);
    expect(added()).toMatchObject({
      input: {
        transport: "query",
        request: { url: "http://photos.example.net/photos?file=vacation.jpg&size=original" },
      },
      expected: { signature: SIGNATURE, url: expect.stringContaining("oauth_signature=tR3") },
    });
  });

  const REFUSED: readonly (readonly [string, object, RegExp])[] = [
    ["without its place in the source", { section: undefined }, /needs --section/],
    ["of a new source without a licence", { license: undefined }, /no source has the id "oauth-wiki"/],
    ["without a rule", { rule: undefined }, /needs --section, .*--rule$/],
    ["without its source", { source: undefined }, /expected a counterexample in JSON at /],
    ["without its scheme", { scheme: undefined }, /expected a request with its whole URL/],
    ["with a comment of two lines", { comment: "two\nlines" }, /^--comment must be one line .*"two\\nlines"$/],
    ["with a carriage return in a comment", { comment: "a\rb" }, /^--comment must be one line/],
    ["with a section of two lines", { section: "x\ny" }, /^--section must be one line/],
    ["with a line separator in a title", { sourceTitle: "a\u2028b" }, /^--source-title must be one line/],
    ["with an empty comment", { comment: "" }, /requests\.json: vectors\[\d+\]\.comment /],
    ["with an empty section", { section: "" }, /requests\.json: vectors\[\d+\]\.source/],
    [
      "with a script as address",
      { sourceUrl: "javascript:alert(1)" },
      /sources\.json: sources\[\d+\]\.url .*https:\/\//,
    ],
    ["with white space before a script", { sourceUrl: " data:text/html,x" }, /sources\.json: sources\[\d+\]\.url /],
    ["with an empty title", { sourceTitle: "" }, /sources\.json: sources\[\d+\]\.title /],
    ["with an empty licence", { license: "" }, /sources\.json: sources\[\d+\]\.license /],
  ];

  test.each(REFUSED)("%s is bad usage, and nothing is written", async (_what, options, message) => {
    const contents = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
    publish(signed(SIGNATURE), { rule: undefined }).code.catch(() => {}); // writes the files that it reads
    const before = contents();
    await expect(publish(signed(SIGNATURE), options).code).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(message),
    });
    expect(contents()).toEqual(before);
  });

  const expectNoFolder = async (_what: string, options: object, message: RegExp): Promise<void> => {
    const mine = join(folder, "mine");
    await expect(publish(signed(SIGNATURE), { ...options, vectors: mine }).code).rejects.toThrow(message);
    expect(existsSync(mine)).toBe(false);
  };
  test.each(REFUSED.slice(0, 1))("%s makes no new folder", expectNoFolder);
  test.each(REFUSED.slice(1))("%s makes no new folder", { tags: ["deep"] }, expectNoFolder);
});

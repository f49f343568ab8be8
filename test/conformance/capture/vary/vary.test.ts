import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CapturedRequest } from "../../../../src/conformance/capture/captured-request.ts";
import type { IncomingRequest } from "../../../../src/conformance/capture/index.ts";
import { type Arrived, failuresOf } from "../../../../src/conformance/capture/vary/failure.ts";
import { createTemplates, type Values, vary } from "../../../../src/conformance/capture/vary/index.ts";
import type { Varying } from "../../../../src/conformance/capture/vary/vary.ts";
import { explainRequest, type RequestExplanation } from "../../../../src/diagnosis/index.ts";
import { percentEncode } from "../../../../src/oauth1/index.ts";
import { arrived as arrivedRequest, EXPECTED, verified, verifierOf } from "../clients.ts";

const KEY = { consumerSecret: EXPECTED.consumerSecret };
const SHORT_SEARCH = { combinations: 500 };

/** How the client of a test treats what it is given. */
interface TestClient {
  /** Changes a value before it is signed and sent. */
  readonly change?: (value: string) => string;
  /** Changes the base string before it is signed. */
  readonly sign?: (baseString: string) => string;
  /** Changes the form after it was signed. */
  readonly write?: (form: string) => string;
  readonly rejects?: (values: Values) => boolean;
  /** @default a new one for each request */
  readonly nonce?: string;
  /** The fields of the form, by the values of the placeholders. @default each placeholder under its own name */
  readonly form?: (values: Values) => readonly (readonly [string, string])[];
}

async function search(
  { change = (value) => value, sign, write, rejects = () => false, nonce, form = Object.entries }: TestClient,
  {
    text = "{amount} {text}",
    runs = 0,
    generators = {},
    isOver = (): boolean => false,
    seed = 1,
    explain = (async () => undefined) as Varying["explain"],
    given = undefined as Values | undefined,
  } = {},
) {
  const templates = createTemplates(generators, seed);
  templates.read(text);
  const verifier = verifierOf();
  const tried: Values[] = [];
  const attempt = async (values: Values) => {
    tried.push(values);
    if (rejects(values)) return { arrived: [], failure: "it ended with exit code 2" };
    const pairs = form(values).map(([name, value]) => [name, change(value)] as const);
    const key = sign && keyFor(sign);
    const signed = arrivedRequest({
      form: pairs,
      ...(key && { key }),
      ...(nonce && { protocol: { oauth_nonce: nonce } }),
    });
    const request = write ? { ...signed, body: Buffer.from(write(Buffer.from(signed.body).toString())) } : signed;
    const { captured } = await verified(verifier, request);
    return { arrived: [{ captured, request }] };
  };
  const found = await vary({
    placeholders: templates.placeholders,
    attempt,
    explain,
    isSigned: verifier.isSigned,
    refutes: verifier.refutes,
    runs,
    given,
    isOver,
  });
  const failed = found.cases.flatMap(({ mistake, ...one }) => (mistake === undefined ? [] : { ...one, mistake }));
  return { ...found, tried, failed };
}

/** Signs another base string with the correct key. */
function keyFor(sign: (baseString: string) => string): (baseString: string) => string {
  return (baseString) => {
    const secret = `${percentEncode(EXPECTED.consumerSecret)}&`;
    return createHmac("sha1", secret).update(sign(baseString)).digest("base64");
  };
}

describe("a client that conforms", () => {
  async function expectNothing(seeds: number): Promise<void> {
    for (let seed = 1; seed <= seeds; seed++) {
      const { starts, failed, destinations } = await search({}, { seed, runs: 5 });
      expect(failed).toEqual([]);
      expect(starts).toBe(15);
      expect(destinations.map(({ placeholders, name }) => [...placeholders, name])).toEqual([
        ["amount", "amount"],
        ["text", "text"],
      ]);
    }
  }

  test("is done in ten starts, and no value is accused", () => expectNothing(2));

  test("is done in ten starts, and no value is accused in ten seeds", { tags: ["deep"] }, () => expectNothing(10));

  test("may write text around a value, and leave out a field without a value", async () => {
    const form = ({ text = "" }: Values) => (text === "" ? [] : [["note", `Order: ${text}!`] as const]);
    expect((await search({ form }, { text: "{text}" })).failed).toEqual([]);
  });

  test("is not accused of a field that it derives from a value which arrives beside it", async () => {
    const slug = (text: string): string =>
      text
        .toLowerCase()
        .replaceAll(/[^a-z\d]+/g, "-")
        .slice(0, 20);
    const form = ({ text = "" }: Values) => Object.entries({ slug: slug(text), note: text, short: text.slice(0, 10) });
    const { failed, starts, destinations, derived } = await search({ form }, { text: "{text}" });
    expect([failed, starts]).toEqual([[], 10]);
    expect([destinations, derived].map((fields) => fields.map(({ name }) => name))).toEqual([
      ["note"],
      ["slug", "short"],
    ]);
  });

  test("is not accused of an amount that it sends in cents, which is not compared", async () => {
    const form = ({ amount = "" }: Values) => [["cents", String(Math.round(Number(amount) * 100))] as const];
    const { failed, destinations } = await search({ form }, { text: "{amount}" });
    expect([failed, destinations]).toEqual([[], []]);
  });
});

describe("a client with a wrong signature for one character", () => {
  const leavesParenthesis = { sign: (baseString: string) => baseString.replaceAll("%2528", "(") };

  test("fails with this character alone, in at most 25 starts", async () => {
    const { failed, starts } = await search(leavesParenthesis);
    expect(failed.map(({ id, values }) => [id, values])).toEqual([["hard", { amount: "11.42", text: "(" }]]);
    expect(failed[0]!.mistake.failure.key).toBe("signature-mismatch");
    expect(starts).toBeLessThanOrEqual(25);
  });

  test("is searched again without it, so that a second mistake is found too", async () => {
    const sign = (baseString: string): string => baseString.replaceAll("%2528", "(").replaceAll("%25C3%25A9", "%25E9");
    const { failed } = await search({ sign });
    expect(failed.map(({ values }) => values.text)).toEqual(["(", "é"]);
  });
});

describe("a client that sorts equal names by their values without case", () => {
  test("fails with two values that sort otherwise then", async () => {
    const sign = (baseString: string): string =>
      baseString.replace(/text%3D(.*?)%26text%3D(.*)$/, (all, one: string, other: string) =>
        one.toLowerCase() > other.toLowerCase() ? `text%3D${other}%26text%3D${one}` : all,
      );
    const form = ({ text = "", text2 = "" }: Values) =>
      [
        ["text", text],
        ["text", text2],
      ] as const;
    const { failed } = await search({ sign, form }, { text: "{text} {text}" });
    expect(failed[0]?.values).toEqual({ text: "Z", text2: "vary2x" });
  });
});

describe("octets that are no request", () => {
  const noRequest = { problems: [{ code: "malformed" }] } as unknown as CapturedRequest;
  const idsAfter = async (body: Pick<IncomingRequest, "body"> | object): Promise<string[]> => {
    const request = { ...arrivedRequest(), ...body };
    const attempt = { arrived: [{ ...(await verified(verifierOf(), request)), request }, { captured: noRequest }] };
    const found = failuresOf([], attempt, [], attempt);
    return found.flatMap(({ alternatives }) => alternatives.flat().map(({ id }) => id));
  };

  test("show after a body that its Content-Length is too small", async () => {
    expect(await idsAfter({})).toEqual(["value/content-length"]);
    expect(await idsAfter({ body: Buffer.from("") })).toEqual([]);
  });
});

describe("a mistake without a name that shows in every character", () => {
  test("is shrunk twice, so that everything is tried in 30 starts", async () => {
    const { failed, starts, isIncomplete } = await search({ sign: (text) => text.replace(/%25(?!3D|26|20)/g, "%") });
    expect(failed.map(({ values }) => values.text!.length).slice(0, 2)).toEqual([1, 1]);
    expect(failed.length).toBeGreaterThan(2);
    expect(starts).toBeLessThanOrEqual(30);
    expect(isIncomplete).toBe(false);
  });
});

describe("a mistake that explains the hardest values alone", () => {
  test("is shrunk once, and reported with these values for each case", async () => {
    const encodesTilde = { sign: (baseString: string) => baseString.replaceAll("~", "%257E") };
    const explain = (request: IncomingRequest) => explainRequest(request, [KEY], { budget: SHORT_SEARCH });
    const { failed } = await search(encodesTilde, { explain });
    expect(new Set(failed.map(({ values }) => values.text))).toEqual(new Set(["~"]));
    const causes = failed.map(({ mistake }) => mistake.failure.alternatives);
    expect(causes).toEqual(failed.map(() => [[expect.objectContaining({ id: "tilde-encoded" })]]));
    expect(failed[0]!.id).toBe("hard");
  });
});

describe("a client with several mistakes at once", () => {
  const explain = (request: IncomingRequest) => explainRequest(request, [KEY], { budget: SHORT_SEARCH });
  const leavesAsterisk = (baseString: string): string => baseString.replaceAll("%252A", "%2A");

  test("has an entry for its signature, a character and a length, in 20 starts", async () => {
    const change = (value: string): string => value.replaceAll("+", " ").slice(0, 64);
    const { failed, starts } = await search({ sign: leavesAsterisk, change }, { explain });
    const names = failed.map(({ mistake }) => mistake.failure.alternatives[0]?.[0]?.id);
    expect(new Set(names)).toEqual(new Set(["asterisk-bare", "value/cut-after-64", "value/space-for-plus"]));
    expect(starts).toBeLessThanOrEqual(20);
  });

  test("that change one value has an entry for each", async () => {
    const change = (value: string): string => value.toLowerCase().replaceAll("&", "&amp;").trim();
    const { failed, starts } = await search({ change });
    const found = new Map(failed.map(({ mistake, values }) => [mistake.failure.alternatives[0]?.[0]?.id, values.text]));
    expect(Object.fromEntries(found)).toEqual({
      "value/lower-case": "A",
      "value/ampersand-entities": "&",
      "value/trimmed": " ",
    });
    expect(starts).toBeLessThanOrEqual(30);
  });

  test("ends early if plain values show a mistake with a name, and others one without", async () => {
    const causes = { data: { kind: "explained", tried: 1 }, explanation: { alternatives: [[{ id: "not-sorted" }]] } };
    const named = causes as unknown as RequestExplanation;
    const isPlain = ({ body }: IncomingRequest): boolean => Buffer.from(body).toString("latin1").includes("vary2x");
    const { failed, starts, isIncomplete } = await search(
      { sign: () => "other" },
      { explain: async (request) => (isPlain(request) ? named : undefined) },
    );
    expect([starts, isIncomplete]).toEqual([2, true]);
    expect(failed.map(({ mistake }) => mistake.input)).toEqual(["any value", "other values"]);
  });
});

describe("a client that writes another form than it signs", () => {
  const explain: Varying["explain"] = (request, { names, combinations } = {}) =>
    explainRequest(request, [KEY], { causes: names, budget: { combinations: Math.min(combinations ?? 4000, 4000) } });
  const found = async (client: TestClient) => {
    const { failed, starts } = await search(client, { explain });
    return { names: failed.map(({ mistake }) => mistake.failure.alternatives[0]?.[0]?.id), starts };
  };

  test("is named by what happens to the values that it signs", async () => {
    const { names, starts } = await found({ write: (form) => form.replaceAll("%2B", "+") });
    expect(new Set(names)).toEqual(new Set(["value/space-for-plus"]));
    expect(starts).toBeLessThanOrEqual(12);
  });

  const sendsLargeForm: TestClient = {
    form: (values) => [...Object.entries(values), ["more", "x".repeat(263_000)]],
    write: (body) => body.replaceAll("%2B", "+"),
  };

  test("is named in a large body if its signature is valid otherwise", async () => {
    expect(new Set((await found(sendsLargeForm)).names)).toEqual(new Set(["value/space-for-plus"]));
  });

  test("is not named in a large body if its signature is wrong otherwise too", async () => {
    const sign = (baseString: string): string => (baseString.includes("vary2x") ? baseString : `${baseString}x`);
    expect(new Set((await found({ ...sendsLargeForm, sign })).names)).toEqual(new Set([undefined]));
  });

  test("has one mistake if it signs with the same wrong encoder", async () => {
    const codePoints = (text: string): string =>
      Array.from(decodeURIComponent(text), (character) =>
        /[^\0-\x7f]/.test(character)
          ? `%${character.codePointAt(0)!.toString(16).toUpperCase()}`
          : percentEncode(character),
      ).join("");
    const { names } = await found({
      sign: (baseString) =>
        baseString.replace(/(?<=text%3D)[^&]*?(?=%26|$)/, (value) =>
          percentEncode(codePoints(decodeURIComponent(value))),
        ),
      write: (form) => form.replace(/(?<=text=).*/, codePoints),
    });
    expect(new Set(names)).toEqual(new Set(["code-points-escaped"]));
  });
});

describe("a client with several requests in one start", () => {
  /** Clients that send their requests one after the other, each to its own path. `goesOn` is asked after each request. */
  const varied = async (clients: readonly TestClient[], goesOn: (one: Arrived, values: Values) => boolean) => {
    const templates = createTemplates({}, 1);
    templates.read("{text}");
    const verifier = verifierOf();
    const attempt = async (values: Values) => {
      const arrived: Arrived[] = [];
      for (const [at, client] of clients.entries()) {
        const { change = (value: string) => value, sign, write = (text: string) => text, form } = client;
        const pairs = (form ?? Object.entries)(values).map(([name, value]) => [name, change(value)] as const);
        const key = sign && { key: keyFor(sign) };
        const signed = arrivedRequest({ form: pairs, target: `http://127.0.0.1:8080/${at}`, ...key });
        const request = { ...signed, body: Buffer.from(write(Buffer.from(signed.body).toString())) };
        arrived.push({ captured: (await verified(verifier, request)).captured, request });
        if (!goesOn(arrived.at(-1)!, values)) break;
      }
      return { arrived };
    };
    const { placeholders } = templates;
    const explain = async () => undefined;
    const { isSigned, refutes } = verifier;
    return vary({ placeholders, attempt, explain, isSigned, refutes, runs: 0, isOver: () => false });
  };
  /** The names of their mistakes. */
  const namesOf = async (...clients: readonly TestClient[]): Promise<Set<string>> => {
    const { cases } = await varied(clients, () => true);
    const failures = cases.flatMap(({ mistake }) => mistake?.failure ?? []);
    return new Set(failures.map(({ alternatives, key }) => alternatives[0]?.[0]?.id ?? key));
  };
  const rawPlus: TestClient = { write: (form) => form.replaceAll("%2B", "+") };

  test("has a changed value in a valid one, and an invalid one", async () => {
    const sign = (baseString: string): string => baseString.replaceAll("%2528", "(");
    expect(await namesOf({ change: (value) => value.trim() }, { sign })).toEqual(
      new Set(["value/trimmed", "signature-mismatch"]),
    );
  });

  test("is not named by the value of another request", async () => {
    const withoutPlus = (value: string): string => value.replaceAll("+", "");
    expect(await namesOf({ change: withoutPlus }, rawPlus)).toEqual(new Set(["value/no-plus", "value/space-for-plus"]));
  });

  test("has no field that is lost with a request that it did not send", async () => {
    const sign = (baseString: string): string => baseString.replaceAll("%2528", "(");
    const second: TestClient = { form: ({ text = "" }) => [["to", text]] };
    const stopped = await varied([{ sign }, second], ({ captured }) => captured.problems.length === 0);
    const keys = stopped.cases.flatMap(({ mistake }) => mistake?.failure.key ?? []);
    expect(new Set(keys)).toEqual(new Set(["signature-mismatch"]));
    const onDemand = await varied([{}, second], (_, { text = "" }) => text.length < 20);
    expect(onDemand.cases.filter(({ mistake }) => mistake !== undefined)).toEqual([]);
    expect([stopped.sendsFewer, onDemand.sendsFewer]).toEqual([false, true]);
  });

  test("is explained with the fields of its own request", async () => {
    const login: TestClient = { form: () => [["text", "hello"]] };
    expect(await namesOf(login, rawPlus)).toEqual(new Set(["value/space-for-plus"]));
  });
});

describe("a cause of an invalid request", () => {
  const explain: Varying["explain"] = async (request, { names } = {}) =>
    explainRequest(request, [KEY], { budget: { combinations: 6000 }, causes: names });
  const causesIn = async (sign: (baseString: string) => string): Promise<string[]> => {
    const { failed } = await search({ sign }, { text: "{text}", explain });
    return failed.flatMap(({ mistake: { failure, input } }) => [
      input,
      ...failure.alternatives.flat().map(({ title }) => title),
    ]);
  };

  test("is named", async () => {
    const dollar = (baseString: string): string => baseString.replaceAll("%2524%2524", "%2524");
    expect(await causesIn(dollar)).toEqual(['text "$$"', "text was signed with $ for each $$"]);
  });

  test("is not named if a valid request shows that the client does not have it", async () => {
    const caret = (baseString: string): string => baseString.replaceAll("%255E%255E", "%255E");
    expect(await causesIn(caret)).toEqual(['text "^^"']);
  });
});

describe("a client that repeats its nonce", () => {
  test("is searched for changed values too", async () => {
    const { failed } = await search({ change: (value) => value.trim(), nonce: "again" });
    const names = failed.map(({ mistake: { failure } }) => failure.alternatives[0]?.[0]?.id ?? failure.key);
    expect(new Set(names)).toEqual(new Set(["nonce-used", "value/trimmed"]));
  });

  test("is reported with plain values, and searched for other mistakes", async () => {
    const sign = (baseString: string): string => baseString.replaceAll("%2528", "(");
    const { failed, starts } = await search({ sign, nonce: "again" });
    const found = failed.map(({ mistake, values }) => `${mistake.failure.key} ${values.text}`);
    expect(new Set(found)).toEqual(new Set(["nonce-used vary2x", "signature-mismatch ("]));
    expect(starts).toBeLessThanOrEqual(25);
  });
});

describe("a client that changes values", () => {
  const expectFound = async (id: string, change: (value: string) => string, smallest: string): Promise<void> => {
    const { failed, starts } = await search({ change });
    expect(new Set(failed.map(({ values }) => values.text))).toEqual(new Set([smallest]));
    expect(failed[0]!.mistake.failure.alternatives[0]?.[0]?.id ?? "").toBe(id);
    expect(starts).toBeLessThanOrEqual(25);
  };
  const FOUND = "is found although the signature is valid: %s";
  test.each<Parameters<typeof expectFound>>([
    ["value/space-for-plus", (value) => value.replaceAll("+", " "), "+"],
    ["value/no-emoji", (value) => value.replace(/[\u{10000}-\u{10ffff}]/gu, ""), "😀"],
    ["", (value) => (value.split("'").length > 2 ? value.replace("'", "%27") : value), "''"],
  ])(FOUND, expectFound);
  test.each<Parameters<typeof expectFound>>([
    ["value/cut-at-ampersand", (value) => value.split("&")[0]!, "&"],
    ["value/question-marks", (value) => value.replace(/[^\0-\x7f]/gu, "?"), "é"],
    ["value/cut-after-70", (value) => value.slice(0, 70), `${"abcdefghij".repeat(7)}a`],
    ["", (value) => value.replaceAll("~", "-"), "~"],
    ["", (value) => value.replace("'", "%27"), "'"],
  ])(FOUND, { tags: ["deep"] }, expectFound);

  test("is found by a value as a whole: with white space around it, or zero", async () => {
    const trimmed = await search({ change: (value) => value.trim() });
    expect(trimmed.failed[0]!.mistake.failure.alternatives[0]![0]!.id).toBe("value/trimmed");
    const zero = await search({ change: (value) => (value === "0" ? "" : value) });
    expect(zero.failed.map(({ values }) => values.text)).toEqual(["0"]);
  });

  test("is found by the field that does not arrive", async () => {
    const form = ({ amount = "", text = "" }: Values) =>
      (text.includes("=")
        ? [["amount", amount]]
        : [
            ["amount", amount],
            ["text", text],
          ]) as [string, string][];
    const { failed } = await search({ form });
    expect(failed[0]).toMatchObject({
      values: { text: "=" },
      mistake: { failure: { alternatives: [[{ id: "value/lost" }]] } },
    });
  });
});

describe("a program that rejects values", () => {
  test("is not accused; the case is tried again without them", async () => {
    const { cases, failed } = await search({ rejects: ({ text = "" }) => text.includes("\u0080") });
    const ofHardest = cases.filter(({ id }) => id.startsWith("hard"));
    expect(failed).toEqual([]);
    expect(ofHardest.map(({ rejected }) => rejected)).toEqual(["it ended with exit code 2", undefined]);
    expect(ofHardest.map(({ values }) => values.text)).toEqual([
      "\u0080",
      expect.stringMatching(/^[^\u0080]+é[^\u0080]+$/),
    ]);
  });

  test.each([
    ["é", "é", (text: string) => /[^\0-\x7f]/.test(text)],
    ["%", "%", (text: string) => text.includes("%")],
    ["a space", " ~", (text: string) => text.includes(" ")],
    ["more than 40 characters", `${"abcdefghij".repeat(4)}a`, (text: string) => text.length > 40],
  ])("fails if it rejects a printable text: %s", async (_what, smallest, isRejected) => {
    const { failed, starts } = await search({ rejects: ({ text = "" }) => isRejected(text) });
    expect(failed.map(({ values, mistake }) => [values.text, mistake.failure.refusal])).toEqual([
      [smallest, "it ended with exit code 2"],
    ]);
    expect(starts).toBeLessThanOrEqual(28);
  });

  test("may reject an amount, or a text without a visible character", async () => {
    const rejects = ({ amount = "", text = "" }: Values) => Number(amount) > 1000 || text.trim() === "";
    expect((await search({ rejects })).failed).toEqual([]);
  });

  test.each(["{text:ascii}", "{text:max=40}", "{text:ascii,max=40}"])("accepts what %s declares", async (text) => {
    const rejects = (values: Values) =>
      Object.values(values).some(
        (one) => (text.includes("ascii") && /[^\0-\x7f]/.test(one)) || (text.includes("40") && one.length > 40),
      );
    expect((await search({ rejects }, { text })).failed).toEqual([]);
  });

  test("is not accused if it accepts the same values the next time", async () => {
    let starts = 0;
    const { failed, cases } = await search({ rejects: () => ++starts === 2 });
    expect([failed, cases.length]).toEqual([[], 10]);
  });

  test("is asked nothing else if it rejects plain values", async () => {
    const { starts, cases } = await search({ rejects: () => true });
    expect([starts, cases.length]).toEqual([1, 1]);
  });
});

describe("a client whose every request is wrong", () => {
  test("is reported with plain values, after one start", async () => {
    const { starts, failed } = await search({ sign: () => "other" });
    expect(failed.map(({ id, values }) => [id, values])).toEqual([["plain", { amount: "11.42", text: "vary2x" }]]);
    expect(starts).toBe(1);
  });

  test("has one mistake in all cases, even if the search for its name takes long", async () => {
    const combinations = 20_000;
    const data = { kind: "explained", tried: combinations };
    const named = { data, explanation: { alternatives: [[{ id: "not-sorted" }]] } } as unknown as RequestExplanation;
    const explain: Varying["explain"] = async (_request, limits) =>
      (limits?.combinations ?? Number.POSITIVE_INFINITY) < combinations ? undefined : named;
    const { starts, failed } = await search({ sign: () => "other" }, { explain });
    expect(starts).toBe(10);
    expect(failed).toHaveLength(10);
    expect(new Set(failed.map(({ mistake }) => mistake)).size).toBe(1);
  });

  test("is reported with the fields in which its values arrive", async () => {
    const { destinations, isIncomplete } = await search({ sign: () => "other" });
    expect(destinations.map(({ placeholders, name }) => [...placeholders, name])).toEqual([
      ["amount", "amount"],
      ["text", "text"],
    ]);
    expect(isIncomplete).toBe(true);
  });
});

describe("random values", () => {
  test("are those of the seed", async () => {
    const [one, same, other] = await Promise.all([1, 1, 2].map((seed) => search({}, { seed, runs: 3 })));
    expect(one!.tried).toEqual(same!.tried);
    expect(one!.tried.slice(-3)).not.toEqual(other!.tried.slice(-3));
  });

  test("are as many as were asked for", { tags: ["deep"] }, async () => {
    const { starts, isIncomplete } = await search({}, { text: "{integer}", runs: 400 });
    expect([starts, isIncomplete]).toEqual([406, false]);
  });

  test("come from a generator of the user, which also shrinks them", async () => {
    const generators = { order: fc.integer({ min: 100, max: 999 }).map((number) => `A-${number}`) };
    const change = (value: string) => (Number(value.slice(2)) >= 150 ? `${value}x` : value);
    const { failed, tried, starts } = await search({ change }, { text: "{order}", generators });
    expect(tried.every(({ order }) => /^A-\d{3}x?$/.test(order!))).toBe(true);
    expect(failed.length).toBeGreaterThan(0);
    expect(starts).toBeLessThanOrEqual(60);
  });

  test("of a generator are not shrunk if somebody gave a value that it did not make", async () => {
    const generators = { order: fc.constantFrom("A-1", "A-2") };
    const change = (value: string) => (value === "B-3" ? "x" : value);
    const { failed } = await search({ change }, { text: "{order}", generators, given: { order: "B-3" } });
    expect(failed.map(({ values }) => values)).toEqual([{ order: "B-3" }]);
  });
});

describe("a search", () => {
  test("that is stopped returns what it found", async () => {
    let count = 0;
    const { starts } = await search({}, { isOver: () => count++ >= 3 });
    expect(starts).toBe(3);
  });
});

/**
 * Layouts that are known: what is read by them is what would have been read without, and only what was accepted is learned.
 */

import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type LoadedText, ParameterReader, type ReceivedParameter } from "../../src/oauth1/received-parameters.ts";
import { layoutOf, type TextLayout } from "../../src/oauth1/text-layout.ts";
import { KnownLayouts } from "../../src/verifier/known-layouts.ts";
import { seed } from "../seed.ts";
import { codeOf, craft, FORM, ORIGIN, SECRET, verifierWith, withHeaders } from "./requests.ts";

const LONGEST = 300;

type Kind = "header" | "form";

function readWhole(reader: ParameterReader, loaded: LoadedText, kind: Kind): readonly ReceivedParameter[] {
  return kind === "header" ? reader.header(loaded) : reader.form(loaded, "body", 100)!;
}

/** The layout that a text shows. */
function layoutIn(text: string, kind: Kind): TextLayout | undefined {
  const reader = new ParameterReader();
  const loaded = reader.load(text);
  return layoutOf({ ...loaded, parameters: readWhole(reader, loaded, kind) });
}

/** What a text says by a layout; `undefined` where it has another one. */
function readBy(layout: TextLayout, text: string): { list: ReceivedParameter[]; signed: string } | undefined {
  const reader = new ParameterReader();
  // Something stands in front and behind, as in a request.
  reader.load("oauth_x=1&y=%20");
  const loaded = reader.load(text);
  reader.load('", oauth_nonce="z"');
  const list: ReceivedParameter[] = [];
  return reader.like(loaded, layout, LONGEST, list) ? { list, signed: signedBy(reader, list) } : undefined;
}

function readWithout(text: string, kind: Kind): { list: readonly ReceivedParameter[]; signed: string } {
  const reader = new ParameterReader();
  reader.load("oauth_x=1&y=%20");
  const list = readWhole(reader, reader.load(text), kind);
  return { list, signed: signedBy(reader, list) };
}

function signedBy(reader: ParameterReader, list: readonly ReceivedParameter[]): string {
  return reader.baseString(Buffer.from("POST"), Buffer.from("uri"), [...list]).toString("latin1");
}

const said = (list: readonly ReceivedParameter[]) =>
  list.map(({ name, value, sentLength }) => ({ name, value, sentLength }));

const value = fc.oneof(
  fc.constantFrom(
    "",
    "x",
    "%20",
    "%C3%A9",
    "%FF",
    "%41",
    "%2b",
    "%",
    "%4",
    "+",
    "a%20b",
    "~",
    "=",
    "&",
    '"',
    ",",
    "\0",
    "\xe9",
  ),
  fc.string({ unit: fc.constantFrom("a", "Z", "9", "-", "%20", "%2F", "%E2%82%AC"), maxLength: 12 }),
);
const name = fc.constantFrom("a", "b", "oauth_nonce", "oauth_token", "login", "order_desc", "%C3%A9", "", "oauth_x");

/** Two texts with the same names, and mostly with the same things between the values. */
const twoHeaders = fc
  .record({
    pairs: fc.array(fc.tuple(name, value, value), { maxLength: 5 }),
    separators: fc.tuple(fc.constantFrom(", ", ",", ",\r\n "), fc.constantFrom(", ", ",")),
    realm: fc.constantFrom("", 'realm="r", '),
    sameSeparator: fc.boolean(),
  })
  .map(({ pairs, separators: [one, other], realm, sameSeparator }) => {
    const write = (which: 1 | 2, separator: string) =>
      `OAuth ${realm}${pairs.map((pair) => `${pair[0]}="${pair[which]}"`).join(separator)}`;
    return [write(1, one), write(2, sameSeparator ? one : other)] as const;
  });
const twoForms = fc
  .tuple(fc.array(fc.tuple(name, value, value), { maxLength: 5 }), fc.constantFrom("&", "&&"), fc.boolean())
  .map(([pairs, separator, hasEquals]) => {
    const write = (which: 1 | 2) =>
      pairs.map((pair) => (hasEquals || pair[which] !== "" ? `${pair[0]}=${pair[which]}` : pair[0])).join(separator);
    return [write(1), write(2)] as const;
  });

function readable(text: string, kind: Kind): boolean {
  try {
    readWithout(text, kind);
    return true;
  } catch {
    return false;
  }
}

describe.each([
  ["header", twoHeaders],
  ["form", twoForms],
] as const)("a %s that is laid out like another one", (kind, two) => {
  test("says by the layout what it says without", () => {
    let alike = 0;
    fc.assert(
      fc.property(two, ([first, second]) => {
        const layout = readable(first, kind) ? layoutIn(first, kind) : undefined;
        const byLayout = layout && readBy(layout, second);
        if (byLayout === undefined) return;
        alike += 1;
        const without = readWithout(second, kind);
        expect(said(byLayout.list)).toEqual(said(without.list));
        expect(byLayout.signed).toBe(without.signed);
      }),
      { seed, numRuns: 3000 },
    );
    expect(alike).toBeGreaterThan(200);
  });

  test("is known again, whatever the values in the usual spelling", () => {
    const texts = {
      header: ['OAuth realm="r", a="", b="%20x"', 'OAuth realm="r", a="%C3%A9", b=""'],
      form: ["a=&b=%20x", "a=y&b="],
    };
    const [one, other] = texts[kind] as [string, string];
    expect(readBy(layoutIn(one, kind)!, other)?.list.map((parameter) => parameter.name.encoded)).toEqual(["a", "b"]);
  });
});

describe("a layout is not told", () => {
  test.each([
    ["by a name without an equals sign", "a&b=1"],
    ["by a value in a spelling of its own", "a=1+2"],
    ["by a name that is no text", "%FF=1"],
    ["by a name in a spelling of its own", "%61=1"],
    ["by a name in a spelling of its own, with an empty value", "%61="],
  ])("%s", (_by, form) => {
    expect(layoutIn(form, "form")).toBeUndefined();
  });
});

describe("what is laid out like another text", () => {
  const layout = layoutIn('OAuth a="1", b="2"', "header")!;
  const isLike = (header: string): boolean => readBy(layout, header) !== undefined;

  test("has its names, its order and what stands between", () => {
    expect(isLike('OAuth a="3", b="4"')).toBe(true);
    expect(isLike('OAuth b="3", a="4"')).toBe(false);
    expect(isLike('OAuth a="3",b="4"')).toBe(false);
    expect(isLike('oauth a="3", b="4"')).toBe(false);
    expect(isLike('OAuth a="3", b="4", c="5"')).toBe(false);
    expect(isLike('OAuth a="3", b="4" ')).toBe(false);
    expect(isLike('OAuth a="3", b="4')).toBe(false);
    expect(isLike('OAuth a="3"')).toBe(false);
  });

  test("has no value that is too long", () => {
    expect(isLike(`OAuth a="${"x".repeat(LONGEST)}", b=""`)).toBe(true);
    expect(isLike(`OAuth a="${"x".repeat(LONGEST + 1)}", b=""`)).toBe(false);
  });

  test("has no value that is no text, and none in another spelling", () => {
    for (const odd of ["%FF", "%2b", "%41", "%", "%4", "+", "é", "\\x"])
      expect(isLike(`OAuth a="${odd}", b=""`)).toBe(false);
  });
});

describe("a verifier learns", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("of each layout once, from requests that it accepts, and reads the next by it", async () => {
    const learn = vi.spyOn(KnownLayouts.prototype, "learn");
    const read = vi.spyOn(KnownLayouts.prototype, "read");
    const verifier = verifierWith();
    for (const form of ["a=1&b=2", "a=%20&b=", "b=1&a=2"]) {
      expect((await verifier.verify(craft({ form }))).ok).toBe(true);
    }
    expect(learn).toHaveBeenCalledTimes(2);
    expect(read.mock.results.map((result) => result.value !== undefined)).toEqual([false, true, false]);
  });

  test("nothing from requests that it refuses", async () => {
    const learn = vi.spyOn(KnownLayouts.prototype, "learn");
    const verifier = verifierWith();
    const forged = craft({ form: "a=1", key: "wrong&" });
    const tampered = { ...craft({ form: "a=1" }), body: "a=2" };
    const replayed = craft({ form: "a=1" });
    for (const request of [forged, tampered]) expect((await verifier.verify(request)).ok).toBe(false);
    expect(learn).not.toHaveBeenCalled();
    await verifier.verify(replayed);
    await verifier.verify(replayed);
    expect(learn).toHaveBeenCalledTimes(1);
  });

  test("nothing where the body repeats the header, which has to be compared each time", async () => {
    const learn = vi.spyOn(KnownLayouts.prototype, "learn");
    const verifier = verifierWith({ allowHeaderAndBody: true });
    expect((await verifier.verify(craft({ form: "a=1", place: "header-and-body" }))).ok).toBe(true);
    expect(learn).not.toHaveBeenCalled();
  });

  test("so that a request it knows is refused as one it does not", async () => {
    const verifier = verifierWith();
    const good = craft({ form: "a=1&b=2", target: "/pay?c=3" });
    expect((await verifier.verify(good)).ok).toBe(true);
    const wrongs = [
      craft({ form: "a=1&b=2", target: "/pay?c=3", protocol: { oauth_timestamp: "1" } }),
      craft({ form: "a=1&b=2", target: "/pay?c=3", protocol: { oauth_signature_method: "HMAC-MD5" } }),
      craft({ form: "a=1&b=2", target: "/pay?c=3", protocol: { oauth_nonce: "\n" } }),
      craft({ form: "a=1&b=2", target: "/pay?c=3", protocol: { oauth_consumer_key: "\xff" } }),
      craft({ form: "a=1&b=2", target: "/pay?c=3", key: "wrong&" }),
      withHeaders(craft({ form: "a=1&b=2", target: "/pay?c=3" }), { "content-type": "text/plain" }),
      withHeaders(craft({ form: "a=1&b=2", target: "/pay?c=3" }), { authorization: undefined }),
    ];
    for (const wrong of wrongs) {
      const { ok, ...verdict } = await verifier.verify(wrong);
      expect(ok).toBe(false);
      expect(verdict).toEqual(expect.objectContaining({ code: await codeOf(wrong) }));
    }
  });

  test("so that what stands where nothing stood is looked at", async () => {
    const verifier = verifierWith();
    const inQuery = () => craft({ method: "GET", place: "query" });
    expect((await verifier.verify(inQuery())).ok).toBe(true);
    const request = inQuery();
    for (const [headers, code] of [
      [
        [
          ["Authorization", "Basic eA=="],
          ["Authorization", "OAuth"],
        ],
        "authorization-repeated",
      ],
      [[["Authorization", "OAuth"]], "accepted"],
      [[["Authorization", 'OAuth oauth_nonce="n"']], "protocol-parameters-in-two-places"],
    ] as const) {
      const verdict = await verifier.verify({ ...request, headers });
      expect(verdict.ok ? "accepted" : verdict.code).toBe(code);
    }
    const withTwoTypes = {
      ...inQuery(),
      headers: [
        ["Content-Type", FORM],
        ["Content-Type", "text/plain"],
      ] as const,
      body: "a=1",
    };
    expect(await verifier.verify(withTwoTypes)).toMatchObject({ ok: false, code: "body-malformed" });
    expect(await verifier.verify({ ...withTwoTypes, headers: [["Content-Type", FORM]] })).toMatchObject({
      ok: false,
      code: "signature-mismatch",
    });
  });

  test("equal names with other values in another order as well", async () => {
    const verifier = verifierWith();
    for (const form of ["a=1&a=2&a=1", "a=2&a=1&a=3", "a=%20&a=&a=~"]) {
      expect((await verifier.verify(craft({ form }))).ok).toBe(true);
    }
  });

  test("eight layouts at most, and keeps those that come", async () => {
    const read = vi.spyOn(KnownLayouts.prototype, "read");
    const verifier = verifierWith();
    const comes = async (form: string): Promise<boolean> => {
      expect((await verifier.verify(craft({ form }))).ok).toBe(true);
      return read.mock.results.at(-1)!.value !== undefined;
    };
    expect(await comes("kept=1")).toBe(false);
    for (let index = 0; index < 7; index++) expect(await comes(`name${index}=1`)).toBe(false);
    expect(await comes("kept=2")).toBe(true);
    for (let index = 7; index < 14; index++) expect(await comes(`name${index}=1`)).toBe(false);
    expect(await comes("kept=3")).toBe(true);
    expect(await comes("name0=1")).toBe(false);
  });

  test("a layout once, however many requests with it are on their way together", async () => {
    const read = vi.spyOn(KnownLayouts.prototype, "read");
    const verifier = verifierWith({ credentials: async () => ({ consumerSecret: SECRET, tokenSecret: "" }) });
    expect((await verifier.verify(craft({ form: "first=1" }))).ok).toBe(true);
    const together = Array.from({ length: 20 }, () => verifier.verify(craft({ form: "second=1" })));
    for (const verdict of await Promise.all(together)) expect(verdict.ok).toBe(true);
    expect((await verifier.verify(craft({ form: "first=2" }))).ok).toBe(true);
    expect(read.mock.results.at(-1)!.value).toBeDefined();
  });

  test("no request of more than 8192 octets, and reads none by what it knows", async () => {
    const read = vi.spyOn(KnownLayouts.prototype, "read");
    const verifier = verifierWith();
    for (const size of [9000, 9000, 10, 9000, 10]) {
      expect((await verifier.verify(craft({ form: `a=${"x".repeat(size)}` }))).ok).toBe(true);
    }
    expect(read.mock.results.map((result) => result.value !== undefined)).toEqual([false, false, false, false, true]);
  });

  test("names, which nobody who gets them can change for others", async () => {
    const verifier = verifierWith();
    for (const _ of [1, 2, 3]) {
      const verdict = await verifier.verify(craft({ form: "%FF%FE=1" }));
      const name = verdict.ok ? verdict.parameters.at(-1)!.name : undefined;
      expect(name).toEqual(Uint8Array.of(0xff, 0xfe));
      (name as Uint8Array).fill(0);
    }
  });

  test("no request of more than 64 parameters", async () => {
    const read = vi.spyOn(KnownLayouts.prototype, "read");
    const verifier = verifierWith();
    const form = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=1`).join("&");
    for (const count of [80, 80, 40, 40]) expect((await verifier.verify(craft({ form: form(count) }))).ok).toBe(true);
    expect(read.mock.results.map((result) => result.value !== undefined)).toEqual([false, false, false, true]);
  });

  test("of queries and absolute URLs alike", async () => {
    const verifier = verifierWith();
    const read = vi.spyOn(KnownLayouts.prototype, "read");
    for (const value of ["1", "2"]) {
      const { url, ...request } = craft({ method: "GET", target: `/status?id=${value}`, place: "query" });
      expect((await verifier.verify({ ...request, url: ORIGIN + url })).ok).toBe(true);
    }
    expect(read.mock.results.at(-1)!.value).toBeDefined();
  });
});

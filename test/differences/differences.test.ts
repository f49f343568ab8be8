import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { triggerOf } from "../../scripts/fault-pages/signed-trigger.ts";
import { loadVectors, STAGES } from "../../src/conformance/vectors/index.ts";
import { differencesOf } from "../../src/differences/differences.ts";
import { FAULTS, faultOf, VALUE_CHANGES } from "../../src/faults/index.ts";
import { specification, trace } from "../../src/model/index.ts";
import { utf8Octets } from "../../src/platform/index.ts";
import { anyCharacter } from "../any-character.ts";
import { REQUESTS } from "../faults/form-requests.ts";
import { expectRecorded } from "../recorded.ts";

const sentences = (stage: string, expected: string, actual: string) => differencesOf(stage, expected, actual).sentences;

describe("the differences of two values", () => {
  test.each<[string, string, string, string[]]>([
    ["parameter-string", "a=%20", "a=+", ["parameters: in a value, a space becomes +"]],
    ["parameter-string", "a%2A=1", "a*=1", ["parameters: in a name, one of * is not encoded"]],
    [
      "parameter-string",
      "a=%21%2A",
      "a=!*",
      ["parameters: in a value, one of !'() is not encoded", "parameters: in a value, one of * is not encoded"],
    ],
    ["parameter-string", "a=%C3%A9", "a=%E9", ["parameters: in a value, a Latin-1 character is encoded as Latin-1"]],
    ["parameter-string", "a=%F0%9F%98%80", "a=%3F", ["parameters: in a value, a character above U+FFFF becomes ?"]],
    [
      "parameter-string",
      "a=%C3%A9",
      "a=%c3%a9",
      ["parameters: in a value, a Latin-1 character is encoded in lower case"],
    ],
    ["parameter-string", "a=%2F", "a=%252F", ["parameters: in a value, one of ;,/?:@&=$# is encoded twice"]],
    ["parameter-string", "a=%FF", "a=%C3%BF", ["parameters: in a value, an octet that is not UTF-8 is encoded"]],
    ["parameter-string", "a=b%20c", "a=bc", ["parameters: in a value, a space is left out"]],
    ["parameter-string", "a=1&b=", "a=1", ["parameters: a parameter without a value is missing"]],
    ["parameter-string", "a=1&a=1", "a=1", ["parameters: a copy of a parameter is missing"]],
    ["parameter-string", "a=1&a=2", "a=1", ["parameters: a parameter with a repeated name is missing"]],
    ["parameter-string", "a=1&oauth_nonce=n&oauth_token=t", "a=1", ["parameters: what the protocol adds is missing"]],
    ["parameter-string", "a=1", "a=1&oauth_version=1.0", ["parameters: oauth_version is added"]],
    ["parameter-string", "a=1&a=2", "a=2&a=1", ["parameters: values of one name in another order"]],
    ["parameter-string", "B=1&a=2&c=3", "a=2&B=1&c=3", ["parameters: sorted without regard to letter case"]],
    ["base-string-uri", "http://a.example/", "http://a.example:80/", ["port: is added"]],
    [
      "base-string-uri",
      "http://a.example/b",
      "http://A.example/b?c",
      ["host: is in another letter case", "query: is added"],
    ],
    [
      "base-string",
      "GET&http%3A%2F%2Fa%2F&b%3D%2520",
      "get&http%3A%2F%2Fa%2F&b%3D%2B",
      ["method: is in another letter case", "parameters: in a value, a space becomes +"],
    ],
    ["key", "a&b", "a&", ["token secret: is missing"]],
    [
      "authorization-header",
      'OAuth realm="", oauth_nonce="n"',
      'OAuth oauth_nonce="n"',
      ["authorization-header: realm is missing"],
    ],
    ["url", "http://a/?b=1&oauth_signature=x", "http://a/?oauth_signature=y", ["query: a parameter is missing"]],
  ])("are sentences: %s, %s", (stage, expected, actual, wanted) => {
    expect(differencesOf(stage, expected, actual)).toEqual({ sentences: wanted, isSpecific: true });
  });

  test.each([
    ["parameter-string", "a=1&b=2&c=3", "c=3&a=1&b=2"],
    ["parameter-string", "a=1234", "a=9876"],
    ["base-string", "GET&a&b", "nothing like it"],
    ["signature", "abc", "ab"],
    ["url", "http://a/?oauth_signature=x", "http://a/?oauth_signature=y"],
  ])("do not identify a mistake if only a shape or a signature differs: %s", (stage, expected, actual) => {
    expect(differencesOf(stage, expected, actual).isSpecific).toBe(false);
  });

  test("are none of equal values, of no stage and no text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...STAGES), fc.string({ unit: anyCharacter }), (stage, text) => {
        expect(differencesOf(stage, text, text)).toEqual({ sentences: [], isSpecific: false });
      }),
    );
  });

  test("never contain a text of the request", () => {
    const known = /^[a-z -]+: (?:[^"]*)$/i;
    fc.assert(
      fc.property(
        fc.constantFrom("base-string", "parameter-string", "base-string-uri", "url", "key", "authorization-header"),
        fc.stringMatching(/^[a-z%&=:/?]{0,20}$/),
        fc.stringMatching(/^[a-z%&=:/?]{0,20}$/),
        (stage, one, other) => {
          for (const sentence of sentences(stage, `${one}SeCrEt=SeCrEt`, `${other}SeCrEt2&oauth_SeCrEt=1`)) {
            expect(sentence).not.toContain("SeCrEt");
            expect(sentence).toMatch(known);
          }
        },
      ),
    );
  });

  test("are the same for every request that one mistake changes in one way", () => {
    const { apply } = faultOf("default-port-kept")!;
    const found = loadVectors().flatMap(({ input }) => {
      if (input.operation !== "base-string") return [];
      const { url } = input.request;
      const values = [specification, apply(specification)].map((stages) => stages.baseStringUri(url, stages));
      return values[0] === values[1] ? [] : sentences("base-string-uri", values[0]!, values[1]!);
    });
    expect(found.length).toBeGreaterThan(2);
    expect(new Set(found)).toEqual(new Set(["port: is added"]));
  });

  test("take little time for long values", () => {
    const long = `a=${"%20".repeat(3000)}`;
    expect(sentences("parameter-string", long, long.replaceAll("%20", "+"))).toHaveLength(1);
  });
});

const STAGES_OF_FIELDS = [
  ["baseString", "base-string"],
  ["key", "key"],
  ["authorizationHeader", "authorization-header"],
  ["url", "url"],
  ["body", "body"],
] as const;

describe("the sentences, by which a baseline knows a mistake without a name,", () => {
  test("are those that sentences.txt records", {
    tags: ["recorded"],
  }, async () => {
    const ofFaults = FAULTS.map((fault) => {
      const found = [triggerOf(fault), ...REQUESTS].flatMap((request) => {
        const [right, wrong] = [trace(request), trace(request, fault.apply(specification))];
        return STAGES_OF_FIELDS.flatMap(([field, stage]) => sentences(stage, right[field] ?? "", wrong[field] ?? ""));
      });
      return [fault.id, [...new Set(found)].sort()] as const;
    });
    const pair = (value: string): string => `a=${specification.percentEncode(utf8Octets(value))}`;
    const ofTexts = VALUE_CHANGES.filter(({ example }) => example.isWellFormed()).map(
      ({ id, example, change }) =>
        [`text/${id}`, sentences("parameter-string", pair(example), pair(change(example)))] as const,
    );
    const lines = [...ofFaults, ...ofTexts].flatMap(([id, all]) => all.map((sentence) => `${id}: ${sentence}`));
    await expectRecorded(`${lines.join("\n")}\n`, "./sentences.txt");
  });
});

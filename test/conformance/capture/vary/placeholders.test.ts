import { describe, expect, test } from "vitest";
import { createTemplates } from "../../../../src/conformance/capture/vary/index.ts";

const hardest = (text: string): string => {
  const templates = createTemplates({}, 1);
  templates.read(text);
  const [{ write, values }] = templates.placeholders as [(typeof templates.placeholders)[0]];
  return write(values[0]!.join(""));
};

describe("a text with placeholders", () => {
  test("is filled in; placeholders of one kind have different names", () => {
    const templates = createTemplates({}, 1);
    const fill = templates.read("--note={text} {amount}{text} {unknown} {}");
    expect(templates.placeholders.map(({ name }) => name)).toEqual(["text", "amount", "text2"]);
    expect([...templates.unknown]).toEqual(["unknown"]);
    expect(fill({ text: "{amount}", amount: "1", text2: "b" })).toBe("--note={amount} 1b {unknown} {}");
    expect(fill({ text: 'a"', amount: "1", text2: "b" }, (value) => JSON.stringify(value).slice(1, -1))).toContain(
      'a\\"',
    );
  });

  test("has different plain values, which can be found in a request", () => {
    const templates = createTemplates({}, 1);
    templates.read("{text}{text}{amount}{email}{url}{path}{integer}{name}");
    const plain = templates.placeholders.map(({ plain }) => plain);
    expect(new Set(plain).size).toBe(plain.length);
  });
});

describe("the hardest value of a kind", () => {
  test("of text has every character that clients get wrong, and none that no argument can contain", () => {
    expect(hardest("{text}")).toMatch(/^(?=.*\+)(?=.*é)(?=.*😀)(?=.*!)[^\0]*$/su);
  });

  test("of an email address or a URL is still one", () => {
    expect(hardest("{email}")).toMatch(/^[^@\s]+@example\.com$/);
    expect(new URL(hardest("{url}")).hash).toBe("#m");
  });

  test("of a choice is its first option", () => {
    expect(hardest("{choice:EUR|USD}")).toBe("EUR");
  });
});

describe("random values", () => {
  test.each(["text", "name", "email", "url", "path", "amount", "integer", "choice:a|b"])(
    "of {%s} are repeated by seed and index",
    (kind) => {
      const templates = createTemplates({}, 1);
      templates.read(`{${kind}}`);
      const [{ random }] = templates.placeholders as [(typeof templates.placeholders)[0]];
      expect(random(3)).toEqual(random(3));
    },
  );
});

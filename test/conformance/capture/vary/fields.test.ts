import { describe, expect, test } from "vitest";
import { changesIn, destinationsIn } from "../../../../src/conformance/capture/vary/fields.ts";
import { arrived } from "../clients.ts";

const inForm = (note: string) => arrived({ form: [["note", note]] });
const inJson = (note: string) => ({
  ...arrived({}),
  headers: [["Content-Type", "application/json"]] as const,
  body: Buffer.from(JSON.stringify({ note })),
});

/** The cause of a value that arrives as another one. */
function causeOf(send: typeof inForm, expected: string, actual: string): string | undefined {
  const destinations = destinationsIn([send("plain")], { note: "plain" });
  return changesIn([send(actual)], destinations, { note: expected })[0]?.cause.id;
}

describe("a changed value", () => {
  test.each([
    ["a+b", "a b", "value-plus-as-space"],
    ["a&b", "a", "value-cut-at-u0026"],
    ["a b", "a%20b", "value-encoded-twice"],
  ])("has a cause of its place: %j as %j in a form is %s, but not in JSON", (expected, actual, cause) => {
    expect(causeOf(inForm, expected, actual)).toBe(cause);
    expect(causeOf(inJson, expected, actual)).toBe("value-changed");
  });

  test.each([
    ["abcé", "abc?", "value-not-utf8"],
    ["é", "\ufffd", "value-not-utf8"],
    ["é?", "é", "value-changed"],
    ["abcé", "abc", "value-changed"],
    ["é1", "è1", "value-changed"],
  ])("is in another charset only if a character was replaced: %j as %j is %s", (expected, actual, cause) => {
    expect(causeOf(inForm, expected, actual)).toBe(cause);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { foundIn, foundTable, type Measured } from "../scripts/figures/found.ts";

const MEASURED = JSON.parse(readFileSync("docs/data/interop.json", "utf8")) as Measured;

describe("what the README says was found", () => {
  test("is what the measurement contains: version, request, and both values", () => {
    expect(readFileSync("README.md", "utf8")).toContain(`<!-- found -->\n\n${foundTable(MEASURED)}\n`);
    const rows = foundIn(MEASURED);
    expect(rows.length).toBeGreaterThan(3);
    for (const { id, version, mistake, input, expected, actual } of rows) {
      const implementation = MEASURED.implementations.find((one) => one.id === id)!;
      expect(implementation.version).toBe(version);
      const { id: cause } = MEASURED.causes.find(({ title }) => title === mistake)!;
      const { example } = implementation.differs.find((one) => one.cause === cause)!;
      expect(example.input).toContain(input.split(" [")[0]);
      const encoded = (text: string): string => text.replace(/[^\w.~:/-]/g, (found) => encodeURIComponent(found));
      const own = (text: string): string => (example.stage === "base-string" ? encoded(text) : text);
      expect([example.expected, example.actual]).toEqual([
        expect.stringContaining(own(expected)),
        expect.stringContaining(own(actual)),
      ]);
    }
  });

  const measured = (stage: string, expected: string, actual: string, kind = "mistake"): Measured => ({
    causes: [{ id: "c", kind, title: "C" }],
    implementations: ["a", "b"].map((id, at) => ({
      ...{ id, name: id, version: "1" },
      differs: [{ cause: "c", count: at, example: { input: "GET http://a/ {}", stage, expected, actual } }],
    })),
  });

  test("names each mistake once, with the implementation that shows it most", () => {
    const rows = foundIn(
      measured("base-string", "GET&http%3A&a%3D1%26oauth_nonce%3D2", "GET&http%3A&a%3D2%26oauth_nonce%3D2"),
    );
    expect(rows).toEqual([
      { id: "b", name: "b", version: "1", mistake: "C", input: "GET http://a/", expected: "a=1", actual: "a=2" },
    ]);
  });

  test.each([
    ["a signature", measured("signature", "x", "y")],
    ["only protocol parameters", measured("base-string", "GET&u&oauth_nonce%3D1", "GET&u&oauth_nonce%3D2")],
    ["a long value", measured("base-string-uri", "x".repeat(61), "y")],
    ["no known mistake", measured("base-string-uri", "x", "y", "rule")],
  ])("leaves out what shows %s", (_, given) => {
    expect(foundIn(given)).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { hardRequests } from "../../../src/conformance/properties/hard-requests.ts";
import type { InputOf, NameValue } from "../../../src/conformance/vectors/index.ts";

/** The number of parameters of a request. */
function sizeOf({ request: { url, form = [] }, protocolParameters = [] }: InputOf<"sign">): number {
  const query = url.split("?")[1];
  return (query?.split("&").length ?? 0) + form.length + protocolParameters.length;
}

describe("the requests of hard characters", { tags: ["deep"] }, () => {
  const all = [...hardRequests()];

  test("are all different inputs of sign, and none has fewer parameters than the one before it", () => {
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
    const sizes = all.map(sizeOf);
    expect([sizes[0], sizes.at(-1)]).toEqual([0, 2]);
    expect(sizes.every((size, at) => size >= (sizes[at - 1] ?? 0))).toBe(true);
  });

  test("have each pair of names and values in each place, with each transport", () => {
    const single = all.filter((one) => sizeOf(one) === 1);
    const pairs = (of: (one: InputOf<"sign">) => readonly NameValue[] | undefined): number =>
      new Set(single.flatMap((one) => (of(one) ?? []).map((pair) => JSON.stringify(pair)))).size;
    expect(pairs(({ request }) => request.form)).toBe(144);
    expect(pairs(({ protocolParameters }) => protocolParameters)).toBe(144);
    // A query with a space is written in two ways.
    expect(new Set(single.map(({ request }) => request.url).filter((url) => url.includes("?"))).size).toBe(144 + 23);
    for (const place of ["header", "query", "body"])
      expect(all.filter(({ transport }) => transport === place).length).toBeGreaterThan(100_000);
  });
});

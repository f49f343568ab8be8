import { describe, expect, test } from "vitest";
import { hardRequests } from "../../../src/conformance/properties/hard-requests.ts";
import type { InputOf, NameValue } from "../../../src/conformance/vectors/index.ts";

/** The number of parameters of a request. */
function sizeOf({ request: { url, form = [] }, protocolParameters = [] }: InputOf<"sign">): number {
  const query = url.split("?")[1];
  return (query?.split("&").length ?? 0) + form.length + protocolParameters.length;
}

/** Requests with at most one parameter, which come first. */
function smallest(): InputOf<"sign">[] {
  const requests: InputOf<"sign">[] = [];
  for (const one of hardRequests()) {
    if (sizeOf(one) > 1) break;
    requests.push(one);
  }
  return requests;
}

describe("the requests of hard characters", () => {
  test("are all different inputs of sign, and none has fewer parameters than the one before it", () => {
    const all = [...hardRequests([" ", "é", Uint8Array.of(0xff)])];
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
    const sizes = all.map(sizeOf);
    expect([sizes[0], sizes.at(-1)]).toEqual([0, 2]);
    expect(sizes.every((size, at) => size >= (sizes[at - 1] ?? 0))).toBe(true);
  });

  test("have each pair of names and values in each place, with each transport", () => {
    const single = smallest();
    const pairs = (of: (one: InputOf<"sign">) => readonly NameValue[] | undefined): number =>
      new Set(single.flatMap((one) => (of(one) ?? []).map((pair) => JSON.stringify(pair)))).size;
    expect(pairs(({ request }) => request.form)).toBe(144);
    expect(pairs(({ protocolParameters }) => protocolParameters)).toBe(144);
    // A query with a space is written in two ways.
    expect(new Set(single.map(({ request }) => request.url).filter((url) => url.includes("?"))).size).toBe(144 + 23);
    for (const place of ["header", "query", "body"])
      expect(single.filter(({ transport }) => transport === place).length).toBeGreaterThan(200);
  });

  test("have each pair of places", () => {
    const places = [...hardRequests(["~"])]
      .filter((one) => sizeOf(one) === 2)
      .map(({ request: { url, form = [] }, protocolParameters = [] }) => {
        return `${url.split("&").length * Number(url.includes("?"))}${form.length}${protocolParameters.length}`;
      });
    expect([...new Set(places)].sort()).toEqual(["002", "011", "020", "101", "110", "200"]);
  });
});

import { describe, expect, test } from "vitest";
import { splitLines } from "../../../src/conformance/drivers/split-lines.ts";

const LONGEST = 16 * 1024 * 1024;

/** The lengths of the lines in these chunks, and what is said of a flood. */
function split(...chunks: readonly Buffer[]) {
  const lengths: number[] = [];
  const floods: string[] = [];
  const splitter = splitLines({
    onLine: ({ text }) => lengths.push(text.length),
    onFlood: (message) => floods.push(message),
  });
  for (const chunk of chunks) splitter.push(chunk);
  return { lengths, floods, rest: splitter.rest().length };
}

const line = (length: number): Buffer => Buffer.from(`${"a".repeat(length)}\n`);
const FLOOD = [`more than ${LONGEST} octets came without an end of line`];

describe("a line", () => {
  test("may have as many octets as the protocol allows, also after other lines and in parts", () => {
    const longest = line(LONGEST);
    const chunks = [line(3), longest.subarray(0, 5), longest.subarray(5)];
    expect(split(...chunks)).toEqual({ lengths: [3, LONGEST], floods: [], rest: 0 });
  });

  test("may have as many octets also as the first one, and as one chunk", { tags: ["deep"] }, () => {
    const longest = line(LONGEST);
    expect(split(longest)).toEqual({ lengths: [LONGEST], floods: [], rest: 0 });
    expect(split(line(3), longest)).toEqual({ lengths: [3, LONGEST], floods: [], rest: 0 });
    expect(split(longest.subarray(0, 5), longest.subarray(5))).toEqual({ lengths: [LONGEST], floods: [], rest: 0 });
  });

  test("with one octet more is a flood, which is reported once", () => {
    const tooLong = line(LONGEST + 1);
    expect(split(tooLong)).toEqual({ lengths: [], floods: FLOOD, rest: 0 });
    expect(split(line(3), tooLong, line(3))).toEqual({ lengths: [3], floods: FLOOD, rest: 0 });
    expect(split(tooLong.subarray(0, -1), line(3))).toEqual({ lengths: [], floods: FLOOD, rest: 0 });
  });

  test("without its end is the rest", () => {
    expect(split(Buffer.from("ab\ncd"))).toEqual({ lengths: [2], floods: [], rest: 2 });
  });
});

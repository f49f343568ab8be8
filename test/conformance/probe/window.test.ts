/** How the probe finds which timestamps a server accepts. */

import { describe, expect, test } from "vitest";
import { createGood } from "../../../src/conformance/probe/good.ts";
import { findWindow, windowNote } from "../../../src/conformance/probe/window.ts";
import { CLIENT } from "./credentials.ts";

const NOW = 1_700_000_000;
const good = createGood({
  request: { method: "GET", origin: "http://a", host: "a", path: "/", query: "", headers: [], body: "" },
  credentials: CLIENT,
  method: "HMAC-SHA1",
  place: "header",
  maySendPlaintext: false,
  mayChangeMethod: false,
  clock: () => NOW - 10,
  // The clock of the server counts, not ours.
  clockAhead: 10,
});

/** What is found of a server that accepts these offsets from its clock, and how many requests that takes. */
async function found(isInside: (offset: number) => boolean) {
  let requests = 0;
  const window = await findWindow(good, async ({ headers }) => {
    requests++;
    return isInside(Number(/oauth_timestamp="(\d+)"/.exec(headers.flat().join())![1]) - NOW);
  });
  return { ...window, requests };
}

describe("the time window of a server", () => {
  test.each([
    [300, 60],
    [60, 300],
    [1, 0],
    [0, 1],
    [86_399, 86_398],
  ])("has the edges %i s before and %i s after its clock", async (past, future) => {
    const { requests, ...window } = await found((offset) => offset >= -past && offset <= future);
    expect(window).toEqual({ past, future });
    expect(requests).toBeLessThanOrEqual(36);
  });

  test("has no edge where the server accepts timestamps more than a day away", async () => {
    expect(await found(() => true)).toEqual({ past: undefined, future: undefined, requests: 2 });
    expect(await found((offset) => offset <= 5)).toMatchObject({ past: undefined, future: 5 });
    expect(windowNote({ past: undefined, future: 5 })).toBe(
      "the server accepts timestamps from more than a day before to 5 s after its clock",
    );
  });
});

/** @module-tag commands */

import { afterEach, expect, test, vi } from "vitest";
import { startRawSession } from "../../../src/conformance/drivers/doctor/raw-session.ts";

afterEach(() => void vi.unstubAllGlobals());

test("the time for several lines begins anew with each of them", async () => {
  const refresh = vi.fn();
  // No time passes here: only the lines end the wait.
  vi.stubGlobal("setTimeout", () => ({ refresh, unref: () => ({ refresh }) }));
  vi.stubGlobal("clearTimeout", () => {});
  const session = startRawSession(["cat"]);
  const lines = session.next(3, 800);
  session.send("one\ntwo\nthree\n");
  expect((await lines).map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect(refresh).toHaveBeenCalledTimes(2);
  session.endInput();
  expect(await session.end(800)).toMatchObject({ code: 0 });
});

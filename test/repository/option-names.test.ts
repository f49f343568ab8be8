import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

describe("the names of options and members", () => {
  test("that end in a unit of time do not shorten it", () => {
    const names = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => [...readFileSync(`src/${path}`, "utf8").matchAll(/^ +(?:readonly )?(\w+)\??: /gm)])
      .map(([, name]) => name!);
    expect(names).toEqual(expect.arrayContaining(["timeoutMilliseconds", "marginSeconds"]));
    expect(names.filter((name) => /[a-z](?:Ms|Msec|Millis|Secs?)$/.test(name))).toEqual([]);
  });
});

/**
 * The recipes for NestJS and Next.js, built and probed. The frameworks are in the folder COUNTERSIGN_FRAMEWORKS: `npm
 * install` there with frameworks/package.json, which is beside this file.
 *
 * @module-tag runtimes
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { probe, start } from "./probing.ts";

const FOLDER = process.env.COUNTERSIGN_FRAMEWORKS;
if (FOLDER === undefined) console.warn("not installed: NestJS and Next.js, see test/examples/frameworks/package.json");
/** Ends what only hangs. */
const LONGEST = 900_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.skipIf(FOLDER === undefined)("a recipe for a framework", () => {
  const inFolder = (...names: readonly string[]): string => join(FOLDER!, ...names);
  const bin = (name: string): string => inFolder("node_modules", ".bin", name);

  beforeAll(() => {
    for (const name of ["package.json", "dist"])
      cpSync(name, inFolder("node_modules/countersign", name), { recursive: true });
    for (const name of ["nestjs", "nextjs"]) cpSync(`examples/servers/${name}`, inFolder(name), { recursive: true });
  });

  test("NestJS compiles and passes the probe", { timeout: LONGEST }, async () => {
    execFileSync(bin("tsc"), ["-p", inFolder("nestjs")], { stdio: "pipe" });
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const config = { TSX_TSCONFIG_PATH: inFolder("nestjs/tsconfig.json") };
    closing.push(await start(bin("tsx"), [inFolder("nestjs/main.ts")], { PORT: port, ORIGIN: origin, ...config }));
    const { failed, passed } = await probe(origin);
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(1000);
  });

  test("Next.js passes the probe, except for what it changes in a request before its handler gets it", {
    timeout: LONGEST,
  }, async () => {
    const application = inFolder("nextjs");
    writeFileSync(join(application, "package.json"), JSON.stringify({ private: true, type: "module" }));
    mkdirSync(join(application, "app"), { recursive: true });
    const layout = "export default ({ children }) => <html><body>{children}</body></html>;\n";
    writeFileSync(join(application, "app/layout.jsx"), layout);
    execFileSync(bin("next"), ["build", application], { stdio: "pipe", cwd: FOLDER });
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const args = [inFolder("node_modules/next/dist/bin/next"), "start", application, "-p", port, "-H", "127.0.0.1"];
    closing.push(await start(process.execPath, args, { ORIGIN: origin }));
    const { failed, passed } = await probe(origin);
    // docs/servers.md lists them.
    const checks = new Set(failed.map((id) => id.split("/")[1]));
    const changes = ["header-repeated", "odd-parameters", "path-changed", "structured-names", "value-normalized"];
    expect([...checks].sort()).toEqual(changes);
    expect(passed).toBeGreaterThan(1000);
  });
});

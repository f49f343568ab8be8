/** The outside implementations that confirm vectors, and which of them are installed. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Driver, inProcessDriver, openDriver } from "../../src/conformance/drivers/index.ts";
import { loadBuiltin } from "../../src/conformance/implementations/index.ts";
import { DRIVERS, IMPLEMENTATIONS } from "../interop/implementations.ts";
import { installedVersion, run } from "../interop/tools.ts";

/** One implementation. Its name is the one in its hello. */
export interface Outside {
  readonly name: string;
  /** The Debian packages that it needs. */
  readonly packages: readonly string[];
  readonly open: () => Promise<Driver>;
  /** Whether it signs the base string of the model, so that its signature does not confirm the base string. */
  readonly signsGivenBaseString?: true;
}

/** Each was written from its authors' own reading of the RFC. Authlib is left out, because its code follows that of oauthlib. */
export const OUTSIDE: readonly Outside[] = [
  { name: "oauth-1.0a", packages: [], open: () => builtin("oauth-1.0a") },
  { name: "node-forge", packages: [], open: () => builtin("node-forge"), signsGivenBaseString: true },
  inPython("oauthlib", "python3-oauthlib", "oauthlib_driver.py"),
  library("simple_oauth", "ruby-simple-oauth"),
  library("pecl/oauth", "php-oauth"),
  library("signpost", "java-signpost"),
  library("gomodule/oauth1", "go-gomodule-oauth1"),
  // These are not OAuth libraries: each computes single steps.
  inPython("Python standard library", "python3", "python_library_driver.py"),
  {
    name: "Go standard library",
    packages: ["golang-go"],
    async open() {
      const folder = scratchFolder();
      const program = join(folder, "driver");
      const env = { GO111MODULE: "off", GOFLAGS: "", GOCACHE: join(folder, "cache") };
      await run("/usr/bin/go", ["build", "-o", program, here("go_library_driver.go")], env);
      return openDriver({ command: [program] });
    },
  },
];

/** The Debian packages that are missing. */
export function missingPackages({ packages }: Outside): readonly string[] {
  return packages.filter((name) => installedVersion(name) === undefined);
}

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** A driver in Python, in this folder. */
function inPython(name: string, debian: string, file: string): Outside {
  return { name, packages: [debian], open: async () => openDriver({ command: ["/usr/bin/python3", here(file)] }) };
}

function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), "agreement-"));
}

async function builtin(name: string): Promise<Driver> {
  const implementation = await loadBuiltin(name);
  if (implementation === undefined) throw new Error(`no built-in implementation is called ${name}`);
  return inProcessDriver(implementation);
}

/** A library with a driver in `examples/drivers`. */
function library(name: string, id: string): Outside {
  const found = IMPLEMENTATIONS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`scripts/interop/implementations.ts has no implementation ${id}`);
  return {
    name,
    packages: found.debian,
    async open() {
      const place = { drivers: DRIVERS, build: scratchFolder() };
      await found.build?.(place);
      return openDriver({ command: found.command(place) });
    },
  };
}

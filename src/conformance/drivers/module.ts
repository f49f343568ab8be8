/** The driver of an implementation in a JavaScript file, which is loaded into this process. */

import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DriverFailure } from "../vectors/index.ts";
import { type JsonObject, Malformed, object } from "../vectors/shape.ts";
import { type Driver, DriverBrokenError } from "./contract.ts";
import { objectDriver } from "./object-driver.ts";

/** Which module to load, and how long its answers may take. */
export interface ModuleOptions {
  /** An ES or CommonJS module that exports an implementation, as `default` or as `implementation`. */
  readonly file: string;
  /** Maximum wait for a promised answer. A function that blocks cannot be stopped. @default 10000 */
  readonly timeoutMilliseconds?: number;
}

/** `hello` loads the module. Call it before `ask`. */
export function openModule({ file, timeoutMilliseconds }: ModuleOptions): Driver {
  let driver: Driver | undefined;
  return {
    async hello() {
      driver ??= await load(file, timeoutMilliseconds);
      return driver.hello();
    },
    outside: (input) => driver?.outside?.(input),
    ask: (input) => driver?.ask(input) ?? { ok: false, error: "failed", message: "call hello before ask" },
    close() {},
  };
}

async function load(file: string, timeoutMilliseconds: number | undefined): Promise<Driver> {
  const broken = (kind: DriverFailure, why: string): Error =>
    new DriverBrokenError({ kind, message: `${file} cannot be loaded: ${why}`, stderr: "" });
  if (!existsSync(file)) throw broken("crashed", "there is no such file");
  try {
    const module: unknown = await import(pathToFileURL(resolve(file)).href);
    return objectDriver(exported(module), { name: basename(file), timeoutMilliseconds });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw error instanceof Malformed
      ? broken("malformed-answer", `${message}; ${WHAT_TO_EXPORT}`)
      : broken("crashed", `${message}; to see where, run: node ${file}`);
  }
}

const WHAT_TO_EXPORT =
  "export an object whose methods are operations, as default or as implementation; docs/driver.md has an example";

/**
 * The export `implementation`, or the default export. The exports of a CommonJS module are also its default export;
 * their member `implementation` is only a name and version unless it has methods.
 */
function exported(module: unknown): unknown {
  const { implementation, default: whole } = object("the module", module);
  const member = isObject(whole) ? whole.implementation : undefined;
  if (implementation !== undefined && implementation !== member) return implementation;
  const hasMethods = isObject(member) && Object.values(member).some((one) => typeof one === "function");
  return hasMethods ? member : whole;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}

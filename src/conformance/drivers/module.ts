/** The driver of an implementation in a JavaScript file, which is loaded into this process. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Answer,
  isOperation,
  type Operation,
  REQUIRED_STAGE,
  type StageValues,
  type VectorInput,
  writeInput,
} from "../vectors/index.ts";
import { type JsonObject, Malformed, malformed, object, optional, optionalText, text } from "../vectors/shape.ts";
import { type Driver, DriverBrokenError } from "./contract.ts";
import { type Implementation, inProcessDriver } from "./in-process.ts";
import { readAnswer } from "./read-answer.ts";
import { readCapabilities } from "./read-hello.ts";

/** Which module to load, and how long its answers may take. */
export interface ModuleOptions {
  /** An ES or CommonJS module that exports an implementation, as `default` or as `implementation`. */
  readonly file: string;
  /** Maximum wait for a promised answer. A function that blocks cannot be stopped. @default 10000 */
  readonly timeoutMilliseconds?: number;
}

/** `hello` loads the module. Call it before `ask`. */
export function openModule({ file, timeoutMilliseconds = 10_000 }: ModuleOptions): Driver {
  let driver: Driver | undefined;
  return {
    async hello() {
      driver ??= inProcessDriver(await load(file));
      return driver.hello();
    },
    outside: (input) => driver?.outside?.(input),
    ask(input) {
      if (driver === undefined) return { ok: false, error: "failed", message: "call hello before ask" };
      const answer = driver.ask(input);
      return answer instanceof Promise
        ? withTimeout(answer, timeoutMilliseconds).then((given) => checked(input.operation, given))
        : checked(input.operation, answer);
    },
    close() {},
  };
}

async function load(file: string): Promise<Implementation> {
  try {
    const module: unknown = await import(pathToFileURL(resolve(file)).href);
    return readImplementation(exported(module));
  } catch (error) {
    const kind = error instanceof Malformed ? "malformed-answer" : "crashed";
    const message = `${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    throw new DriverBrokenError({ kind, message, stderr: "" });
  }
}

/** The export `implementation`, or the default export. The exports of a CommonJS module are its default export. */
function exported(module: unknown): unknown {
  const { implementation, default: whole } = object("the module", module);
  const named =
    typeof whole === "object" && whole !== null && "implementation" in whole ? whole.implementation : undefined;
  return implementation ?? named ?? whole;
}

/** Checks the shape of the module before the first question. */
function readImplementation(value: unknown): Implementation {
  const given = object("its export default or implementation", value);
  const about = readAbout(given.about);
  const operations = Object.entries(object("operations", given.operations)).map(([name, answer]) => {
    if (!isOperation(name)) throw malformed("operations", Object.keys(REQUIRED_STAGE).join(", "), name);
    const ask = callable(`operations.${name}`, answer);
    // The promised type is not certain: `checked` reads whatever comes.
    return [name, (input: VectorInput) => ask(writeInput(input)) as StageValues | Promise<StageValues>] as const;
  });
  const outside = optional(callable, "outside", given.outside);
  return {
    ...readCapabilities(given),
    about,
    operations: Object.fromEntries(operations),
    ...(outside && { outside: (input) => optionalText("outside", outside(input.operation, writeInput(input))) }),
  };
}

function readAbout(value: unknown): Implementation["about"] {
  const { name, version, language, url } = object("about", value);
  return {
    name: text("about.name", name),
    version: text("about.version", version),
    language: text("about.language", language),
    ...(url !== undefined && { url: text("about.url", url) }),
  };
}

type Callable = (...given: readonly unknown[]) => unknown;

function callable(where: string, value: unknown): Callable {
  if (isCallable(value)) return value;
  throw malformed(where, "a function", value);
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}

/** Reads the answer of a module as carefully as that of a program. */
function checked(operation: Operation, answer: Answer): Answer {
  if (!answer.ok) return answer;
  const stages: unknown = answer.stages;
  if (typeof stages !== "object" || stages === null) return readAnswer(operation, { ok: true, stages });
  const { valid, url, body, "authorization-header": authorization }: JsonObject = { ...stages };
  return readAnswer(operation, { ok: true, stages, valid, authorization, url, body });
}

async function withTimeout(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((settle) => {
    const message = `no answer within ${milliseconds} ms`;
    timer = setTimeout(() => settle({ ok: false, error: "timed-out", message }), milliseconds);
  });
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}

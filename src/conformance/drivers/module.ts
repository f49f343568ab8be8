/**
 * The driver of an implementation that is a file: a module which is loaded into this process.
 *
 * @module
 */

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

/** Which module, and how long an answer of it may take. */
export interface ModuleOptions {
  /** An ES or CommonJS module that exports an implementation, as default or by the name `implementation`. */
  readonly file: string;
  /** For an operation that answers with a promise; one that does not give way cannot be stopped. @default 10000 */
  readonly timeoutMilliseconds?: number;
}

/** The module is loaded when hello is asked, which comes before any other question. */
export function openModule({ file, timeoutMilliseconds = 10_000 }: ModuleOptions): Driver {
  let driver: Driver | undefined;
  return {
    async hello() {
      driver ??= inProcessDriver(await load(file));
      return driver.hello();
    },
    outside: (input) => driver?.outside?.(input),
    ask(input) {
      if (driver === undefined) return { ok: false, error: "failed", message: "hello comes first" };
      const answer = driver.ask(input);
      return answer instanceof Promise
        ? inTime(answer, timeoutMilliseconds).then((given) => checked(input.operation, given))
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
    const trouble = error instanceof Malformed ? "malformed-answer" : "crashed";
    const message = `${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    throw new DriverBrokenError({ trouble, message, stderr: "" });
  }
}

/** By its name, or as default; of a CommonJS module, whose exports are the default, by its name there. */
function exported(module: unknown): unknown {
  const { implementation, default: whole } = object("the module", module);
  const named =
    typeof whole === "object" && whole !== null && "implementation" in whole ? whole.implementation : undefined;
  return implementation ?? named ?? whole;
}
/** What cannot be called an implementation is told at once, and not with the first question. */
function readImplementation(value: unknown): Implementation {
  const given = object("its export default or implementation", value);
  const about = readAbout(given.about);
  const operations = Object.entries(object("operations", given.operations)).map(([name, answer]) => {
    if (!isOperation(name)) throw malformed("operations", Object.keys(REQUIRED_STAGE).join(", "), name);
    const ask = callable(`operations.${name}`, answer);
    // Whatever it answers: `checked` reads it.
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

/** A module can answer anything: it is read as the answer of a program is. */
function checked(operation: Operation, answer: Answer): Answer {
  if (!answer.ok) return answer;
  const stages: unknown = answer.stages;
  if (typeof stages !== "object" || stages === null) return readAnswer(operation, { ok: true, stages });
  const { valid, url, body, "authorization-header": authorization }: JsonObject = { ...stages };
  return readAnswer(operation, { ok: true, stages, valid, authorization, url, body });
}

async function inTime(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((settle) => {
    const message = `no answer within ${milliseconds} ms`;
    timer = setTimeout(() => settle({ ok: false, error: "timed-out", message }), milliseconds);
  });
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}

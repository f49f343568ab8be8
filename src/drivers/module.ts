/**
 * The driver of an implementation that is a file: a module which is loaded into this process.
 *
 * @module
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Answer, type Operation, OWED_STAGE } from "../suite/index.ts";
import { type Driver, DriverBrokenError } from "./contract.ts";
import { type Implementation, inProcessDriver } from "./in-process.ts";
import { readAnswer } from "./read-answer.ts";
import { Malformed, malformed, object, text } from "./shape.ts";

/** Which module, and how long an answer of it may take. */
export interface ModuleOptions {
  /** An ES or CommonJS module that exports an {@link Implementation}, as default or by the name `implementation`. */
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
    outside: (operation, input) => driver?.outside?.(operation, input),
    ask(operation, input) {
      if (driver === undefined) return { ok: false, error: "failed", message: "hello comes first" };
      const answer = driver.ask(operation, input);
      return answer instanceof Promise
        ? inTime(answer, timeoutMilliseconds).then((given) => checked(operation, given))
        : checked(operation, answer);
    },
    close() {},
  };
}

async function load(file: string): Promise<Implementation> {
  try {
    const module = await import(pathToFileURL(resolve(file)).href);
    const found = module.implementation ?? module.default?.implementation ?? module.default;
    checkImplementation(found);
    return found;
  } catch (error) {
    const trouble = error instanceof Malformed ? "malformed-answer" : "crashed";
    const message = `${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    throw new DriverBrokenError({ trouble, message, stderr: "" });
  }
}

/** What cannot be called an implementation is told at once, and not with the first question. */
function checkImplementation(value: unknown): void {
  const { about, operations } = object("its export default or implementation", value);
  const { name, version, language } = object("about", about);
  text("about.name", name);
  text("about.version", version);
  text("about.language", language);
  const named = Object.entries(object("operations", operations));
  const unknown = named.find(([operation]) => !Object.hasOwn(OWED_STAGE, operation));
  if (unknown !== undefined) throw malformed("operations", Object.keys(OWED_STAGE).join(", "), unknown[0]);
  const broken = named.find(([, answer]) => typeof answer !== "function");
  if (broken !== undefined) throw malformed(`operations.${broken[0]}`, "a function", broken[1]);
}

/** A module can answer anything: it is read as the answer of a program is. */
function checked(operation: Operation, answer: Answer): Answer {
  if (!answer.ok) return answer;
  const { stages } = answer;
  if (typeof stages !== "object" || stages === null) return readAnswer(operation, { ok: true, stages });
  const { valid, url, body, "authorization-header": authorization } = stages;
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

/**
 * The driver of a JavaScript object: the questions and answers of driver protocol 1, as arguments and results of its methods.
 *
 * `countersign check --module` and `countersign/conformance` take the same objects.
 */

import {
  type Answer,
  fullProtocolParameters,
  type InputOf,
  OPERATION_ROWS,
  OPERATIONS,
  type Operation,
  REQUIRED_STAGE,
  type StageValues,
  type VectorInput,
} from "../vectors/index.ts";
import { type JsonObject, malformed, object, optional, optionalText, readShape } from "../vectors/shape.ts";
import { CAPABILITIES, OBJECT_IMPLEMENTATION } from "./answer-shapes.ts";
import type { Hello } from "./contract.ts";
import { type InProcessDriver, inProcessDriver } from "./in-process.ts";
import { questionMembers } from "./question.ts";
import { readAnswer } from "./read-answer.ts";
import { capabilitiesOf } from "./read-hello.ts";
import { baseStringOutside } from "./signer-input.ts";

/** The operation of each method. */
const OPERATION_OF: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [OPERATION_ROWS[operation].method, operation]),
);
const METHODS = [...OPERATION_OF.keys()].join(", ");

/** Members of an object besides its methods. */
const DECLARATIONS = [
  "implementation",
  "signatureMethods",
  "transports",
  "fixesNonceAndTimestamp",
  "limits",
  "outside",
];

/** How the object is named if it has no `implementation`, and how long its answers may take. */
export interface ObjectOptions {
  readonly name: string;
  /** Maximum wait for a promised answer. A function that blocks cannot be stopped. @default 10000 */
  readonly timeoutMilliseconds?: number | undefined;
}

/**
 * Returns the driver of an object.
 *
 * @throws Malformed if a member is unknown or invalid, or if there is no method
 */
export function objectDriver(given: unknown, { name, timeoutMilliseconds = 10_000 }: ObjectOptions): InProcessDriver {
  const members = object("the implementation", given);
  const methods = readMethods(members);
  // Many libraries take all protocol parameters in one list, which the caller creates.
  const signsExactly = methods.has("sign-exactly") && !methods.has("sign");
  const ask = (input: VectorInput): unknown => {
    const question = signsExactly && input.operation === "sign" ? exactly(input) : input;
    return methods.get(question.operation)!.call(given, questionMembers(question));
  };
  const operations: Operation[] = [...methods.keys(), ...(signsExactly ? (["sign"] as const) : [])];
  const outside = optional(callable, "outside", members.outside);
  const driver = inProcessDriver({
    ...(signsExactly && { fixesNonceAndTimestamp: true }),
    ...capabilitiesOf(readShape(CAPABILITIES, "", members)),
    about: readImplementation(members.implementation, name),
    // The declared type is not certain, so `checked` validates whatever is returned.
    operations: Object.fromEntries(
      operations.map((operation) => [
        operation,
        (input: VectorInput) => ask(input) as StageValues | Promise<StageValues>,
      ]),
    ),
    outside(input) {
      const reason = outside?.call(given, OPERATION_ROWS[input.operation].method, questionMembers(input));
      return optionalText("outside", reason) ?? baseStringOutside(driver.hello(), input);
    },
  });
  return {
    ...driver,
    ask(input) {
      const answer = driver.ask(input);
      return answer instanceof Promise
        ? withTimeout(answer, timeoutMilliseconds).then((settled) => checked(input.operation, settled))
        : checked(input.operation, answer);
    },
  };
}

function readMethods(members: JsonObject): Map<Operation, Callable> {
  const methods = new Map<Operation, Callable>();
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || DECLARATIONS.includes(name)) continue;
    const operation = OPERATION_OF.get(name);
    if (operation === undefined) throw malformed("a method", METHODS, name);
    methods.set(operation, callable(name, value));
  }
  if (methods.size === 0) throw malformed("methods", `at least one of ${METHODS}`, undefined);
  return methods;
}

/** The question with the list of all protocol parameters instead of their values. */
function exactly(input: InputOf<"sign">): VectorInput {
  const { nonce: _nonce, timestamp: _timestamp, version: _version, ...rest } = input;
  return { ...rest, operation: "sign-exactly", protocolParameters: fullProtocolParameters(input) };
}

function readImplementation(value: unknown, fallback: string): Hello["implementation"] {
  if (value === undefined) return { name: fallback, version: "", language: LANGUAGE };
  const { name, version, language, url } = readShape(OBJECT_IMPLEMENTATION, "implementation", value);
  return {
    name: name ?? fallback,
    version: version ?? "",
    language: language ?? LANGUAGE,
    ...(typeof url === "string" && { url }),
  };
}

const LANGUAGE = "JavaScript";

type Callable = (...given: readonly unknown[]) => unknown;

function callable(where: string, value: unknown): Callable {
  if (isCallable(value)) return value;
  throw malformed(where, "a function", value);
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}

/** Checks a method's result like the answer of a program. A bare value stands for the value that the answer requires. */
function checked(operation: Operation, answer: Answer): Answer {
  if (!answer.ok) return answer;
  const returned: unknown = answer.stages;
  const isAnswer = typeof returned === "object" && returned !== null && !Array.isArray(returned);
  return readAnswer(operation, { ...(isAnswer ? returned : valueAlone(operation, returned)), ok: true });
}

function valueAlone(operation: Operation, value: unknown): JsonObject {
  const required = REQUIRED_STAGE[operation];
  if (operation === "sign" || operation === "sign-exactly")
    return value === undefined ? {} : { stages: { [required]: value } };
  return required === "valid" ? { valid: value } : { value };
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

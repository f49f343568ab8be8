/** What the suite needs from a test runner: the part that vitest, node:test, Jest and Mocha have in common. */

/** The body of a test. Runners call it with their context as `this` or as the argument. */
export type TestBody = (this: unknown) => Promise<void>;

/** `test` or `it` of a test runner. */
export interface TestFunction {
  (title: string, body: TestBody, timeoutMilliseconds: number): unknown;
  readonly skip: (title: string, body: TestBody) => unknown;
}

/** `describe` of a test runner. */
export type DescribeFunction = (title: string, register: () => void) => unknown;

/** The result of one test: nothing if it passed. */
export type Finding = { readonly failure: string } | { readonly notOffered: string } | undefined;

/** Mocha waits two seconds by default and Jest five; a test must not depend on how busy the machine is. */
const TIMEOUT_MILLISECONDS = 120_000;

/** The stack trace, starting at the caller of `called`. */
export function callerOf(called: (...given: never[]) => unknown): string {
  const trace = { stack: "" };
  Error.captureStackTrace(trace, called);
  return trace.stack.replace(/^.*\n/, "");
}

/**
 * Registers a test.
 *
 * @param caller where the stack trace of a failure begins: runners show the code there
 * @param advice what to do if the runner, like Jest, cannot skip a test that has begun
 */
export function register(
  test: TestFunction,
  title: string,
  run: () => Promise<Finding>,
  caller: string,
  advice = "",
): void {
  const failure = (message: string): Error =>
    Object.assign(new Error(message), { stack: `Error: ${message}\n${caller}` });
  // Declares no parameter: Jest and Mocha would wait for a callback, and vitest would look for fixtures.
  const body = async function (this: unknown): Promise<void> {
    // biome-ignore lint/complexity/noArguments: a rest parameter is a parameter
    const contexts: readonly unknown[] = [arguments[0], this];
    callMethod(this, "timeout", TIMEOUT_MILLISECONDS);
    const finding = await run();
    if (finding === undefined) return;
    if ("failure" in finding) throw failure(finding.failure);
    if (contexts.some((context) => callMethod(context, "skip", finding.notOffered))) return;
    throw failure(`not offered: ${finding.notOffered}\nhint: ${advice}`);
  };
  test(title, body, TIMEOUT_MILLISECONDS);
}

/** Registers a test that does not run. */
export function registerSkipped(test: TestFunction, title: string): void {
  test.skip(title, async () => {});
}

/** Calls a method of a context if the context has it. The context of vitest is a function. */
function callMethod(context: unknown, name: "skip" | "timeout", argument: unknown): boolean {
  const method: unknown = (context as { readonly [name: string]: unknown } | null | undefined)?.[name];
  if (typeof method !== "function") return false;
  method.call(context, argument);
  return true;
}

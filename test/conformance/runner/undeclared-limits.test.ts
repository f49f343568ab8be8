import { describe, expect, test } from "vitest";
import { FEATURE_NAMES, featuresIn } from "../../../src/conformance/drivers/index.ts";
import { watchUndeclared } from "../../../src/conformance/runner/questions/undeclared-limits.ts";
import { DriverGoneError } from "../../../src/conformance/runner/tasks/driver-gone.ts";
import { type Answer, loadVectors, type VectorInput } from "../../../src/conformance/vectors/index.ts";

const signing = loadVectors()
  .map(({ input }) => input)
  .filter(({ operation }) => operation === "sign" || operation === "percent-encoding")
  // What these tests show needs many questions, not all.
  .filter((_input, at) => at % 4 === 0);
const ANSWER: Answer = { ok: true, stages: {} };
const UNSUPPORTED: Answer = { ok: false, error: "unsupported", message: "cannot" };

/** What hello is advised after these inputs, of which the driver answers some `unsupported`. */
function adviceFor(inputs: readonly VectorInput[], isUnsupported: (input: VectorInput) => boolean): string | undefined {
  const watch = watchUndeclared((input) => (isUnsupported(input) ? UNSUPPORTED : ANSWER));
  for (const input of inputs) void watch.ask(input);
  return watch.problem()?.message;
}

const lacks = (name: string) => (input: VectorInput) => featuresIn(FEATURE_NAMES, input).includes(name as never);
const suggestedIn = (message = "") => JSON.parse(/"without":(\[.*?\])/.exec(message)?.[1] ?? "[]") as string[];

describe("a limit that is suggested", () => {
  test.each(["realm", "empty-consumer-secret", "query-encoded", "port", "form-with-query"])(
    "is %s for a library without it, with a number of questions",
    (name) => {
      const count = signing.filter(lacks(name)).length;
      expect(count).toBeGreaterThan(1);
      const message = adviceFor(signing, lacks(name));
      expect(suggestedIn(message)).toEqual([name]);
      expect(message).toContain(`where ${name} covers ${count} questions; the first is`);
      expect(message).toContain(`hello offers ${count} questions that the driver answers unsupported`);
    },
  );

  test("covers each question at least once, with as few limits as needed", () => {
    const isUnsupported = (input: VectorInput) => lacks("realm")(input) || lacks("port")(input);
    const message = adviceFor(signing, isUnsupported);
    expect(suggestedIn(message).sort()).toEqual(["port", "realm"]);
    expect(message).not.toContain("no limit covers");
  });

  const expectNoLimit = (at: number): void => {
    const withRealm = signing.filter(lacks("realm"));
    const others = signing.filter((input) => !lacks("realm")(input));
    const inputs = [others[0]!, withRealm[0]!, ...others, ...others, ...others, ...withRealm.slice(1)];
    inputs.splice(at, 0, withRealm[0]!);
    const message = adviceFor(inputs, (input) => lacks("realm")(input) && input !== withRealm[0]);
    expect(inputs.length).toBeGreaterThan(300);
    expect(suggestedIn(message)).toEqual([]);
    expect(message).toContain(`no limit covers ${withRealm.length - 1} questions: docs/driver.md`);
  };
  const NO_LIMIT = "leaves out no answered question, also if that was question %i of hundreds";
  test.each([0])(NO_LIMIT, expectNoLimit);
  test.each([1])(NO_LIMIT, { tags: ["deep"] }, expectNoLimit);

  const expectNoAnswered = (step: number): void => {
    const unsupported = new Set(signing.filter((_input, at) => at % step === 0));
    const suggested = suggestedIn(adviceFor(signing, (input) => unsupported.has(input)));
    for (const input of signing) if (!unsupported.has(input)) expect(featuresIn(suggested as never, input)).toEqual([]);
  };
  const NO_ANSWERED = "never has a feature of an answered question, also if each %ith question is unsupported";
  test.each([2, 7])(NO_ANSWERED, expectNoAnswered);
  test.each([3, 4, 5, 6, 8, 9, 10, 11])(NO_ANSWERED, { tags: ["deep"] }, expectNoAnswered);

  test("names all that the run cannot tell apart", () => {
    const input = {
      operation: "base-string-uri",
      url: "http://a.example:8080/",
    } as const;
    const message = adviceFor([{ ...input, url: "https://a.example/" }, input], (one) => one === input);
    expect(message).toContain('"limits":{"without":["http"]}, where http or port covers 1 question;');
  });

  test("is the operation if none of its questions was answered", () => {
    const count = signing.filter(({ operation }) => operation === "percent-encoding").length;
    const message = adviceFor(signing, ({ operation }) => operation === "percent-encoding");
    expect(message).toContain(`leave percent-encoding out of "operations", which covers ${count} questions; the first`);
    expect(suggestedIn(message)).toEqual([]);
  });

  test("is not missing because of a question that a broken driver was not asked", () => {
    const withRealm = signing.filter(lacks("realm"));
    const watch = watchUndeclared((input) => {
      if (input === withRealm[1]) return { ok: false, error: "crashed", message: "", isUnasked: true };
      return lacks("realm")(input) ? UNSUPPORTED : ANSWER;
    });
    for (const input of signing) {
      if (input === withRealm[1]) expect(() => watch.ask(input)).toThrow(DriverGoneError);
      else void watch.ask(input);
    }
    expect(suggestedIn(watch.problem()?.message)).toEqual(["realm"]);
  });

  test("is missing if everything was answered", () => {
    expect(adviceFor(signing, () => false)).toBeUndefined();
  });
});

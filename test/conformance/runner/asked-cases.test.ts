import { describe, expect, test } from "vitest";
import { type Declared, featuresIn } from "../../../src/conformance/drivers/index.ts";
import { model } from "../../../src/conformance/implementations/index.ts";
import { outsideOf, type Question, questionsFor, unchangedCase } from "../../../src/conformance/runner/index.ts";
import {
  type AnyInput,
  loadVectors,
  type StageValues,
  type VectorInput,
} from "../../../src/conformance/vectors/index.ts";
import { SHAPES } from "../../mutants/shape-kills.ts";
import { RIGHT, runResults, saying } from "./wrong.ts";

const vectors = loadVectors();
const signed = vectors.filter(({ input }) => input.operation === "sign");

function questionsOf(shape: Partial<Declared>, of = vectors): readonly Question[] {
  const driver = saying(RIGHT, { operations: ["sign"], ...shape });
  const hello = { implementation: RIGHT.about, operations: ["sign" as const], ...shape };
  return questionsFor(of, hello, outsideOf(hello, driver));
}

const isAsked = ({ notOffered }: Question): boolean => notOffered === undefined;

describe("a vector", () => {
  const expectUnchanged = (step: number): void => {
    for (const shape of Object.values(SHAPES)) {
      const hello = { operations: ["sign" as const], ...(shape as Partial<Declared>) };
      const some = vectors.filter((_, at) => at % step === 0);
      for (const [at, { asked, notOffered }] of questionsOf(shape, some).entries()) {
        if (notOffered !== undefined || asked.adapted) continue;
        expect(asked).toEqual(unchangedCase(some[at]!, hello));
      }
    }
    const all = signed.slice(0, 50);
    expect(questionsOf({}, all)).toEqual(all.map((asked) => ({ asked })));
  };
  const UNCHANGED = "that an implementation supports is asked unchanged, whatever the others become: each %ith";
  test.each([100])(UNCHANGED, expectUnchanged);
  test.each([50])(UNCHANGED, { tags: ["deep"] }, expectUnchanged);

  test.each(Object.entries(SHAPES))("is asked in the shape of: %s", { tags: ["deep"] }, async (_name, shape) => {
    const { cases } = await runResults({ vectors, driver: saying(RIGHT, { operations: ["sign"], ...shape }) });
    const verdicts = new Set(cases.map(({ verdict }) => verdict));
    verdicts.delete("refused");
    expect(verdicts).toEqual(new Set(["pass", "not-offered"]));
    for (const { asked } of questionsOf(shape).filter(isAsked)) {
      const { signatureMethod, transport, request }: AnyInput = asked.input;
      const { signatureMethods, transports, limits }: Partial<Declared> = shape;
      if (asked.input.operation !== "sign") continue;
      expect(signatureMethods).toContain(signatureMethod);
      if (transports !== undefined) expect(transports).toContain(transport);
      if (limits?.httpMethods !== undefined) expect(limits.httpMethods).toContain(request!.method);
      expect(featuresIn(limits?.without ?? [], asked.input)).toEqual([]);
    }
  });

  test("expects what the model computes for the adapted request, at the same stages", () => {
    const [vector] = signed.filter(({ id }) => id === "request/rfc5849/1");
    const { input } = vector!;
    const [adapted] = questionsOf({ transports: ["query"], limits: { without: ["realm"] } }, [vector!]);
    const { asked } = adapted!;
    expect((asked.input as AnyInput).transport).toBe("query");
    expect((input as AnyInput).transport).toBe("header");
    const computed = model.operations.sign!(asked.input as never) as StageValues;
    for (const [stage, value] of Object.entries(asked.expected)) expect(computed).toMatchObject({ [stage]: value });
    expect(Object.keys(asked.expected)).toEqual(expect.arrayContaining(["base-string", "signature", "url"]));
    expect(asked.expected).not.toHaveProperty("authorization-header");
  });

  test("with an RSA key gets a consumer secret for HMAC that no library refuses, and PLAINTEXT a nonce", () => {
    const some = signed.filter((_, at) => at % 10 === 0);
    const adapted = questionsOf(SHAPES.query, some).filter(({ asked }) => asked.adapted);
    const inputs = adapted.map(({ asked }) => asked.input as AnyInput);
    const original = (id: string): AnyInput => signed.find((one) => one.id === id)!.input;
    const ofRsa = adapted.filter(({ asked }) => original(asked.id).signatureMethod!.startsWith("RSA-"));
    expect(ofRsa.length).toBeGreaterThan(5);
    for (const { asked } of ofRsa) expect((asked.input as AnyInput).credentials!.consumerSecret).not.toBe("");
    for (const { nonce, timestamp } of inputs) expect([nonce, timestamp]).not.toContain(undefined);
  });

  test("that must be refused is asked only unchanged", () => {
    const refused = signed.filter(({ expected }) => "refused" in expected);
    expect(refused.length).toBeGreaterThan(0);
    for (const shape of Object.values(SHAPES))
      for (const { asked, notOffered } of questionsOf(shape, refused))
        if (notOffered === undefined) expect(asked).not.toHaveProperty("adapted");
  });

  test("equals no other question: the original is asked, and the adapted one is not", () => {
    const plain = signed.find(({ id }) => id === "request/identities/2") ?? signed[0]!;
    const withRealm = { ...plain, id: "with/realm/1", input: { ...plain.input, realm: "Photos" } as VectorInput };
    const without = { limits: { without: ["realm" as const] } };
    for (const order of [
      [withRealm, plain],
      [plain, withRealm],
    ]) {
      const questions = questionsOf(without, order);
      expect(questions.filter(isAsked).map(({ asked }) => asked)).toEqual([plain]);
      expect(questions.find(({ asked }) => asked.id === "with/realm/1")!.notOffered).toBe(
        "duplicate of another vector",
      );
    }
  });

  const expectDistinct = (step: number): void => {
    const asked = questionsOf(
      SHAPES.PLAINTEXT,
      vectors.filter((_, at) => at % step === 0),
    )
      .filter(isAsked)
      .filter(({ asked: { adapted } }) => adapted);
    const texts = asked.map(({ asked: { expected } }) => {
      const { signature, "authorization-header": header } = expected as StageValues;
      return JSON.stringify([signature, header]);
    });
    expect(texts.length).toBeGreaterThan(20);
    expect(new Set(texts).size).toBe(texts.length);
  };
  const DISTINCT =
    "asks about keys and placing with PLAINTEXT: no two have the same signature and header, of each %ith";
  test.each([8])(DISTINCT, expectDistinct);
  test.each([4])(DISTINCT, { tags: ["deep"] }, expectDistinct);

  test("that differs only in nonce and timestamp is asked once of a signer that chooses them", () => {
    const [one] = questionsOf(
      { ...SHAPES["header, no token"], fixesNonceAndTimestamp: false },
      signed.slice(0, 20),
    ).filter(({ asked }) => asked.adapted);
    const again = { ...vectors.find(({ id }) => id === one!.asked.id)!, id: "again/again/1" };
    const other = { ...again, input: { ...again.input, nonce: "other", timestamp: "1" } as VectorInput };
    const shape = { ...SHAPES["header, no token"], fixesNonceAndTimestamp: false };
    expect(questionsOf(shape, [again, other]).filter(isAsked)).toHaveLength(1);
    expect(questionsOf(SHAPES["header, no token"], [again, other]).filter(isAsked)).toHaveLength(2);
  });

  test("has the rule and the title of the stage that differs once it was adapted, and is of no published source", async () => {
    const wrong = {
      ...RIGHT,
      operations: {
        sign: (input: Parameters<NonNullable<typeof RIGHT.operations.sign>>[0]) => ({
          ...(RIGHT.operations.sign!(input) as StageValues),
          "base-string": "wrong",
        }),
      },
    };
    const own = signed.filter(({ id }) => id === "request/rfc5849/1");
    const { cases, events } = await runResults({ vectors: own, driver: saying(wrong, SHAPES.query) });
    expect(cases).toMatchObject([
      {
        adapted: true,
        verdict: "fail",
        rules: ["rfc5849-3.4.1.1-1"],
        title: "The base string of the request of a published vector, adapted to what the implementation supports",
      },
    ]);
    expect(events[0]).not.toHaveProperty("sources");
    const { events: unchanged } = await runResults({ vectors: own, driver: saying(wrong, {}) });
    expect(unchanged[0]).toMatchObject({ sources: 1 });
  });
});

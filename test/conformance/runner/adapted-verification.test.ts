import { describe, expect, test } from "vitest";
import { type Declared, objectDriver } from "../../../src/conformance/drivers/index.ts";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { outsideOf, questionsFor } from "../../../src/conformance/runner/index.ts";
import { type InputOf, loadVerificationVectors, verificationCases } from "../../../src/conformance/vectors/index.ts";
import { readSentRequest } from "../../../src/model/index.ts";
import { RIGHT, runResults, saying } from "./wrong.ts";

/** The example, which has no types. */
const { default: lti } = await import(String(new URL("../../../examples/drivers/lti.mjs", import.meta.url)));
const { cases: vectors } = verificationCases(loadVerificationVectors());
const verifying = { operations: ["verify" as const] };

/** Shapes of verifiers, and the least number of requests that each must be asked about. */
const SHAPES = {
  "LTI launches": {
    least: 130,
    declared: {
      signatureMethods: ["HMAC-SHA1"],
      transports: ["body"],
      limits: { httpMethods: ["POST"], without: ["token"] },
    },
  },
  "the query, GET only": {
    least: 60,
    declared: { signatureMethods: ["HMAC-SHA1"], transports: ["query"], limits: { httpMethods: ["GET"] } },
  },
  "RSA-SHA256 in the header, no token": {
    least: 450,
    declared: { signatureMethods: ["RSA-SHA256"], transports: ["header"], limits: { without: ["token"] } },
  },
} as const satisfies Readonly<Record<string, { readonly least: number; readonly declared: Partial<Declared> }>>;

describe("a request to a verifier", () => {
  test.each(Object.entries(SHAPES))(
    "is in the shape of %s, and the verdict stays that of its case",
    { tags: ["deep"] },
    async (_name, { least, declared }) => {
      const driver = saying(RIGHT, { ...verifying, ...declared });
      const { cases } = await runResults({ vectors, driver });
      const asked = cases.filter(({ verdict }) => verdict !== "not-offered");
      expect(asked.length).toBeGreaterThanOrEqual(least);
      expect(asked.filter(({ verdict }) => verdict !== "pass" && verdict !== "refused")).toEqual([]);
      const hello = { implementation: RIGHT.about, ...verifying, ...declared };
      for (const { asked: one, notOffered } of questionsFor(vectors, hello, outsideOf(hello, driver))) {
        if (notOffered !== undefined || !one.adapted) continue;
        const { received } = one.input as InputOf<"verify">;
        const transport = transportOf(received);
        if (transport !== undefined) expect(declared.transports).toContain(transport);
      }
    },
  );

  const expectBoth = (step: number): void => {
    for (const { declared } of Object.values(SHAPES)) {
      const hello = { implementation: RIGHT.about, ...verifying, ...(declared as Partial<Declared>) };
      const driver = saying(RIGHT, { ...verifying, ...declared });
      const some = vectors.filter((_, at) => at % step === 0);
      const asked = questionsFor(some, hello, outsideOf(hello, driver)).filter(
        ({ notOffered }) => notOffered === undefined,
      );
      const verdicts = asked.map(({ asked: { expected } }) => (expected as { readonly valid: boolean }).valid);
      expect(new Set(verdicts)).toEqual(new Set([true, false]));
    }
  };
  const BOTH = "must be accepted in some cases and rejected in others, in each shape, of each %ith";
  test.each([10])(BOTH, expectBoth);
  test.each([5])(BOTH, { tags: ["deep"] }, expectBoth);

  test("is fair to the example for LTI launches, which passes all, and fails if it takes a nonce twice", {
    tags: ["deep"],
  }, async () => {
    const properties = PROPERTIES.filter(({ id }) => id === "accepts-no-collision");
    const { cases, properties: collisions } = await runResults({
      vectors,
      properties,
      driver: objectDriver(lti, { name: "lti" }),
    });
    const offered = cases.filter(({ verdict }) => verdict !== "not-offered");
    expect(offered.length).toBeGreaterThanOrEqual(130);
    expect(offered.filter(({ verdict }) => verdict === "fail")).toEqual([]);
    expect(collisions).toMatchObject([{ verdict: "pass" }]);
    const forgetful = {
      ...lti,
      verify: (question: { readonly now: number }) => lti.verify({ ...question, seen: false }),
    };
    const { cases: wrong } = await runResults({ vectors, driver: objectDriver(forgetful, { name: "lti" }) });
    expect(wrong.filter(({ verdict }) => verdict === "fail").map(({ rules }) => rules)).toContainEqual([
      "rfc5849-3.3-2",
    ]);
  });
});

function transportOf(received: InputOf<"verify">["received"]): string | undefined {
  try {
    return readSentRequest(received).transport;
  } catch {
    return undefined;
  }
}

/**
 * A changed request gets the verdict of the executable specification: the verifier accepts exactly the requests that are
 * signed correctly and allowed by its policy, and returns exactly the parameters that the signature covers.
 */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../../src/model/index.ts";
import type { Verdict } from "../../../src/verifier/index.ts";
import { seed } from "../../seed.ts";
import { SPELLED, TAMPERED } from "./counterexamples.ts";
import { problemOf } from "./expected-verdict.ts";
import { type SignedCase, sentRequest, signedCase, verifierFor } from "./signed-case.ts";
import { SPELLINGS } from "./spellings.ts";
import { type TamperedCase, tampered, tamperedCase } from "./tampered-case.ts";
import { TAMPERINGS } from "./tamperings.ts";
import { wireOf } from "./wire.ts";

/** COUNTERSIGN_LAW_RUNS searches for longer than a build has time for. */
const RUNS = Number(process.env.COUNTERSIGN_LAW_RUNS ?? 350);

type Verify = (sent: HttpRequest, one: SignedCase) => Promise<Verdict>;

const ours: Verify = (sent, { input }) => verifierFor(input).verify(sent);

/** A verifier that accepted the original before: how a request is treated must not depend on an earlier one. */
const afterOriginal: Verify = async (sent, one) => {
  const verifier = verifierFor(one.input, { nonceStore: { claim: () => "fresh" } });
  await verifier.verify(sentRequest(one));
  return verifier.verify(sent);
};

function agreesWithModel(cases: fc.Arbitrary<TamperedCase>, verify: Verify = ours): fc.IAsyncProperty<[TamperedCase]> {
  return fc.asyncProperty(cases, async (one) => {
    const sent = tampered(one);
    expect(problemOf(sent, one.signed.input, await verify(sent, one.signed))).toBeUndefined();
  });
}

const examples = TAMPERED.map((one): [TamperedCase] => [one]);
const anyChange = tamperedCase(Object.keys(TAMPERINGS), fc.boolean());
const otherSpelling = tamperedCase(Object.keys(SPELLINGS), fc.constant(false));

describe("a request that was changed in transit", () => {
  test("gets the verdict of the model, signed again or not", {
    tags: ["deep"],
    timeout: 120_000 + 20 * RUNS,
  }, async () => {
    await fc.assert(agreesWithModel(anyChange), { seed, numRuns: RUNS, examples });
  });

  test("gets it from a verifier that has accepted the original", {
    tags: ["deep"],
    timeout: 120_000 + 20 * RUNS,
  }, async () => {
    await fc.assert(agreesWithModel(anyChange, afterOriginal), { seed, numRuns: Math.ceil(RUNS / 2), examples });
  });

  test("gets it if only values differ from an accepted request", {
    tags: ["deep"],
    timeout: 120_000 + 20 * RUNS,
  }, async () => {
    const otherValues = tamperedCase(["other values where they stood"], fc.boolean());
    await fc.assert(agreesWithModel(otherValues, afterOriginal), { seed, numRuns: Math.ceil(RUNS / 2) });
  });

  test.each(Object.keys(SPELLINGS))("is accepted with %s", { tags: ["deep"] }, async (name) => {
    const cases = tamperedCase([name], fc.constant(false));
    const isAccepted = fc.asyncProperty(cases, async (one) => {
      const sent = tampered(one);
      const verdict = await ours(sent, one.signed);
      expect(verdict.accepted ? "accepted" : verdict.code).toBe("accepted");
      expect(problemOf(sent, one.signed.input, verdict)).toBeUndefined();
    });
    await fc.assert(isAccepted, { seed, numRuns: 12 });
  });

  test("is accepted in several other spellings at once", { tags: ["deep"] }, async () => {
    await fc.assert(
      fc.asyncProperty(otherSpelling, async (one) => {
        const verdict = await ours(tampered(one), one.signed);
        expect(verdict.accepted ? "accepted" : verdict.code).toBe("accepted");
      }),
      { seed, numRuns: 200, examples: SPELLED.map((one): [TamperedCase] => [one]) },
    );
  });
});

describe("the property of tampering", () => {
  test("finds requests on which each change has an effect", { tags: ["deep"] }, () => {
    const plus = SPELLINGS["a plus for %20 in the body"]!;
    const wires = fc.sample(signedCase, { seed: 1, numRuns: 500 }).map((one) => wireOf(sentRequest(one)));
    const hasEffect = (name: string): boolean =>
      wires.some((wire) => {
        const before = plus(wire, [0, 0]) ?? wire; // signers write %20
        const after = TAMPERINGS[name]!(before, [1, 1, 1]);
        return after !== undefined && JSON.stringify(after) !== JSON.stringify(before);
      });
    expect(Object.keys(TAMPERINGS).filter((name) => !hasEffect(name))).toEqual([]);
  });

  test("gets both verdicts often", { tags: ["deep"] }, async () => {
    let accepted = 0;
    for (const one of fc.sample(anyChange, { seed: 1, numRuns: 200 })) {
      if ((await ours(tampered(one), one.signed)).accepted) accepted += 1;
    }
    expect(accepted).toBeGreaterThan(50);
    expect(accepted).toBeLessThan(150);
  });

  /** Verifiers with a mistake, each put together from ours. */
  const MISTAKEN: Readonly<Record<string, Verify>> = {
    "that takes a change for the original": (_sent, one) => ours(sentRequest(one), one),
    "that takes a lower-case escape in the path for an upper-case one": (sent, one) => {
      const url = sent.url.replace(/(?<!\?.*)%[0-9a-f]{2}/g, (hex) => hex.toUpperCase());
      return ours({ ...sent, url }, one);
    },
    "that refuses a plus in the query": (sent, one) => ours({ ...sent, url: sent.url.replaceAll("+", "%2B") }, one),
    "that splits the query at semicolons": (sent, one) => ours({ ...sent, url: sent.url.replaceAll(";", "&") }, one),
    "that looks at the first of two equal header fields": (sent, one) => {
      const names = sent.headers.map(([name]) => name.toLowerCase());
      return ours({ ...sent, headers: sent.headers.filter((_, at) => names.indexOf(names[at]!) === at) }, one);
    },
    "that hands on replacement characters": async (sent, one) => {
      const verdict = await ours(sent, one);
      const text = (value: string | Uint8Array) => (typeof value === "string" ? value : Buffer.from(value).toString());
      if (!verdict.accepted) return verdict;
      return { ...verdict, parameters: verdict.parameters.map((pair) => ({ ...pair, value: text(pair.value) })) };
    },
    "that hands on what stands in the query alone": async (sent, one) => {
      const verdict = await ours(sent, one);
      return verdict.accepted
        ? { ...verdict, parameters: verdict.parameters.filter((pair) => pair.origin === "query") }
        : verdict;
    },
  };

  test.each(Object.entries(MISTAKEN))("catches a verifier %s", { tags: ["deep"] }, async (_mistake, verify) => {
    const { failed } = await fc.check(agreesWithModel(anyChange, verify), {
      seed: 1,
      numRuns: 3000,
      endOnFailure: true,
    });
    expect(failed).toBe(true);
  });
});

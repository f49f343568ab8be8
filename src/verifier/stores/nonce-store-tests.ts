/**
 * Tests for nonce stores, for any test runner: published as `countersign/nonce-store-tests`.
 *
 * @module
 */

import { checkOptions } from "../../platform/check-options.ts";
import { optionsError } from "../configuration-error.ts";
import type { NonceStore } from "../nonce-store.ts";
import {
  type Claim,
  expectAnswer,
  expectDifferent,
  expectNotFresh,
  expectOneFresh,
  KEPT_AFTER,
  SEPARATORS,
  SIMILAR_TEXTS,
  TEXT_FIELDS,
  TOLERANCE,
  wholeClaim,
} from "./nonce-expectations.ts";
import { LIFETIME_TESTS } from "./nonce-lifetime-tests.ts";
import type { Definition, NonceStoreHarness, TestContext } from "./nonce-store-harness.ts";

export type { ForgetsByClaims, ForgetsInRealTime, NonceStoreHarness } from "./nonce-store-harness.ts";

/** One test. */
export interface NonceStoreTest {
  /** A sentence about what the store does. */
  readonly name: string;
  /** @throws Error with the expected answer, the actual answer and the claim */
  run(): Promise<void>;
}

/**
 * Returns the tests for a nonce store. Pass each of them to your test runner. Tests for several handles, for failures and
 * for real time are included if the harness supports them.
 *
 * @param harness - how to open, share and break the store, and how to read how long it keeps a nonce
 * @returns the tests; `run` rejects with an Error that states the expected answer, the actual answer and the claim
 * @throws VerifierConfigurationError `options-invalid`, `option-unknown` for a harness with another member
 *
 * @example
 * ```ts
 * import test from "node:test";
 * import { MemoryNonceStore } from "countersign";
 * import { nonceStoreTests } from "countersign/nonce-store-tests";
 *
 * const tests = nonceStoreTests({
 *   open: () => new MemoryNonceStore(),
 *   openAnother: null,
 *   breakStore: (store) => store.close?.(),
 *   forgetsBy: "claims",
 * });
 * for (const { name, run } of tests) test(name, run);
 * tests.length; // => 13
 * ```
 */
export function nonceStoreTests(harness: NonceStoreHarness): readonly NonceStoreTest[] {
  checkOptions(harness, ["open", "openAnother", "breakStore", "forgetsBy", "keptSeconds"], "harness", optionsError);
  return DEFINITIONS.filter(({ needs }) => needs === undefined || needs(harness)).map((definition) => ({
    name: definition.name,
    run: () => runTest(harness, definition),
  }));
}

const DEFINITIONS: readonly Definition[] = [
  {
    name: "a nonce is fresh once and then used",
    async run({ claim, start }) {
      await expectAnswer(claim, "fresh", {}, "the first claim");
      await expectAnswer(claim, "used", {}, "the same claim again");
      await expectAnswer(claim, "used", { now: start + 60 }, "the same claim a minute later");
      await expectAnswer(claim, "fresh", { nonce: "another" }, "another nonce");
    },
  },
  {
    name: "exactly one of several simultaneous claims for a nonce is fresh",
    run: ({ claim }) => expectOneFresh(() => claim({ nonce: "simultaneous" })),
  },
  {
    name: "a nonce with another client, token or timestamp is another nonce",
    run: ({ claim, start }) =>
      expectDifferent(claim, [
        {},
        { consumerKey: "another client" },
        { token: "token" },
        { token: "another token" },
        { timestamp: start - 1 },
        { timestamp: start + 1 },
        { consumerKey: "another client", token: "token", timestamp: start - 1 },
      ]),
  },
  {
    name: "an absent token differs from an empty one and from words for absence",
    run: ({ claim }) =>
      expectDifferent(
        claim,
        [undefined, "", "undefined", "null", "-", "0", " ", "\0"].map((token) => ({ token })),
      ),
  },
  { name: "moving characters from one field to another makes another nonce", run: expectSeparateFields },
  {
    name: "similar texts are different nonces",
    async run({ claim }) {
      for (const field of TEXT_FIELDS) {
        // Keeps the claims for one field apart from those for the others.
        const scope = field === "token" ? { consumerKey: "tokens" } : { token: `for ${field}` };
        await expectDifferent(
          claim,
          SIMILAR_TEXTS.map((text) => ({ nonce: "scope", ...scope, [field]: text })),
        );
      }
    },
  },
  {
    name: "names with a meaning in programming languages are ordinary names",
    async run({ claim }) {
      const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "then", "*", "$where"];
      for (const field of TEXT_FIELDS) {
        await expectDifferent(
          claim,
          names.map((text) => ({ nonce: `of ${field}`, [field]: text })),
        );
      }
    },
  },
  ...LIFETIME_TESTS,
  {
    name: "a handle sees the nonces of other handles",
    needs: ({ openAnother }) => openAnother !== null,
    async run({ claim, start, openAnother }) {
      const other = await openAnother();
      await expectAnswer(claim, "fresh", {}, "a claim through the first handle");
      await expectAnswer(claim, "used", {}, "the same through the second", other);
      await expectAnswer(claim, "fresh", { nonce: "back" }, "a claim through the second", other);
      await expectAnswer(claim, "used", { nonce: "back" }, "the same through the first");
      const edge = { nonce: "edge", timestamp: start + TOLERANCE, expiresAt: start + TOLERANCE + KEPT_AFTER };
      await expectAnswer(claim, "fresh", edge, "a timestamp in the future, through the first");
      const last = { ...edge, now: edge.expiresAt - 1 };
      await expectNotFresh(claim, last, "the same through the second, 1 s before it expires", other);
    },
  },
  {
    name: "exactly one of several simultaneous claims through several handles is fresh",
    needs: ({ openAnother }) => openAnother !== null,
    async run({ claim, store, openAnother }) {
      const handles = [store, await openAnother(), await openAnother(), await openAnother()];
      for (let round = 0; round < 8; round++) {
        await expectOneFresh((index) => claim({ nonce: `round ${round}` }, handles[index % handles.length]!));
      }
    },
  },
  {
    name: "a failing store accepts nothing and answers in time",
    needs: ({ breakStore }) => breakStore !== null,
    async run({ claim, store, harness }) {
      await expectAnswer(claim, "fresh", { nonce: "before" }, "a claim before the store fails");
      await harness.breakStore!(store);
      for (const nonce of ["before", "after", "later"]) {
        const timeout = new Promise<"timeout">((done) => setTimeout(done, 10_000, "timeout" as const).unref());
        const answer = await Promise.race([claim({ nonce }).catch(() => "error" as const), timeout]);
        if (answer === "fresh") throw new Error(`expected an error, "used" or "full" of a failing store, got fresh`);
        if (answer === "timeout") throw new Error(`expected an answer of a failing store within 10 s, got none`);
      }
    },
  },
];

const FIELD_PAIRS = [
  ["consumerKey", "token"],
  ["consumerKey", "nonce"],
  ["token", "nonce"],
] as const;

async function expectSeparateFields({ claim, start }: TestContext): Promise<void> {
  for (const separator of SEPARATORS) {
    for (const [one, other] of FIELD_PAIRS) {
      const rest = { consumerKey: "k", token: "t", nonce: `${one} ${other} ${separator}` };
      await expectDifferent(claim, [
        { ...rest, [one]: `a${separator}b`, [other]: `c${rest[other]}` },
        { ...rest, [one]: "a", [other]: `b${separator}c${rest[other]}` },
      ]);
    }
    // The timestamp between two fields is also written into one of them.
    const inside = `m${separator}${start}${separator}n`;
    await expectDifferent(claim, [
      { consumerKey: `time ${separator}`, token: "t", nonce: inside },
      { consumerKey: `time ${separator}`, token: `t${separator}${start}${separator}m`, nonce: "n" },
      { consumerKey: `time ${separator}`, nonce: inside },
      { consumerKey: `time ${separator}${separator}${start}${separator}m`, nonce: "n" },
    ]);
  }
  for (const [one, other] of FIELD_PAIRS) {
    // If each length comes before its field, without a separator, both keys are 1112xxxxxxxxx2yz.
    await expectDifferent(claim, [
      { [one]: "1", [other]: "xxxxxxxxx2yz" },
      { [one]: "12xxxxxxxxx", [other]: "yz" },
    ]);
    // If both lengths come before both fields, both keys are 111abbbbbbbbbbb.
    await expectDifferent(claim, [
      { [one]: "a", [other]: "bbbbbbbbbbb" },
      { [one]: "abbbbbbbbbb", [other]: "b" },
    ]);
  }
}

async function runTest(harness: NonceStoreHarness, { run }: Definition): Promise<void> {
  const opened: NonceStore[] = [];
  const open = async (opening: NonceStore | Promise<NonceStore>): Promise<NonceStore> => {
    const store = await opening;
    opened.push(store);
    return store;
  };
  try {
    const store = await open(harness.open());
    const start = Math.floor(Date.now() / 1000);
    const claim: Claim = async (given, handle = store) => handle.claim(wholeClaim(given, start));
    await run({ store, harness, start, claim, openAnother: () => open(harness.openAnother!(store)) });
  } finally {
    for (const store of opened) await store.close?.();
  }
}

/** Registers the vectors of each area, and each property, as a test of a signer or a verifier. */

import { plural } from "../../redaction/visible.ts";
import { type Hello, type InProcessDriver, objectDriver } from "../drivers/index.ts";
import { PROPERTIES, type Property } from "../properties/index.ts";
import { groupBy, notOfferedText } from "../reporters/index.ts";
import { filterProperties, filterVectors, isOffered, outsideOf, type Question, questionsFor } from "../runner/index.ts";
import {
  loadVectors,
  loadVerificationVectors,
  type Operation,
  type TestCase,
  verificationCases,
} from "../vectors/index.ts";
import type { Signer, Verifier } from "./implementation.ts";
import { checkSuiteOptions, type SuiteOptions } from "./options.ts";
import { openSuiteRun, type SuiteRun } from "./suite-run.ts";
import { callerOf, register, registerSkipped } from "./test-runner.ts";

/** The operations of a verifier; a signer has all others. */
const OF_VERIFIERS: readonly Operation[] = ["verify", "verify-signature"];

/**
 * Registers tests for a signer: one for the vectors of each area and one for each property, with the verdicts, the known
 * failures and the messages of `countersign check`. One skipped test names what the signer does not offer. The stack trace of
 * a failure begins at the call of this function.
 *
 * @param signer an object whose methods are the operations of a driver, as `countersign check --module` takes it
 * @throws Error if a member of the signer is unknown or invalid, if there is nothing to check, or if the baseline cannot
 * be read; TypeError with the code `option-unknown` or `options-invalid`
 * @example
 * ```ts
 * import { testSigner } from "countersign/conformance";
 * import { percentEncode } from "countersign/oauth1";
 *
 * // In a test file: import { test } from "vitest";
 * const titles: string[] = [];
 * const test = Object.assign((title: string) => titles.push(title), { skip: () => {} });
 *
 * testSigner(
 *   { percentEncode: ({ text }) => percentEncode(text), limits: { without: ["octets"] } },
 *   { test, filter: ["percent-encoding/rfc5849"] },
 * );
 * titles; // => ["signer: percent-encoding: 4 vectors"]
 * ```
 */
export function testSigner(signer: Signer, options: SuiteOptions): void {
  testImplementation(objectDriver(signer, { name: "signer" }), options, callerOf(testSigner), {
    vectors: (filter) => filterVectors(loadVectors(), filter),
    isOwn: (operation) => !OF_VERIFIERS.includes(operation),
  });
}

/**
 * Registers tests for a verifier, as {@link testSigner} does for a signer: requests that a server must accept or reject,
 * signatures to verify, and properties.
 *
 * @param verifier an object with the method `verify`, `verifySignature`, or both
 * @throws Error as {@link testSigner}
 * @example
 * ```ts
 * import { testVerifier } from "countersign/conformance";
 * import { verifyBaseString } from "countersign/oauth1";
 *
 * const titles: string[] = [];
 * const test = Object.assign((title: string) => titles.push(title), { skip: () => {} });
 *
 * testVerifier(
 *   {
 *     verifySignature: ({ baseString, signature, credentials: { consumerSecret = "", tokenSecret = "" } }) =>
 *       verifyBaseString(baseString!, signature, { signatureMethod: "HMAC-SHA1", consumerSecret, tokenSecret }),
 *     signatureMethods: ["HMAC-SHA1"],
 *     outside: (_method, question) => ("baseString" in question ? undefined : "takes base strings"),
 *   },
 *   { test, filter: ["verification/oauth-lite-perl"] },
 * );
 * titles; // => ["verifier: verification: 2 vectors"]
 * ```
 */
export function testVerifier(verifier: Verifier, options: SuiteOptions): void {
  testImplementation(objectDriver(verifier, { name: "verifier" }), options, callerOf(testVerifier), {
    vectors: (filter) => {
      const forVerifiers = filterVectors(loadVerificationVectors(), filter);
      return [...filterVectors(loadVectors(), filter), ...verificationCases(forVerifiers).cases];
    },
    isOwn: (operation) => OF_VERIFIERS.includes(operation),
  });
}

/** The questions for a signer or for a verifier. */
interface Side {
  /** The vectors that a filter selects. */
  readonly vectors: (filter: readonly string[] | undefined) => readonly TestCase[];
  readonly isOwn: (operation: Operation) => boolean;
}

function testImplementation(
  driver: InProcessDriver,
  options: SuiteOptions,
  caller: string,
  { vectors, isOwn }: Side,
): void {
  checkSuiteOptions(options);
  const { describe, runs = 100, filter } = options;
  const hello = driver.hello();
  const own = vectors(filter).filter(({ input }) => isOwn(input.operation));
  const properties = PROPERTIES.filter(({ operations }) => operations.every(isOwn));
  const outside = outsideOf(hello, driver);
  const questions = questionsFor(own, hello, outside);
  const checks = [
    ...[...groupBy(questions, ({ asked }) => areaOf(asked.id))].map(([area, ofArea]): Check => {
      const reasons = ofArea.flatMap(({ notOffered }) => notOffered ?? []);
      const offered = ofArea.length - reasons.length;
      return {
        id: area,
        questions: ofArea,
        properties: [],
        ...(offered > 0 && { title: plural(offered, "vector") }),
        reasons,
      };
    }),
    ...(runs === 0 ? [] : filterProperties(properties, filter)).map(
      (property): Check => ({
        id: property.id,
        questions: [],
        properties: [property],
        ...(isOffered(property, hello)
          ? { title: property.statement, reasons: [] }
          : { reasons: [reasonAgainst(property, hello)] }),
      }),
    ),
  ];
  if (checks.length === 0) throw new Error(`no vector and no property matches ${JSON.stringify(filter)}`);
  if (!checks.some(({ title }) => title !== undefined)) {
    throw new Error(`nothing to check: ${notOfferedIn(checks)}`);
  }
  const { name } = hello.implementation;
  const suite = openSuiteRun(driver, options);
  if (describe === undefined) registerAll(checks, suite, options, caller, `${name}: `);
  else describe(name, () => registerAll(checks, suite, options, caller, ""));
}

/** One area of vectors, or one property. */
interface Check {
  readonly id: string;
  readonly questions: readonly Question[];
  readonly properties: readonly Property[];
  /** What is checked; absent if nothing is offered. */
  readonly title?: string;
  /** Why vectors, or the property, are not offered: one reason for each. */
  readonly reasons: readonly string[];
}

function notOfferedIn(checks: readonly Check[]): string {
  const reasons = checks.flatMap((check) => check.reasons);
  const properties = checks.filter(({ title, properties: [property] }) => property && title === undefined).length;
  const vectors = reasons.length - properties;
  const what = [
    ...(vectors > 0 ? [plural(vectors, "vector")] : []),
    ...(properties > 0 ? [plural(properties, "property")] : []),
  ];
  const counts = [...groupBy(reasons, String)].map(([reason, same]) => [reason, same.length] as const);
  return notOfferedText(what.join(" and "), counts);
}

function registerAll(
  checks: readonly Check[],
  suite: SuiteRun,
  options: SuiteOptions,
  caller: string,
  start: string,
): void {
  const { test, skip = [] } = options;
  const unknown = skip.find((id) => !checks.some((check) => check.id === id));
  if (unknown !== undefined) throw new Error(`skip: no area and no property has the id ${JSON.stringify(unknown)}`);
  const findings: (() => Promise<unknown>)[] = [];
  for (const { id, title, questions, properties } of checks) {
    if (title !== undefined && skip.includes(id)) registerSkipped(test, `${start}${id}: ${title}`);
    else if (title !== undefined) {
      const run = suite.check(questions, properties);
      findings.push(run);
      const about = suite.isNotGated(id) ? `${title} (not gated)` : title;
      register(test, `${start}${id}: ${about}`, run, caller, `leave it out with the option skip: ["${id}"]`);
    }
  }
  if (checks.some(({ reasons }) => reasons.length > 0)) registerSkipped(test, `${start}${notOfferedIn(checks)}`);
  for (const { title, conclude } of suite.conclusions) {
    // A runner may run a single test, or the tests in any order.
    const afterAll = async (): ReturnType<typeof conclude> => {
      for (const run of findings) await run();
      return conclude();
    };
    register(test, `${start}${title}`, afterAll, caller);
  }
}

/** `area/topic/number` */
function areaOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}

function reasonAgainst(property: Property, hello: Hello): string {
  const lacking = property.operations.filter((operation) => !hello.operations.includes(operation));
  return lacking.length > 0 ? `does not support ${lacking.join(", ")}` : nonceReason(hello);
}

function nonceReason({ fixesNonceAndTimestamp }: Hello): string {
  return fixesNonceAndTimestamp === true ? "takes nonce and timestamp" : "chooses nonce and timestamp itself";
}

/** Runs vectors, properties and faults, and states all that came out: in Node.js and, bundled, in a browser. */

import { inProcessDriver } from "../../src/conformance/drivers/in-process.ts";
import { countersign } from "../../src/conformance/implementations/countersign.ts";
import { model } from "../../src/conformance/implementations/model.ts";
import { PROPERTIES } from "../../src/conformance/properties/properties.ts";
import type { RunEvent } from "../../src/conformance/runner/events.ts";
import { run } from "../../src/conformance/runner/run.ts";
import type { AnyInput } from "../../src/conformance/vectors/input.ts";
import type { Fault, TestCase } from "../../src/conformance/vectors/vector.ts";
import {
  type JsonVector,
  type JsonVerificationVector,
  toVector,
  toVerificationVector,
} from "../../src/conformance/vectors/vector-json.ts";
import { verificationCases } from "../../src/conformance/vectors/verification-cases.ts";
import { type DiagnosisInput, diagnose } from "../../src/diagnosis/index.ts";
import { allFaults } from "../../src/faults/index.ts";
import { specification, trace } from "../../src/model/index.ts";
import { createBaseStringSigner, OAuth1Error } from "../../src/oauth1/index.ts";
import { keyFacts, parsePrivateKey } from "../../src/platform/index.ts";
import { isRsaMethod } from "../../src/spec/signature-methods.ts";

/** What came out, as JSON, under the name of what was run. */
export type Outcomes = Readonly<Record<string, string>>;

/** Vectors as in the files of `vectors/`. */
export interface VectorFiles {
  readonly vectors: readonly JsonVector[];
  readonly verification: readonly JsonVerificationVector[];
  readonly faults: readonly Fault[];
}

/** Generated cases of each property. */
const CASES = 15;

function testCases({ vectors, verification, faults }: VectorFiles): TestCase[] {
  const verifying = verification.map(toVerificationVector);
  const faultsById = new Map(faults.map((one) => [one.id, one]));
  return [...vectors.map(toVector), ...verificationCases(verifying, faultsById).cases];
}

/** Runs the test suite on our implementation or on the model. Neither signs with RSA: a browser cannot synchronously. */
export async function runSuite(name: "countersign" | "model", files: VectorFiles, seed: number): Promise<Outcomes> {
  const outcomes: Record<string, string> = {};
  const emit = (event: RunEvent): void => {
    if (event.type !== "case" && event.type !== "property") return;
    // The rest of a result describes the vector.
    const { rule: _, question: __, title: ___, ...outcome } = { rule: undefined, question: undefined, ...event.result };
    outcomes[`${name} ${event.result.id}`] = JSON.stringify(outcome);
  };
  await run({
    vectors: testCases(files),
    rules: new Map(),
    properties: PROPERTIES.map((property) => ({
      ...property,
      // Some properties sign in the model what they ask for.
      casesWithin: (adapt) => property.casesWithin(adapt).filter((one) => !JSON.stringify(one).includes('"RSA-SHA')),
    })),
    driver: inProcessDriver({ countersign, model }[name]),
    seed,
    indices: { first: 0, count: CASES },
    saved: [],
    // How long each case takes is no outcome.
    now: () => 0,
    outside: (input) => ((input as AnyInput).credentials?.privateKey === undefined ? undefined : "signs with RSA"),
    emit,
  });
  return outcomes;
}

/** Signs the base string of each vector for RSA asynchronously, and states whether the signature is the expected one. */
export async function signAsynchronously(files: VectorFiles): Promise<Outcomes> {
  const outcomes: Record<string, string> = {};
  for (const { id, input, expected } of testCases(files)) {
    const { signatureMethod, credentials, baseString: given } = input as AnyInput;
    const privateKey = credentials?.privateKey;
    const stages = "refused" in expected ? undefined : expected;
    const baseString = stages?.["base-string"] ?? given;
    if (privateKey === undefined || !isRsaMethod(signatureMethod) || typeof baseString !== "string") continue;
    if (keyFacts(parsePrivateKey(privateKey)).bits < LEAST_BITS_OF_CHROMIUM) continue;
    try {
      const signature = await createBaseStringSigner({ signatureMethod, privateKey }).signAsync(baseString);
      outcomes[id] = JSON.stringify([signature, signature === stages?.signature]);
    } catch (error) {
      outcomes[id] = (error as OAuth1Error).code;
    }
  }
  return outcomes;
}

/** Chromium's WebCrypto reads no shorter RSA key. */
const LEAST_BITS_OF_CHROMIUM = 512;

/** Computes each form of each fault on its request. Those that sign with RSA do not run in a browser. */
export function traceFaults(): Outcomes {
  const outcomes: Record<string, string> = {};
  for (const { id, trigger, apply, variants = [] } of allFaults()) {
    if (isRsaMethod(trigger.signatureMethod)) continue;
    for (const [index, one] of [apply, ...variants.map((variant) => variant.apply)].entries()) {
      outcomes[`${id} ${index}`] = resultOf(() => trace(trigger, one(specification)));
    }
  }
  return outcomes;
}

/** Enough to find a single fault. */
const COMBINATIONS = 1000;

/** Diagnoses requests. */
export function diagnoseAll(inputs: Readonly<Record<string, DiagnosisInput>>): Outcomes {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [
      name,
      resultOf(() => diagnose(input, { budget: { combinations: COMBINATIONS } })),
    ]),
  );
}

function resultOf(work: () => unknown): string {
  try {
    return JSON.stringify(work(), withPlainOctets);
  } catch (error) {
    return `throws ${(error as Error).message}`;
  }
}

/** JSON has a Buffer as an object of its own, and other octets as an object with an index for each. */
function withPlainOctets(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const given = this[name];
  return given instanceof Uint8Array ? [...given] : value;
}

/** What a browser refuses with: the code, and what to do instead. */
export function signSynchronously(privateKey: string): string {
  try {
    createBaseStringSigner({ signatureMethod: "RSA-SHA256", privateKey }).sign("GET&http%3A%2F%2Fa%2F&");
    return "signed";
  } catch (error) {
    return error instanceof OAuth1Error ? `${error.code}: ${error.message}` : String(error);
  }
}

/** What a page offers to the test. */
export interface Program {
  readonly runSuite: typeof runSuite;
  readonly signAsynchronously: typeof signAsynchronously;
  readonly traceFaults: typeof traceFaults;
  readonly diagnoseAll: typeof diagnoseAll;
  readonly signSynchronously: typeof signSynchronously;
}

export const PROGRAM: Program = { runSuite, signAsynchronously, traceFaults, diagnoseAll, signSynchronously };

Object.assign(globalThis, { PROGRAM });

/** @module-tag browser */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { triggerOf } from "../../scripts/fault-pages/signed-trigger.ts";
import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import { VECTOR_FILES } from "../../src/conformance/vectors/load-vectors.ts";
import { TEST_PRIVATE_KEY } from "../../src/conformance/vectors/test-key.ts";
import type { DiagnosisInput } from "../../src/diagnosis/index.ts";
import { allFaults, FAULTS } from "../../src/faults/index.ts";
import { specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { isInstalled } from "../programs.ts";
import { seed } from "../seed.ts";
import { bundleForBrowser } from "./bundle.ts";
import { inPageOf } from "./chromium.ts";
import { type Outcomes, PROGRAM, type Program, type VectorFiles } from "./program.ts";

const listOf = (file: string, list: string): never[] => JSON.parse(readFileSync(`vectors/${file}.json`, "utf8"))[list];

const FILES: VectorFiles = {
  vectors: VECTOR_FILES.flatMap((name) => listOf(name, "vectors")),
  verification: listOf("verifier", "vectors"),
  faults: listOf("faults", "faults"),
};

const RSA_FAULTS = allFaults().filter(({ trigger }) => trigger.signatureMethod.startsWith("RSA-"));

/** Some of the faults with a page. What each fault computes is compared by its traces; the search is the same for all. */
const SEARCHED = FAULTS.filter((_, at) => at % 5 === 0);

/** What somebody would paste: a fault in the request that shows it, with the key. */
const PASTED: Record<string, DiagnosisInput> = {};
for (const { id, apply, ...fault } of [...SEARCHED, ...RSA_FAULTS]) {
  const trigger = triggerOf(fault);
  const { consumerSecret, tokenSecret, privateKey, signatureMethod, protocolParameters } = trigger;
  // The smallest request that shows a fault does not name its method; a request that somebody sends does.
  const named = [...protocolParameters, ["oauth_signature_method", signatureMethod] as const];
  const sent = sendAs({ ...trigger, protocolParameters: named }, apply(specification));
  if (sent !== undefined) PASTED[id] = { request: sent, key: { consumerSecret, tokenSecret, privateKey } };
}

/** Everything that the program states, by the function that states it. */
interface Statements {
  readonly countersign: Outcomes;
  readonly model: Outcomes;
  readonly signed: Outcomes;
  readonly traces: Outcomes;
  readonly diagnoses: Outcomes;
}

/** Calls a function of the program, here or in the page. */
type Call = <Name extends keyof Program>(
  name: Name,
  ...given: Parameters<Program[Name]>
) => Promise<Awaited<ReturnType<Program[Name]>>>;

async function statementsBy(call: Call): Promise<Statements> {
  return {
    countersign: await call("runSuite", "countersign", FILES, seed),
    model: await call("runSuite", "model", FILES, seed),
    signed: await call("signAsynchronously", FILES),
    traces: await call("traceFaults"),
    diagnoses: await call("diagnoseAll", PASTED),
  };
}

const callHere: Call = async (name, ...given) => (PROGRAM[name] as (...given: unknown[]) => never)(...given);

/** The forms of this fault are read from TextDecoder. Browsers have the tables of the Encoding Standard, Node.js those of ICU. */
const CHARSETS_OF_PLATFORM = "legacy-charset-octets";

/** In milliseconds. Everything runs twice. */
const LONGEST = 900_000;

/** The names whose outcomes differ, each with both. */
function differences(expected: Outcomes, actual: Outcomes): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names]
    .filter((name) => expected[name] !== actual[name])
    .map((name) => `${name}: expected ${expected[name]}, got ${actual[name]}`);
}

describe.runIf(isInstalled("chromium"))("the suite in Chromium", () => {
  let here: Statements;
  let there: Statements;
  let requests: readonly string[];
  let errors: readonly string[];
  let refusal: string;

  beforeAll(async () => {
    const script = await bundleForBrowser("test/browser/program.ts");
    // Not at once: the work here would keep this process from talking to the browser.
    here = await statementsBy(callHere);
    there = await inPageOf(script, async (opened) => {
      const callThere: Call = (name, ...given) =>
        opened.page.evaluate(
          ([one, all]) =>
            (globalThis as unknown as { PROGRAM: Record<string, (...given: unknown[]) => never> }).PROGRAM[one]!(
              ...all,
            ),
          [name as string, given as unknown[]] as const,
        );
      const made = await statementsBy(callThere);
      refusal = await callThere("signSynchronously", TEST_PRIVATE_KEY);
      ({ requests, errors } = opened);
      return made;
    });
  }, LONGEST);

  test.each(["countersign", "model", "signed", "diagnoses"] as const)("what Node.js gives is given: %s", (name) => {
    console.info(`${name}: ${Object.keys(there[name]).length} outcomes`);
    expect(Object.keys(here[name]).length).toBeGreaterThan(0);
    expect(differences(here[name], there[name])).toEqual([]);
  });

  test("gives what Node.js gives: each form of each fault, but for tables of charsets of the platform", () => {
    console.info(`traces: ${Object.keys(there.traces).length} outcomes`);
    const ids = differences(here.traces, there.traces).map((difference) => difference.split(" ", 1)[0]);
    expect([...new Set(ids)].filter((id) => id !== CHARSETS_OF_PLATFORM)).toEqual([]);
    expect(ids.length).toBeLessThan(0.01 * Object.keys(there.traces).length);
  });

  test("all vectors and properties ran, and no vector failed", () => {
    const outcomes = Object.entries(there.countersign);
    expect(outcomes.length).toBeGreaterThan(FILES.vectors.length + PROPERTIES.length);
    const verdicts = outcomes.map(([id, outcome]) => [id, JSON.parse(outcome).verdict as string] as const);
    expect(verdicts.filter(([, verdict]) => !["pass", "not-offered", "refused"].includes(verdict))).toEqual([]);
    const notOffered = verdicts.filter(([, verdict]) => verdict === "not-offered");
    expect(notOffered.length).toBeLessThan(0.1 * verdicts.length);
  });

  test("the faults that sign RSA wrongly are recognised by opening the signature", () => {
    const missed = FAULTS.filter((fault) => RSA_FAULTS.includes(fault))
      .map(({ id }) => id)
      .filter((id) => !there.diagnoses[id]?.includes(`"${id}"`));
    expect(RSA_FAULTS.length).toBeGreaterThan(5);
    expect(missed).toEqual([]);
  });

  test("signing with RSA synchronously is refused with what to use instead", () => {
    expect(refusal).toBe(
      "synchronous-rsa-unavailable: a browser cannot sign with RSA synchronously; use createSigner(credentials).signAsync(request)",
    );
  });

  test("nothing was requested, and no error was left", () => {
    expect([requests, errors]).toEqual([[], []]);
  });
});

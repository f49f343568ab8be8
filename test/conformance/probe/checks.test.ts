/** Every check of the probe: what it refers to exists, and each of its cases fails if the server decides otherwise. */

import { describe, expect, test } from "vitest";
import { FORM_TYPE } from "../../../src/conformance/cases/draft.ts";
import { NO_DIFFERENCE, NO_SECRET } from "../../../src/conformance/cases/make-request.ts";
import type { Acceptance } from "../../../src/conformance/probe/acceptance.ts";
import type { Case, Check, Good, Step } from "../../../src/conformance/probe/check.ts";
import { CHECKS } from "../../../src/conformance/probe/checks/index.ts";
import { createGood } from "../../../src/conformance/probe/good.ts";
import { lateReplay } from "../../../src/conformance/probe/late-replay.ts";
import { runCase } from "../../../src/conformance/probe/run-case.ts";
import type { Answer, Send } from "../../../src/conformance/probe/send.ts";
import { loadRules, loadVerificationVectors } from "../../../src/conformance/vectors/index.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";

const ACCEPTANCE: Acceptance = { status: [200, 299] };
const rules = loadRules();
const cves = new Set(loadVerificationVectors().flatMap((vector) => vector.cves ?? []));

/** A good request with everything that checks may need. */
function goodOf(method: "HMAC-SHA1" | "RSA-SHA256"): Good {
  const { privateKey, publicKey } = RSA_CLIENT;
  return createGood({
    request: {
      method: "POST",
      origin: "http://127.0.0.1:8080",
      host: "127.0.0.1:8080",
      path: "/pay/a%2Fb",
      query: "a=1",
      headers: [],
      contentType: FORM_TYPE,
      body: "order=7&amount=10.42",
    },
    credentials: {
      ...CLIENT,
      token: "token",
      tokenSecret: "token secret",
      privateKey,
      publicKey,
      other: { consumerKey: "other", consumerSecret: "other secret" },
    },
    method,
    place: "header",
    maySendPlaintext: true,
    mayChangeMethod: true,
    clockAhead: 0,
    window: () => ({ past: 300, future: 300 }),
  });
}

const GOOD = { "HMAC-SHA1": goodOf("HMAC-SHA1"), "RSA-SHA256": goodOf("RSA-SHA256") };
const NOT_OFFERED = [NO_DIFFERENCE, NO_SECRET, "the method and body of the good request"];
const ALL: readonly Check[] = [...CHECKS, lateReplay(GOOD["HMAC-SHA1"]).check];

const namesOf = (check: Check): string[] => Object.keys(check.cases(GOOD["HMAC-SHA1"]));

/** The case with the first kind of key that has it. */
function caseOf(check: Check, name: string): Case {
  const made = check.cases(GOOD["HMAC-SHA1"])[name]!();
  return typeof made === "string" ? check.cases(GOOD["RSA-SHA256"])[name]!() : made;
}

const accepted: Answer = { status: 200, headers: [], body: "" };
const rejected = (body = ""): Answer => ({ status: 401, headers: [], body });

/** Does what the case expects up to a step, and something else there. */
function deviating(steps: readonly Step[], at: number): Send {
  const rest = steps.flatMap(({ send, accepted: count, mustNotSay, alike }, step) =>
    send.map((_, index) => {
      if (step < at) return index < count ? accepted : rejected();
      if (mustNotSay !== undefined) return rejected(`expected ${mustNotSay[0]}`);
      if (alike) return rejected(index === 0 ? "wrong signature" : "unknown client");
      return count === 0 || send.length > 1 ? accepted : rejected();
    }),
  );
  return async () => rest.shift()!;
}

describe.each(ALL.map((check) => [check.id, check] as const))("the check %s", (_id, check) => {
  const names = namesOf(check);

  test("refers to a rule and to CVEs that vectors name", () => {
    expect(rules.has(check.rule)).toBe(true);
    for (const cve of check.cves ?? []) expect(cves).toContain(cve);
    expect(check.means).toMatch(/^[A-Z].*\.$/s);
    expect(check.id).toMatch(/^[a-z][a-z-]*$/);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]*$/);
  });

  test.each(names)("%s fails only with a wrong server", async (name) => {
    const steps = caseOf(check, name);
    // The good request is already the other one, or the client for which it is offered has another key.
    if (typeof steps === "string") return expect(NOT_OFFERED).toContain(steps);
    const run = { acceptance: ACCEPTANCE, rejectsWithErrors: false, isHeadDecisive: true };
    const right = await runCase(steps, check, { ...run, send: deviating(steps, steps.length) });
    expect(right.verdict).toBe("pass");
    const expected = steps.map(({ otherwise = "fail" }) => otherwise);
    const found = await Promise.all(
      steps.map(async (_, at) => (await runCase(steps, check, { ...run, send: deviating(steps, at) })).verdict),
    );
    expect(found).toEqual(expected);
    expect(found.some((verdict) => verdict === "fail" || verdict === "open")).toBe(true);
  });
});

describe("the table of checks", () => {
  test("has unique ids, and no two cases of a check that differ only in letter case", () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
    for (const check of ALL) {
      const names = namesOf(check).map((name) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test("has almost only cases that can be tried with a form, two keys and two clients", { tags: ["deep"] }, () => {
    const offered = ALL.flatMap((check) => namesOf(check).map((name) => caseOf(check, name)));
    const missing = offered.filter((steps) => typeof steps === "string");
    expect(missing.length / offered.length).toBeLessThan(0.1);
    expect(offered.length).toBeGreaterThan(600);
  });
});

/** What the pages show of a probe of a third-party verifier. */

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verifierSection } from "../../scripts/interop/document.ts";
import { resultOfProbe, VERIFIERS, type Verifier } from "../../scripts/interop/probe-verifier.ts";
import { dataText, type Scoreboard } from "../../scripts/interop/scoreboard.ts";
import type { PlainCase } from "../../src/conformance/reporters/model/report-shape.ts";

const MEASURED = { date: "2026-01-02", countersign: "9.9.9", version: "1.2.3", runtime: "4.5" };

function failure(id: string, message: string): PlainCase {
  return {
    id,
    rule: "rfc5849-3.2-1",
    verdict: "fail",
    passedStages: [],
    finding: `about ${id.split("/")[1]}`,
    message,
  };
}

function verifierNamed(id: string): Verifier {
  return VERIFIERS.find((one) => one.id === id)!;
}

function resultOf(id: string, ...failures: readonly PlainCase[]): ReturnType<typeof resultOfProbe> {
  return resultOfProbe(verifierNamed(id), { failures, total: 9 }, MEASURED);
}

describe("the result of a verifier", () => {
  test("has the right requests that were rejected, each case once, whatever place it was sent in", () => {
    const message = "the server rejected the request: status 401. It fails.";
    const ids = ["probe/odd/brackets", "probe/odd/brackets-in-form", "probe/odd/brackets/query/hmac-sha1"];
    const { rejects } = resultOf("php-oauth", ...ids.map((id) => failure(id, message)));
    expect(rejects).toEqual([{ title: "about odd", rule: "rfc5849-3.2-1", cases: ["brackets"] }]);
  });

  test("leaves out what was accepted, unless a public address describes it", () => {
    const accepted = "the server accepted the request: status 200. Someone who sees it can change it.";
    const failures = ["probe/query-changed/added", "probe/realm-parameter/added"].map((id) => failure(id, accepted));
    expect(resultOf("php-oauth", ...failures)).toMatchObject({ rejects: [], accepts: [] });
    const { rejects, accepts } = resultOf("python-oauthlib", ...failures);
    expect(rejects).toEqual([]);
    expect(accepts.map(({ title, described }) => [title, described])).toEqual([
      ["about realm-parameter", "https://github.com/oauthlib/oauthlib/issues/139"],
    ]);
  });

  test("leaves out answers that report a failure of the server", () => {
    const message = "the server failed instead of rejecting the request: status 500";
    expect(resultOf("php-oauth", failure("probe/header-malformed/empty", message)).rejects).toEqual([]);
  });
});

describe("the section about verifiers", () => {
  test("names the version, the server, and the cases in the column of the verifier", () => {
    const rejected = failure("probe/odd/a|b", "the server rejected the request: status 401");
    const text = verifierSection({ verifiers: [resultOf("php-oauth"), resultOf("python-oauthlib", rejected)] });
    expect(text).toContain("| about odd | [rfc5849-3.2-1](rules.md#rfc5849-3.2-1) |  | a\\|b |");
    expect(text).toContain("pecl/oauth 1.2.3 as a verifier");
    expect(text).toContain("`scripts/interop/servers/php-oauth.php`");
  });
});

describe("the data", () => {
  test("is written with a line for each finding and loses nothing", () => {
    const data = JSON.parse(readFileSync("docs/data/interop.json", "utf8")) as Scoreboard;
    expect(JSON.parse(dataText(data))).toEqual(data);
  });

  test("has every verifier, and no acceptance without an address", () => {
    const { verifiers } = JSON.parse(readFileSync("docs/data/interop.json", "utf8")) as Scoreboard;
    expect(verifiers.map(({ id }) => id)).toEqual(VERIFIERS.map(({ id }) => id));
    expect(verifiers.flatMap(({ accepts }) => accepts).filter(({ described }) => !/^https:/.test(described))).toEqual(
      [],
    );
  });
});

describe("the servers on third-party verifiers", () => {
  test("are there, and their npm packages have exact versions", () => {
    const npm = VERIFIERS.flatMap((one) => one.npm);
    expect(npm.filter((name) => !/.@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
    expect(VERIFIERS.filter(({ server }) => !existsSync(`scripts/interop/servers/${server}`))).toEqual([]);
  });
});

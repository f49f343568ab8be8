/** A run begins with a correctly signed request of each HTTP method and kind of body that its checks send. */

import { afterEach, describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/conformance/probe/index.ts";
import { CLIENT } from "./credentials.ts";
import { type Probed, probeServer } from "./probe-server.ts";
import { headerOf, queryOf, type RunningServer } from "./serve.ts";
import { rightSteps, type Steps, serveSteps } from "./steps.ts";

let server: RunningServer | undefined;
afterEach(() => server?.close());

const GET = { method: "GET", contentType: undefined, body: "" };
const isForm = (request: Parameters<Steps["query"]>[0]): boolean => headerOf(request, "content-type") !== undefined;

/** Probes a server with a GET request that has a query. */
async function probed(
  steps: Partial<Steps>,
  checks: readonly string[] = ["form-changed", "method-changed"],
): Promise<Probed> {
  server = await serveSteps({ ...rightSteps(), ...steps });
  return await probeServer({
    url: server.url,
    credentials: CLIENT,
    request: { ...GET, query: "id=7" },
    checks: CHECKS.filter(({ id }) => checks.includes(id)),
  });
}

/** Rejects some requests, whether or not they are signed. */
function rejecting(isRejected: (request: Parameters<Steps["query"]>[0]) => boolean, status: number): Partial<Steps> {
  const right = rightSteps();
  return {
    checkClaims: (claims, request) => {
      if (isRejected(request)) throw new RangeError("not here");
      right.checkClaims(claims, request);
    },
    answerTo: (error) => ({ status: error instanceof RangeError ? status : 401, text: "no\n" }),
  };
}

/** The failures, with the mistakes that the server was shown to make. */
const failuresIn = ({ failures }: Probed): unknown[] =>
  failures
    .filter(({ id }) => id.startsWith("probe/good-request/"))
    .map(({ id, verifier }) => [id, verifier!.mistakes.map((mistake) => mistake.id)]);

describe("a kind of request that the server rejects", () => {
  test("is a failure if the server signs it without its query", { tags: ["deep"] }, async () => {
    const found = await probed({ query: (request) => (request.method === "POST" ? "" : queryOf(request)) });
    expect(failuresIn(found)).toEqual([
      ["probe/good-request/post-form", ["query-ignored-on-post"]],
      ["probe/good-request/post", ["query-ignored-on-post"]],
    ]);
    expect(found.failures[0]!.message).toContain("it accepts the same request signed without its query");
    expect(found.failures[0]!.curl).toHaveLength(1);
  });

  test("is a failure if the server signs it without its form", async () => {
    const { form } = rightSteps();
    const found = await probed(
      { form: (request) => (request.method === "PATCH" ? undefined : form(request)), checkBody: () => {} },
      ["form-of-other-method-changed"],
    );
    expect(failuresIn(found)).toEqual([["probe/good-request/patch-form", ["form-body-of-other-methods-uncovered"]]]);
  });

  test("is a failure if the server signs the members of its JSON as parameters", async () => {
    const { form } = rightSteps();
    const asForm = (request: Parameters<Steps["form"]>[0]): Uint8Array | undefined =>
      headerOf(request, "content-type") === "application/json" ? Buffer.from("probe=1") : form(request);
    const found = await probed({ form: asForm, checkBody: () => {} }, ["body-hash-wrong"]);
    expect(failuresIn(found)).toEqual([["probe/good-request/post-json", ["non-form-body-collected"]]]);
  });

  test("leaves its HTTP method unchecked", { tags: ["deep"] }, async () => {
    const { failures, unchecked, results } = await probed(rejecting(({ method }) => method === "PUT", 401));
    expect(failures).toEqual([]);
    expect(unchecked).toEqual(["PUT: the server rejects a correctly signed PUT: status 401"]);
    expect(results.find(({ id }) => id === "probe/good-request/put")?.verdict).toBe("not-offered");
  });

  const leavesForms = async (status: number): Promise<void> => {
    const { failures, unchecked } = await probed(rejecting(isForm, status));
    expect(failures).toEqual([]);
    expect(unchecked).toEqual([`forms: the server rejects a correctly signed POST with a form: status ${status}`]);
  };
  test.each([401, 405, 415])(
    "leaves forms unchecked if it has one, if the server answers %d",
    { tags: ["deep"] },
    leavesForms,
  );

  test("leaves nothing unchecked if the server does not have its HTTP method", { tags: ["deep"] }, async () => {
    const { failures, unchecked } = await probed(rejecting(({ method }) => method === "PUT", 405));
    expect([failures, unchecked]).toEqual([[], []]);
  });

  test("leaves its method unchecked if a wrong signature has the same answer", async () => {
    const answerTo: Steps["answerTo"] = () => ({ status: 404, text: "no\n" });
    const { unchecked } = await probed({ ...rejecting(({ method }) => method === "PUT", 404), answerTo });
    expect(unchecked).toEqual(["PUT: the server rejects a correctly signed PUT: status 404"]);
  });

  test.each([
    ["fails now and then", 500, (count: number) => count % 2 === 0],
    ["rejects the first one only", 401, (count: number) => count === 0],
  ])("shows no mistake of a server that %s", { tags: ["deep"] }, async (_what, status, isRejected) => {
    let count = 0;
    const found = await probed(rejecting(({ method }) => method === "PUT" && isRejected(count++), status));
    expect(failuresIn(found)).toEqual([]);
  });
});

describe("a run of the probe", () => {
  test("sends only the kinds that its checks need", async () => {
    const { results } = await probed({}, ["version"]);
    const kinds = results.map(({ id }) => id).filter((id) => /^probe\/good-request\/(?!header|query|body)/.test(id));
    expect(kinds).toEqual([]);
  });

  test("sends a form whose field has a name that the query does not have", async () => {
    const request = { ...GET, query: "probe=1" };
    const forms = new Set<string>();
    const right = rightSteps();
    const form: Steps["form"] = (one) => {
      forms.add(one.body.toString());
      return right.form(one);
    };
    server = await serveSteps({ ...right, form });
    const checks = CHECKS.filter(({ id }) => id === "replay-of-another-kind");
    await probeServer({ url: server.url, credentials: CLIENT, request, checks });
    expect([...forms].filter((text) => text.includes("probe="))).toEqual(["x-probe=1"]);
  });
});

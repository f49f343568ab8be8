/** Servers that are right in an unusual way. The probe must not accuse them. */

import { afterEach, describe, expect, test } from "vitest";
import { type Acceptance, CHECKS, type Credentials } from "../../../src/conformance/probe/index.ts";
import { protect } from "../../../src/verifier/adapters/node-http.ts";
import { createTestVerifier, ORIGIN, SHOP } from "../../verifier/adapters/verifiers.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";
import { checkOf, probeServer, type ToProbe } from "./probe-server.ts";
import { headerOf, listen, type RunningServer } from "./serve.ts";
import { Rejection, rightSteps, type Steps, serveSteps } from "./steps.ts";

let server: RunningServer | undefined;
afterEach(() => server?.close());

interface Probing extends Omit<ToProbe, "url" | "checks" | "credentials"> {
  readonly steps?: Partial<Steps>;
  readonly checks: readonly string[];
  readonly credentials?: Credentials;
}

/** What the probe says about a server, as `verdict id`, without what passed. */
async function findingsAbout({ steps = {}, checks, credentials = CLIENT, ...probing }: Probing): Promise<string[]> {
  server = await serveSteps({ ...rightSteps(), ...steps });
  const probed = await probeServer({
    url: server.url,
    credentials,
    ...probing,
    checks: CHECKS.filter(({ id }) => checks.includes(id)),
  });
  expect(probed.stopped).toBeUndefined();
  const unusual = probed.results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-offered");
  return [...new Set(unusual.map((result) => `${result.verdict} ${checkOf(result)}`))];
}

const GET = { method: "GET", contentType: undefined, body: "" };

/** The steps for a client with another secret. */
function stepsFor(consumerSecret: string): Pick<Steps, "keyOf"> {
  return {
    keyOf: (claims, stages) => {
      if (claims.get("oauth_consumer_key") !== "test-client") throw new Rejection("unknown client");
      if (!claims.get("oauth_signature_method")?.startsWith("HMAC-")) throw new Rejection("another method");
      return { key: stages.key({ consumerSecret, tokenSecret: "" }, stages) };
    },
  };
}

describe("a correct server", () => {
  test("may take the host from the Host header, as RFC 5849 says", async () => {
    const steps: Partial<Steps> = { urls: (request) => [`http://${headerOf(request, "host")}${request.target}`] };
    expect(await findingsAbout({ steps, checks: ["host-header", "request-target"] })).toEqual(["open host-header"]);
  });

  test("may keep nonces for ever, and take any timestamp", { tags: ["deep"] }, async () => {
    const checkTime = (timestamp: string): void => {
      if (!/^[1-9][0-9]*$/.test(timestamp)) throw new Rejection("the timestamp is no number of seconds");
    };
    const checks = ["timestamp-far", "timestamp-malformed", "replay"];
    expect(await findingsAbout({ steps: { checkTime }, checks })).toEqual(["open timestamp-far"]);
  });

  test("may drop the body of a GET request", { tags: ["deep"] }, async () => {
    const right = rightSteps();
    const steps: Partial<Steps> = {
      form: (request) => (request.method === "GET" ? undefined : right.form(request)),
      checkBody: (request, claims, isForm) => {
        if (request.method !== "GET") right.checkBody(request, claims, isForm);
      },
    };
    const checks = ["form-added", "form-of-other-method-changed", "form-changed", "unsigned-body"];
    expect(await findingsAbout({ steps, checks, request: GET })).toEqual(["open unsigned-body"]);
  });

  test.each(["secret", "0", "null"])(
    "may have the secret %s and an RSA key for its client",
    { tags: ["deep"] },
    async (consumerSecret) => {
      const { privateKey, publicKey } = RSA_CLIENT;
      const credentials = { consumerKey: "test-client", consumerSecret, privateKey, publicKey };
      const checks = ["other-secret", "key-confusion", "disclosure"];
      expect(await findingsAbout({ steps: stepsFor(consumerSecret), checks, credentials })).toEqual([]);
    },
  );

  test("may show only in its body that it accepted a request, so that its answers to HEAD show nothing", async () => {
    const steps = { answerTo: () => ({ status: 200, text: "rejected\n" }) };
    const acceptance: Acceptance = { status: [200, 200], body: /open/ };
    const checks = ["method-changed", "replay-of-another-kind"];
    expect(await findingsAbout({ steps, checks, request: GET, acceptance })).toEqual([]);
  });

  test("may limit the length of nonces", { tags: ["deep"] }, async () => {
    const right = rightSteps();
    const steps: Partial<Steps> = {
      checkClaims: (claims, request) => {
        if (claims.get("oauth_nonce")!.length > 32) throw new Rejection("the nonce is too long");
        right.checkClaims(claims, request);
      },
    };
    expect(await findingsAbout({ steps, checks: ["nonce-and-timestamp"] })).toEqual([]);
  });

  test("may have a probed URL with the query that checks add", { tags: ["deep"] }, async () => {
    const checks = ["signature-wrong", "query-changed", "repeated-name", "replay", "nonce-and-timestamp"];
    expect(await findingsAbout({ checks, request: { ...GET, query: "probe=1" } })).toEqual([]);
  });

  test.each([
    ["test", "unknown user test-client"],
    ["secret", "the secret is wrong"],
    ["key7test-client", "test-client may not do that"],
  ])("may have a client with the secret %s and answer: %s", { tags: ["deep"] }, async (consumerSecret, text) => {
    const steps = { ...stepsFor(consumerSecret), answerTo: () => ({ status: 401, text }) };
    const credentials = { consumerKey: "test-client", consumerSecret };
    expect(await findingsAbout({ steps, checks: ["disclosure"], credentials })).toEqual([]);
  });

  test("may repeat what it got, if the client sends its secret as a parameter", { tags: ["deep"] }, async () => {
    const answerTo = () => ({ status: 401, text: `no access with ${CLIENT.consumerSecret}` });
    const request = { body: `password=${CLIENT.consumerSecret}` };
    expect(await findingsAbout({ steps: { answerTo }, checks: ["disclosure"], request })).toEqual([]);
  });

  test("differs from one that answers with the secret, which is found all the same", async () => {
    const answerTo = () => ({ status: 401, text: `no access with ${CLIENT.consumerSecret}` });
    expect(await findingsAbout({ steps: { answerTo }, checks: ["disclosure"] })).toEqual(["fail disclosure"]);
  });

  test("may need a field named amount exactly once, as that of README.md", async () => {
    const verifier = createTestVerifier();
    server = await listen(protect({ verifier }, (_request, response, oauth) => void response.end(oauth.one("amount"))));
    const { failures, results } = await probeServer({
      url: server.url,
      credentials: SHOP,
      request: { origin: ORIGIN, host: new URL(ORIGIN).host, body: "amount=10.42" },
      checks: CHECKS.filter(({ id }) => id === "form-media-type" || id === "parameters-respelled"),
    });
    expect(failures).toEqual([]);
    expect(results.find(({ id }) => id === "probe/form-media-type/charset")?.verdict).toBe("pass");
  });
});

/**
 * The probe finds the mistake of each wrong server, by a check that names it, and accuses no correct server.
 *
 * @module-tag deep
 */

import { afterEach, describe, expect, test } from "vitest";
import { KEYS } from "../../../src/conformance/cases/keys.ts";
import { METHODS } from "../../../src/conformance/cases/methods.ts";
import { SIGNATURES } from "../../../src/conformance/cases/signatures.ts";
import { ANSWERS } from "../../../src/conformance/probe/checks/answers.ts";
import { checksOf } from "../../../src/conformance/probe/checks/checks-of-cases.ts";
import { CHECKS, type Check, type Credentials } from "../../../src/conformance/probe/index.ts";
import { startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { sample } from "../../gateway/simulator/shared-sample.ts";
import { SERVERS } from "../../verifier/adapters/servers.ts";
import { createTestVerifier, MERCHANT, ORIGIN, SHOP } from "../../verifier/adapters/verifiers.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";
import { FOUND_BY } from "./found-by.ts";
import { ABOUT_REQUESTS, checkOf, type Probed, probeServer, type ToProbe } from "./probe-server.ts";
import { rightSteps, serveSteps } from "./steps.ts";
import type { WrongServer } from "./wrong-server.ts";
import { WRONG_SERVERS } from "./wrong-servers.ts";

/** Ends what only hangs. */
const LONGEST = 900_000;

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function started<Server extends { close(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  running.push(server);
  return server;
}

/** The checks that look for the mistake. */
function checksFor({ fault, check = "" }: WrongServer): readonly Check[] {
  const ids = fault === undefined ? [check] : FOUND_BY[fault]!;
  return CHECKS.filter(({ id }) => ids.includes(id));
}

const found = ({ results }: Probed): string[] =>
  results.filter(({ verdict }) => verdict === "fail" || verdict === "open").map(checkOf);

describe("the probe finds", () => {
  test.each(WRONG_SERVERS)(
    "$id",
    async (wrong) => {
      const { url } = await started(wrong.start());
      const probed = await probeServer({ url, credentials: wrong.client ?? CLIENT, checks: checksFor(wrong) });
      expect(found(probed)).not.toEqual([]);
    },
    LONGEST,
  );
});

/**
 * The servers on our verifier. Express is probed where it is mounted, which changes the URL that a handler gets. The one
 * without the request as received gets paths that Web Request has normalized.
 */
const ADAPTERS = Object.entries(SERVERS).filter(([name]) => name !== "Express" && name !== "Hono on Web Request");

/** About the client's key: all that another kind of key can change on a server that already gets every check. */
const ABOUT_KEYS = [...checksOf([SIGNATURES, KEYS, METHODS].flat()), ...ANSWERS];

async function expectNoFinding(server: ToProbe): Promise<Probed> {
  const probed = await probeServer(server);
  expect(probed.failures.map(({ id, message }) => [id, message])).toEqual([]);
  expect(probed.stopped).toBeUndefined();
  return probed;
}

describe("the probe of a correct server", () => {
  const request = { origin: ORIGIN, host: new URL(ORIGIN).host, path: "/api/pay" };

  test.each(ADAPTERS)(
    "accuses nothing: %s",
    async (name, start) => {
      const verifier = createTestVerifier({ allowHeaderAndBody: false });
      const { origin: url } = await started(start({ verifier }, false));
      const checks = name === "node:http" ? CHECKS : ABOUT_REQUESTS;
      const { requests } = await expectNoFinding({ url, credentials: SHOP, request, checks });
      expect(requests).toBeGreaterThan(name === "node:http" ? 2000 : 1000);
    },
    LONGEST,
  );

  test("node:http with a client that signs with RSA", { timeout: LONGEST }, async () => {
    const verifier = createTestVerifier({ allowHeaderAndBody: false });
    const { origin: url } = await started(SERVERS["node:http"]!({ verifier }, false));
    await expectNoFinding({ url, credentials: MERCHANT, request, checks: ABOUT_KEYS });
  });

  test.each([
    ["a secret", CLIENT, CHECKS],
    ["RSA", RSA_CLIENT, ABOUT_KEYS],
  ])("the steps, with %s", { timeout: LONGEST }, async (_method, credentials, checks) => {
    const { url } = await started(serveSteps(rightSteps()));
    await expectNoFinding({ url, credentials, checks });
  });

  test.each([
    // Its client signs with RSA, which takes longest.
    ["create-card-ref", "/paynet/api/v4/create-card-ref/", ABOUT_KEYS],
    ["pan-eligibility/send", "/paynet/api/v2/pan-eligibility/send/", CHECKS],
  ])("the gateway simulator with %s", { timeout: LONGEST }, async (operation, path, checks) => {
    const origin = "https://gate.example";
    const simulator = await started(startGatewaySimulator({ origin, data: sample.data }));
    const { login: consumerKey, controlKey, privateKey, publicKey, endpoint, payment } = sample;
    const credentials: Credentials =
      operation === "create-card-ref"
        ? { consumerKey, privateKey, publicKey }
        : { consumerKey, consumerSecret: controlKey };
    const body = `client_orderid=${payment.clientOrderId}&orderid=${payment.orderId}`;
    const asked = { origin, host: "gate.example", path: `${path}${endpoint}`, body };
    await expectNoFinding({ url: simulator.origin, credentials, request: asked, checks });
  });
});

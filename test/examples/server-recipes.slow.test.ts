/**
 * The recipes in examples/servers: each is started as its first lines describe, and `countersign probe` finds nothing.
 *
 * @module-tag commands
 */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { createSigner } from "../../src/index.ts";
import { makeCertificate } from "../../src/request-log/certificate.ts";
import { isInstalled } from "../programs.ts";
import { removeFolder } from "../remove-folder.ts";
import { answerAsFunctionUrl, answerAsRestApi, readEnvoyFilters, serve, serveAsEnvoy, withBody } from "./in-front.ts";
import { probe, start } from "./probing.ts";

const FOLDER = "examples/servers";
/** Ends what only hangs. */
const LONGEST = 900_000;

const folder = mkdtempSync(join(tmpdir(), "countersign-recipes-"));
const closing: (() => unknown)[] = [() => removeFolder(folder)];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Starts a recipe in examples/servers. */
async function startRecipe(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), ORIGIN: origin, TSX_TSCONFIG_PATH: `${FOLDER}/tsconfig.json` };
  closing.push(await start(process.execPath, ["--import", "tsx", `${FOLDER}/${name}.ts`], { ...own, ...env }));
  return origin;
}

async function expectNoFinding(origin: string, ...options: readonly string[]): Promise<void> {
  const { failed, passed } = await probe(origin, ...options);
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(1000);
}

async function serveAlways(...serving: Parameters<typeof serve>): Promise<string> {
  const { origin, close } = await serve(...serving);
  closing.push(close);
  return origin;
}

/** What came to a server behind a proxy. */
interface Passed {
  readonly target: string;
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly body: string;
}

/** A server that accepts everything, as one behind a proxy may. */
async function startBackend(passed: Passed[]): Promise<string> {
  return serveAlways(
    withBody(({ url = "", headersDistinct }, body, response) => {
      passed.push({ target: url, headers: headersDistinct, body: body.toString() });
      response.end("from the server\n");
    }),
  );
}

/** Names that a backend could read as those of the proxy: CGI replaces what is no letter and no digit by "_". */
const FORGED = {
  "X-OAuth-Token": "t-1",
  "x-oauth-consumer-key": "other",
  x_oauth_consumer_key: "other",
  "X_OAUTH-TOKEN": "t-1",
  "x.oauth.token": "t-1",
  "x-oauth_consumer-key": "other",
};

const signer = createSigner({ consumerKey: "merchant", signatureMethod: "HMAC-SHA1", consumerSecret: "control-key" });

describe("a recipe for servers", () => {
  test("Koa passes the probe", async () => expectNoFinding(await startRecipe("koa")), LONGEST);

  test.each([
    ["a function URL, payload 2.0", answerAsFunctionUrl, []],
    // Its events do not distinguish this character from octets that are not UTF-8, so the recipe rejects both.
    ["a REST API, payload 1.0", answerAsRestApi, ["probe/odd-octets/replacement-character"]],
  ])("Lambda passes the probe behind %s", { timeout: LONGEST }, async (_service, answerAs, rejected) => {
    // Loaded in this process, as Lambda does; it reads the origin when it is loaded.
    const { handler } = await import("../../examples/servers/lambda.ts");
    const { origin, close } = await serve(answerAs(handler));
    closing.push(close);
    const { failed, passed } = await probe(origin, "--origin", "https://pay.example");
    expect(failed).toEqual(rejected);
    expect(passed).toBeGreaterThan(1000);
  });

  describe.skipIf(!isInstalled("nginx"))("behind nginx", { tags: ["clients"] }, () => {
    let origin = "";
    let direct = "";
    beforeAll(async () => {
      const port = await freePort();
      origin = `https://127.0.0.1:${port}`;
      direct = await startRecipe("behind-nginx", { HOSTS: `127.0.0.1:${port}` });
      const { authority, cert, key } = await makeCertificate();
      const files = { authority, cert, key };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.pem`), text);
      const server = readFileSync(`${FOLDER}/nginx.conf`, "utf8")
        .replace("443", `127.0.0.1:${port}`)
        .replace("/etc/ssl/pay.example.pem", join(folder, "cert.pem"))
        .replace("/etc/ssl/pay.example.key", join(folder, "key.pem"))
        .replace("http://127.0.0.1:8080", direct);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      const http = `http { access_log off; ${temporary.join(" ")} ${server} }`;
      const main = `daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr notice;`;
      writeFileSync(join(folder, "nginx.conf"), `${main} events {} ${http}`);
      closing.push(await start("/usr/sbin/nginx", ["-c", join(folder, "nginx.conf")], {}, "stderr"));
    });

    test("passes the probe over TLS", { timeout: LONGEST }, () =>
      expectNoFinding(origin, "--ca-file", join(folder, "authority.pem")),
    );

    test("rejects a request with forwarded headers of the client", async () => {
      const { method, headers, body } = signer.sign({ method: "POST", url: "https://other.example/pay", form: {} });
      const forged = { "x-forwarded-proto": "https", "x-forwarded-host": "other.example" };
      const response = await fetch(`${direct}/pay`, { method, headers: { ...headers, ...forged }, body: body ?? null });
      expect(response.status).toBe(400);
    });
  });
});

describe("a verifier in front of any server", () => {
  test("a reverse proxy passes the probe", { timeout: LONGEST }, async () => {
    const passed: Passed[] = [];
    await expectNoFinding(await startRecipe("reverse-proxy", { BACKEND: await startBackend(passed) }));
    expect(new Set(passed.map(({ headers }) => headers["x-oauth-consumer-key"]?.join()))).toEqual(
      new Set(["merchant"]),
    );
  });

  test("a reverse proxy passes on the client, target and body, and no forged header", async () => {
    const passed: Passed[] = [];
    const origin = await startRecipe("reverse-proxy", { BACKEND: await startBackend(passed) });
    const { method, headers, body } = signer.sign({
      method: "POST",
      url: `${origin}/a%2Fb?x=%7e`,
      form: { amount: "1" },
    });
    const forged = { ...FORGED, "x-kept": "kept", connection: "x-hop", "x-hop": "1" };
    const response = await new Promise((resolve) => {
      const sent = { method, headers: { ...headers, ...forged }, path: "/a%2Fb?x=%7e" };
      request(origin, sent, (answer) =>
        resolve(answer.toArray().then((chunks) => [answer.statusCode, chunks.join("")])),
      ).end(body);
    });
    expect(response).toEqual([200, "from the server\n"]);
    expect(passed).toEqual([
      {
        target: "/a%2Fb?x=%7e",
        body: "amount=1",
        headers: {
          host: [new URL(origin).host],
          "content-length": ["8"],
          "content-type": ["application/x-www-form-urlencoded"],
          "x-kept": ["kept"],
          "x-oauth-consumer-key": ["merchant"],
          connection: ["keep-alive"],
        },
      },
    ]);
  });

  test("a reverse proxy answers 502 if the server behind it does not answer", async () => {
    const origin = await startRecipe("reverse-proxy", { BACKEND: `http://127.0.0.1:${await freePort()}` });
    const { method, headers, url } = signer.sign({ method: "GET", url: `${origin}/pay` });
    expect((await fetch(url, { method, headers })).status).toBe(502);
  });

  test("an ext_authz service passes the probe with the settings of envoy.yaml", {
    timeout: LONGEST,
  }, async () => {
    const { origin, close } = await serveAsEnvoy(await startRecipe("ext-authz", { ORIGIN: "https://pay.example" }));
    closing.push(close);
    await expectNoFinding(origin, "--origin", "https://pay.example");
  });

  test("Envoy passes on the name from the service, and no such name of the client", async () => {
    const { origin, close } = await serveAsEnvoy(await startRecipe("ext-authz", { ORIGIN: "https://pay.example" }));
    closing.push(close);
    const { method, headers, body } = signer.sign({ method: "POST", url: "https://pay.example/pay", form: { a: "b" } });
    const sent = { ...headers, ...FORGED, "x-kept": "kept" };
    const response = await fetch(`${origin}/pay`, { method, headers: sent, body: body ?? null });
    expect(response.status).toBe(200);
    const passed = Object.entries((await response.json()) as Record<string, string>);
    expect(passed).toContainEqual(["x-kept", "kept"]);
    expect(passed.filter(([name]) => /oauth/.test(name))).toEqual([["x-oauth-consumer-key", "merchant"]]);
    // What is removed after the service was asked would be what the service named.
    const { order } = readEnvoyFilters();
    expect(order.map((name) => name.replace("envoy.filters.http.", ""))).toEqual([
      "header_mutation",
      "ext_authz",
      "router",
    ]);
  });

  test.each(["reverse-proxy", "ext-authz"])("%s has at most 60 lines", (name) => {
    expect(readFileSync(`${FOLDER}/${name}.ts`, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(60);
  });
});

/**
 * Clients that are not ours: curl with our header, and Python's requests-oauthlib, which signs by itself.
 *
 * @module-tag clients
 */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import type { Verifier } from "../../../src/verifier/types.ts";
import { isInstalled, PYTHON } from "../../programs.ts";
import { tls } from "./certificate.ts";
import { type Running, SERVERS, type Seen, type Start } from "./servers.ts";
import { createTestVerifier, MERCHANT, SHOP, toSend } from "./verifiers.ts";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "clients-"));
const authority = join(folder, "authority.pem");
const privateKey = join(folder, "private-key.pem");
writeFileSync(authority, tls.cert);
writeFileSync(privateKey, MERCHANT.privateKey, { mode: 0o600 });
afterAll(() => rmSync(folder, { recursive: true }));

const settings = Object.entries(SERVERS).flatMap(([name, start]) => [
  { name: `${name} over http`, start, encrypted: false },
  { name: `${name} over TLS`, start, encrypted: true },
]);

/** These clients sign the address that they connect to, which is known only once the server listens. */
async function withServer<T>(start: Start, encrypted: boolean, use: (server: Running) => Promise<T>): Promise<T> {
  let verifier: Verifier | undefined;
  const later: Verifier = {
    verify: (request, options) => verifier!.verify(request, options),
    authenticate: (request, options) => verifier!.authenticate(request, options),
    toHttpRequest: (request) => verifier!.toHttpRequest(request),
  };
  // requests-oauthlib sends no hash of a JSON body.
  const server = await start({ verifier: later, allowUnsignedBody: true }, encrypted);
  verifier = createTestVerifier({ origin: server.origin });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

describe.skipIf(!isInstalled("curl"))("curl, where installed", () => {
  test.each(settings)("posts a form, gets a query: $name", ({ start, encrypted }) =>
    withServer(start, encrypted, async (server) => {
      const form = [
        ["amount", "10.42"],
        ["note", "two words & ü"],
      ] as const;
      const post = toSend({ target: `${server.origin}/api/pay?channel=a%20b`, form });
      // curl writes a form in its own spelling: of a space it makes a plus.
      const fields = form.flatMap(([name, value]) => ["--data-urlencode", `${name}=${value}`]);
      const args = [...fields, "-H", `Authorization: ${post.headers.authorization}`, post.path];
      const seen = await curl(args);
      expect(seen.parameters).toContainEqual(["note", "two words & ü", "body"]);
      expect(seen.parameters).toContainEqual(["channel", "a b", "query"]);
      await expect(curl(args)).rejects.toThrow(/error: 401/);

      const get = toSend({ method: "GET", target: `${server.origin}/api/orders?since=1%2B1` });
      expect((await curl(["-H", `Authorization: ${get.headers.authorization}`, get.path])).rawBody).toBe("");
    }),
  );
});

async function curl(args: readonly string[]): Promise<Seen> {
  const { stdout } = await run("curl", [
    "--silent",
    "--show-error",
    "--fail",
    "--max-time",
    "10",
    "--cacert",
    authority,
    ...args,
  ]);
  return JSON.parse(stdout);
}

const PROGRAM = `
import json, sys
from requests import Session
from requests_oauthlib import OAuth1

base, ca, key_file, consumer, secret, merchant = sys.argv[1:]
session = Session()
session.trust_env = False
session.verify = ca
key = open(key_file).read()
form = {"amount": "10.42", "note": "two words & ü"}
hmac = lambda **more: OAuth1(consumer, secret, **more)
rsa = OAuth1(merchant, signature_method="RSA-SHA256", rsa_key=key)
answers = [
    session.post(base + "/api/pay?channel=a%20b", data=form, auth=hmac()),
    session.post(base + "/api/pay", data=form, auth=hmac(signature_type="body")),
    session.get(base + "/api/orders", params={"since": "1+1", "note": "ü"}, auth=hmac(signature_type="query")),
    session.get(base + "/api/orders?a=1&a=&b", auth=hmac(realm="shop")),
    session.post(base + "/api/pay", data=form, auth=rsa),
    session.put(base + "/api/orders/1", json={"amount": "10.42"}, auth=rsa),
]
wrong = session.post(base + "/api/pay", data=form, auth=OAuth1(consumer, secret + "x"))
print(json.dumps({"ok": [[a.status_code, a.json() if a.ok else a.text] for a in answers], "wrong": wrong.status_code}))
`;

describe.skipIf(!isInstalled("requests-oauthlib"))("python3-requests-oauthlib, where installed", () => {
  test.each(settings)("signs with HMAC and RSA, through $name", ({ start, encrypted }) =>
    withServer(start, encrypted, async (server) => {
      const { consumerKey, consumerSecret } = SHOP;
      const args = [server.origin, authority, privateKey, consumerKey, consumerSecret, MERCHANT.consumerKey];
      const { stdout } = await run(PYTHON, ["-c", PROGRAM, ...args]);
      const { ok, wrong } = JSON.parse(stdout) as { ok: [number, Seen][]; wrong: number };
      expect(ok.map(([status, answer]) => [status, answer.consumerKey ?? answer])).toEqual([
        ...Array(4).fill([200, "shop"]),
        ...Array(2).fill([200, "merchant"]),
      ]);
      expect(ok[0]![1].parameters).toContainEqual(["note", "two words & ü", "body"]);
      expect(ok[2]![1].parameters).toContainEqual(["since", "1+1", "query"]);
      expect(wrong).toBe(401);
    }),
  );
});

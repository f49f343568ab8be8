/**
 * The servers on third-party verifiers: each accepts what a client signs, and rejects a replay and a changed form.
 *
 * @module-tag clients
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startVerifier, VERIFIER_CLIENT, VERIFIERS, verifierVersion } from "../../scripts/interop/probe-verifier.ts";
import { installNpm } from "../../scripts/interop/tools.ts";
import { createSigner, type SignedRequest } from "../../src/index.ts";
import { isInstalled, LIBRARY_PROGRAMS } from "../programs.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-verifiers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = VERIFIERS.filter(({ language }) => isInstalled(...LIBRARY_PROGRAMS[language]!));

async function statusOf({ method, url, headers, body }: SignedRequest): Promise<number> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: body as string }) });
  await response.arrayBuffer();
  return response.status;
}

describe("a server on a third-party verifier", () => {
  test.each(here)("$id accepts a right request once, and no changed one", async (verifier) => {
    const own = join(folder, verifier.id);
    if (verifier.npm.length > 0) await installNpm(verifier.npm, own);
    const server = await startVerifier(verifier, own);
    try {
      const signer = createSigner({ ...VERIFIER_CLIENT, signatureMethod: "HMAC-SHA1" });
      const post = signer.sign({ method: "POST", url: `${server.url}/pay?a=1`, form: [["amount", "10.42"]] });
      expect(await statusOf({ ...post, body: "amount=99.42" })).toBe(401);
      expect(await statusOf(post)).toBe(200);
      expect(await statusOf(post)).toBe(401);
      const get = signer.sign({ method: "GET", url: `${server.url}/orders?id=7` }, { transport: "query" });
      expect(await statusOf(get)).toBe(200);
    } finally {
      await server.close();
    }
    expect(verifierVersion(verifier)).toMatch(/^\d+(?:\.\d+)+$/);
    expect(await verifier.runtime()).toMatch(/^\d/);
  });
});

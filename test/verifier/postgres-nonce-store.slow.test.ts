/**
 * The nonce store of examples/stores on a real PostgreSQL: the tests for all stores, a killed server, the cleaning.
 *
 * @module-tag postgres
 */

import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NonceClaim, type NonceStore, nonceKey } from "../../src/verifier/nonce-store.ts";
import { nonceStoreTests } from "../../src/verifier/stores/nonce-store-tests.ts";
import { isInstalled } from "../programs.ts";
import { PostgresServer } from "./postgres-server.ts";

interface Example {
  readonly PostgresNonceStore: {
    new (pool: Pool): Required<NonceStore> & { removeExpired(): Promise<void> };
    createTable(pool: Pool): Promise<void>;
  };
}

// The example imports the built package, so the type checker must not follow it.
const example = "../../examples/stores/postgres.ts";
const { PostgresNonceStore } = (await import(example)) as Example;

describe("the example for PostgreSQL", () => {
  test("compiles against the public types", () => {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "examples/stores"], { stdio: "pipe" });
  });
});

function claimOf(given: Partial<NonceClaim> = {}): NonceClaim {
  const now = Math.floor(Date.now() / 1000);
  const { timestamp = now } = given;
  return { consumerKey: "client", nonce: "nonce", timestamp, expiresAt: timestamp + 361, now, ...given };
}

describe.skipIf(!isInstalled("postgres"))("the store on PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());

  /** Each schema is a database of its own for the store. */
  function openPool(schema: string): Pool {
    const options = `-c search_path=${schema}`;
    const pool = new Pool({ connectionString: server.url, options, query_timeout: 60_000, max: 4 });
    return pool.on("error", () => {});
  }

  async function newSchema(): Promise<string> {
    const schema = `s${randomUUID().replaceAll("-", "")}`;
    const pool = openPool(schema);
    await pool.query(`CREATE SCHEMA ${schema}`);
    await PostgresNonceStore.createTable(pool);
    await pool.end();
    return schema;
  }

  let schema = "";
  const tests = nonceStoreTests({
    async open() {
      schema = await newSchema();
      return new PostgresNonceStore(openPool(schema));
    },
    openAnother: () => new PostgresNonceStore(openPool(schema)),
    breakStore: (store) => store.close?.(),
    forgetsBy: "real-time",
    async keptSeconds(_store, claim) {
      const pool = openPool(schema);
      const hash = createHash("sha256").update(nonceKey(claim)).digest();
      const { rows } = await pool.query('SELECT "timestamp" FROM nonces WHERE hash = $1', [hash]);
      await pool.end();
      return Number(rows[0].timestamp) + 7200 - Date.now() / 1000;
    },
  });
  test.each(tests.map(({ name, run }) => [name, run] as const))("passes: %s", (_name, run) => run());

  test("what is removed cannot be claimed again, and nothing else is removed", async () => {
    const pool = openPool(await newSchema());
    const store = new PostgresNonceStore(pool);
    const now = Math.floor(Date.now() / 1000);
    const young = claimOf({ timestamp: now - 3600, expiresAt: now + 60 });
    expect(await store.claim(young)).toBe("fresh");
    const old = createHash("sha256")
      .update(nonceKey(claimOf({ timestamp: now - 8000 })))
      .digest();
    await pool.query("INSERT INTO nonces VALUES ($1, $2)", [old, now - 8000]);
    await store.removeExpired();
    expect((await pool.query("SELECT * FROM nonces")).rowCount).toBe(1);
    expect(await store.claim({ ...young, expiresAt: now + 90 })).toBe("used");
    // The clock of this verifier is hours behind.
    const replay = claimOf({ timestamp: now - 8000, expiresAt: now - 7639, now: now - 8000 });
    expect(await store.claim(replay)).toBe("used");
    await store.close();
  });

  test("a verifier with a wider tolerance than the store keeps nonces for is refused", async () => {
    const store = new PostgresNonceStore(openPool(await newSchema()));
    const now = Math.floor(Date.now() / 1000);
    await expect(store.claim(claimOf({ expiresAt: now + 3701 }))).rejects.toThrow(RangeError);
    expect(await store.claim(claimOf({ expiresAt: now + 3661 }))).toBe("fresh");
    await store.close();
  });

  test("a killed server has all nonces after its restart, and accepts nothing meanwhile", async () => {
    const store = new PostgresNonceStore(openPool(await newSchema()));
    const claims = Array.from({ length: 100 }, (_, index) => claimOf({ nonce: `${index}` }));
    expect(new Set(await Promise.all(claims.map((claim) => store.claim(claim))))).toEqual(new Set(["fresh"]));
    await server.kill();
    await expect(store.claim(claimOf({ nonce: "meanwhile" }))).rejects.toThrow();
    await server.start();
    expect(await store.claim(claims[0]!)).toBe("used");
    expect(new Set(await Promise.all(claims.map((claim) => store.claim(claim))))).toEqual(new Set(["used"]));
    await store.close();
  });
});

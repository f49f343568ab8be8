/**
 * A nonce store on PostgreSQL, for any number of processes: one `INSERT … ON CONFLICT` for each claim.
 *
 *     const pool = new Pool({ connectionString, query_timeout: 1000 });
 *     await PostgresNonceStore.createTable(pool); // once, with your migrations
 *     const nonceStore = new PostgresNonceStore(pool);
 *     setInterval(() => nonceStore.removeExpired().catch(log), 60_000).unref();
 *
 * Every nonce is kept for two hours after its timestamp, whatever the tolerance of the verifier is; so verifiers may have
 * different tolerances, up to an hour. Leave `synchronous_commit` on: then a crash loses no nonce. A failover to an
 * asynchronous replica may.
 */

import { createHash } from "node:crypto";
import { type NonceAnswer, type NonceClaim, type NonceStore, nonceKey } from "countersign";
import type { Pool } from "pg";

/** Seconds after its timestamp for which the table has a nonce, by the clock of PostgreSQL. */
const KEPT = 7200;
/** The longest tolerance and clock skew of a verifier. The rest of the time is for clocks that differ. */
const WIDEST = 3700;

/** A row is too old to be of use; a claim as old is not recorded. Rows are removed later, so that no claim just misses one. */
const OLDEST = `extract(epoch FROM clock_timestamp()) - ${KEPT}`;

export class PostgresNonceStore implements NonceStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  static async createTable(pool: Pool): Promise<void> {
    await pool.query(`
      CREATE TABLE IF NOT EXISTS nonces (hash bytea PRIMARY KEY, "timestamp" bigint NOT NULL);
      CREATE INDEX IF NOT EXISTS nonces_by_time ON nonces ("timestamp")`);
  }

  /** @throws what the pool throws; the verifier then rejects the request */
  async claim(claim: NonceClaim): Promise<NonceAnswer> {
    const { timestamp, expiresAt, now } = claim;
    if (expiresAt <= now) return "full";
    if (expiresAt - timestamp > WIDEST) throw new RangeError(`nonces are kept for ${WIDEST} s only`);
    const hash = createHash("sha256").update(nonceKey(claim)).digest();
    const { rowCount } = await this.#pool.query(
      `INSERT INTO nonces SELECT $1, $2::bigint WHERE $2::bigint > ${OLDEST} ON CONFLICT DO NOTHING`,
      [hash, timestamp],
    );
    return rowCount === 1 ? "fresh" : "used";
  }

  /** Run it every minute, in any number of processes. */
  async removeExpired(): Promise<void> {
    await this.#pool.query(`DELETE FROM nonces WHERE "timestamp" < ${OLDEST} - 600`);
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

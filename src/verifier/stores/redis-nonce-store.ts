/**
 * The nonce store on Redis, for any number of processes: published as `countersign/redis`.
 *
 * A claim is one atomic command for one key: `SET key 1 PX milliseconds NX`. So it works on a cluster, too.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { createClient } from "@redis/client";
import { type NonceAnswer, type NonceClaim, type NonceStore, nonceKey } from "../nonce-store.ts";

/** The command, as the official client takes it. */
interface SetOnce {
  set(
    key: string,
    value: string,
    options: { condition: "NX"; expiration: { type: "PX"; value: number } },
  ): Promise<unknown>;
}

/**
 * A client of the official package (`@redis/client` or `redis`, 6): what `createClient`, `createClientPool`,
 * `createCluster` or `createSentinel` returned.
 */
export interface RedisNonceClient {
  withCommandOptions(options: { timeout: number }): SetOnce;
}

/** The options of {@link RedisNonceStore}. */
export interface RedisNonceStoreOptions {
  /** The beginning of all keys. @default "countersign:nonce:" */
  readonly prefix?: string | undefined;
  /** Maximum time of a claim, in milliseconds, from 1 to 600_000; then it fails. @default 1000 */
  readonly timeoutMs?: number | undefined;
  /**
   * How many seconds longer a nonce is kept, from 0 to 86_400. The clock of a verifier may step this far, and the clock
   * of Redis may be this fast, before Redis forgets a nonce too early. @default 60
   */
  readonly marginSeconds?: number | undefined;
}

/** The options of {@link RedisNonceStore.connect}. */
export interface RedisNonceStoreConnectOptions extends RedisNonceStoreOptions {
  /** Maximum time for the first connection, in milliseconds, from 1 to 600_000. @default 5000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Called when the connection is lost; the client then reconnects by itself. @default errors are ignored */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * Remembers nonces on Redis (RFC 5849 3.3).
 *
 * If Redis does not answer, or answers with an error (READONLY, OOM, CLUSTERDOWN, LOADING …), the claim rejects, and the
 * verifier rejects the request with `nonce-store-unavailable`. The client reconnects by itself. docs/nonce-stores.md says
 * how to configure Redis so that it keeps nonces through a crash, and what a failover loses.
 *
 * The expiry that Redis gets is a duration, `expiresAt - now`, so its clock may show another time.
 *
 * @throws RangeError for an option that is not a number in its range
 *
 * @example
 * ```ts
 * import { createClient } from "@redis/client";
 * import { RedisNonceStore } from "countersign/redis";
 *
 * const client = createClient({ url: "redis://localhost:6379", disableOfflineQueue: true });
 * client.on("error", (error) => console.error(error.message));
 * await client.connect();
 * const store = new RedisNonceStore(client);
 *
 * const now = Math.floor(Date.now() / 1000);
 * const claim = { consumerKey: "merchant", timestamp: now, nonce: "4572616e48", expiresAt: now + 360, now };
 * await store.claim(claim); // => "fresh"
 * await store.claim(claim); // => "used"
 * await client.close();
 * ```
 */
export class RedisNonceStore implements NonceStore {
  readonly #client: SetOnce;
  readonly #prefix: string;
  readonly #timeoutMs: number;
  readonly #marginSeconds: number;
  #close: () => Promise<void> = async () => {};
  #closed = false;

  constructor(client: RedisNonceClient, options: RedisNonceStoreOptions = {}) {
    const { prefix = "countersign:nonce:", timeoutMs = 1000, marginSeconds = 60 } = options;
    this.#prefix = prefix;
    this.#timeoutMs = numberFrom("timeoutMs", timeoutMs, 1, 600_000);
    this.#marginSeconds = numberFrom("marginSeconds", marginSeconds, 0, 86_400);
    // Without a connection, the client queues commands. This timeout removes them from the queue when the claim fails.
    this.#client = client.withCommandOptions({ timeout: this.#timeoutMs });
  }

  /**
   * Connects to one server and returns a store that owns the connection: `close()` closes it. While the connection is
   * lost, claims fail at once.
   *
   * @param url - `redis://` or `rediss://` (TLS)
   * @throws Error if Redis does not answer within `connectTimeoutMs`; RangeError for an option out of range
   *
   * @example
   * ```ts
   * import { RedisNonceStore } from "countersign/redis";
   *
   * const store = await RedisNonceStore.connect("redis://localhost:6379");
   * const now = Math.floor(Date.now() / 1000);
   * await store.claim({ consumerKey: "merchant", timestamp: now, nonce: "b7Hd", expiresAt: now, now }); // => "full"
   * await store.close();
   * ```
   */
  static async connect(url: string, options: RedisNonceStoreConnectOptions = {}): Promise<RedisNonceStore> {
    const { connectTimeoutMs = 5000, onError = () => {} } = options;
    numberFrom("connectTimeoutMs", connectTimeoutMs, 1, 600_000);
    const client = createClient({ url, disableOfflineQueue: true });
    client.on("error", onError);
    const store = new RedisNonceStore(client, options);
    try {
      await within(connectTimeoutMs, "connect", client.connect());
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw error;
    }
    store.#close = async () => {
      await within(store.#timeoutMs, "close", client.close()).catch(() => client.isOpen && client.destroy());
    };
    return store;
  }

  /**
   * Answers whether a nonce is new, and records it on Redis.
   *
   * @returns `fresh`, `used`, or `full` if the claim has expired
   * @throws Error if Redis fails, does not answer within `timeoutMs`, or the store is closed
   */
  async claim(claim: NonceClaim): Promise<NonceAnswer> {
    if (this.#closed) throw new Error("The nonce store is closed.");
    const { expiresAt, now } = claim;
    if (!Number.isFinite(expiresAt) || !Number.isFinite(now)) {
      throw new RangeError("A claim's expiresAt and now must be times in seconds.");
    }
    if (expiresAt <= now) return "full";
    const milliseconds = Math.ceil((expiresAt - now + this.#marginSeconds) * 1000);
    const expiration = { type: "PX", value: milliseconds } as const;
    const asked = this.#client.set(this.#keyOf(claim), "1", { condition: "NX", expiration });
    return answerOf(await within(this.#timeoutMs, "answer", asked));
  }

  /** Closes a connection that {@link RedisNonceStore.connect} opened. A client of your own stays open. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#close();
  }

  /** Hashed, so that keys have a fixed length and no characters with a meaning in Redis. */
  #keyOf(claim: NonceClaim): string {
    return this.#prefix + createHash("sha256").update(nonceKey(claim)).digest("base64url");
  }
}

/** `SET … NX` answers OK if it set the key, and nil if the key existed. */
function answerOf(reply: unknown): NonceAnswer {
  if (reply === "OK") return "fresh";
  if (reply === null) return "used";
  throw new Error("Redis answered SET with neither OK nor nil.");
}

/** Rejects after a time; a later result is ignored. */
async function within<Value>(milliseconds: number, verb: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error(`Redis did not ${verb} within ${milliseconds} ms.`));
    timer = setTimeout(giveUp, milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function numberFrom(name: string, value: number, least: number, most: number): number {
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a number from ${least} to ${most}, not ${value}.`);
}

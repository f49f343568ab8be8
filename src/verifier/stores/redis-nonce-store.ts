/**
 * Nonces on Redis, shared by any number of processes: published as `countersign/redis`.
 *
 * A claim is one command, `SET key 1 PX milliseconds NX`, which Redis carries out whole before any other. One key to a
 * claim: a cluster may spread them as it likes.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { createClient } from "@redis/client";
import { nonceKey } from "../nonce-key.ts";
import type { NonceAnswer, NonceClaim, NonceStore } from "../nonce-store.ts";

/** What is asked of Redis, as the official client writes it. */
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

/** How a {@link RedisNonceStore} asks. */
export interface RedisNonceStoreOptions {
  /** What all keys begin with. @default "countersign:nonce:" */
  readonly prefix?: string | undefined;
  /** How long a claim may take, in milliseconds; then it fails. @default 1000 */
  readonly timeoutMs?: number | undefined;
  /**
   * How many seconds longer than asked a nonce is kept: so far a verifier's clock may step, or Redis' run fast, without
   * a nonce being forgotten too early. @default 60
   */
  readonly marginSeconds?: number | undefined;
}

/** How a store connects on its own. */
export interface RedisNonceStoreConnectOptions extends RedisNonceStoreOptions {
  /** How long the first connection may take, in milliseconds. @default 5000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Told of lost connections; the client reconnects by itself. @default nobody is told */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * Remembers nonces on Redis (RFC 5849 3.3).
 *
 * A claim that Redis does not answer, or answers with an error (READONLY, OOM, CLUSTERDOWN, LOADING …), rejects, and
 * the verifier refuses the request: a nonce that cannot be recorded is never accepted. Reconnecting is the client's
 * part. What Redis must be configured to keep through a crash, and what a failover loses, is told in
 * docs/nonce-stores.md.
 *
 * The expiry is a duration, `expiresAt - now`, not a time: so it does not matter what time Redis thinks it is.
 *
 * @throws RangeError where an option is not a number that makes sense
 *
 * @example
 * ```
 * import { createClient } from "@redis/client";
 * import { RedisNonceStore } from "countersign/redis";
 *
 * const client = createClient({ url: "redis://localhost:6379", disableOfflineQueue: true });
 * client.on("error", (error) => console.error(error.message));
 * await client.connect();
 * const nonceStore = new RedisNonceStore(client);
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
    // While there is no connection the client keeps commands for later. With this it gives them up as early as we do.
    this.#client = client.withCommandOptions({ timeout: this.#timeoutMs });
  }

  /**
   * Connects to one server, and returns a store that owns the connection: `close()` closes it. While the connection is
   * lost, claims fail at once.
   *
   * @param url `redis://` or `rediss://` (TLS)
   * @throws Error where Redis does not answer within `connectTimeoutMs`
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
   * Asks Redis whether a nonce is new, and has it remembered.
   *
   * @returns `fresh`, `used`, or `full` where the claim has expired
   * @throws Error where Redis fails, does not answer in time, or says what it should not; and when closed
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

  /** Closes the connection that {@link RedisNonceStore.connect} opened; a client that was given stays open. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#close();
  }

  /** Hashed: of one length whatever clients send, and without a character that means something to Redis. */
  #keyOf(claim: NonceClaim): string {
    return this.#prefix + createHash("sha256").update(nonceKey(claim)).digest("base64url");
  }
}

/** `SET … NX` answers OK where it set the key and nil where the key was there. Anything else tells nothing. */
function answerOf(reply: unknown): NonceAnswer {
  if (reply === "OK") return "fresh";
  if (reply === null) return "used";
  throw new Error("Redis answered SET with something else than OK or nil.");
}

/** Gives up waiting after a time; what comes later is ignored. */
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

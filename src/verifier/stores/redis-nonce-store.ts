/**
 * The nonce store on Redis, for any number of processes: published as `countersign/redis`.
 *
 * A claim is one script that Redis runs as one atomic step. The keys of a claim are on one node of a cluster.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { checkOptions } from "../../platform/check-options.ts";
import { optionsError } from "../configuration-error.ts";
import { type NonceAnswer, type NonceClaim, type NonceStore, nonceKey } from "../nonce-store.ts";
import { lossMessage, NonceStoreError, redisFailed } from "./nonce-store-error.ts";
import { numberFrom, openClient, within } from "./redis-connection.ts";
import { hasNonces, initializeBuckets, openBuckets, type RedisCommands, runClaim } from "./redis-scripts.ts";
import { checkServer } from "./redis-server-check.ts";

export { NonceStoreError, type NonceStoreErrorCode } from "./nonce-store-error.ts";
export type { RedisCommands } from "./redis-scripts.ts";

/**
 * A client of the official package (`@redis/client` or `redis`, 6): what `createClient`, `createClientPool`,
 * `createCluster` or `createSentinel` returned.
 */
export interface RedisNonceClient {
  withCommandOptions(options: { timeout: number }): RedisCommands;
}

/** The options of {@link RedisNonceStore}. */
export interface RedisNonceStoreOptions {
  /** The beginning of all keys. @default "countersign:nonce:" */
  readonly prefix?: string | undefined;
  /** Maximum time of a claim, in milliseconds, from 1 to 600_000. A slower claim fails. @default 1000 */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * How many seconds longer a nonce is kept, from 0 to 86_400. The clock of a verifier may step this far, and the clock
   * of Redis may be this fast, before Redis forgets a nonce too early. @default 60
   */
  readonly marginSeconds?: number | undefined;
  /**
   * What to do if a setting of the server loses nonces (eviction, no append-only file): report it to `onWarning`, or fail
   * all claims. A setting that the server does not show is reported. `connect` or the first claim checks the settings,
   * and the next claim after a minute again.
   * @default "warn"
   */
  readonly serverCheck?: "warn" | "refuse" | "off" | undefined;
  /**
   * Gets messages for the operator: each new finding of the check, and, once for each loss of nonces or for a new Redis,
   * the time until which claims fail. @default process.emitWarning
   */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Called for each claim that fails, because the verifier does not pass the error on. @default errors are ignored */
  readonly onError?: ((error: NonceStoreError) => void) | undefined;
}

/** The options of {@link RedisNonceStore.connect}. `onError` is also called for each loss of the connection. */
export interface RedisNonceStoreConnectOptions extends RedisNonceStoreOptions {
  /** Maximum time for the first connection, in milliseconds, from 1 to 600_000. @default 5000 */
  readonly connectTimeoutMilliseconds?: number | undefined;
}

const OPTIONS = ["prefix", "timeoutMilliseconds", "marginSeconds", "serverCheck", "onWarning", "onError"] as const;

/** The options of {@link RedisNonceStore.initialize}. */
type RedisInitializeOptions = Pick<
  RedisNonceStoreConnectOptions,
  "prefix" | "timeoutMilliseconds" | "connectTimeoutMilliseconds"
>;

/**
 * Remembers nonces on Redis (RFC 5849 3.3).
 *
 * If Redis does not answer, or answers with an error (READONLY, OOM, CLUSTERDOWN, LOADING …), the claim rejects, and the
 * verifier rejects the request with `nonce-store-unavailable`. The client reconnects. docs/nonce-stores.md describes
 * how to configure Redis so that it keeps nonces through a crash, and what a failover loses.
 *
 * Claims also reject (`nonces-lost`) while a nonce may be missing: if Redis is empty, they reject until no verifier
 * accepts an earlier timestamp. `onWarning` gets the reason and the time. A new Redis looks the same, so run
 * {@link RedisNonceStore.initialize} for it.
 *
 * The verifiers may have different tolerances: each nonce is kept for the widest tolerance ever used with the store.
 *
 * Redis gets the expiry as a duration, so its clock may differ from the verifiers' clocks.
 *
 * @throws RangeError for an option that is not a number in its range; TypeError for an unknown `serverCheck` or no client;
 * VerifierConfigurationError `options-invalid` for options that are not an object, `option-unknown` for an option that does
 * not exist
 *
 * @example
 * ```ts
 * import { createClient } from "@redis/client";
 * import { RedisNonceStore } from "countersign/redis";
 *
 * const client = createClient({ url: "redis://localhost:6379", disableOfflineQueue: true });
 * client.on("error", (error) => console.error(error.message));
 * await client.connect();
 * await RedisNonceStore.initialize(client); // once in the life of this Redis, not at each start
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
  readonly #commands: RedisCommands;
  readonly #prefix: string;
  readonly #timeoutMilliseconds: number;
  readonly #marginSeconds: number;
  readonly #serverCheck: "warn" | "refuse" | "off";
  readonly #onWarning: (message: string) => void;
  readonly #onError: (error: NonceStoreError) => void;
  #checked: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #findings: readonly string[] = [];
  #reportedLoss = Number.NEGATIVE_INFINITY;
  #close: () => Promise<void> = async () => {};
  #closed = false;

  constructor(client: RedisNonceClient, options: RedisNonceStoreOptions = {}) {
    checkOptions(options, OPTIONS, "options", optionsError);
    if (!isClient(client))
      throw new TypeError(`client must be a client of @redis/client or redis, got ${typeof client}.`);
    const { prefix = DEFAULT_PREFIX, timeoutMilliseconds = 1000, marginSeconds = 60, serverCheck = "warn" } = options;
    const { onWarning = emitWarning, onError = () => {} } = options;
    if (!["warn", "refuse", "off"].includes(serverCheck)) {
      throw new TypeError('serverCheck must be "warn", "refuse" or "off"');
    }
    this.#prefix = prefix;
    this.#timeoutMilliseconds = numberFrom("timeoutMilliseconds", timeoutMilliseconds, 1, 600_000);
    this.#marginSeconds = numberFrom("marginSeconds", marginSeconds, 0, 86_400);
    this.#serverCheck = serverCheck;
    this.#onWarning = onWarning;
    this.#onError = onError;
    // Without a connection, the client queues commands. This timeout removes them from the queue when the claim fails.
    this.#commands = client.withCommandOptions({ timeout: this.#timeoutMilliseconds });
  }

  /**
   * Connects to one server, checks its settings (`serverCheck`) and returns a store that owns the connection: `close()`
   * closes it. While the connection is lost, claims fail at once.
   *
   * @param url - `redis://` or `rediss://` (TLS)
   * @throws {@link NonceStoreError} if every attempt to connect fails for `connectTimeoutMilliseconds` (`timeout`; the message
   * and `cause` contain the last error), if Redis refuses the connection, for example because of a wrong password
   * (`redis-failed`, at once), or if it has unsafe settings with `serverCheck: "refuse"` (`server-unsafe`); RangeError for an
   * option out of range; TypeError for a missing URL, which would select the Redis on this machine
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
    checkOptions(options, [...OPTIONS, "connectTimeoutMilliseconds"], "options", optionsError);
    const { connectTimeoutMilliseconds, ...ofStore } = options;
    const client = await openClient(url, options);
    try {
      const store = new RedisNonceStore(client, ofStore);
      if (store.#serverCheck !== "off") await store.#check();
      store.#close = async () => {
        await within(store.#timeoutMilliseconds, "close", client.close()).catch(() => client.destroy());
      };
      return store;
    } catch (error) {
      client.destroy();
      throw error;
    }
  }

  /**
   * Records that Redis is new: no nonce was ever claimed here, so none is missing. Run it once, by hand or with the program
   * that creates the Redis; otherwise the first claims fail until the acceptance window has passed. It also ends that
   * wait, for servers that have started already. Do not run it when a server starts: after a loss of data, it would let
   * requests be replayed. So it throws once Redis has recorded a nonce.
   *
   * @param redis - URL, or a connected client
   * @throws {@link NonceStoreError} `already-initialized`, `timeout` or `redis-failed`; RangeError for an option out of
   * range; TypeError for neither a URL nor a client
   *
   * @example
   * ```ts
   * import { RedisNonceStore } from "countersign/redis";
   *
   * await RedisNonceStore.initialize("redis://localhost:6379"); // once, not at each start
   * const store = await RedisNonceStore.connect("redis://localhost:6379");
   * const now = Math.floor(Date.now() / 1000);
   * await store.claim({ consumerKey: "merchant", timestamp: now, nonce: "b7Hd", expiresAt: now + 360, now }); // => "fresh"
   * await store.close();
   *
   * const again = RedisNonceStore.initialize("redis://localhost:6379");
   * await again.catch(({ code }) => code); // => "already-initialized"
   * ```
   */
  static async initialize(redis: string | RedisNonceClient, options: RedisInitializeOptions = {}): Promise<void> {
    checkOptions(options, ["prefix", "timeoutMilliseconds", "connectTimeoutMilliseconds"], "options", optionsError);
    const { prefix = DEFAULT_PREFIX, timeoutMilliseconds = 1000 } = options;
    numberFrom("timeoutMilliseconds", timeoutMilliseconds, 1, 600_000);
    const opened = isClient(redis) ? undefined : await openClient(redis, options);
    const client = opened ?? (redis as RedisNonceClient);
    const commands = client.withCommandOptions({ timeout: timeoutMilliseconds });
    try {
      if (await within(timeoutMilliseconds, "answer", hasNonces(commands, prefix))) {
        const message = "Redis has recorded nonces already. Run initialize() once for a new Redis, not at each start.";
        throw new NonceStoreError("already-initialized", message);
      }
      await within(timeoutMilliseconds, "answer", initializeBuckets(commands, prefix));
    } catch (error) {
      throw redisFailed("Redis cannot be initialized", error);
    } finally {
      opened?.destroy();
    }
  }

  /**
   * Answers whether a nonce is new, and records it on Redis.
   *
   * @returns `fresh`, `used`, or `full` if the claim has expired, or if its timestamp is older than a narrower tolerance
   * that was in use when that timestamp was current
   * @throws {@link NonceStoreError} if Redis fails, does not answer within `timeoutMilliseconds`, may have lost the nonce, or the
   * store is closed; RangeError if a time is not a number
   */
  async claim(claim: NonceClaim): Promise<NonceAnswer> {
    const { timestamp, expiresAt, now } = claim;
    if (![timestamp, expiresAt, now].every(Number.isFinite)) {
      throw new RangeError("A claim's timestamp, expiresAt and now must be times in seconds.");
    }
    try {
      if (this.#closed) throw new NonceStoreError("closed", "The nonce store is closed.");
      if (this.#serverCheck === "refuse") await this.#check();
      else if (this.#serverCheck === "warn") this.#check().catch(() => {}); // the claim fails for the same reason
      return expiresAt <= now ? "full" : await this.#answer(claim);
    } catch (thrown) {
      const error = redisFailed("Redis failed", thrown);
      this.#onError(error);
      throw error;
    }
  }

  /** Closes a connection that {@link RedisNonceStore.connect} opened. A client of your own stays open. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#close();
  }

  async #answer(claim: NonceClaim): Promise<NonceAnswer> {
    // Hashed, so that keys have a fixed length and contain no characters with a meaning in Redis.
    const hash = createHash("sha256").update(nonceKey(claim)).digest("base64url");
    const asked = runClaim(this.#commands, this.#prefix, hash, claim, this.#marginSeconds);
    const reply = await within(this.#timeoutMilliseconds, "answer", asked);
    if (reply.answer !== "lost") return reply.answer;
    // Records one loss for all buckets, because otherwise each bucket would begin to wait at its own first claim.
    if (reply.isNew)
      await within(this.#timeoutMilliseconds, "answer", openBuckets(this.#commands, this.#prefix, reply.since));
    const message = lossMessage(reply.since, reply.until, this.#prefix === DEFAULT_PREFIX ? undefined : this.#prefix);
    // Buckets can have losses at different times, for example on two nodes of a cluster, so only a newer loss is
    // reported.
    if (reply.since > this.#reportedLoss) {
      this.#reportedLoss = reply.since;
      this.#onWarning(`Redis: ${message}`);
    }
    throw new NonceStoreError("nonces-lost", message);
  }

  /**
   * Checks the server for the first claim, after a failed check, and again after a minute, because its settings can
   * change.
   */
  #check(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now;
      this.#checked = undefined;
    }
    this.#checked ??= this.#checkServer().catch((error: unknown) => {
      this.#checked = undefined;
      throw error;
    });
    return this.#checked;
  }

  async #checkServer(): Promise<void> {
    const { unsafe, unchecked } = await within(this.#timeoutMilliseconds, "answer", checkServer(this.#commands));
    const isRefused = this.#serverCheck === "refuse" && unsafe.length > 0;
    const findings = [...(isRefused ? [] : unsafe), ...unchecked];
    const isNew = (finding: string): boolean => !this.#findings.includes(finding);
    for (const finding of findings.filter(isNew)) this.#onWarning(`Redis: ${finding}`);
    this.#findings = findings;
    if (isRefused) throw new NonceStoreError("server-unsafe", `Redis would lose nonces: ${unsafe.join(" ")}`);
  }
}

const DEFAULT_PREFIX = "countersign:nonce:";

const CHECK_INTERVAL_MS = 60_000;

function isClient(redis: unknown): redis is RedisNonceClient {
  return typeof (redis as Partial<RedisNonceClient> | null | undefined)?.withCommandOptions === "function";
}

function emitWarning(message: string): void {
  process.emitWarning(message, { type: "NonceStoreWarning" });
}

/** Opens connections to Redis, and limits the time of requests to it. */

import { createClient, ErrorReply } from "@redis/client";
import { NonceStoreError, redisFailed } from "./nonce-store-error.ts";

type Client = ReturnType<typeof createClient>;

interface ConnectionOptions {
  readonly connectTimeoutMilliseconds?: number | undefined;
  readonly onError?: ((error: NonceStoreError) => void) | undefined;
}

/** @throws {@link NonceStoreError} `timeout` or `redis-failed`; TypeError for a missing URL */
export async function openClient(url: string, options: ConnectionOptions): Promise<Client> {
  const { connectTimeoutMilliseconds = 5000, onError = () => {} } = options;
  numberFrom("connectTimeoutMilliseconds", connectTimeoutMilliseconds, 1, 600_000);
  // Without a URL, for example from a variable that is not set, the client would use the Redis on this machine
  // instead of the one that the other processes use.
  if (typeof url !== "string" || url === "") {
    throw new TypeError(`url must begin with redis:// or rediss://, got ${url === "" ? "an empty text" : typeof url}.`);
  }
  let client: Client | undefined;
  let lastError: unknown;
  try {
    client = createClient({ url, disableOfflineQueue: true });
    // The client tries to connect again after each error, so its promise alone would not end before the timeout.
    const refused = new Promise<never>((_, reject) => {
      client!.on("error", (error: unknown) => {
        lastError = error;
        if (isPermanent(error)) reject(error);
        onError(redisFailed("The connection to Redis is lost", error));
      });
    });
    await within(connectTimeoutMilliseconds, "connect", Promise.race([client.connect(), refused]));
    return client;
  } catch (error) {
    client?.destroy();
    if (lastError === undefined || !(error instanceof NonceStoreError)) {
      throw redisFailed("Redis cannot be reached", error);
    }
    throw redisFailed(`Redis did not connect within ${connectTimeoutMilliseconds} ms`, lastError, "timeout");
  }
}

/**
 * Whether Redis answers each attempt with this error, such as for a wrong password. A server that loads its data or has too
 * many clients may accept a later attempt.
 */
function isPermanent(error: unknown): boolean {
  return (
    error instanceof ErrorReply && /^(?:WRONGPASS|NOAUTH|NOPERM|ERR(?! max number of clients)) /.test(error.message)
  );
}

/** Rejects after a time; a later result is ignored. */
export async function within<Value>(milliseconds: number, verb: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `Redis did not ${verb} within ${milliseconds} ms.`;
    timer = setTimeout(() => reject(new NonceStoreError("timeout", message)), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws RangeError if the value is not in the range */
export function numberFrom(name: string, value: number, least: number, most: number): number {
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a number from ${least} to ${most}, not ${value}.`);
}

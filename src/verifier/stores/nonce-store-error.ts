/** The error of a nonce store that cannot answer. */

/** Why the store cannot answer. Stable: changing what a code means is a breaking change. */
export type NonceStoreErrorCode =
  | "timeout"
  | "redis-failed"
  | "closed"
  | "nonces-lost"
  | "server-unsafe"
  | "already-initialized";

/**
 * A nonce store cannot answer. The verifier rejects the request with `nonce-store-unavailable`.
 *
 * - `timeout`: Redis did not answer in time. If every attempt to connect failed, `cause` is the last error of the client library.
 * - `redis-failed`: Redis answered with an error, or there is no connection; `cause` is the error of the client library.
 * - `closed`: the store was closed.
 * - `nonces-lost`: Redis lost its nonces, or is new and was not initialized. The message contains the time from which
 *   claims succeed.
 * - `server-unsafe`: with `serverCheck: "refuse"`, a setting of the server would lose nonces.
 * - `already-initialized`: Redis has recorded nonces already, so it must not be initialized.
 *
 * Neither `message` nor `cause` contains a connection string or a password.
 *
 * @example
 * ```ts
 * import { type NonceStoreError, RedisNonceStore } from "countersign/redis";
 *
 * const error = await RedisNonceStore.connect("redis://:secret@localhost:none").catch((error: NonceStoreError) => error);
 * error.message; // => "Redis cannot be reached: Invalid URL"
 * ```
 */
export class NonceStoreError extends Error {
  override readonly name: string = "NonceStoreError";
  readonly code: NonceStoreErrorCode;

  constructor(code: NonceStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Wraps an error of the client library, and removes passwords from it. */
export function redisFailed(
  what: string,
  thrown: unknown,
  errorCode: NonceStoreErrorCode = "redis-failed",
): NonceStoreError {
  if (thrown instanceof NonceStoreError) return thrown;
  const { message, code } = withoutSecrets(thrown);
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code });
  return new NonceStoreError(errorCode, `${what}: ${message}`, { cause });
}

/**
 * The message for the operator if Redis has no nonces from before `since`.
 *
 * @param prefix - of the keys, if it is not the default
 */
export function lossMessage(since: number, until: number, prefix: string | undefined): string {
  const options = prefix === undefined ? "" : `, ${JSON.stringify({ prefix })}`;
  return (
    `Redis has no nonces from before ${timeText(since)}: it is new, or it lost them. Until ${timeText(until)}, requests ` +
    "are rejected (nonce-store-unavailable, 503), because they may have been accepted before. If this Redis is new, end " +
    `the wait with RedisNonceStore.initialize(url${options}). After a loss of data, wait.`
  );
}

function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/**
 * A failed connection to a name with several addresses is an AggregateError without a message. For an unknown command,
 * Redis repeats the arguments; for HELLO and AUTH they contain the password. Other members of the error, such as `input` of
 * an invalid URL, are left out.
 */
function withoutSecrets(thrown: unknown): { message: string; code?: string } {
  if (!(thrown instanceof Error)) return { message: "an unknown error" };
  const [first] = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [];
  const { message, code } = (first instanceof Error ? first : thrown) as NodeJS.ErrnoException;
  const cut = message.replace(/,? with args beginning with[\s\S]*/i, "").replace(/\b(rediss?):\/\/\S*/gi, "$1://…");
  return typeof code === "string" ? { message: cut, code } : { message: cut };
}

/**
 * What comes at once or later. Waiting for what is there already costs a turn of the queue, several times a request.
 *
 * @module
 */

/** A value, or a promise of it. */
export type Eventually<T> = T | Promise<T>;

/** Whether something must be waited for: a promise, or what a query builder makes that acts like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return value !== null && typeof value === "object" && typeof (value as { then?: unknown }).then === "function";
}

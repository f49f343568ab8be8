/** `protect` of Express and Fastify that protects nothing: what every route is that the adapter does not cover. */

type Next = () => void;

/** Express calls it with options and gets middleware; Fastify calls it as a plugin with a scope and options. */
export function protect(_scopeOrOptions: unknown, options?: unknown): unknown {
  return options === undefined ? (_request: unknown, _response: unknown, next: Next) => next() : Promise.resolve();
}

Object.assign(protect, { [Symbol.for("skip-override")]: true });

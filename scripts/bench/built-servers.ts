/** Loads what only servers need of the built package. */

const at = (path: string): string => new URL(`../../dist/verifier/${path}`, import.meta.url).href;

type Adapter = typeof import("../../src/verifier/adapters/fastify.ts");
type Redis = typeof import("../../src/verifier/stores/redis-nonce-store.ts");

const adapter: Adapter = await import(at("adapters/fastify.js"));
const redis: Redis = await import(at("stores/redis-nonce-store.js"));

export const protect: Adapter["protect"] = adapter.protect;
export const RedisNonceStore: Redis["RedisNonceStore"] = redis.RedisNonceStore;

/** Loads the built package, which the servers run. */

const at = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;

type Main = typeof import("../../src/index.ts");
type Adapter = typeof import("../../src/verifier/adapters/fastify.ts");
type Redis = typeof import("../../src/verifier/stores/redis-nonce-store.ts");

const main: Main = await import(at("index.js"));
const adapter: Adapter = await import(at("verifier/adapters/fastify.js"));
const redis: Redis = await import(at("verifier/stores/redis-nonce-store.js"));

export const createVerifier: Main["createVerifier"] = main.createVerifier;
export const MemoryNonceStore: Main["MemoryNonceStore"] = main.MemoryNonceStore;
export const protect: Adapter["protect"] = adapter.protect;
export const RedisNonceStore: Redis["RedisNonceStore"] = redis.RedisNonceStore;

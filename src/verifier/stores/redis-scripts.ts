/**
 * The Lua scripts of the nonce store on Redis. Redis runs a script as one atomic step.
 *
 * The nonces are in 64 buckets, by a hash tag in the key, so that a cluster keeps each bucket on one node. Each bucket
 * has a record (a hash) that describes its nonces:
 *
 * - `since`: no nonce claimed after this second is missing; `start` if no nonce at all is missing.
 * - `widest`: the longest time from a timestamp until a verifier that uses the store stops accepting it. Each nonce is
 *   kept this long, whatever the tolerance of its claim is.
 * - `narrow`, `until`: nonces with timestamps up to `until` may have been kept for `narrow` seconds only, because no
 *   verifier with a wider tolerance existed yet.
 * - `claimed`: present once a nonce was recorded in this bucket.
 */

import { createHash } from "node:crypto";
import type { NonceClaim } from "../nonce-store.ts";

/** The commands that the store uses, as the official client defines them. */
export interface RedisCommands {
  eval(script: string, options: ScriptOptions): Promise<unknown>;
  evalSha(sha1: string, options: ScriptOptions): Promise<unknown>;
  configGet(name: string): Promise<unknown>;
  info(section: string): Promise<unknown>;
}

interface ScriptOptions {
  keys: string[];
  arguments: string[];
}

/** KEYS: nonce, record. ARGV: timestamp, expiresAt, now, margin. Times are seconds. */
const CLAIM = scriptOf(`
local timestamp, expires, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local window = expires - timestamp
local record = redis.call('HMGET', KEYS[2], 'since', 'widest', 'narrow', 'until', 'claimed')
local since, widest, narrow, mixed, claimed = unpack(record)
local isNew = not since
if isNew then
  since = now
  redis.call('HSET', KEYS[2], 'since', ARGV[3])
end
if widest and tonumber(widest) < window then
  narrow, mixed = narrow or widest, now + widest
  redis.call('HSET', KEYS[2], 'narrow', narrow, 'until', mixed)
end
if not widest or tonumber(widest) < window then
  redis.call('HSET', KEYS[2], 'widest', window)
  widest = window
end
if since ~= 'start' and timestamp <= since + widest then
  return {'lost', tostring(math.ceil(since)), tostring(math.ceil(since + widest)), isNew and 'new' or 'known'}
end
if mixed and timestamp <= tonumber(mixed) and now >= timestamp + narrow then return {'full'} end
local milliseconds = math.ceil((timestamp + widest - now + ARGV[4]) * 1000)
local set = redis.call('SET', KEYS[1], '1', 'NX', 'PX', string.format('%.0f', milliseconds))
if not claimed then redis.call('HSET', KEYS[2], 'claimed', '1') end
return {set and 'fresh' or 'used'}
`);

/** KEYS: record. ARGV: `since`. */
const OPEN_BUCKET = scriptOf(`return {tostring(redis.call('HSETNX', KEYS[1], 'since', ARGV[1]))}`);

/** KEYS: record. */
const HAS_NONCES = scriptOf(`return {tostring(redis.call('HEXISTS', KEYS[1], 'claimed'))}`);

/** KEYS: record. Changes nothing once a nonce has been recorded, even if that happened after the caller checked. */
const INITIALIZE = scriptOf(`
if redis.call('HEXISTS', KEYS[1], 'claimed') == 0 then redis.call('HSET', KEYS[1], 'since', 'start') end
return {}
`);

interface Script {
  readonly text: string;
  readonly sha1: string;
}

function scriptOf(text: string): Script {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The result of a claim: an answer, or the second from which nonces are known and the timestamp up to which claims fail. */
export type ClaimReply =
  | { readonly answer: "fresh" | "used" | "full" }
  | { readonly answer: "lost"; readonly since: number; readonly until: number; readonly isNew: boolean };

/** @param hash - of the nonce, as base64url */
export async function runClaim(
  commands: RedisCommands,
  prefix: string,
  hash: string,
  { timestamp, expiresAt, now }: NonceClaim,
  marginSeconds: number,
): Promise<ClaimReply> {
  const record = recordKey(prefix, hash[0]!);
  const times = [timestamp, expiresAt, now, marginSeconds].map(String);
  const [answer, since, until, novelty] = await run(commands, CLAIM, [record + hash.slice(1), record], times);
  if (answer === "fresh" || answer === "used" || answer === "full") return { answer };
  if (answer === "lost") return { answer, since: Number(since), until: Number(until), isNew: novelty === "new" };
  throw new Error("Redis returned an answer that the script never returns.");
}

/** Begins the records of all buckets that have none, after a loss of nonces. */
export async function openBuckets(commands: RedisCommands, prefix: string, since: number): Promise<void> {
  await Promise.all(recordKeys(prefix).map((key) => run(commands, OPEN_BUCKET, [key], [String(since)])));
}

/** Records for all buckets that no nonce is missing. */
export async function initializeBuckets(commands: RedisCommands, prefix: string): Promise<void> {
  await Promise.all(recordKeys(prefix).map((key) => run(commands, INITIALIZE, [key], [])));
}

/** Whether a nonce was ever recorded in any bucket, even if it has expired. */
export async function hasNonces(commands: RedisCommands, prefix: string): Promise<boolean> {
  const replies = await Promise.all(recordKeys(prefix).map((key) => run(commands, HAS_NONCES, [key], [])));
  return replies.some(([claimed]) => claimed !== "0");
}

function recordKeys(prefix: string): string[] {
  return [...BASE64URL].map((bucket) => recordKey(prefix, bucket));
}

/** The braces make the bucket a hash tag: all keys of a bucket are on one node of a cluster. */
function recordKey(prefix: string, bucket: string): string {
  return `${prefix}{${bucket}}`;
}

/** Sends the hash of the script, and its text only to a server that does not have it yet. */
async function run(commands: RedisCommands, script: Script, keys: string[], args: string[]): Promise<string[]> {
  const options = { keys, arguments: args };
  const reply = await commands.evalSha(script.sha1, options).catch((error: Error) => {
    if (!error.message.startsWith("NOSCRIPT")) throw error;
    return commands.eval(script.text, options);
  });
  if (!Array.isArray(reply)) throw new Error("Redis did not answer a script with a list.");
  return reply.map(String);
}

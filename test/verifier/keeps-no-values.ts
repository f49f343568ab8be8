/**
 * Verifies requests that hold something secret, and large ones of many clients; forgets them, and prints whether any of
 * it is still in memory: run with `--expose-gc`.
 */

import { text } from "node:stream/consumers";
import { getHeapSnapshot } from "node:v8";
import type { StoredKey } from "../../src/verifier/index.ts";
import { SECRET, signedRequest } from "../signed-request.ts";
import { verifierWith } from "./requests.ts";

/** Made when it is needed, so that no source holds it. */
const secret = (what: string): string => ["4444", "5555", what, "6666"].join("-");

const keys = new Map<string, StoredKey>();

function keyOf(consumerKey: string): StoredKey {
  const key = keys.get(consumerKey) ?? { consumerSecret: SECRET, tokenSecret: "" };
  keys.set(consumerKey, key);
  return key;
}

const verifier = verifierWith({
  credentials: ({ consumerKey }) => keyOf(consumerKey),
  nonceStore: { claim: () => "fresh" },
});

async function verifySome(): Promise<void> {
  for (const what of ["one", "two"]) {
    const target = `/a/longer/path/to/pay?a_parameter_of_the_query=${secret(what)}`;
    const form = `a_parameter_with_a_long_name=1&credit_card_number=${secret(what)}&a_parameter_at_the_end=1`;
    const protocol = { oauth_something_of_our_own: secret(what) };
    const verdict = await verifier.verify(signedRequest({ target, form, protocol }));
    if (!verdict.accepted) throw new Error(verdict.message);
  }
}

/** Signed wrongly, so that no client is needed. */
async function verifyLarge(): Promise<void> {
  const form = Array.from({ length: 15 }, (_, index) => `p${index}=${"+".repeat(65_000)}`).join("&");
  for (let index = 0; index < 4; index++) {
    await verifier.verify(signedRequest({ form, protocol: { oauth_consumer_key: `client ${index}` }, key: "wrong&" }));
  }
}

await verifySome();
const before = process.memoryUsage().arrayBuffers;
await verifyLarge();
await new Promise((resolve) => setTimeout(resolve, 10));
const { gc } = globalThis as { gc?: () => void };
gc!();
gc!();
const megabytes = (process.memoryUsage().arrayBuffers - before) / 1e6;
const snapshot = await text(getHeapSnapshot());
const isKept = snapshot.includes(secret("one")) || snapshot.includes(secret("two"));
console.log(isKept ? "values are kept" : "no value is kept", megabytes < 2 ? "and no memory" : `and ${megabytes} MB`);
await verifier.verify(signedRequest());

/**
 * Verifies requests that hold something secret, forgets them, and prints whether any of it is still in memory: run with
 * `--expose-gc`.
 *
 * @module
 */

import { text } from "node:stream/consumers";
import { getHeapSnapshot } from "node:v8";
import { craft, verifierWith } from "./requests.ts";

/** Made when it is needed, so that no source holds it. */
const secret = (what: string): string => ["4444", "5555", what, "6666"].join("-");

const verifier = verifierWith({ nonceStore: { claim: () => "fresh" } });

async function verifySome(): Promise<void> {
  for (const what of ["one", "two"]) {
    const target = `/a/longer/path/to/pay?a_parameter_of_the_query=${secret(what)}`;
    const form = `a_parameter_with_a_long_name=1&credit_card_number=${secret(what)}&a_parameter_at_the_end=1`;
    const protocol = { oauth_something_of_our_own: secret(what) };
    const verdict = await verifier.verify(craft({ target, form, protocol }));
    if (!verdict.ok) throw new Error(verdict.message);
  }
}

await verifySome();
await new Promise((resolve) => setTimeout(resolve, 10));
(globalThis as { gc?: () => void }).gc!();
const snapshot = await text(getHeapSnapshot());
console.log(snapshot.includes(secret("one")) || snapshot.includes(secret("two")) ? "kept" : "gone");
await verifier.verify(craft());

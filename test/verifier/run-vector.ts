/** Runs a vector for verification against our own verifier. */

import type { VerificationServer, VerificationVector } from "../../src/conformance/vectors/index.ts";
import {
  createVerifier,
  type NonceStore,
  type StoredKey,
  type Verdict,
  type VerifierOptions,
} from "../../src/verifier/index.ts";

/** The verdict on the vector's request, and whether those on the earlier ones were as stated. */
export async function runVector({ server, earlier = [], request }: VerificationVector): Promise<{
  verdict: Verdict;
  earlierAsStated: boolean;
}> {
  let now = server.now;
  const verifier = createVerifier(optionsOf(server, () => now));
  let earlierAsStated = true;
  for (const one of earlier) {
    now = one.now;
    const { accepted } = await verifier.verify(one.request);
    earlierAsStated &&= accepted === one.accepted;
  }
  now = server.now;
  return { verdict: await verifier.verify(request), earlierAsStated };
}

/** What is wrong with a verdict, by what the vector expects; undefined where it is as expected. */
export function difference({ expected }: VerificationVector, verdict: Verdict): string | undefined {
  if ("refuse" in expected) {
    const code = verdict.accepted ? "accepted" : verdict.code;
    return code === expected.refuse ? undefined : `expected ${expected.refuse}, got ${code}`;
  }
  if (!verdict.accepted) return `expected acceptance, got ${verdict.code}: ${verdict.message}`;
  const { consumerKey, token, signatureMethod, parameters } = verdict;
  const said = JSON.stringify([consumerKey, token, signatureMethod, parameters.map(plainParameter)]);
  const { accept } = expected;
  const wanted = accept.parameters.map(({ name, value, origin }) => [plain(name), plain(value), origin]);
  const right = JSON.stringify([accept.consumerKey, accept.token, accept.signatureMethod, wanted]);
  return said === right ? undefined : `expected ${right}, got ${said}`;
}

function plainParameter({
  name,
  value,
  origin,
}: {
  name: string | Uint8Array;
  value: string | Uint8Array;
  origin: string;
}) {
  return [plain(name), plain(value), origin];
}

/** Octets in hexadecimal, so that text and octets cannot be taken for each other. */
function plain(text: string | Uint8Array): string {
  return Buffer.from(text).toString("hex");
}

function optionsOf(
  { limits, keys, trouble, requireBodyHash, ...server }: VerificationServer,
  now: () => number,
): VerifierOptions {
  return {
    ...(server as Pick<VerifierOptions, "origin" | "signatureMethods">),
    clockToleranceSeconds: server.clockToleranceSeconds,
    minimumRsaBits: server.minimumRsaBits,
    allowHeaderAndBody: server.allowHeaderAndBody,
    allowUnsignedBody: !requireBodyHash,
    now,
    ...(limits && { limits }),
    nonceStore: storeFor(trouble),
    credentials: (claim) => {
      if (trouble === "credentials-unavailable") throw new Error("no look-up today");
      // Keys with a token are handed over whatever the token: telling them apart is the verifier's work.
      return keys
        .filter((key) => key.consumerKey === claim.consumerKey)
        .filter((key) => key.token !== undefined || claim.token === undefined)
        .map(({ consumerKey: _name, ...key }): StoredKey => key);
    },
  };
}

/** Remembers everything, and keeps no two nonces for one. */
function storeFor(trouble: VerificationServer["trouble"]): NonceStore {
  const used = new Map<string, number>();
  return {
    claim({ consumerKey, token, timestamp, nonce, expiresAt, now }) {
      if (trouble === "nonce-store-unavailable") throw new Error("no store today");
      if (trouble === "nonce-store-full") return "full";
      const key = JSON.stringify([consumerKey, token ?? null, timestamp, nonce]);
      // Forgets what it may forget, so that an expiry that is too early shows.
      if ((used.get(key) ?? Number.NEGATIVE_INFINITY) > now) return "used";
      used.set(key, expiresAt);
      return "fresh";
    },
  };
}

/** Verifiers as a careless developer writes them, with mistakes about time and nonces. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "../../../signed-request.ts";
import { CLIENT } from "../credentials.ts";
import { ACCEPTED, REJECTED, type Received, serve } from "../serve.ts";
import type { WrongServer } from "../wrong-server.ts";

const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The parameters of the header and whether their signature is valid; `undefined` for another client. */
function readSigned({ method, target, headers, body }: Received, url: string): Map<string, string> | undefined {
  const header = headers.authorization?.[0] ?? "";
  const oauth = [...header.matchAll(/(oauth_\w+)="([^"]*)"/g)].map(
    ([, name, value]) => [name!, decodeURIComponent(value!)] as const,
  );
  const isForm = headers["content-type"]?.[0]?.startsWith("application/x-www-form-urlencoded");
  const others = [...new URL(target, url).searchParams, ...new URLSearchParams(isForm ? body.toString() : "")];
  const pairs = [...oauth, ...others]
    .filter(([name]) => name !== "oauth_signature")
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .sort();
  const base = [method, url + target.split("?")[0], pairs.join("&")].map(percentEncoded).join("&");
  const claims = new Map(oauth);
  if (claims.get("oauth_consumer_key") !== CLIENT.consumerKey) return undefined;
  const expected = createHmac("sha1", `${percentEncoded(CLIENT.consumerSecret)}&`)
    .update(base)
    .digest();
  const received = Buffer.from(claims.get("oauth_signature") ?? "", "base64");
  return received.length === expected.length && timingSafeEqual(received, expected) ? claims : undefined;
}

/** Whether the timestamp is near enough. */
const isNow = (claims: Map<string, string>): boolean =>
  Math.abs(Date.now() / 1000 - Number(claims.get("oauth_timestamp"))) < 300;

/** Comparisons with NaN are false, so `undefined` passes. */
const timestampMayBeMissing: WrongServer = {
  id: "careless-timestamp-may-be-missing",
  fault: "timestamp-check-off-by-default",
  wrong: "It rejects a timestamp that is too far away, and a missing one is never too far away.",
  start: () => {
    const used = new Set<string>();
    return serve((request, url) => {
      const claims = readSigned(request, url);
      if (claims === undefined) return REJECTED;
      if (Math.abs(Date.now() / 1000 - Number(claims.get("oauth_timestamp"))) > 300) return REJECTED;
      const nonce = `${claims.get("oauth_timestamp")} ${claims.get("oauth_nonce")}`;
      if (used.has(nonce)) return REJECTED;
      used.add(nonce);
      return ACCEPTED;
    });
  },
  shows: { last: "accepted", requests: (sign) => [sign({ protocol: { oauth_timestamp: null } })] },
};

const nonceFirst: WrongServer = {
  id: "careless-nonce-first",
  fault: "nonce-recorded-before-signature",
  wrong: "It begins with the cheap check: it remembers the nonce, and looks at the signature then.",
  start: () => {
    const used = new Set<string>();
    return serve((request, url) => {
      const nonce = /oauth_nonce="([^"]*)"/.exec(request.headers.authorization?.[0] ?? "")?.[1];
      if (nonce === undefined || used.has(nonce)) return REJECTED;
      used.add(nonce);
      const claims = readSigned(request, url);
      return claims !== undefined && isNow(claims) ? ACCEPTED : REJECTED;
    });
  },
  shows: {
    last: "rejected",
    requests: (sign) => {
      const request = sign({ form: "amount=1" });
      return [{ ...request, body: "amount=2" }, request];
    },
  },
};

const nonceInDatabase: WrongServer = {
  id: "careless-nonce-in-database",
  fault: "nonce-check-then-set",
  wrong: "It asks its database for the nonce, and inserts it with a second query.",
  start: () => {
    const table = new Set<string>();
    const query = async <Result>(run: () => Result): Promise<Result> => {
      await sleep(15);
      return run();
    };
    return serve(async (request, url) => {
      const claims = readSigned(request, url);
      if (claims === undefined || !isNow(claims)) return REJECTED;
      const row = `${claims.get("oauth_timestamp")} ${claims.get("oauth_nonce")}`;
      if (await query(() => table.has(row))) return REJECTED;
      await query(() => table.add(row));
      return ACCEPTED;
    });
  },
  shows: { last: "accepted", atOnce: true, requests: (sign) => Array(2).fill(sign()) },
};

const nonceExpiresAtOnce: WrongServer = {
  id: "careless-nonce-expires-at-once",
  fault: "nonce-expiry-unit-mixed",
  wrong: "It removes nonces older than 300 s, and takes the milliseconds of its clock for seconds.",
  start: () => {
    const used = new Map<string, number>();
    return serve((request, url) => {
      for (const [nonce, timestamp] of used) if (Date.now() - timestamp > 300) used.delete(nonce);
      const claims = readSigned(request, url);
      if (claims === undefined || !isNow(claims)) return REJECTED;
      const nonce = claims.get("oauth_nonce")!;
      if (used.has(nonce)) return REJECTED;
      used.set(nonce, Number(claims.get("oauth_timestamp")));
      return ACCEPTED;
    });
  },
  shows: { last: "accepted", requests: (sign) => Array(2).fill(sign()) },
};

const onlyPast: WrongServer = {
  id: "careless-only-the-past-expires",
  fault: "future-timestamps-accepted",
  wrong: "It rejects requests that are older than 300 s, and a timestamp of next year is not old.",
  start: () => {
    const used = new Set<string>();
    return serve((request, url) => {
      const claims = readSigned(request, url);
      if (claims === undefined || !/^\d+$/.test(claims.get("oauth_timestamp") ?? "")) return REJECTED;
      const nonce = `${claims.get("oauth_timestamp")} ${claims.get("oauth_nonce")}`;
      if (Date.now() / 1000 - Number(claims.get("oauth_timestamp")) > 300 || used.has(nonce)) return REJECTED;
      used.add(nonce);
      return ACCEPTED;
    });
  },
  shows: { last: "accepted", requests: (sign) => [sign({ protocol: { oauth_timestamp: String(seconds(3600)) } })] },
};

export const CARELESS_ABOUT_TIME: readonly WrongServer[] = [
  timestampMayBeMissing,
  nonceFirst,
  nonceInDatabase,
  nonceExpiresAtOnce,
  onlyPast,
];

/** Verifiers as a careless developer writes them, with mistakes about keys and signatures. */

import { createHmac, createVerify, timingSafeEqual } from "node:crypto";
import { encode } from "../../../oauth1/independent.ts";
import { seconds } from "../../../signed-request.ts";
import { CLIENT, RSA_CLIENT } from "../credentials.ts";
import { ACCEPTED, REJECTED, type Received, serve } from "../serve.ts";
import type { WrongServer } from "../wrong-server.ts";

/** One column for the key of a client, whatever it is. */
const KEYS: Readonly<Record<string, string>> = {
  [CLIENT.consumerKey]: CLIENT.consumerSecret,
  [RSA_CLIENT.consumerKey]: RSA_CLIENT.publicKey,
};

/** A request, parsed. */
interface Parsed {
  readonly oauth: Readonly<Record<string, string>>;
  readonly base: string;
}

function parse({ method, target, headers, body }: Received, origin: string): Parsed {
  const [path = "", query = ""] = target.split("?");
  const header = (headers.authorization?.[0] ?? "").split(/,\s*/).map((part) => part.replace(/^OAuth\s+/, ""));
  const oauth = header.flatMap((part) => {
    const [, name, value] = /^(oauth_\w+)="(.*)"$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, decodeURIComponent(value!)] as [string, string]];
  });
  const form = headers["content-type"]?.[0]?.includes("form") ? body.toString("latin1") : "";
  const rest = [query, form].flatMap((text) => text.split("&")).filter((pair) => pair !== "");
  const pairs = rest.map((pair) => pair.split("=").map((part) => decodeURIComponent(part.replace(/\+/g, " "))));
  const encoded = [...oauth, ...pairs]
    .filter(([name]) => name !== "oauth_signature")
    .map(([name = "", value = ""]) => [name, value].map((part) => encode(Buffer.from(part).toString("latin1"))))
    .sort(([a = "", x = ""], [b = "", y = ""]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
  return { oauth: Object.fromEntries(oauth), base: [method, `${origin}${path}`, encoded].map(encode).join("&") };
}

/** Remembers nonces, and checks the time. */
function freshness(): (oauth: Parsed["oauth"]) => boolean {
  const used = new Set<string>();
  return ({ oauth_timestamp: timestamp = "", oauth_nonce: nonce }) => {
    if (!/^\d{10}$/.test(timestamp) || Math.abs(Number(timestamp) - seconds()) > 300) return false;
    if (nonce === undefined || used.has(`${timestamp} ${nonce}`)) return false;
    used.add(`${timestamp} ${nonce}`);
    return true;
  };
}

const hmac = (hash: string, key: string, text: string): string =>
  createHmac(hash, `${encode(key)}&`)
    .update(text)
    .digest("base64");

/** Serves with a comparison of the received signature. */
function withCheck(isRight: (parsed: Parsed) => boolean): WrongServer["start"] {
  return () => {
    const isFresh = freshness();
    return serve((request, url) => {
      const parsed = parse(request, url);
      return isRight(parsed) && isFresh(parsed.oauth) ? ACCEPTED : REJECTED;
    });
  };
}

const keyForAnyMethod: WrongServer = {
  id: "careless-one-key-column",
  fault: "client-chooses-method",
  client: RSA_CLIENT,
  wrong: "It has one column for keys, and the request says whether the key is a secret or a public key.",
  start: withCheck(({ oauth, base }) => {
    const key = KEYS[oauth.oauth_consumer_key ?? ""];
    const signature = oauth.oauth_signature ?? "";
    if (key === undefined) return false;
    switch (oauth.oauth_signature_method) {
      case "HMAC-SHA1":
        return hmac("sha1", key, base) === signature;
      case "HMAC-SHA256":
        return hmac("sha256", key, base) === signature;
      case "RSA-SHA256":
        return key.startsWith("-----") && createVerify("sha256").update(base).verify(key, signature, "base64");
      default:
        return false;
    }
  }),
  shows: {
    last: "accepted",
    requests: (sign) => [
      sign({ protocol: { oauth_consumer_key: RSA_CLIENT.consumerKey }, key: `${encode(RSA_CLIENT.publicKey)}&` }),
    ],
  },
};

const secretsOf = (oauth: Parsed["oauth"]): string | undefined =>
  oauth.oauth_consumer_key === CLIENT.consumerKey ? CLIENT.consumerSecret : undefined;

const lowerCase: WrongServer = {
  id: "careless-case-ignored",
  fault: "non-canonical-base64-accepted",
  wrong: "It compares signatures without regard to case, so one signature has many spellings.",
  start: withCheck(({ oauth, base }) => {
    const secret = secretsOf(oauth);
    if (secret === undefined || oauth.oauth_signature_method !== "HMAC-SHA1") return false;
    return hmac("sha1", secret, base).toLowerCase() === oauth.oauth_signature?.toLowerCase();
  }),
  shows: {
    last: "accepted",
    requests: (sign) => [
      sign({
        key: (base) => {
          const right = hmac("sha1", CLIENT.consumerSecret, base);
          return right === right.toLowerCase() ? right.toUpperCase() : right.toLowerCase();
        },
      }),
    ],
  },
};

const truncated: WrongServer = {
  id: "careless-signature-cut",
  check: "signature-wrong",
  wrong: "timingSafeEqual wants equal lengths, so it cuts the correct signature to the length of the received one.",
  start: withCheck(({ oauth, base }) => {
    const secret = secretsOf(oauth);
    if (secret === undefined || oauth.oauth_signature_method !== "HMAC-SHA1") return false;
    const received = Buffer.from(oauth.oauth_signature ?? "");
    const expected = Buffer.from(hmac("sha1", secret, base)).subarray(0, received.length);
    return received.length === expected.length && timingSafeEqual(expected, received);
  }),
  shows: { last: "accepted", requests: (sign) => [sign({ protocol: { oauth_signature: "" } })] },
};

const plaintext: WrongServer = {
  id: "careless-plaintext",
  fault: "plaintext-accepted-over-http",
  wrong: "It has a case for PLAINTEXT, because the RFC has it, and serves over http.",
  start: withCheck(({ oauth, base }) => {
    const secret = secretsOf(oauth);
    if (secret === undefined) return false;
    if (oauth.oauth_signature_method === "PLAINTEXT") return oauth.oauth_signature === `${encode(secret)}&`;
    return oauth.oauth_signature_method === "HMAC-SHA1" && hmac("sha1", secret, base) === oauth.oauth_signature;
  }),
  shows: {
    last: "accepted",
    requests: (sign) => [sign({ protocol: { oauth_signature_method: "PLAINTEXT" } })],
  },
};

const undefinedSecret: WrongServer = {
  id: "careless-undefined-secret",
  fault: "unknown-client-has-empty-secret",
  wrong: "It puts the secret of a client that it does not know into the key, as the text undefined.",
  start: withCheck(({ oauth, base }) => {
    const secret = secretsOf(oauth);
    return oauth.oauth_signature_method === "HMAC-SHA1" && hmac("sha1", `${secret}`, base) === oauth.oauth_signature;
  }),
  shows: {
    last: "accepted",
    requests: (sign) => [sign({ protocol: { oauth_consumer_key: "nobody" }, key: "undefined&" })],
  },
};

const caught: WrongServer = {
  id: "careless-error-caught",
  fault: "errors-swallowed",
  wrong: "It wraps the check in try and catch, and only an error of its own stops the request.",
  start: () => {
    const isFresh = freshness();
    return serve((request, url) => {
      try {
        const { oauth, base } = parse(request, url);
        const expected = hmac("sha1", secretsOf(oauth)!, base);
        // With a missing or shorter signature, timingSafeEqual throws.
        if (!timingSafeEqual(Buffer.from(oauth.oauth_signature!), Buffer.from(expected))) return REJECTED;
        if (!isFresh(oauth)) return REJECTED;
      } catch {
        // Some clients send odd headers.
      }
      return ACCEPTED;
    });
  },
  shows: { last: "accepted", requests: () => [{ method: "POST", path: "/pay", headers: {} }] },
};

export const CARELESS_ABOUT_SIGNATURES: readonly WrongServer[] = [
  keyForAnyMethod,
  lowerCase,
  truncated,
  plaintext,
  undefinedSecret,
  caught,
];

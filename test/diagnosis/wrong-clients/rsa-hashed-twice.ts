/** Hashes first, and hands the hash to a function that hashes. */

import { createHash, sign } from "node:crypto";
import { ONCE, type WrongClient } from "./client.ts";
import { CLIENT_KEY } from "./client-key.ts";

function enc(s: string): string {
  return encodeURIComponent(s).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

export const rsaHashedTwice: WrongClient = {
  name: "rsa-hashed-twice",
  faults: ["rsa-hash-signed"],
  signatureMethod: "RSA-SHA256",
  request: {
    method: "POST",
    url: "https://gateway.example/api/v4/pay",
    form: [
      ["amount", "10.42"],
      ["note", "a b"],
    ],
    ...ONCE,
  },
  credentials: { consumerKey: "shop-7", privateKey: CLIENT_KEY },
  sign({ method, url, form = [], nonce, timestamp }, { consumerKey, token, privateKey = "" }) {
    const uri = url.split(/[?#]/)[0]!;
    const query = [...new URLSearchParams(url.split("#")[0]!.split("?").slice(1).join("?"))];
    const oauth: [string, string][] = [
      ["oauth_consumer_key", consumerKey],
      ["oauth_nonce", nonce],
      ["oauth_signature_method", "RSA-SHA256"],
      ["oauth_timestamp", timestamp],
      ["oauth_version", "1.0"],
    ];
    if (token !== undefined) oauth.push(["oauth_token", token]);
    const pairs = [...query, ...form, ...oauth];
    const encoded = pairs.map(([k, v]) => [enc(k), enc(v)] as const);
    encoded.sort(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b < d ? -1 : b > d ? 1 : 0));
    const params = encoded.map(([k, v]) => `${k}=${v}`).join("&");
    const base = `${method.toUpperCase()}&${enc(uri)}&${enc(params)}`;
    const digest = createHash("sha256").update(base).digest();
    const signature = sign("sha256", digest, privateKey).toString("base64");
    const header = [...oauth, ["oauth_signature", signature] as const].map(([k, v]) => `${k}="${enc(v)}"`);
    const body = form.map(([k, v]) => `${enc(k)}=${enc(v)}`).join("&");
    return {
      method: method.toUpperCase(),
      url,
      headers: [
        ["Authorization", `OAuth ${header.join(", ")}`],
        ...(form.length > 0 ? [["Content-Type", "application/x-www-form-urlencoded"] as const] : []),
      ],
      ...(form.length > 0 ? { body: Buffer.from(body) } : {}),
    };
  },
};

/** Joins the three parts by line feeds, as another scheme does. */

import { createHmac } from "node:crypto";
import { ONCE, WITH_TOKEN, type WrongClient } from "./client.ts";

function enc(s: string): string {
  return encodeURIComponent(s).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

export const linesJoined: WrongClient = {
  name: "lines-joined",
  faults: ["base-string-separator-wrong"],
  signatureMethod: "HMAC-SHA1",
  request: {
    method: "POST",
    url: "https://gateway.example/api/v4/pay",
    form: [
      ["amount", "10.42"],
      ["note", "a b"],
    ],
    ...ONCE,
  },
  credentials: WITH_TOKEN,
  sign({ method, url, form = [], nonce, timestamp }, { consumerKey, consumerSecret = "", token, tokenSecret = "" }) {
    const uri = url.split(/[?#]/)[0]!;
    const query = [...new URLSearchParams(url.split("#")[0]!.split("?").slice(1).join("?"))];
    const oauth: [string, string][] = [
      ["oauth_consumer_key", consumerKey],
      ["oauth_nonce", nonce],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", timestamp],
      ["oauth_version", "1.0"],
    ];
    if (token !== undefined) oauth.push(["oauth_token", token]);
    const pairs = [...query, ...form, ...oauth];
    const encoded = pairs.map(([k, v]) => [enc(k), enc(v)] as const);
    encoded.sort(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b < d ? -1 : b > d ? 1 : 0));
    const params = encoded.map(([k, v]) => `${k}=${v}`).join("&");
    const base = [method, enc(uri), enc(params)].join("\n");
    const key = `${enc(consumerSecret)}&${enc(tokenSecret)}`;
    const signature = createHmac("sha1", key).update(base).digest("base64");
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

/** A port of Java code with URLEncoder: right but for + and *. */

import { createHmac } from "node:crypto";
import { ONCE, WITH_TOKEN, type WrongClient } from "./client.ts";

// URLEncoder.encode(s, "UTF-8")
function urlEncode(s: string): string {
  let out = "";
  for (const b of Buffer.from(s)) {
    const c = String.fromCharCode(b);
    if (/[A-Za-z0-9.*_-]/.test(c)) out += c;
    else if (c === " ") out += "+";
    else out += `%${b < 16 ? "0" : ""}${b.toString(16).toUpperCase()}`;
  }
  return out;
}

export const urlEncoder: WrongClient = {
  name: "url-encoder",
  faults: ["space-as-plus"],
  signatureMethod: "HMAC-SHA1",
  request: { method: "POST", url: "https://gateway.example/pay", form: [["order_desc", "5 * gift card"]], ...ONCE },
  credentials: WITH_TOKEN,
  sign({ method, url, form = [], nonce, timestamp }, { consumerKey, consumerSecret, token, tokenSecret }) {
    const oauth: Record<string, string> = {
      oauth_consumer_key: consumerKey,
      oauth_nonce: nonce,
      oauth_signature_method: "HMAC-SHA1",
      oauth_timestamp: timestamp,
      oauth_token: token!,
      oauth_version: "1.0",
    };
    const all = [...Object.entries(oauth), ...form].map(([k, v]) => [urlEncode(k), urlEncode(v)] as const);
    all.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : 1));
    const params = all.map(([k, v]) => `${k}=${v}`).join("&");
    const base = [method, urlEncode(url), urlEncode(params)].join("&");
    const mac = createHmac("sha1", `${urlEncode(consumerSecret!)}&${urlEncode(tokenSecret!)}`);
    oauth.oauth_signature = mac.update(base).digest("base64");
    const header = Object.entries(oauth).map(([k, v]) => `${k}="${encodeURIComponent(v)}"`);
    return {
      method,
      url,
      headers: [
        ["Authorization", `OAuth ${header.join(", ")}`],
        ["Content-Type", "application/x-www-form-urlencoded"],
      ],
      body: Buffer.from(new URLSearchParams(form as [string, string][]).toString()),
    };
  },
};

/** encodeURIComponent and nothing behind it. */

import { createHmac } from "node:crypto";
import { ONCE, WITHOUT_TOKEN, type WrongClient } from "./client.ts";

const e = encodeURIComponent;

export const componentEncoder: WrongClient = {
  name: "component-encoder",
  faults: ["encodeuricomponent-leftovers"],
  signatureMethod: "HMAC-SHA1",
  request: { method: "GET", url: "https://api.example.com/search?q=it's%20(new)!", ...ONCE },
  credentials: WITHOUT_TOKEN,
  sign({ method, url, nonce, timestamp }, { consumerKey, consumerSecret }) {
    const [address, query = ""] = url.split("?");
    const params = new Map<string, string>(new URLSearchParams(query));
    const oauth = new Map([
      ["oauth_consumer_key", consumerKey],
      ["oauth_nonce", nonce],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", timestamp],
    ]);
    for (const [k, v] of oauth) params.set(k, v);
    const text = [...params.keys()]
      .sort()
      .map((k) => `${e(k)}=${e(params.get(k)!)}`)
      .join("&");
    const base = `${method}&${e(address!)}&${e(text)}`;
    oauth.set(
      "oauth_signature",
      createHmac("sha1", `${e(consumerSecret!)}&`)
        .update(base)
        .digest("base64"),
    );
    const fields = [...oauth].map(([k, v]) => `${k}="${e(v)}"`).join(",");
    return { method, url, headers: [["Authorization", `OAuth ${fields}`]] };
  },
};

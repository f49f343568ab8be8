// Sends a payment, signed with the npm package oauth-1.0a: node pay.mjs 10.42 "two shirts"
import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";

const { COUNTERSIGN_URL, COUNTERSIGN_CONSUMER_KEY: key, COUNTERSIGN_CONSUMER_SECRET: secret } = process.env;
const oauth = new OAuth({
  consumer: { key, secret },
  signature_method: "HMAC-SHA1",
  hash_function: (text, hmacKey) => createHmac("sha1", hmacKey).update(text).digest("base64"),
});
const [amount, note] = process.argv.slice(2);
const request = { url: `${COUNTERSIGN_URL}/pay`, method: "POST", data: { amount, note } };
const { Authorization: authorization } = oauth.toHeader(oauth.authorize(request));
const { ok } = await fetch(request.url, {
  method: "POST",
  headers: { authorization },
  body: new URLSearchParams(request.data),
});
process.exitCode = ok ? 0 : 1;

/**
 * A verifier of LTI 1.1 launches, written for this example: form posts with all protocol parameters in the body, signed with
 * HMAC-SHA1 and without a token. It shows how a verifier declares that it takes only such requests.
 *
 *   npx --no -- countersign check --seed 1 --module examples/drivers/lti.mjs
 */

import { createHmac, timingSafeEqual } from "node:crypto";

export default {
  implementation: { name: "lti-verifier", version: "1.0" },
  signatureMethods: ["HMAC-SHA1"],
  transports: ["body"],
  limits: { httpMethods: ["POST"], without: ["token"] },
  verify,
};

const SECONDS = 300;
const REQUIRED = ["oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce", "oauth_signature"];

function verify({ request, credentials, now, seen }) {
  const type = request.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (type.split(";")[0].trim().toLowerCase() !== "application/x-www-form-urlencoded") return false;
  const url = new URL(request.url);
  // URL resolves dot segments, which are signed as they are sent.
  const [, path = ""] = /^[^/]*\/\/[^/?#]*([^?#]*)/.exec(request.url) ?? [];
  const form = [...new URLSearchParams(Buffer.from(request.body ?? "", "base64").toString())];
  const all = [...url.searchParams, ...form];
  const value = (wanted) => form.find(([name]) => name === wanted)?.[1];
  const own = all.filter(([name]) => name.startsWith("oauth_")).map(([name]) => name);
  if (new Set(own).size < own.length || REQUIRED.some((name) => !value(name))) return false;
  if (request.headers.some(([name, text]) => name.toLowerCase() === "authorization" && /^OAuth\b/i.test(text)))
    return false;
  if (value("oauth_signature_method") !== "HMAC-SHA1" || (value("oauth_version") ?? "1.0") !== "1.0") return false;
  const timestamp = value("oauth_timestamp");
  if (!/^[1-9][0-9]*$/.test(timestamp) || Math.abs(now - Number(timestamp)) > SECONDS || seen) return false;
  const parameters = all
    .filter(([name]) => name !== "oauth_signature")
    .map((pair) => pair.map(encode))
    .sort(([name, one], [other, two]) => compare(name, other) || compare(one, two))
    .map((pair) => pair.join("="))
    .join("&");
  const baseString = [request.method.toUpperCase(), `${url.origin}${path || "/"}`, parameters].map(encode).join("&");
  const key = `${encode(credentials.consumerSecret)}&`;
  const expected = createHmac("sha1", key).update(baseString).digest("base64");
  const given = Buffer.from(value("oauth_signature"));
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

function encode(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other);
}

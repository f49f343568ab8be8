/** The npm package oauth-signature. It takes a URL without a query, and all parameters as one object. */

import oauthSignature from "oauth-signature";
import { formObject, serve, splitQuery } from "./driver.mjs";

function sign({ request, credentials, signatureMethod, nonce, timestamp, version, ...question }) {
  const protocol = [
    ["oauth_consumer_key", credentials.consumerKey],
    ["oauth_token", credentials.token],
    ["oauth_nonce", nonce],
    ["oauth_timestamp", timestamp],
    ["oauth_signature_method", signatureMethod],
    ["oauth_version", version ?? undefined],
  ].filter(([, value]) => value !== undefined);
  const { url, pairs } = splitQuery(request.url);
  const form = [...pairs, ...(request.form ?? []), ...protocol, ...(question.protocolParameters ?? [])];
  const { consumerSecret, tokenSecret } = credentials;
  const signed = [request.method, url, formObject({ form })];
  const signature = oauthSignature.generate(...signed, consumerSecret, tokenSecret, { encodeSignature: false });
  return { stages: { "base-string": new oauthSignature.SignatureBaseString(...signed).generate(), signature } };
}

await serve({
  name: "oauth-signature",
  url: "https://github.com/bettiolo/oauth-signature-js",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"],
  limits: { without: ["octets", "form-encoded", "query-encoded", "realm"] },
});

/** The npm package oauth-sign. It takes a base string URI and all parameters as one object. */

import oauthSign from "oauth-sign";
import { formObject, serve, splitQuery } from "./driver.mjs";

function sign({ request, credentials, signatureMethod, ...question }) {
  const own = { oauth_consumer_key: credentials.consumerKey, oauth_nonce: question.nonce };
  const more = { oauth_timestamp: question.timestamp, oauth_signature_method: signatureMethod };
  if (credentials.token !== undefined) more.oauth_token = credentials.token;
  if (question.version !== null) more.oauth_version = question.version;
  const { url, pairs } = splitQuery(request.url);
  const parameters = formObject({ form: [...pairs, ...(request.form ?? []), ...(question.protocolParameters ?? [])] });
  const all = { ...parameters, ...own, ...more };
  const key = credentials.privateKey ?? credentials.consumerSecret;
  const signature = oauthSign.sign(signatureMethod, request.method, url, all, key, credentials.tokenSecret);
  const base =
    signatureMethod === "PLAINTEXT" ? {} : { "base-string": oauthSign.generateBase(request.method, url, all) };
  return { stages: { ...base, signature } };
}

await serve({
  name: "oauth-sign",
  url: "https://github.com/mikeal/oauth-sign",
  operations: {
    sign,
    "percent-encoding": ({ text }) => ({ value: oauthSign.rfc3986(text) }),
  },
  signatureMethods: ["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "PLAINTEXT"],
  transports: ["header"],
  limits: { without: ["octets", "form-encoded", "query-encoded", "realm"] },
});

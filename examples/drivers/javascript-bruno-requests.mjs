/** The npm package @usebruno/requests: the function that signs the requests of Bruno. */

import { applyOAuth1ToRequest } from "@usebruno/requests";
import { formBody, serve } from "./driver.mjs";

function sign({ request, credentials, signatureMethod, nonce, timestamp, version, transport, realm, ...question }) {
  const further = Object.fromEntries(question.protocolParameters ?? []);
  const { method, url } = request;
  const { body = request.body } = formBody(request);
  const headers = request.form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  const sent = { method, url, headers, ...(body !== undefined && { data: body }) };
  sent.oauth1config = {
    ...{ consumerKey: credentials.consumerKey, consumerSecret: credentials.consumerSecret ?? "" },
    ...{ accessToken: credentials.token, accessTokenSecret: credentials.tokenSecret },
    ...{ signatureMethod, nonce, timestamp, version, realm, privateKey: credentials.privateKey, placement: transport },
    ...{ callbackUrl: further.oauth_callback, verifier: further.oauth_verifier },
  };
  applyOAuth1ToRequest(sent);
  const own = { authorization: sent.headers.Authorization, url: transport === "query" ? sent.url : undefined };
  return { ...own, ...(sent.data !== undefined && { body: sent.data }) };
}

await serve({
  name: "@usebruno/requests",
  url: "https://github.com/usebruno/bruno",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT"],
  transports: ["header", "query", "body"],
  limits: { without: ["octets", "form-encoded", "no-version", "protocol-parameters", "token-secret-alone"] },
});

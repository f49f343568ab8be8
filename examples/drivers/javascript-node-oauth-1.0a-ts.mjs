/** The npm package node-oauth-1.0a-ts. */

import OAuth from "node-oauth-1.0a-ts";
import { formBody, formObject, keepBaseString, serve } from "./driver.mjs";

function sign({ request, credentials, signatureMethod, nonce, timestamp, version }) {
  const consumer = { public: credentials.consumerKey, secret: credentials.consumerSecret };
  const oauth = new OAuth({ consumer, signature_method: signatureMethod, version });
  oauth._getNonce = () => nonce;
  oauth._getTimeStamp = () => timestamp;
  const stages = keepBaseString(oauth, "_getBaseString");
  const { method, url } = request;
  const token = { public: credentials.token, secret: credentials.tokenSecret };
  return {
    authorization: oauth.getHeader({ method, url, data: formObject(request) }, token),
    ...formBody(request),
    stages,
  };
}

await serve({
  name: "node-oauth-1.0a-ts",
  url: "https://github.com/marlosirapuan/node-oauth-1.0a",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1", "HMAC-SHA256", "PLAINTEXT"],
  transports: ["header"],
  limits: { without: ["octets", "form-encoded", "no-version", "realm", "protocol-parameters"] },
});

/** The npm package oauth: `oauth.get`, `oauth.post` and so on, up to the moment when the request is sent. */

import packageOf from "oauth";
import { keepBaseString, serve } from "./driver.mjs";

const { OAuth } = packageOf;

function sign({ request, credentials, signatureMethod, nonce, timestamp, version }) {
  const key = credentials.privateKey ?? credentials.consumerSecret;
  const oauth = new OAuth(null, null, credentials.consumerKey, key, version, null, signatureMethod);
  oauth._getNonce = () => nonce;
  oauth._getTimestamp = () => timestamp;
  const sent = { stages: keepBaseString(oauth, "_createSignatureBase") };
  oauth._createClient = (_port, _host, _method, _path, headers) => {
    sent.authorization = headers.Authorization;
    return { write: (body) => Object.assign(sent, { body }) };
  };
  const fields = request.form && Object.fromEntries(request.form);
  oauth._performSecureRequest(credentials.token, credentials.tokenSecret, request.method, request.url, fields);
  return sent;
}

await serve({
  name: "oauth",
  url: "https://github.com/ciaranj/node-oauth",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1", "RSA-SHA1", "PLAINTEXT"],
  transports: ["header"],
  limits: {
    without: [
      "octets",
      "form-encoded",
      "repeated-names",
      "no-version",
      "realm",
      "protocol-parameters",
      "token-secret-alone",
    ],
  },
});

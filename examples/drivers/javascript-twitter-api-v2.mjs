/** The npm package twitter-api-v2: the helper that signs its requests. */

import helper from "twitter-api-v2/dist/cjs/client-mixins/oauth1.helper.js";
import { formBody, formObject, serve } from "./driver.mjs";

function sign({ request, credentials, nonce, timestamp }) {
  const { consumerKey, consumerSecret, token, tokenSecret } = credentials;
  const signer = new helper.OAuth1Helper({ consumerKeys: { key: consumerKey, secret: consumerSecret } });
  signer.getNonce = () => nonce;
  signer.getTimestamp = () => timestamp;
  const stages = {};
  const hash = signer.hash.bind(signer);
  signer.hash = (text, key) => {
    stages["base-string"] = text;
    return hash(text, key);
  };
  const { method, url } = request;
  const signed = signer.authorize({ method, url, data: formObject(request) }, { key: token, secret: tokenSecret });
  return { authorization: signer.toHeader(signed).Authorization, ...formBody(request), stages };
}

await serve({
  name: "twitter-api-v2",
  url: "https://github.com/plhery/node-twitter-api-v2",
  operations: { sign, "percent-encoding": ({ text }) => ({ value: helper.OAuth1Helper.percentEncode(text) }) },
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"],
  limits: { without: ["octets", "form-encoded", "no-version", "realm", "protocol-parameters"] },
});

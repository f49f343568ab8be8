/** The npm package mastercard-oauth1-signer: the steps that `getAuthorizationHeader` takes, with chosen protocol parameters. */

import OAuth from "mastercard-oauth1-signer";
import { serve } from "./driver.mjs";

function sign({ request, credentials, signatureMethod, nonce, timestamp, version, ...question }) {
  const protocol = new Map([
    ["oauth_consumer_key", credentials.consumerKey],
    ["oauth_nonce", nonce],
    ["oauth_timestamp", timestamp],
    ["oauth_signature_method", signatureMethod],
    ["oauth_version", version],
    ...(question.protocolParameters ?? []),
  ]);
  const parameters = OAuth.toOAuthParamString(OAuth.extractQueryParams(request.url), protocol);
  const uri = OAuth.getBaseUriString(request.url);
  const text = OAuth.getSignatureBaseString(request.method, uri, parameters);
  const signature = OAuth.signSignatureBaseString(text, credentials.privateKey, signatureMethod);
  return { stages: { "parameter-string": parameters, "base-string-uri": uri, "base-string": text, signature } };
}

await serve({
  name: "mastercard-oauth1-signer",
  url: "https://github.com/Mastercard/oauth1-signer-nodejs",
  operations: { sign, "base-string-uri": ({ url }) => ({ value: OAuth.getBaseUriString(url) }) },
  signatureMethods: ["RSA-SHA256"],
  transports: ["header"],
  limits: { without: ["octets", "form", "no-version", "realm", "token", "protocol-parameters"] },
});

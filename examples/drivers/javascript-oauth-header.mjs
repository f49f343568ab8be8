/** The npm package oauth-header. It takes no form, and always a token. */

import oauthHeader from "oauth-header";
import { keepBaseString, serve } from "./driver.mjs";

const stages = keepBaseString(oauthHeader.Generator, "generateSignatureBase");

function sign({ request, credentials, signatureMethod }) {
  const { consumerKey, consumerSecret, token, tokenSecret } = credentials;
  const generator = new oauthHeader.Generator(consumerKey, consumerSecret, token, tokenSecret);
  const authorization = generator.generateHeaderValue(request.method, request.url, signatureMethod);
  return { authorization, stages: { ...stages } };
}

await serve({
  name: "oauth-header",
  operations: { sign },
  fixesNonceAndTimestamp: false,
  signatureMethods: ["HMAC-SHA1", "PLAINTEXT"],
  transports: ["header"],
  limits: { without: ["octets", "form", "no-token", "no-version", "realm", "protocol-parameters"] },
});

/** The npm package ohauth: `headerGenerator`. */

import ohauth from "ohauth";
import { formBody, keepBaseString, serve } from "./driver.mjs";

const stages = keepBaseString(ohauth, "baseString");

function sign({ request, credentials, version }) {
  const { consumerKey, consumerSecret, token, tokenSecret } = credentials;
  const names = { consumer_key: consumerKey, consumer_secret: consumerSecret, token, token_secret: tokenSecret };
  const generate = ohauth.headerGenerator({ ...names, version });
  const authorization = generate(request.method, request.url, Object.fromEntries(request.form ?? []));
  return { authorization, ...formBody(request), stages: { ...stages } };
}

await serve({
  name: "ohauth",
  url: "https://github.com/osmlab/ohauth",
  operations: { sign, "percent-encoding": ({ text }) => ({ value: ohauth.percentEncode(text) }) },
  fixesNonceAndTimestamp: false,
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"],
  limits: { without: ["octets", "form-encoded", "repeated-names", "no-version", "realm", "protocol-parameters"] },
});

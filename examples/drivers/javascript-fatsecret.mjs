/** The npm package fatsecret: the method that signs its GET requests. It takes one value for each name. */

import FatSecret from "fatsecret";
import { serve, splitQuery } from "./driver.mjs";

function sign({ request, credentials }) {
  const { consumerKey, consumerSecret, token, tokenSecret } = credentials;
  const client = new FatSecret(consumerKey, consumerSecret).setUserAuth(token, tokenSecret);
  const { url, pairs } = splitQuery(request.url);
  const protocol = { oauth_version: "1.0", oauth_signature_method: "HMAC-SHA1" };
  return { url: client._signRequest(url, { ...protocol, ...Object.fromEntries(pairs) }) };
}

await serve({
  name: "fatsecret",
  url: "https://github.com/OverFlow636/fatsecret",
  operations: { sign },
  fixesNonceAndTimestamp: false,
  signatureMethods: ["HMAC-SHA1"],
  transports: ["query"],
  limits: {
    httpMethods: ["GET"],
    without: [
      // The URLs of one service.
      ...["fragment", "port", "upper-case-uri", "userinfo", "empty-path", "path-characters", "ipv6"],
      ...["form", "octets", "query-encoded", "repeated-query-names", "signature-parameter"],
      ...["no-version", "protocol-parameters", "empty-token"],
    ],
  },
});

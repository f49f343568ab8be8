/** The npm package flickr-sdk: the class that signs GET requests to Flickr. It takes one value for each name. */

import { GET, OAuthAuth } from "flickr-sdk";
import { serve, splitQuery } from "./driver.mjs";

async function sign({ request, credentials, nonce, timestamp }) {
  const { consumerKey, consumerSecret, token = false, tokenSecret = "" } = credentials;
  const auth = new OAuthAuth(consumerKey, consumerSecret, token, token !== false && tokenSecret);
  auth.oauth.nonce = () => nonce;
  auth.oauth.timestamp = () => timestamp;
  const { url, pairs } = splitQuery(request.url);
  const parameters = new GET();
  for (const [name, value] of pairs) parameters.set(name, value);
  await auth.sign(request.method, url, parameters);
  return { url: `${url}?${new URLSearchParams([...parameters.entries()])}` };
}

await serve({
  name: "flickr-sdk",
  url: "https://github.com/flickr/flickr-sdk",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1"],
  transports: ["query"],
  limits: {
    httpMethods: ["GET"],
    without: [
      // The URLs of one service.
      ...["fragment", "port", "upper-case-uri", "userinfo", "empty-path", "path-characters", "ipv6"],
      ...["form", "octets", "query-encoded", "repeated-query-names", "signature-parameter"],
      ...["no-version", "protocol-parameters", "token-secret-alone", "empty-consumer-secret"],
    ],
  },
});

/** The npm package twitter-v1-oauth. It takes a URL without a query, and always a token. */

import packageOf from "twitter-v1-oauth";
import { formBody, serve } from "./driver.mjs";

function sign({ request, credentials }) {
  const options = {
    ...{ api_key: credentials.consumerKey, api_secret_key: credentials.consumerSecret },
    ...{ access_token: credentials.token, access_token_secret: credentials.tokenSecret ?? "" },
  };
  const { method, url } = request;
  return {
    authorization: packageOf.default({ method, url, data: Object.fromEntries(request.form ?? []) }, options),
    ...formBody(request),
  };
}

await serve({
  name: "twitter-v1-oauth",
  url: "https://github.com/adrianiy/twitter-v1-oauth",
  operations: { sign },
  fixesNonceAndTimestamp: false,
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"],
  limits: {
    without: [
      "octets",
      "form-encoded",
      "query",
      "repeated-names",
      "no-token",
      "no-version",
      "realm",
      "protocol-parameters",
    ],
  },
});

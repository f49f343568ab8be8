/** The npm package axios-oauth-1.0a: the request that axios is about to send. It signs with the package oauth-sign. */

import axios from "axios";
import addOAuthInterceptor from "axios-oauth-1.0a";
import { formBody, serve } from "./driver.mjs";

async function sign({ request, credentials, signatureMethod, realm, ...question }) {
  const further = Object.fromEntries(question.protocolParameters ?? []);
  const sent = {};
  const adapter = async (config) => {
    sent.authorization = config.headers.get("authorization");
    return { data: "", status: 200, headers: {}, config };
  };
  const client = axios.create({ adapter });
  addOAuthInterceptor(client, {
    ...{ algorithm: signatureMethod, includeBodyHash: false, realm },
    ...{ key: credentials.consumerKey, secret: credentials.privateKey ?? credentials.consumerSecret },
    ...{ token: credentials.token, tokenSecret: credentials.tokenSecret },
    ...{ callback: further.oauth_callback, verifier: further.oauth_verifier },
  });
  const { body } = formBody(request);
  const headers = body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  await client.request({ method: request.method, url: request.url, headers, data: body });
  return body === undefined ? sent : { ...sent, body };
}

await serve({
  name: "axios-oauth-1.0a",
  url: "https://github.com/jamesturner/axios-oauth-1.0a",
  operations: { sign },
  fixesNonceAndTimestamp: false,
  signatureMethods: ["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "PLAINTEXT"],
  transports: ["header"],
  limits: { without: ["octets", "form-encoded", "no-version", "protocol-parameters"] },
});

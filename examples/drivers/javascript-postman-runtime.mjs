/** The npm package postman-runtime: the handler that signs requests. It computes the signature with the package node-oauth1. */

import collection from "postman-collection";
import handler from "postman-runtime/lib/authorizer/oauth1.js";
import { formBody, serve } from "./driver.mjs";

async function sign({ request, credentials, signatureMethod, nonce, timestamp, version, realm, ...question }) {
  const further = Object.fromEntries(question.protocolParameters ?? []);
  const urlencoded = request.form?.map(([key, value]) => ({ key, value }));
  const body = urlencoded && { mode: "urlencoded", urlencoded };
  const signed = new collection.Request({ method: request.method, url: request.url, body });
  const parameters = {
    ...credentials,
    ...{ signatureMethod, nonce, timestamp, version, realm, addParamsToHeader: true },
    ...{ callback: further.oauth_callback, verifier: further.oauth_verifier },
  };
  const auth = { get: () => parameters };
  await new Promise((resolve, reject) => handler.sign(auth, signed, (error) => (error ? reject(error) : resolve())));
  const authorization = signed.headers.get("Authorization");
  if (authorization === undefined) throw new Error("signs nothing without a secret or private key");
  return { authorization, ...formBody(request) };
}

await serve({
  name: "postman-runtime",
  url: "https://github.com/postmanlabs/postman-runtime",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT"],
  transports: ["header"],
  limits: { without: ["octets", "form-encoded", "no-version", "protocol-parameters", "empty-consumer-secret"] },
});

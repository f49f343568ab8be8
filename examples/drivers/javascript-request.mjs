/** The npm package request: the request that it is about to send. It signs with the package oauth-sign. */

import request from "request";
import { formBody, serve } from "./driver.mjs";

async function sign({
  request: asked,
  credentials,
  signatureMethod,
  nonce,
  timestamp,
  version,
  transport,
  realm,
  ...question
}) {
  const { consumerKey, consumerSecret, token, tokenSecret, privateKey } = credentials;
  const further = (question.protocolParameters ?? []).map(([name, value]) => [name.replace(/^oauth_/, ""), value]);
  const given = {
    ...{ consumer_key: consumerKey, consumer_secret: consumerSecret, private_key: privateKey },
    ...{ token, token_secret: tokenSecret, nonce, timestamp, version, realm },
    ...{ signature_method: signatureMethod, transport_method: transport, ...Object.fromEntries(further) },
  };
  const oauth = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { method, url } = asked;
  const sent = request({ method, url, oauth, ...(asked.form && { form: formBody(asked).body }) });
  const failed = new Promise((_resolve, reject) => sent.on("error", reject));
  failed.catch(() => {});
  await Promise.race([failed, Promise.resolve()]);
  const { uri, body } = sent;
  const authorization = sent.getHeader("authorization");
  sent.abort();
  return {
    ...(transport === "header" && { authorization }),
    ...(transport === "query" && { url: uri.href }),
    ...((asked.form || transport === "body") && { body: `${body ?? ""}` }),
  };
}

await serve({
  name: "request",
  url: "https://github.com/request/request",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "PLAINTEXT"],
  transports: ["header", "query", "body"],
  limits: { without: ["octets", "form-encoded", "no-version", "body-transport-without-form"] },
});

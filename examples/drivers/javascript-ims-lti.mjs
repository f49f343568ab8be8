/** The npm package ims-lti: the signature of a form with all protocol parameters, as a learning platform posts it. */

import lti from "ims-lti";
import { formObject, serve } from "./driver.mjs";

function sign({ request, credentials, signatureMethod, nonce, timestamp, version, ...question }) {
  const parts = /^(https?):\/\/([^/?#]*)([^#]*)/.exec(request.url);
  if (parts === null) throw new Error("no request to an http or https server");
  const [, protocol, host, path] = parts;
  const own = [
    ["oauth_consumer_key", credentials.consumerKey],
    ["oauth_nonce", nonce],
    ["oauth_timestamp", timestamp],
    ["oauth_signature_method", signatureMethod],
    ...(credentials.token === undefined ? [] : [["oauth_token", credentials.token]]),
    ...(version === null ? [] : [["oauth_version", version]]),
    ...(question.protocolParameters ?? []),
  ];
  const form = [...(request.form ?? []), ...own];
  const received = { method: request.method, protocol, headers: { host }, url: path || "/" };
  const { consumerSecret, tokenSecret } = credentials;
  const { signer } = new lti.Provider("k", "s");
  const stages = {};
  const { sign_string: original } = signer;
  signer.sign_string = (text, ...secrets) => {
    stages["base-string"] = text;
    return original.call(signer, text, ...secrets);
  };
  const signature = signer.build_signature(received, formObject({ form }), consumerSecret, tokenSecret);
  return { stages: { ...stages, signature } };
}

await serve({
  name: "ims-lti",
  url: "https://github.com/omsmith/ims-lti",
  operations: { sign },
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header", "body"],
  limits: { without: ["octets", "form-encoded", "realm"] },
});

// The npm package node-oauth1, with vitest.
import { testSigner } from "countersign/conformance";
import OAuth from "node-oauth1";
import { test } from "vitest";

function signExactly({ request: { method, url, form = [] }, protocolParameters, credentials }) {
  const message = { method, action: url, parameters: [...form, ...protocolParameters] };
  OAuth.SignatureMethod.sign(message, credentials);
  return OAuth.getParameter(message.parameters, "oauth_signature");
}
const signer = { signExactly, signatureMethods: ["HMAC-SHA1"], limits: { without: ["octets", "form-encoded"] } };
testSigner(signer, { test, baseline: new URL("node-oauth1.json", import.meta.url) });

// The npm package oauth-sign, with node:test.
import { test } from "node:test";
import { testSigner } from "countersign/conformance";
import oauth from "oauth-sign";

const limits = { without: ["octets", "query", "form-encoded", "repeated-names"] };
const signatureMethods = ["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "PLAINTEXT"];
function signExactly({ request: { method, url, form = [] }, protocolParameters, signatureMethod, credentials: key }) {
  const parameters = Object.fromEntries([...form, ...protocolParameters]);
  return oauth.sign(signatureMethod, method, url, parameters, key.privateKey ?? key.consumerSecret, key.tokenSecret);
}
testSigner({ signExactly, limits, signatureMethods }, { test, baseline: new URL("oauth-sign.json", import.meta.url) });

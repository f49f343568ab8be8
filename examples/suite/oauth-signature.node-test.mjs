// The npm package oauth-signature, with describe and it of node:test.
import { describe, it } from "node:test";
import { testSigner } from "countersign/conformance";
import oauth from "oauth-signature";

const limits = { without: ["octets", "query", "form-encoded", "repeated-names"] };
function signExactly({ request: { method, url, form = [] }, protocolParameters, credentials: key }) {
  const parameters = Object.fromEntries([...form, ...protocolParameters]);
  return oauth.generate(method, url, parameters, key.consumerSecret, key.tokenSecret, { encodeSignature: false });
}
const signer = { implementation: { name: "oauth-signature" }, signExactly, limits, signatureMethods: ["HMAC-SHA1"] };
testSigner(signer, { test: it, describe, baseline: new URL("oauth-signature.json", import.meta.url) });

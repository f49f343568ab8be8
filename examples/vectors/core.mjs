// Checks a signer with the core vectors. Needs only Node.js. Run it: node core.mjs vectors
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

// The implementation under test. Replace this part with a call of your library. It has no RSA. A character is an octet.
const URL_RE = /^(https?):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]+)(?::(\d*))?([^?#]*)\??([^#]*)/i;
const octets = (text) => Buffer.from(text).toString("latin1");
const encode = (s) => s.replace(/[^\w.~-]/g, (c) => `%${(256 + c.charCodeAt()).toString(16).slice(1).toUpperCase()}`);
const decode = (text) => text.replaceAll("+", " ").replace(/%(..)/g, (_, hex) => String.fromCharCode(`0x${hex}`));
const parse = (form) => Array.from(form.matchAll(/(?!&|$)([^&=]*)=?([^&]*)/g), (pair) => pair.slice(1).map(decode));
function sign(signatureMethod, secrets, method, url, parameters) {
  const key = secrets.map(octets).map(encode).join("&");
  if (!signatureMethod.startsWith("HMAC-")) return signatureMethod === "PLAINTEXT" ? key : undefined;
  const [, scheme, host, port, path, query] = URL_RE.exec(url);
  const isDefault = !port || Number(port) === { http: 80, https: 443 }[scheme.toLowerCase()];
  const uri = `${scheme}://${host}${isDefault ? "" : `:${port}`}`.toLowerCase() + (path || "/");
  const pairs = [...parse(query), ...parameters].map((pair) => pair.map(encode).join(" ")).sort();
  const parts = [method.toUpperCase(), uri, pairs.join("&").replaceAll(" ", "=")].map(encode);
  return createHmac(signatureMethod.slice("HMAC-".length), key).update(parts.join("&")).digest("base64");
}

// The rest reads the vectors, asks the implementation and compares its signatures.
const [core, file] = ["quick", "requests"].map((name) => JSON.parse(readFileSync(`${process.argv[2]}/${name}.json`)));
if (core.format !== 1 || file.format !== 1) throw new Error("expected files of format 1");
const counts = { passed: 0, failed: 0, "not offered": 0 };
for (const { id, comment, operation, input, expected, open } of file.vectors) {
  if (!core.vectors.includes(id) || operation !== "sign") continue;
  const { signatureMethod: signature_method, nonce, timestamp, version, protocolParameters = [] } = input;
  const { consumerKey: consumer_key, token, consumerSecret = "", tokenSecret = "" } = input.credentials;
  const { method, url, form = [], formEncoded = "" } = input.request;
  const own = Object.entries({ consumer_key, token, signature_method, nonce, timestamp, version });
  const sent = own.filter(([, value]) => value != null).map(([name, value]) => [`oauth_${name}`, value]);
  const pairs = [...form, ...sent, ...protocolParameters].map((pair) => pair.map(octets));
  const actual = sign(signature_method, [consumerSecret, tokenSecret], method, url, [...pairs, ...parse(formEncoded)]);
  const verdict = actual === undefined ? "not offered" : open || actual === expected.signature ? "passed" : "failed";
  counts[verdict] += 1;
  if (verdict === "failed") console.log(`failed: ${id} (${comment})`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts["not offered"]} not offered`);
process.exitCode = counts.failed > 0 ? 1 : 0;

// Countersign driver for the npm package oauth-1.0a. Copy it and replace the library with yours.
// Reads one question per line from standard input and writes one answer per line to standard output.

import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import OAuth from "oauth-1.0a";

const { version } = createRequire(import.meta.url)("oauth-1.0a/package.json");

/** The package has no cryptography of its own; these are the functions that its README shows. */
const HASHES = {
  "HMAC-SHA1": (text, key) => createHmac("sha1", key).update(text).digest("base64"),
  "HMAC-SHA256": (text, key) => createHmac("sha256", key).update(text).digest("base64"),
  PLAINTEXT: (_text, key) => key,
};

/** The constructor requires a consumer and a hash function, although the single steps use neither. */
const plain = new OAuth({ consumer: { key: "", secret: "" }, hash_function: () => "" });

class Unsupported extends Error {}

function unsupported(message) {
  throw new Unsupported(message);
}

const operations = {
  "percent-encoding": ({ text = unsupported("encodes text, not octets") }) => ({ value: plain.percentEncode(text) }),
  "parameter-string": (q) => ({ value: plain.getParameterString({ url: "", data: record(q.parameters) }, {}) }),
  "base-string-uri": (q) => ({ value: plain.getBaseUrl(q.url) }),
  "base-string": (q) => ({ value: sign(q).stages["base-string"] }),
  sign,
  hello,
};

function sign({ request, credentials, signatureMethod, nonce, timestamp, version, transport, realm, ...q }) {
  if (version === null) unsupported("always sends oauth_version");
  const stages = {};
  const oauth = new OAuth({
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    signature_method: signatureMethod,
    hash_function: (text, key) => {
      stages["base-string"] = text;
      return HASHES[signatureMethod](text, key);
    },
    realm,
  });
  if (nonce !== undefined) oauth.getNonce = () => nonce;
  if (timestamp !== undefined) oauth.getTimeStamp = () => timestamp;
  const { method, url, form } = request;
  // The README passes additional protocol parameters as part of the data.
  const data = record([...(form ?? []), ...(q.protocolParameters ?? [])]);
  const signed = oauth.authorize({ method, url, data }, { key: credentials.token, secret: credentials.tokenSecret });
  if (transport === "body") return { body: formEncode(Object.entries(signed)), stages };
  const body = form === undefined ? {} : { body: formEncode(form) };
  return { authorization: oauth.toHeader(signed).Authorization, ...body, stages };
}

/** Returns parameters as the package takes them: an object, with an array for the values of a repeated name. */
function record(pairs) {
  const values = new Map();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

/** Encodes the form, or the object that the package returns, like an HTTP client. */
function formEncode(entries) {
  return `${new URLSearchParams(entries.flatMap(([name, all]) => [all].flat().map((one) => [name, one])))}`;
}

function hello() {
  return {
    protocol: 1,
    implementation: { name: "oauth-1.0a", version, language: "JavaScript", url: "https://github.com/ddo/oauth-1.0a" },
    operations: Object.keys(operations).filter((name) => name !== "hello"),
    signatureMethods: Object.keys(HASHES),
    transports: ["header", "body"],
    // The package takes a form as an object. To decode an encoded one would be work of the driver.
    limits: { without: ["octets", "form-encoded", "no-version"] },
  };
}

function answer(q) {
  try {
    if (!Object.hasOwn(operations, q.op)) unsupported(`does not do ${q.op}`);
    return { ok: true, ...operations[q.op](q) };
  } catch (error) {
    // The package rejects no input, so every error that it throws is a failure.
    return { ok: false, error: error instanceof Unsupported ? "unsupported" : "failed", message: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.op === "bye") process.exit();
  process.stdout.write(`${JSON.stringify({ id: question.id, ...answer(question) })}\n`);
}

// Countersign driver for the npm package node-oauth1. It reads one question per line from standard input and writes
// one answer per line to standard output.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import OAuth from "node-oauth1";

const { version } = createRequire(import.meta.url)("node-oauth1/package.json");
const { SignatureMethod } = OAuth;
const METHODS = Object.keys(SignatureMethod.REGISTERED).filter((name) => !name.endsWith("-Accessor"));

class Unsupported extends Error {}

const operations = {
  "percent-encoding": (q) => ({ value: OAuth.percentEncode(textOf(q)) }),
  "parameter-string": (q) => ({ value: SignatureMethod.normalizeParameters(q.parameters) }),
  "base-string-uri": (q) => ({ value: SignatureMethod.normalizeUrl(q.url) }),
  "base-string": (q) => ({ value: sign(q).stages["base-string"] }),
  sign,
  hello,
};

/** Returns a request as the package takes it: with one list of all parameters that are not in the URL. */
function message({ request, protocolParameters = [] }) {
  return { method: request.method, action: request.url, parameters: [...protocolParameters, ...formOf(request)] };
}

function sign({ credentials, signatureMethod, nonce, timestamp, version, transport, realm = "", ...q }) {
  const own = { oauth_signature_method: signatureMethod, oauth_timestamp: timestamp, oauth_nonce: nonce };
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  const sent = message({ ...q, protocolParameters: [...given, ...(q.protocolParameters ?? [])] });
  if (version === null) throw new Unsupported("always sends oauth_version");
  OAuth.completeRequest(sent, credentials);
  const stages = signatureMethod === "PLAINTEXT" ? {} : { "base-string": SignatureMethod.getBaseString(sent) };
  const form = formOf(q.request);
  const hasForm = q.request.form !== undefined || q.request.formEncoded !== undefined;
  const body = hasForm ? { body: OAuth.formEncode(form) } : {};
  switch (transport) {
    case "body":
      return { body: OAuth.formEncode(sent.parameters), stages };
    case "query": {
      const added = sent.parameters.filter((pair) => !form.includes(pair));
      return { url: OAuth.addToURL(q.request.url, added), ...body, stages };
    }
    default:
      return { authorization: OAuth.getAuthorizationHeader(realm, sent.parameters), ...body, stages };
  }
}

function formOf({ form, formEncoded }) {
  return form ?? OAuth.decodeForm(formEncoded ?? "");
}

function textOf({ text }) {
  if (text === undefined) throw new Unsupported("encodes text, not octets");
  return text;
}

function hello() {
  const url = "https://github.com/czardoz/node-oauth1";
  return {
    protocol: 1,
    implementation: { name: "node-oauth1", version, language: "JavaScript", url },
    operations: Object.keys(operations).filter((name) => name !== "hello"),
    signatureMethods: METHODS,
    transports: ["header", "query", "body"],
    limits: { without: ["octets", "no-version"] },
  };
}

function answer(q) {
  try {
    if (!Object.hasOwn(operations, q.op)) throw new Unsupported(`does not do ${q.op}`);
    return { ok: true, ...operations[q.op](q) };
  } catch (error) {
    // The package rejects only unknown signature methods, so every other error that it throws is a failure.
    return { ok: false, error: error instanceof Unsupported ? "unsupported" : "failed", message: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.op === "bye") process.exit();
  process.stdout.write(`${JSON.stringify({ id: question.id, ...answer(question) })}\n`);
}

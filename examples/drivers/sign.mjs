// Countersign driver without an OAuth library: reads one question per line from stdin, writes one answer per line to stdout.
// Replace the marked lines by calls to your library, and declare in HELLO what it supports.
import { createHmac } from "node:crypto";
import { createInterface } from "node:readline";

const HELLO = {
  protocol: 1,
  implementation: { name: "mine", version: "1.0", language: "JavaScript" },
  operations: ["sign"],
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"], // or "query", "body", "header-and-body"
  fixesNonceAndTimestamp: true, // false: the library chooses nonce and timestamp
  limits: {
    without: ["octets", "realm"], // add "token" if the library has no tokens
    httpMethods: ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"],
  },
};

/** Encodes a string as UTF-8, or the octets of a buffer. */
function encode(value) {
  const octets = Buffer.from(value).toString("latin1");
  return octets.replace(/[^\w.~-]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

/** Returns pairs of buffers, because a query may contain octets that are not UTF-8. */
function decodeForm(text) {
  const pieces = text.split("&").filter((piece) => piece !== "");
  return pieces.map((piece) => {
    const [name, ...value] = piece.split("=");
    return [decode(name), decode(value.join("="))];
  });
}

function decode(text) {
  const octets = Buffer.from(text.replaceAll("+", " ")).toString("latin1");
  const decoded = octets.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, "latin1");
}

const compare = (a, b) => Number(a > b) - Number(a < b);

function sign({ request, credentials, signatureMethod, nonce, timestamp, version, protocolParameters = [] }) {
  const form = [...(request.form ?? []), ...decodeForm(request.formEncoded ?? "")];
  // Replace the lines from here to the last return by calls to your library.
  const protocol = [
    ["oauth_consumer_key", credentials.consumerKey],
    ["oauth_signature_method", signatureMethod],
    ["oauth_nonce", nonce],
    ["oauth_timestamp", timestamp],
    ["oauth_version", version],
    ["oauth_token", credentials.token],
    ...protocolParameters,
  ].filter(([, value]) => value !== undefined && value !== null);
  const [, scheme, authority, path, query = ""] = /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(request.url);
  const defaultPort = scheme.toLowerCase() === "http" ? /:(80)?$/ : /:(443)?$/;
  const host = authority.replace(/^.*@/, "").replace(defaultPort, "");
  const uri = `${scheme}://${host}`.toLowerCase() + (path || "/");
  const parameters = [...decodeForm(query), ...form, ...protocol]
    .map(([name, value]) => [encode(name), encode(value)])
    .filter(([name]) => name !== "oauth_signature")
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map((pair) => pair.join("="))
    .join("&");
  const baseString = [request.method, uri, parameters].map(encode).join("&");
  const key = `${encode(credentials.consumerSecret)}&${encode(credentials.tokenSecret ?? "")}`;
  const signature = createHmac("sha1", key).update(baseString).digest("base64");
  const header = [...protocol, ["oauth_signature", signature]].map(
    ([name, value]) => `${encode(name)}="${encode(value)}"`,
  );
  // A library that returns only the signature: return { stages: { signature } };
  return { authorization: `OAuth ${header.join(", ")}` };
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const question = JSON.parse(line);
  if (question.op === "bye") break;
  let answer;
  try {
    if (question.op === "hello") answer = { ok: true, ...HELLO };
    else if (question.op === "sign") answer = { ok: true, ...sign(question) };
    else answer = { ok: false, error: "unsupported" };
  } catch (error) {
    answer = { ok: false, error: "failed", message: String(error) };
  }
  process.stdout.write(`${JSON.stringify({ id: question.id, ...answer })}\n`);
}

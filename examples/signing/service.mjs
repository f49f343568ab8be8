// A signing service for tests and development: it holds the RSA key, so that programs can sign without reading it. In production,
// a KMS or an HSM is in its place.
//
//   PRIVATE_KEY_FILE=shop.pkcs8.pem SIGNING_TOKEN=… PORT=7000 node service.mjs
//
// POST the octets to sign, with `Authorization: Bearer TOKEN`; the answer is the signature, as octets. GET returns the public key.
import { createPrivateKey, createPublicKey, randomUUID, sign, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { PRIVATE_KEY_FILE = "shop.pkcs8.pem", SIGNING_TOKEN = randomUUID(), PORT = "7000" } = process.env;
const privateKey = createPrivateKey(readFileSync(PRIVATE_KEY_FILE));
const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "pem" });
const expected = Buffer.from(`Bearer ${SIGNING_TOKEN}`);
/** Longer than any base string of the gateway. */
const MAX_OCTETS = 65_536;

function isAllowed({ headers: { authorization = "" } }) {
  const given = Buffer.from(authorization);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The octets of the body; of one that is longer than any base string, only the beginning. */
async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    if (length <= MAX_OCTETS) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}

async function answer(request, response) {
  if (request.method === "GET") {
    response.end(publicKey);
    return;
  }
  if (!isAllowed(request)) {
    response.writeHead(401).end();
    return;
  }
  const octets = await bodyOf(request);
  if (octets.length > MAX_OCTETS) response.writeHead(413).end();
  else response.end(sign("sha256", octets, privateKey));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    // A client hung up in the middle of its body, or the key cannot sign. The next request must be answered all the same.
    console.error(`no signature: ${error.message}`);
    response.writeHead(500).end();
  });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`the signing service listens on http://127.0.0.1:${server.address().port}`);
});

import { readFileSync } from "node:fs";
import { sign } from "countersign";

const { COUNTERSIGN_GATEWAY_URL: url, COUNTERSIGN_CONSUMER_KEY: consumerKey } = process.env;
const consumerSecret = process.env.COUNTERSIGN_CONSUMER_SECRET;
const privateKey = readFileSync(process.env.COUNTERSIGN_PRIVATE_KEY_FILE, "utf8");

for (const credentials of [
  { consumerKey, signatureMethod: "HMAC-SHA1", consumerSecret },
  { consumerKey, signatureMethod: "RSA-SHA256", privateKey },
]) {
  const form = { client_orderid: "902B4FF5", orderid: "1000000001", note: "two words & ü" };
  const { method, headers, body } = sign({ method: "POST", url, form }, credentials);
  const response = await fetch(url, { method, headers, body });
  if (!response.ok) throw new Error(`refused: ${response.status}`);
}

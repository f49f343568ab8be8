/** A program for browsers, whose project has no types of Node.js. Only compiled. */

import { createSigner, createVerifier, type RsaKeyInput } from "countersign";
import { explainRequest } from "countersign/diagnosis";
import { createGatewayClient } from "countersign/gateway";
import { readPrivateKey } from "countersign/oauth1";

const signer = createSigner({ consumerKey: "k", signatureMethod: "HMAC-SHA1", consumerSecret: "s" });
const { url, method, headers, body } = signer.sign({
  method: "POST",
  url: "https://gateway.example/",
  form: { a: "1" },
});
export const send = (): Promise<Response> => fetch(url, { method, headers, body });

// A key is typed: it is not `any`, although its type on Node.js does not exist here.
const key = readPrivateKey("pem");
export const kind: "private" | "public" = key.type;
// @ts-expect-error only the kind of key is known
key.asymmetricKeyDetails;
// @ts-expect-error a number is no key
export const input: RsaKeyInput = 1;

export const used = [createVerifier, explainRequest, createGatewayClient];

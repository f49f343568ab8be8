/** A program for browsers, whose project has no types of Node.js. Only compiled. */

import { createSigner, createVerifier, type RsaKeyInput } from "countersign";
import { explainRequest } from "countersign/diagnosis";
import { createGatewayClient } from "countersign/gateway";
import { readPrivateKey } from "countersign/oauth1";
import { protect } from "countersign/web";

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

// The body of an accepted request is typed, too: octets, without the Buffer of Node.js.
declare const guard: ReturnType<typeof protect>;
export const echo = (request: Request): Promise<Response> =>
  guard(request, ({ rawBody }) => {
    // @ts-expect-error a Uint8Array has no such method
    rawBody.readUInt8();
    return new Response(rawBody);
  });

export const used = [createVerifier, explainRequest, createGatewayClient, protect];

/** Valid and wrong requests to try. */

import { faultOf } from "../faults/index.ts";
import { type HttpRequest, type NameValue, type SigningInput, specification, toText } from "../model/index.ts";
import { sendAs } from "../model/send-request.ts";
import { hexText, randomOctets } from "../platform/index.ts";
import { httpText } from "../requests/http-text.ts";
import type { Example } from "./messages.ts";

/** A typical request of a shop: a query, a form, characters that clients encode differently, and a token. */
const USUAL: SigningInput = {
  method: "POST",
  url: "https://gateway.example/payments?lang=en&Mode=~test",
  form: [
    ["amount", "10.42"],
    ["note", "Kaffee & Kuchen – 2×"],
  ],
  signatureMethod: "HMAC-SHA256",
  consumerSecret: "kd94hf93k423kf44",
  tokenSecret: "pfkkdhi9sl3r4s00",
  protocolParameters: [
    ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
    ["oauth_token", "nnch734d00sl2jdk"],
  ],
};

/**
 * @param id of a fault; empty for a valid request
 * @throws Error if no fault has the id
 */
export function exampleOf(id: string): Example {
  const fault = faultOf(id);
  if (id !== "" && fault === undefined) throw new Error(`no fault has the id ${id}`);
  const sent = sendAs(complete(USUAL), fault?.apply(specification) ?? specification);
  if (sent === undefined) throw new Error(`the fault ${id} cannot be shown in a browser`);
  const { consumerSecret = "", tokenSecret = "" } = USUAL;
  return { request: sentText(sent), consumerSecret, tokenSecret };
}

/** Adds values that differ per request. */
function complete(request: SigningInput): SigningInput {
  const added: readonly NameValue[] = [
    ["oauth_signature_method", request.signatureMethod],
    ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
    ["oauth_nonce", hexText(randomOctets(8))],
  ];
  return { ...request, protocolParameters: [...request.protocolParameters, ...added] };
}

function sentText({ method, url, headers, body }: HttpRequest): string {
  return httpText(method, url, headers, body === undefined ? "" : toText(body));
}

/** Valid and wrong requests to try. */

import { faultOf } from "../faults/index.ts";
import { type HttpRequest, type SigningInput, specification, toText } from "../model/index.ts";
import { sendAs } from "../model/send-request.ts";
import { hexText, randomOctets } from "../platform/index.ts";
import { httpText } from "../requests/http-text.ts";
import type { Example, WantedExample } from "./messages.ts";

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

/** @throws Error if no fault has the id */
export function exampleOf({ fault: id, isSmallest }: WantedExample): Example {
  const fault = faultOf(id);
  if (id !== "" && fault === undefined) throw new Error(`no fault has the id ${id}`);
  const request = isSmallest && fault !== undefined ? fault.trigger : USUAL;
  const sent = sendAs(complete(request), fault?.apply(specification) ?? specification);
  if (sent === undefined) throw new Error(`the fault ${id} cannot be shown in a browser`);
  const { consumerSecret = "", tokenSecret = "" } = request;
  return { request: sentText(sent), consumerSecret, tokenSecret };
}

/** Adds the parts that a server requires; a trigger contains only the parts that show its fault. */
function complete(trigger: SigningInput): SigningInput {
  const { signatureMethod, protocolParameters } = trigger;
  const usual = {
    oauth_signature_method: signatureMethod,
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: hexText(randomOctets(8)),
  };
  const given = new Set(protocolParameters.map(([name]) => String(name)));
  const added = Object.entries(usual).filter(([name]) => !given.has(name));
  return { ...trigger, protocolParameters: [...protocolParameters, ...added] };
}

function sentText({ method, url, headers, body }: HttpRequest): string {
  return httpText(method, url, headers, body === undefined ? "" : toText(body));
}

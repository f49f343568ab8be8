import type { Cause, Diagnosis, DiagnosisInput } from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import { type HttpRequest, type SigningInput, specification } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";

export const SECRET = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";

/** A payment, with characters that encoders often encode wrongly. */
export const payment: SigningInput = {
  method: "POST",
  url: "https://gate.example/paynet/api/v4/sale/39915",
  form: [
    ["client_orderid", "invoice-1"],
    ["order_desc", "Two shirts* (é)"],
    ["amount", "10.42"],
    ["redirect_url", "https://shop.example/?a=b"],
  ],
  protocolParameters: [
    ["oauth_consumer_key", "merchant"],
    ["oauth_nonce", "n0nce"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", "1700000000"],
    ["oauth_version", "1.0"],
  ],
  signatureMethod: "HMAC-SHA1",
  consumerSecret: SECRET,
};

/** The request that a client with these faults sends. */
export function sentWith(ids: readonly string[], request: SigningInput = payment): HttpRequest {
  const stages = ids.reduce((altered, id) => faultOf(id)!.apply(altered), specification);
  return sendAs(request, stages)!;
}

/** A diagnosis input with the correct key. */
export function asked(request: HttpRequest, more: Partial<DiagnosisInput> = {}): DiagnosisInput {
  return { request, key: { consumerSecret: SECRET }, ...more };
}

/** All causes that a diagnosis names, of each alternative. */
export function causesIn(diagnosis: Diagnosis): readonly Cause[] {
  return diagnosis.kind === "ambiguous" ? diagnosis.alternatives.flat() : "causes" in diagnosis ? diagnosis.causes : [];
}

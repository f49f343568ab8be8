/**
 * The input of a vector as a request that the model can sign.
 *
 * @module
 */

import { type NameValue, type SignatureMethod, type SigningInput, specification } from "../model/index.ts";
import { fromJsonPairs } from "./json-text.ts";
import { fullProtocolParameters } from "./protocol-parameters.ts";
import type { JsonRequest, VectorInput } from "./vector.ts";

/** Without a method the request ends with its base string. */
export function meantRequest(input: VectorInput): SigningInput {
  const { request, signatureMethod, credentials, realm, transport } = input;
  const { method, url, body, headers } = request ?? { method: "", url: "" };
  const form = request && formOf(request);
  const { consumerSecret, tokenSecret, privateKey } = credentials ?? {};
  return {
    method,
    url,
    ...(form === undefined ? {} : { form }),
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
    protocolParameters: fromJsonPairs(fullProtocolParameters(input)),
    signatureMethod: (signatureMethod ?? "HMAC-SHA1") as SignatureMethod,
    ...(consumerSecret === undefined ? {} : { consumerSecret }),
    ...(tokenSecret === undefined ? {} : { tokenSecret }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(realm === undefined ? {} : { realm }),
    ...(transport === undefined ? {} : { transport }),
  };
}

function formOf({ form, formEncoded }: JsonRequest): readonly NameValue[] | undefined {
  if (formEncoded !== undefined) return specification.decodeForm(formEncoded, specification);
  return form === undefined ? undefined : fromJsonPairs(form);
}

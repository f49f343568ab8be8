/**
 * The input of a vector as a request that the model can sign.
 *
 * @module
 */

import type { MeantRequest, SignatureMethod } from "../model/index.ts";
import { fromJsonPairs } from "./json-text.ts";
import { fullProtocolParameters } from "./protocol-parameters.ts";
import type { VectorInput } from "./vector.ts";

/** Without a method the request ends with its base string. */
export function meantRequest(input: VectorInput): MeantRequest {
  const { request, signatureMethod, credentials, realm, transport } = input;
  const { method, url, form } = request ?? { method: "", url: "" };
  const { consumerSecret, tokenSecret, privateKey } = credentials ?? {};
  return {
    method,
    url,
    ...(form === undefined ? {} : { form: fromJsonPairs(form) }),
    protocolParameters: fromJsonPairs(fullProtocolParameters(input)),
    signatureMethod: (signatureMethod ?? "HMAC-SHA1") as SignatureMethod,
    ...(consumerSecret === undefined ? {} : { consumerSecret }),
    ...(tokenSecret === undefined ? {} : { tokenSecret }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(realm === undefined ? {} : { realm }),
    ...(transport === undefined ? {} : { transport }),
  };
}

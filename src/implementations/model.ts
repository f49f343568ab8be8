/**
 * The executable specification, as an implementation: what the in-house signer is compared with.
 *
 * @module
 */

import type { Implementation } from "../drivers/index.ts";
import {
  parseAuthorizationHeader,
  type SignatureMethod,
  signatureIsRight,
  specification,
  toOctetPairs,
  toOctets,
  toText,
  trace,
} from "../model/index.ts";
import {
  fromJsonPairs,
  fromJsonText,
  type JsonPair,
  meantRequest,
  type Operation,
  toJsonPairs,
  traceStages,
  type VectorInput,
} from "../suite/index.ts";
import { refusing } from "./refusing.ts";

const { percentEncode, percentDecode, decodeForm } = specification;

/** A specification only ever declines. */
const declining = refusing((error) => (error as Error).message);

/** See {@link Implementation}; whatever the model throws, it refuses. */
export const model: Implementation = {
  about: { name: "model", version: "RFC 5849", language: "TypeScript" },
  operations: {
    "percent-encoding": declining(({ text, octets = "" }) => ({
      "percent-encoding": percentEncode(toOctets(text ?? fromJsonText({ octets }))),
    })),
    "percent-decoding": declining(({ text = "" }) => ({ "percent-decoding": toText(percentDecode(text)) })),
    parameters: declining(({ formEncoded = "" }) => ({
      parameters: toJsonPairs(decodeForm(formEncoded, specification)),
    })),
    "parameter-string": declining(({ parameters }) => ({ "parameter-string": parameterString(parameters) })),
    "base-string-uri": declining(({ url = "" }) => ({
      "base-string-uri": specification.baseStringUri(url, specification),
    })),
    "base-string": declining((input) => traceStages(trace(meantRequest(input)))),
    signature: declining((input) => {
      const { baseString = "", credentials: { consumerSecret, tokenSecret = "", privateKey } = {} } = input;
      const signatureMethod = input.signatureMethod as SignatureMethod;
      if (consumerSecret === undefined) {
        return { signature: specification.signature({ signatureMethod, baseString, privateKey: privateKey ?? "" }) };
      }
      const key = specification.key({ consumerSecret, tokenSecret }, specification);
      return { key, signature: specification.signature({ signatureMethod, baseString, key }) };
    }),
    "authorization-header": declining(({ parameters, realm = null }) => ({
      "authorization-header": specification.authorizationHeader(
        { protocolParameters: toOctetPairs(fromJsonPairs(parameters)), realm },
        specification,
      ),
    })),
    "body-hash": declining(({ body = "", hash = "SHA-1" }) => ({
      "body-hash": specification.bodyHash(toOctets(body), hash),
    })),
    "verify-signature": declining((input) => {
      const { signature = "", credentials: { consumerSecret = "", tokenSecret = "", publicKey } = {} } = input;
      return {
        valid: signatureIsRight({
          signatureMethod: input.signatureMethod as SignatureMethod,
          baseString: input.baseString ?? trace(meantRequest(input)).baseString,
          signature,
          key: specification.key({ consumerSecret, tokenSecret }, specification),
          ...(publicKey === undefined ? {} : { publicKey }),
        }),
      };
    }),
    "authorization-header-parsing": declining(({ header = "" }) => {
      const { parameters, realm } = parseAuthorizationHeader(header);
      return { parameters: toJsonPairs(parameters), realm };
    }),
    sign: declining((input) => traceStages(trace(meantRequest(input)))),
    "sign-exactly": declining((input) => traceStages(trace(meantRequest(input)))),
  },
  outside: choosesNothing,
};

/** A specification has no clock and no dice. */
function choosesNothing(operation: Operation, { nonce, timestamp }: VectorInput): string | undefined {
  return operation === "sign" && (nonce === undefined || timestamp === undefined)
    ? "nonce-and-timestamp-not-given"
    : undefined;
}

function parameterString(parameters: readonly JsonPair[] = []): string {
  const octets = fromJsonPairs(parameters).map(([name, value]) => ({
    name: toOctets(name),
    value: toOctets(value),
    origin: "form" as const,
  }));
  return specification.parameterString(octets, specification);
}

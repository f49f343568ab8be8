/**
 * The executable specification, as an implementation: what the in-house signer is compared with.
 *
 * @module
 */

import { type Implementation, Refusal } from "../drivers/index.ts";
import {
  parseAuthorizationHeader,
  type SignatureMethod,
  signatureIsRight,
  specification,
  toOctetPairs,
  toText,
  trace,
} from "../model/index.ts";
import {
  fromJsonPairs,
  fromJsonText,
  type JsonPair,
  meantRequest,
  type Operation,
  type StageValues,
  toJsonPairs,
  traceStages,
  type VectorInput,
} from "../suite/index.ts";

const { percentEncode, percentDecode, decodeForm } = specification;

/** See {@link Implementation}; whatever the model throws, it refuses. */
export const model: Implementation = {
  about: { name: "model", version: "RFC 5849", language: "TypeScript" },
  operations: {
    "percent-encoding": refusing(({ text, octets = "" }) => ({
      "percent-encoding": percentEncode(asOctets(text ?? fromJsonText({ octets }))),
    })),
    "percent-decoding": refusing(({ text = "" }) => ({ "percent-decoding": toText(percentDecode(text)) })),
    parameters: refusing(({ formEncoded = "" }) => ({
      parameters: toJsonPairs(decodeForm(formEncoded, specification)),
    })),
    "parameter-string": refusing(({ parameters }) => ({ "parameter-string": parameterString(parameters) })),
    "base-string-uri": refusing(({ url = "" }) => ({
      "base-string-uri": specification.baseStringUri(url, specification),
    })),
    "base-string": refusing((input) => traceStages(trace(meantRequest(input)))),
    signature: refusing((input) => {
      const { baseString = "", credentials: { consumerSecret, tokenSecret = "", privateKey } = {} } = input;
      const signatureMethod = input.signatureMethod as SignatureMethod;
      if (consumerSecret === undefined) {
        return { signature: specification.signature({ signatureMethod, baseString, privateKey: privateKey ?? "" }) };
      }
      const key = specification.key({ consumerSecret, tokenSecret }, specification);
      return { key, signature: specification.signature({ signatureMethod, baseString, key }) };
    }),
    "authorization-header": refusing(({ parameters, realm = null }) => ({
      "authorization-header": specification.authorizationHeader(
        { protocolParameters: toOctetPairs(fromJsonPairs(parameters)), realm },
        specification,
      ),
    })),
    "body-hash": refusing(({ body = "", hash = "SHA-1" }) => ({
      "body-hash": specification.bodyHash(asOctets(body), hash),
    })),
    "verify-signature": refusing((input) => {
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
    "authorization-header-parsing": refusing(({ header = "" }) => {
      const { parameters, realm } = parseAuthorizationHeader(header);
      return { parameters: toJsonPairs(parameters), realm };
    }),
    sign: refusing((input) => traceStages(trace(meantRequest(input)))),
    "sign-exactly": refusing((input) => traceStages(trace(meantRequest(input)))),
  },
  outside: choosesNothing,
};

/** A specification has no clock and no dice. */
function choosesNothing(operation: Operation, { nonce, timestamp }: VectorInput): string | undefined {
  return operation === "sign" && (nonce === undefined || timestamp === undefined)
    ? "nonce-and-timestamp-not-given"
    : undefined;
}

function refusing(answer: (input: VectorInput) => StageValues): (input: VectorInput) => StageValues {
  return (input) => {
    try {
      return answer(input);
    } catch (error) {
      throw new Refusal((error as Error).message, { cause: error });
    }
  };
}

function asOctets(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? Buffer.from(text, "utf8") : text;
}

function parameterString(parameters: readonly JsonPair[] = []): string {
  const octets = fromJsonPairs(parameters).map(([name, value]) => ({
    name: asOctets(name),
    value: asOctets(value),
    origin: "form" as const,
  }));
  return specification.parameterString(octets, specification);
}

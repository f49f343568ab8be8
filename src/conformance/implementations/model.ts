/**
 * The executable specification, as an implementation: what the in-house signer is compared with.
 *
 * @module
 */

import {
  parseAuthorizationHeader,
  type Stages,
  signatureIsRight,
  specification,
  toOctetPairs,
  toOctets,
  toText,
  trace,
} from "../../model/index.ts";
import type { Implementation } from "../drivers/index.ts";
import {
  type AnyCredentials,
  type NameValue,
  signingInput,
  toJsonPairs,
  traceStages,
  type VectorInput,
} from "../vectors/index.ts";
import { refusing } from "./refusing.ts";

/** A specification only ever declines. */
const declining = refusing((error) => (error as Error).message);

/** See {@link Implementation}; whatever the model throws, it refuses. */
export const model: Implementation = implementationOf(specification, "model");

/** The model with these stages, under a name; what it computes about a signature that came stays the specification's. */
export function implementationOf(stages: Stages, name: string): Implementation {
  return { about: { name, version: "RFC 5849", language: "TypeScript" }, operations: operationsOf(stages), outside };
}

function operationsOf(stages: Stages): Implementation["operations"] {
  return {
    "percent-encoding": declining(({ text }) => ({ "percent-encoding": stages.percentEncode(toOctets(text)) })),
    "percent-decoding": declining(({ text }) => ({ "percent-decoding": toText(stages.percentDecode(text)) })),
    parameters: declining(({ formEncoded }) => ({
      parameters: toJsonPairs(stages.decodeForm(formEncoded, stages)),
    })),
    "parameter-string": declining(({ parameters }) => ({ "parameter-string": parameterString(parameters, stages) })),
    "base-string-uri": declining(({ url }) => ({ "base-string-uri": stages.baseStringUri(url, stages) })),
    "base-string": declining((input) => traceStages(trace(signingInput(input), stages))),
    signature: declining((input) => {
      const { signatureMethod, baseString = "" } = input;
      const { consumerSecret, tokenSecret = "", privateKey = "" }: AnyCredentials = input.credentials;
      if (consumerSecret === undefined) {
        return { signature: stages.signature({ signatureMethod, baseString, privateKey }) };
      }
      const key = stages.key({ consumerSecret, tokenSecret }, stages);
      return { key, signature: stages.signature({ signatureMethod, baseString, key }) };
    }),
    "authorization-header": declining(({ parameters, realm = null }) => ({
      "authorization-header": stages.authorizationHeader(
        { protocolParameters: toOctetPairs(parameters), realm },
        stages,
      ),
    })),
    "body-hash": declining(({ body, hash }) => ({
      "body-hash": stages.bodyHash(toOctets(body), hash),
    })),
    "verify-signature": declining((input) => {
      const { signatureMethod, signature } = input;
      const { consumerSecret = "", tokenSecret = "", publicKey }: AnyCredentials = input.credentials;
      return {
        valid: signatureIsRight({
          signatureMethod,
          baseString: "baseString" in input ? input.baseString : trace(signingInput(input)).baseString,
          signature,
          key: specification.key({ consumerSecret, tokenSecret }, specification),
          ...(publicKey === undefined ? {} : { publicKey }),
        }),
      };
    }),
    "authorization-header-parsing": declining(({ header }) => {
      const { parameters, realm } = parseAuthorizationHeader(header);
      return { parameters: toJsonPairs(parameters), realm };
    }),
    sign: declining((input) => traceStages(trace(signingInput(input), stages))),
    "sign-exactly": declining((input) => traceStages(trace(signingInput(input), stages))),
  };
}

/** A specification has no clock and no dice. */
function outside(input: VectorInput): string | undefined {
  return input.operation === "sign" && (input.nonce === undefined || input.timestamp === undefined)
    ? "nonce-and-timestamp-not-given"
    : undefined;
}

function parameterString(parameters: readonly NameValue[], stages: Stages): string {
  const octets = parameters.map(([name, value]) => ({
    name: toOctets(name),
    value: toOctets(value),
    origin: "body" as const,
  }));
  return stages.parameterString(octets, stages);
}

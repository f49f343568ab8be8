/** The executable specification, as an implementation to compare with; and mutants: the specification with faults. */

import type { Fault } from "../../faults/index.ts";
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
  computedStages,
  type NameValue,
  signingInput,
  toJsonPairs,
  type VectorInput,
} from "../vectors/index.ts";
import { refusing } from "./refusing.ts";

/** Every error of the specification is a refusal. */
const refusable = refusing((error) => (error as Error).message);

export const model: Implementation = implementationOf(specification, "model");

/**
 * The specification with these faults, each applied to the stages that result from the one before it.
 *
 * @param from the stages that the first fault is applied to, for callers that cache slow computations
 * @example
 * mutant([faultOf("tilde-encoded")!, faultOf("not-sorted")!]).about.name; // "mutant:tilde-encoded+not-sorted"
 */
export function mutant(faults: readonly Pick<Fault, "id" | "apply">[], from: Stages = specification): Implementation {
  const stages = faults.reduce((made, fault) => fault.apply(made), from);
  return implementationOf(stages, `mutant:${faults.map(({ id }) => id).join("+")}`);
}

function implementationOf(stages: Stages, name: string): Implementation {
  return { about: { name, version: "RFC 5849", language: "TypeScript" }, operations: operationsOf(stages), outside };
}

/**
 * The model with these stages: every operation except `verify`, which is about the policy of a server. Verifying a given
 * signature always uses the specification.
 */
function operationsOf(stages: Stages): Required<Omit<Implementation["operations"], "verify">> {
  return {
    "percent-encoding": refusable(({ text }) => ({ "percent-encoding": stages.percentEncode(toOctets(text)) })),
    "percent-decoding": refusable(({ text }) => ({ "percent-decoding": toText(stages.percentDecode(text)) })),
    parameters: refusable(({ formEncoded }) => ({
      parameters: toJsonPairs(stages.decodeForm(formEncoded, stages)),
    })),
    "parameter-string": refusable(({ parameters }) => ({ "parameter-string": parameterString(parameters, stages) })),
    "base-string-uri": refusable(({ url }) => ({ "base-string-uri": stages.baseStringUri(url, stages) })),
    "base-string": refusable((input) => computedStages(input, stages)),
    signature: refusable((input) => {
      const { signatureMethod, baseString = "" } = input;
      const { consumerSecret, tokenSecret = "", privateKey = "" }: AnyCredentials = input.credentials;
      if (consumerSecret === undefined) {
        return { signature: stages.signature({ signatureMethod, baseString, privateKey }) };
      }
      const key = stages.key({ consumerSecret, tokenSecret }, stages);
      return { key, signature: stages.signature({ signatureMethod, baseString, key }) };
    }),
    "authorization-header": refusable(({ parameters, realm = null }) => ({
      "authorization-header": stages.authorizationHeader(
        { protocolParameters: toOctetPairs(parameters), realm },
        stages,
      ),
    })),
    "body-hash": refusable(({ body, hash }) => ({
      "body-hash": stages.bodyHash(toOctets(body), hash),
    })),
    "verify-signature": refusable((input) => {
      const { signatureMethod, signature } = input;
      const { consumerSecret = "", tokenSecret = "", publicKey }: AnyCredentials = input.credentials;
      return {
        valid: signatureIsRight({
          signatureMethod,
          baseString: "baseString" in input ? input.baseString : trace(signingInput(input)).baseString,
          signature,
          key: specification.key({ consumerSecret, tokenSecret }, specification),
          ...(publicKey !== undefined && { publicKey }),
        }),
      };
    }),
    "authorization-header-parsing": refusable(({ header }) => {
      const { parameters, realm } = parseAuthorizationHeader(header);
      return { parameters: toJsonPairs(parameters), realm };
    }),
    sign: refusable((input) => computedStages(input, stages)),
    "sign-exactly": refusable((input) => computedStages(input, stages)),
  };
}

/** The model cannot choose nonce and timestamp. */
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

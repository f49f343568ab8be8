/** Inputs as requests that the model can sign, and the stages that the model computes for them. */

import {
  type SigningInput,
  type Stages,
  signerParameters,
  signingInputOf,
  specification,
  type Trace,
  trace,
} from "../../model/index.ts";
import { defined } from "./defined.ts";
import type { AnyInput, NameValue, RequestInput } from "./input.ts";
import { toJsonPairs } from "./json-text.ts";
import type { StageValues } from "./stages.ts";

/** The parameters that a signer adds itself. */
export const SIGNER_NAMES: readonly unknown[] = [
  "oauth_consumer_key",
  "oauth_token",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_nonce",
  "oauth_version",
];

/** The input for the model. If the operation has no signature method, the base string is the last meaningful stage. */
export function signingInput(input: RequestInput): SigningInput {
  const given: AnyInput & Pick<RequestInput, "request"> = input;
  return signingInputOf(given, fullProtocolParameters(input));
}

/** All protocol parameters of an input except the signature, in the order in which they are sent. */
export function fullProtocolParameters(input: RequestInput): NameValue[] {
  return input.operation === "sign" ? signerParameters(input) : [...input.protocolParameters];
}

/** Keeps what the specification computes for an input: the property, the model and each reference need these values. */
const COMPUTED = new WeakMap<RequestInput, StageValues>();

/**
 * Every stage that the model computes for an input.
 *
 * @param stages stages with a fault compute wrong values
 * @throws Error as `trace` of the model does
 */
export function computedStages(input: RequestInput, stages: Stages = specification): StageValues {
  if (stages !== specification) return traceStages(trace(signingInput(input), stages));
  const computed = COMPUTED.get(input) ?? traceStages(trace(signingInput(input)));
  COMPUTED.set(input, computed);
  return computed;
}

function traceStages(traced: Trace): StageValues {
  const { parameters, key, signature, url, body } = traced;
  return {
    // Made when it is read: a search computes thousands of requests and rarely compares them.
    get parameters() {
      return toJsonPairs(parameters.map(({ name, value }) => [name, value]));
    },
    ...defined({
      "parameter-string": traced.parameterString,
      "base-string-uri": traced.baseStringUri,
      "base-string": traced.baseString,
      key,
      signature,
      "authorization-header": traced.authorizationHeader,
      url,
      body,
    }),
  };
}

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
import { type Implementation, Refusal } from "../drivers/index.ts";
import {
  type Answer,
  type AnyCredentials,
  computedStages,
  type InputOf,
  type NameValue,
  type Operation,
  type StageValues,
  signingInput,
  toJsonPairs,
  type VectorInput,
} from "../vectors/index.ts";

/** Every operation except `verify`, which is about the policy of a server. Verifying always uses the specification. */
const OPERATIONS: {
  readonly [Of in Exclude<Operation, "verify">]: (input: InputOf<Of>, stages: Stages) => StageValues;
} = {
  "percent-encoding": ({ text }, stages) => ({ "percent-encoding": stages.percentEncode(toOctets(text)) }),
  "percent-decoding": ({ text }, stages) => ({ "percent-decoding": toText(stages.percentDecode(text)) }),
  parameters: ({ formEncoded }, stages) => ({
    parameters: toJsonPairs(stages.decodeForm(formEncoded, stages)),
  }),
  "parameter-string": ({ parameters }, stages) => ({ "parameter-string": parameterString(parameters, stages) }),
  "base-string-uri": ({ url }, stages) => ({ "base-string-uri": stages.baseStringUri(url, stages) }),
  "base-string": computedStages,
  signature: (input, stages) => {
    const { signatureMethod, baseString = "" } = input;
    const { consumerSecret, tokenSecret = "", privateKey = "" }: AnyCredentials = input.credentials;
    if (consumerSecret === undefined) {
      return { signature: stages.signature({ signatureMethod, baseString, privateKey }) };
    }
    const key = stages.key({ consumerSecret, tokenSecret }, stages);
    return { key, signature: stages.signature({ signatureMethod, baseString, key }) };
  },
  "authorization-header": ({ parameters, realm = null }, stages) => ({
    "authorization-header": stages.authorizationHeader({ protocolParameters: toOctetPairs(parameters), realm }, stages),
  }),
  "body-hash": ({ body, hash }, stages) => ({
    "body-hash": stages.bodyHash(toOctets(body), hash),
  }),
  "verify-signature": (input) => {
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
  },
  "authorization-header-parsing": ({ header }) => {
    const { parameters, realm } = parseAuthorizationHeader(header);
    return { parameters: toJsonPairs(parameters), realm };
  },
  sign: computedStages,
  "sign-exactly": computedStages,
};

export const model: Implementation = implementationOf(specification, "model");

/**
 * The specification with these faults, each applied to the stages that result from the fault before.
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
  const answer = (input: VectorInput): StageValues => {
    const answered = modelAnswer(input, stages);
    if (!answered.ok) throw new Refusal(answered.message);
    return answered.stages;
  };
  const operations = Object.fromEntries(Object.keys(OPERATIONS).map((operation) => [operation, answer]));
  return { about: { name, version: "RFC 5849", language: "TypeScript" }, operations, outside };
}

/** What the model with these stages answers. Every error of the specification is a refusal. */
export function modelAnswer(input: VectorInput, stages: Stages): Answer {
  const { operation } = input;
  if (operation === "verify") return { ok: false, error: "unsupported", message: `does not support ${operation}` };
  // Each function takes the input of one operation; the type of a union of functions cannot express that.
  const answer = OPERATIONS[operation] as (input: VectorInput, stages: Stages) => StageValues;
  try {
    return { ok: true, stages: answer(input, stages) };
  } catch (error) {
    return { ok: false, error: "refused", message: (error as Error).message };
  }
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

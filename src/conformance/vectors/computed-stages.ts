/** What the model computes, as values of stages. */

import { type Trace, trace } from "../../model/index.ts";
import type { InputOf } from "./input.ts";
import { toJsonPairs } from "./json-text.ts";
import { signingInput } from "./signing-input.ts";
import type { StageValues } from "./stages.ts";

/** Every stage that the model computes for an input of the operation `sign`. */
export function computedStages(input: InputOf<"sign">): StageValues {
  return traceStages(trace(signingInput(input)));
}

/** Every stage in a trace of the model. */
export function traceStages(traced: Trace): StageValues {
  const { parameters, key, signature, authorizationHeader, url, body } = traced;
  return {
    parameters: toJsonPairs(parameters.map((parameter) => [parameter.name, parameter.value])),
    "parameter-string": traced.parameterString,
    "base-string-uri": traced.baseStringUri,
    "base-string": traced.baseString,
    ...(key !== undefined && { key }),
    ...(signature !== undefined && { signature }),
    ...(authorizationHeader !== undefined && { "authorization-header": authorizationHeader }),
    ...(url !== undefined && { url }),
    ...(body !== undefined && { body }),
  };
}

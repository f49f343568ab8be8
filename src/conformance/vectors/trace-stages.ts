/**
 * A trace of the model in the words of the vectors.
 *
 * @module
 */

import type { Trace } from "../../model/index.ts";
import { toJsonPairs } from "./json-text.ts";
import type { StageValues } from "./vector.ts";

/** Every stage that the model reached. */
export function traceStages(traced: Trace): StageValues {
  const { parameters, key, signature, authorizationHeader, url, body } = traced;
  return {
    parameters: toJsonPairs(parameters.map((parameter) => [parameter.name, parameter.value])),
    "parameter-string": traced.parameterString,
    "base-string-uri": traced.baseStringUri,
    "base-string": traced.baseString,
    ...(key === undefined ? {} : { key }),
    ...(signature === undefined ? {} : { signature }),
    ...(authorizationHeader === undefined ? {} : { "authorization-header": authorizationHeader }),
    ...(url === undefined ? {} : { url }),
    ...(body === undefined ? {} : { body }),
  };
}

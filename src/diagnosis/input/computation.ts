/** What a client computes from the parameters of its request, up to the request that it sends. */

import {
  addSignature,
  type HttpRequest,
  type ParameterSources,
  type SigningInput,
  type Stages,
  sourcesOfInput,
  traceSignature,
} from "../../model/index.ts";
import { utf8Octets } from "../../platform/index.ts";

/** The request and the stages with which a client computes a signature. */
export interface Computation {
  readonly request: SigningInput;
  readonly stages: Stages;
  /** Gives the parameters by origin, if they do not follow from `request`. */
  readonly sources?: (stages: Stages) => ParameterSources;
}

/** The parameters of a computation by origin. */
export function sourcesOf({ request, sources }: Computation, stages: Stages): ParameterSources {
  return sources?.(stages) ?? sourcesOfInput(request, stages);
}

/** The base string. */
export function baseStringOf(computation: Computation): string {
  const { request, stages } = computation;
  const parameters = stages.collectParameters(sourcesOf(computation, stages), stages);
  const parameterString = stages.parameterString(parameters, stages);
  const baseStringUri = stages.baseStringUri(request.url, stages);
  return stages.baseString({ method: request.method, baseStringUri, parameterString }, stages);
}

/** The request that a computation sends with a signature. */
export function requestSentBy({ request, stages }: Computation, signature: string): HttpRequest {
  const { authorizationHeader, url = request.url, body } = addSignature(request, signature, stages);
  const authorization = authorizationHeader === undefined ? [] : [["Authorization", authorizationHeader] as const];
  return {
    method: request.method,
    url,
    headers: [...(request.headers ?? []), ...authorization],
    body: body === undefined ? undefined : utf8Octets(body),
  };
}

/** The result of a function, or `undefined` if it throws: a wrong computation may fail. */
export function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

/** The signature that a computation gives; `undefined` without the key. */
export function signatureOf(computation: Computation): string | undefined {
  const { request, stages } = computation;
  if (request.consumerSecret === undefined) return undefined;
  return traceSignature(request, sourcesOf(computation, stages), request.signatureMethod, request, stages).signature;
}

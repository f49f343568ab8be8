/** The texts of a request that a client may have changed before it signed them. */

import { isProtocol } from "../../faults/helpers/stage-changes.ts";
import type { Texts } from "../../faults/index.ts";
import {
  type Parameter,
  type ParameterSources,
  type SigningInput,
  specification,
  validUtf8Text,
} from "../../model/index.ts";

/** A sample with each kind of base64 character. The real signature depends on the other mistakes of the client. */
const SIGNATURE = "aZ09+/==";

/** The texts of the correct computation, by scope. */
export function textsOf(request: SigningInput, sources: ParameterSources): Texts {
  const { percentEncode, authority, path, splitUrl, baseStringUri, parameterString, baseString } = specification;
  const parameters = specification.collectParameters(sources, specification);
  const own = parameters.filter((one) => !isProtocol(one));
  const protocol = parameters.filter(isProtocol);
  const read = (octets: readonly Uint8Array[]): string[] => octets.flatMap((one) => validUtf8Text(one) ?? []);
  const names = (all: readonly Parameter<Uint8Array>[]): string[] => read(all.map(({ name }) => name));
  const values = (all: readonly Parameter<Uint8Array>[]): string[] => read(all.map(({ value }) => value));
  const { method, url, consumerSecret = "", tokenSecret = "" } = request;
  const parts = splitUrl(url);
  const uri = baseStringUri(url, specification);
  const joined = parameterString(parameters, specification);
  const secrets = [consumerSecret, tokenSecret].filter((secret) => secret !== "");
  return {
    values: values(own),
    "own-names": names(own),
    "protocol-names": names(protocol),
    names: names(parameters),
    "protocol-values": values(protocol),
    "consumer-secret": [consumerSecret],
    "token-secret": [tokenSecret],
    // One secret alone is already in another scope.
    secrets: secrets.length === 2 ? secrets : [],
    "unencoded-consumer-secret": [consumerSecret],
    "unencoded-token-secret": [tokenSecret],
    key: [specification.key({ consumerSecret, tokenSecret }, specification)],
    method: [specification.method(method)],
    host: [authority(parts)],
    path: [path(parts)],
    uri: [uri],
    "parameter-string": [joined],
    "base-string": [baseString({ method, baseStringUri: uri, parameterString: joined }, specification)],
    "encoded-values": parameters.map(({ value }) => percentEncode(value)),
    encoded: parameters.flatMap(({ name, value }) => [percentEncode(name), percentEncode(value)]),
    signature: [SIGNATURE],
  };
}

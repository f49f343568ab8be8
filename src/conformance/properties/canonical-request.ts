/**
 * What the RFC makes the same: two requests share a base string exactly when their canonical requests are equal.
 *
 * The RFC merges: case of the method, scheme and host; a default or empty port and none; an empty path and `/`;
 * userinfo, fragment and realm, which are not signed; a parameter in the query and in the form; their order; `+` and
 * `%20` in a query; every escape of an octet and the octet. All else keeps requests apart.
 *
 * @module
 */

import { sourcesOfInput, specification } from "../../model/index.ts";
import type { RequestInput } from "../vectors/input.ts";
import { signingInput } from "../vectors/signing-input.ts";

const { authority, collectParameters, method, path, percentEncode, splitUrl } = specification;

/** The canonical request as one line. Built from the parts, not from the base string that it is compared with. */
export function canonicalRequest(input: RequestInput): string {
  const meant = signingInput(input);
  const parts = splitUrl(meant.url);
  const parameters = collectParameters(sourcesOfInput(meant, specification), specification)
    .map(({ name, value }) => JSON.stringify([percentEncode(name), percentEncode(value)]))
    .sort();
  const where = [method(meant.method), parts.scheme.toLowerCase(), authority(parts), path(parts)];
  return JSON.stringify([...where, ...parameters]);
}

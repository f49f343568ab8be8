/**
 * The canonical request: two requests have the same base string exactly if their canonical requests are equal.
 *
 * RFC 5849 does not distinguish: upper and lower case in method, scheme and host; a default port, an empty port and no
 * port; an empty path and `/`; userinfo, fragment and realm, which are not signed; a parameter in the query and in the
 * form; the order of parameters; `+` and `%20` in a query; an octet and its escape. Everything else makes two requests
 * different.
 */

import { sourcesOfInput, specification } from "../../model/index.ts";
import type { RequestInput } from "../vectors/input.ts";
import { signingInput } from "../vectors/signing-input.ts";

const { authority, collectParameters, method, path, percentEncode, splitUrl } = specification;

/** The canonical request as one line, built from the parts of the request and not from its base string. */
export function canonicalRequest(input: RequestInput): string {
  const request = signingInput(input);
  const parts = splitUrl(request.url);
  const parameters = collectParameters(sourcesOfInput(request, specification), specification)
    .map(({ name, value }) => JSON.stringify([percentEncode(name), percentEncode(value)]))
    .sort();
  const target = [method(request.method), parts.scheme.toLowerCase(), authority(parts), path(parts)];
  return JSON.stringify([...target, ...parameters]);
}

/**
 * A request parameter (RFC 5849 3.4.1.3): the one shape in which every step reads and returns it.
 *
 * @module
 */

import type { OctetText } from "./percent-encoding.ts";

/** Where a parameter was sent (RFC 5849 3.4.1.3.1): the URL's query, the Authorization header, or a form-encoded body. */
export type ParameterOrigin = "query" | "header" | "body";

/** A parameter, decoded. `Text` is `Uint8Array` where every name and value is kept as octets. */
export interface Parameter<Text extends OctetText = OctetText> {
  readonly name: Text;
  readonly value: Text;
  readonly origin: ParameterOrigin;
}

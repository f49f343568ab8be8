/** Parses a Content-Type as a media type (RFC 7231 3.1.1.1), from its beginning: it is not searched for a substring. */

import { matchAt } from "../oauth1/authorization-header.ts";

export interface BodyType {
  /** Whether the body is a form: its parameters are signed (RFC 5849 3.4.1.3.1). */
  readonly isForm: boolean;
  /** Of a form, in lower case; `undefined` for none. */
  readonly charset: string | undefined;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM: BodyType = { isForm: true, charset: undefined };
const OTHER: BodyType = { isForm: false, charset: undefined };

const ESSENCE_RE = /[ \t]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[ \t]*(?:$|(?=;))/y; // "text/plain"
/** `; name=token`, `; name="quoted \" string"`, or a semicolon without a parameter, which is common. */
const PARAMETER_RE =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"))?[ \t]*/y;

/** Characters; no media type needs more. */
const MAX_LENGTH = 1024;

/**
 * Parses a Content-Type; `undefined` for text that is not one media type, and for a form with malformed parameters or
 * with two charsets. The parameters of other media types are not parsed.
 */
export function readContentType(header: string): BodyType | undefined {
  if (header === FORM_TYPE) return FORM;
  const essence = header.length > MAX_LENGTH ? null : matchAt(ESSENCE_RE, header, 0);
  if (essence === null) return undefined;
  return essence[1]!.toLowerCase() === FORM_TYPE ? readCharset(header, essence[0].length) : OTHER;
}

function readCharset(header: string, start: number): BodyType | undefined {
  let charset: string | undefined;
  for (let position = start; position < header.length; ) {
    const parameter = matchAt(PARAMETER_RE, header, position);
    if (parameter === null) return undefined;
    position += parameter[0].length;
    if (parameter[1]?.toLowerCase() !== "charset") continue;
    if (charset !== undefined) return undefined;
    charset = (parameter[2] ?? parameter[3]!.replace(/\\([\s\S])/g, "$1")).toLowerCase();
  }
  return { isForm: true, charset };
}

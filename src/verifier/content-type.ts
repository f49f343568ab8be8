/**
 * Content-Type as a media type (RFC 7231 3.1.1.1): read as a whole, never searched for a piece.
 *
 * @module
 */

/** A media type. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** In lower case; `undefined` where none is named. */
  readonly charset: string | undefined;
}

/** The one whose body is signed parameter by parameter (RFC 5849 3.4.1.3.1). */
export const FORM_TYPE = "application/x-www-form-urlencoded";

const ESSENCE_RE = /[ \t]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[ \t]*/y; // "text/plain"
/** `; name=token`, `; name="quoted \" string"`, or nothing after the semicolon, which is common. */
const PARAMETER_RE =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"))?[ \t]*/y;

/** More than any media type needs. */
const LONGEST = 1024;

/** Reads a Content-Type; `undefined` for what is none, or names two charsets. */
export function parseMediaType(header: string): MediaType | undefined {
  if (header === FORM_TYPE) return { essence: FORM_TYPE, charset: undefined };
  if (header.length > LONGEST) return undefined;
  const essence = matchAt(ESSENCE_RE, header, 0);
  if (essence === null) return undefined;
  let charset: string | undefined;
  for (let position = essence[0].length; position < header.length; ) {
    const parameter = matchAt(PARAMETER_RE, header, position);
    if (parameter === null) return undefined;
    position += parameter[0].length;
    if (parameter[1]?.toLowerCase() !== "charset") continue;
    if (charset !== undefined) return undefined;
    charset = (parameter[2] ?? parameter[3]!.replace(/\\([\s\S])/g, "$1")).toLowerCase();
  }
  return { essence: essence[1]!.toLowerCase(), charset };
}

function matchAt(expression: RegExp, text: string, position: number): RegExpExecArray | null {
  expression.lastIndex = position;
  return expression.exec(text);
}

/**
 * Content-Type as a media type (RFC 7231 3.1.1.1): read from its beginning, never searched for a piece.
 *
 * @module
 */

/** What a Content-Type says about a body. */
export interface BodyType {
  /** Whether it is a form, whose parameters are signed (RFC 5849 3.4.1.3.1). */
  readonly isForm: boolean;
  /** A form's charset in lower case; `undefined` where none is named. */
  readonly charset: string | undefined;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM: BodyType = { isForm: true, charset: undefined };
const OTHER: BodyType = { isForm: false, charset: undefined };

const ESSENCE_RE = /[ \t]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[ \t]*(?:$|(?=;))/y; // "text/plain"
/** `; name=token`, `; name="quoted \" string"`, or nothing after the semicolon, which is common. */
const PARAMETER_RE =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"))?[ \t]*/y;

/** More than any media type needs. */
const LONGEST = 1024;

/**
 * Reads a Content-Type; `undefined` for what is no single media type, and for a form whose parameters cannot be read
 * or name two charsets. What else another media type says of itself is nobody's business here.
 */
export function readContentType(header: string): BodyType | undefined {
  if (header === FORM_TYPE) return FORM;
  const essence = header.length > LONGEST ? null : matchAt(ESSENCE_RE, header, 0);
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

function matchAt(expression: RegExp, text: string, position: number): RegExpExecArray | null {
  expression.lastIndex = position;
  return expression.exec(text);
}

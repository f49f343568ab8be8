/**
 * Determines from the Content-Type whether a body is a form, and decodes the names and values of a form with its charset.
 * Only a form has parameters, whatever the HTTP method.
 */

import { matchAt } from "../oauth1/authorization-header.ts";
import { quote } from "../oauth1/errors.ts";
import type { OctetText } from "../oauth1/percent-encoding.ts";
import { utf8Octets, windows1252Text } from "../platform/index.ts";
import type { Received } from "./received-request.ts";
import { addProblem, type Problems } from "./rejections.ts";

export interface BodyContent {
  /** `other`: a body that is not a form. */
  readonly kind: "none" | "form" | "other";
  /** The octets of a form; `undefined` if there is no body, or if the body is not a form. */
  readonly form: Uint8Array | undefined;
  /** Decodes the form's names and values with its charset, for the application. */
  readonly redecode: DecodeAgain;
}

/**
 * Decodes again a name or value that was decoded as UTF-8 or kept as octets. The signature covers octets, so its check
 * does not depend on the charset.
 */
export type DecodeAgain = (text: OctetText) => OctetText;

/** The decoder for UTF-8: the text has already been decoded. */
const keepText: DecodeAgain = (text) => text;

const NO_BODY: BodyContent = { kind: "none", form: undefined, redecode: keepText };
const OTHER_BODY: BodyContent = { ...NO_BODY, kind: "other" };

/** Returns `undefined` and adds a problem if the kind of the body cannot be determined. */
export function bodyContent(received: Received, problems: Problems): BodyContent | undefined {
  const { body, isBodyWellFormed, isBodyMissing, contentType } = received;
  if (isBodyMissing) return OTHER_BODY;
  if (body.length === 0) return NO_BODY;
  if (!isBodyWellFormed) return malformed(problems, "the body contains a lone surrogate, which has no UTF-8 encoding");
  if (contentType.length === 0) return OTHER_BODY;
  if (contentType.length > 1) return malformed(problems, `there are ${contentType.length} Content-Type headers`);
  const type = readContentType(contentType[0]!);
  if (type === undefined) return malformed(problems, `Content-Type cannot be read: ${quote(contentType[0]!)}`);
  if (!type.isForm) return OTHER_BODY;
  const redecode = decoderFor(type.charset);
  if (redecode !== undefined) return { kind: "form", form: body, redecode };
  return malformed(problems, `the form has a charset that cannot be decoded: ${quote(type.charset!)}`);
}

function malformed(problems: Problems, message: string): undefined {
  return addProblem(problems, "body-malformed", message);
}

interface BodyType {
  /** Whether the body is a form. Parameters of a form are signed (RFC 5849 3.4.1.3.1). */
  readonly isForm: boolean;
  /** The charset of a form, in lower case; `undefined` if absent. */
  readonly charset: string | undefined;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM: BodyType = { isForm: true, charset: undefined };
const OTHER: BodyType = { isForm: false, charset: undefined };

const ESSENCE_RE = /[ \t]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[ \t]*(?:$|(?=;))/y; // "text/plain"
/** `; name=token`, `; name="quoted \" string"`, or a semicolon without a parameter, which is common. */
const PARAMETER_RE =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"))?[ \t]*/y;

/** In characters. No media type is longer. */
const MAX_LENGTH = 1024;

/**
 * Parses a Content-Type as a media type (RFC 7231 3.1.1.1), from its beginning; a matching substring is not enough.
 * Returns `undefined` for text that is not one media type, and for a form with malformed parameters or with two charsets.
 * The parameters of other media types are not parsed.
 */
function readContentType(header: string): BodyType | undefined {
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

/**
 * Returns the decoder for UTF-8 or windows-1252, which browsers also use for `iso-8859-1` and `us-ascii`; `undefined` for any other
 * charset.
 */
function decoderFor(charset: string | undefined): DecodeAgain | undefined {
  if (charset === undefined) return keepText;
  const encoding = encodingOf(charset);
  if (encoding === "utf-8") return keepText;
  if (encoding !== "windows-1252") return undefined;
  return (text) => windows1252Text(typeof text === "string" ? utf8Octets(text) : text);
}

/** The encoding that a label names; `undefined` for a label that no encoding has. */
function encodingOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

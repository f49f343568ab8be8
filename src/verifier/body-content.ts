/**
 * What of a body holds parameters: a form with every HTTP method, and no other media type, whatever is in it.
 *
 * @module
 */

import { keepText, decoderFor, type DecodeAgain } from "./charset.ts";
import { readContentType } from "./content-type.ts";
import { quote } from "./quote.ts";
import type { Received } from "./received-request.ts";
import type { Problem } from "./types.ts";

/** A body, as far as its parameters go. */
export interface BodyContent {
  /** A form's octets; `undefined` for what is no form, and for none. */
  readonly form: Uint8Array | undefined;
  /** Decodes what a form holds once more, for the application, where its charset is not UTF-8. */
  readonly redecode: DecodeAgain;
  /** Whether there is a body that is not a form. */
  readonly isOther: boolean;
  /** Why nobody can say what it is. */
  readonly problem: Problem | undefined;
}

const NO_BODY: BodyContent = { form: undefined, redecode: keepText, isOther: false, problem: undefined };
const OTHER_BODY: BodyContent = { ...NO_BODY, isOther: true };

/** Determines by its Content-Type what a body is. */
export function bodyContent({ body, isBodyWellFormed, contentType }: Received): BodyContent {
  if (body.length === 0) return NO_BODY;
  if (!isBodyWellFormed) return malformed("the body holds a lone surrogate, which has no UTF-8");
  if (contentType.length === 0) return OTHER_BODY;
  if (contentType.length > 1) return malformed(`there are ${contentType.length} Content-Type headers`);
  const type = readContentType(contentType[0]!);
  if (type === undefined) return malformed(`Content-Type cannot be read: ${quote(contentType[0]!)}`);
  if (!type.isForm) return OTHER_BODY;
  const redecode = decoderFor(type.charset);
  if (redecode === undefined) {
    return malformed(`the form has a charset that cannot be decoded: ${quote(type.charset!)}`);
  }
  return { form: body, redecode, isOther: false, problem: undefined };
}

function malformed(message: string): BodyContent {
  return { ...NO_BODY, problem: { code: "body-malformed", message } };
}

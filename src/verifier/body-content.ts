/** Determines from the Content-Type whether a body is a form. Only a form has parameters, with every HTTP method. */

import { quote } from "../oauth1/errors.ts";
import { readContentType } from "./content-type.ts";
import { type DecodeAgain, decoderFor, keepText } from "./form-charset.ts";
import type { Received } from "./received-request.ts";
import type { Problem } from "./types.ts";

export interface BodyContent {
  /** The octets of a form; `undefined` for no body and for a body that is not a form. */
  readonly form: Uint8Array | undefined;
  /** Decodes the form's names and values with its charset, for the application. */
  readonly redecode: DecodeAgain;
  /** Whether there is a body that is not a form. */
  readonly isOther: boolean;
  /** Why this cannot be determined. */
  readonly problem: Problem | undefined;
}

const NO_BODY: BodyContent = { form: undefined, redecode: keepText, isOther: false, problem: undefined };
const OTHER_BODY: BodyContent = { ...NO_BODY, isOther: true };

export function bodyContent({ body, isBodyWellFormed, contentType }: Received): BodyContent {
  if (body.length === 0) return NO_BODY;
  if (!isBodyWellFormed) return malformed("the body contains a lone surrogate, which has no UTF-8 encoding");
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

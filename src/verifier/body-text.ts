/**
 * What of a body holds parameters: a form with every HTTP method, and no other media type, whatever is in it.
 *
 * @module
 */

import { asItIs, decoderFor, type Redecode } from "./charset.ts";
import { readContentType } from "./content-type.ts";
import { quote } from "./quote.ts";
import type { Received } from "./received-request.ts";
import type { Problem } from "./types.ts";

/** A body, as far as its parameters go. */
export interface BodyText {
  /** A form's octets, or latin1 text of them; `undefined` for what is no form, and for none. */
  readonly form: string | Uint8Array | undefined;
  /** Decodes what a form holds once more, for the application, where its charset is not UTF-8. */
  readonly redecode: Redecode;
  /** Whether there is a body that is not a form. */
  readonly isOther: boolean;
  /** Why it cannot be told what it is. */
  readonly problem: Problem | undefined;
}

const NO_BODY: BodyText = { form: undefined, redecode: asItIs, isOther: false, problem: undefined };
const OTHER_BODY: BodyText = { ...NO_BODY, isOther: true };

/** Tells what a body is by its Content-Type, and gets a form's text. */
export function bodyText({ body, contentType }: Received): BodyText {
  if (body.length === 0) return NO_BODY;
  if (typeof body === "string" && !body.isWellFormed()) {
    return malformed("the body holds a lone surrogate, which has no UTF-8");
  }
  if (contentType.length === 0) return OTHER_BODY;
  if (contentType.length > 1) return malformed(`there are ${contentType.length} Content-Type headers`);
  const type = readContentType(contentType[0]!);
  if (type === undefined) return malformed(`Content-Type cannot be read: ${quote(contentType[0]!)}`);
  if (!type.isForm) return OTHER_BODY;
  const redecode = decoderFor(type.charset);
  if (redecode === undefined) {
    return malformed(`the form has a charset that cannot be decoded: ${quote(type.charset!)}`);
  }
  return { form: octetsOf(body), redecode, isOther: false, problem: undefined };
}

function malformed(message: string): BodyText {
  return { ...NO_BODY, problem: { code: "body-malformed", message } };
}

const NON_ASCII_RE = /[^\x00-\x7f]/;

function octetsOf(body: string | Uint8Array): string | Uint8Array {
  return typeof body === "string" && NON_ASCII_RE.test(body) ? Buffer.from(body, "utf8") : body;
}

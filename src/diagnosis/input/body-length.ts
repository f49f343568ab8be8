/** Compares the body with the header fields, because many logs leave the body out, and copies cut it off. */

import { type HttpRequest, headerValues, isForm } from "../../model/index.ts";
import { plural } from "../../redaction/visible.ts";
import { hasNoForm } from "../../requests/missing-body.ts";
import type { PastedRequest } from "../../requests/pasted-request.ts";

/** A message if the body cannot be the body that was sent; `undefined` otherwise. */
export function bodyLengthProblem(request: HttpRequest): string | undefined {
  const [length = ""] = headerValues(request, "content-length");
  const found = request.body?.length ?? 0;
  const isOther = /^\d{1,15}$/.test(length.trim()) && Number(length) !== found;
  if (!isOther || headerValues(request, "transfer-encoding").length > 0) return undefined;
  const got = found === 0 ? "there is no body" : `the body has ${plural(found, "octet")}`;
  return `Content-Length is ${Number(length)}, but ${got}`;
}

/** Whether a body is a form, or may be one; the octets of any other body are not signed. */
function mayBeForm(request: HttpRequest): boolean {
  return isForm(request) || headerValues(request, "content-type").length === 0;
}

/** Like {@link bodyLengthProblem}, only for a body that may be a form. */
export function formLengthProblem(request: HttpRequest): string | undefined {
  return mayBeForm(request) ? bodyLengthProblem(request) : undefined;
}

/** Why the body is missing; `undefined` if nothing shows that any of it is missing. */
export function missingBodyProblem(request: PastedRequest): string | undefined {
  const problem = formLengthProblem(request);
  const isLeftOut = request.repairs !== undefined && hasNoForm(request);
  const isCut = (request.body?.length ?? 0) > 0;
  const [what, why] = mayBeForm(request)
    ? ["a form", "the signature covers its parameters"]
    : ["the body", "the client may have signed it"];
  const unused =
    isCut || request.unusedForm === undefined
      ? undefined
      : `line ${request.unusedForm} of the text looks like ${what}, but was not used, because nothing shows that it is the body`;
  if (problem === undefined && !isLeftOut && unused === undefined) return undefined;
  const text = problem ?? unused ?? "the text has the Content-Type of a form, but not the form";
  const ifWhole = isCut ? "; if it is all of the body, remove Content-Length" : "";
  return `${text}: add the body as it was sent, after an empty line, because ${why}${ifWhole}`;
}

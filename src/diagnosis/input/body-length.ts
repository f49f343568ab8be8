/** Compares the body with the header fields, because many logs leave the body out, and copies cut it off. */

import { type HttpRequest, headerValues, isForm } from "../../model/index.ts";
import { plural } from "../../redaction/visible.ts";
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

/** Why the parameters of a form are missing; `undefined` if nothing shows that any are missing. */
export function missingForm(request: PastedRequest): string | undefined {
  const mayBeForm = isForm(request) || headerValues(request, "content-type").length === 0;
  const problem = mayBeForm ? bodyLengthProblem(request) : undefined;
  const isLeftOut = request.repairs !== undefined && hasNoForm(request);
  const isCut = (request.body?.length ?? 0) > 0;
  const unused =
    isCut || request.unusedForm === undefined
      ? undefined
      : `line ${request.unusedForm} of the text looks like a form, but was not used, because nothing shows that it is the body`;
  if (problem === undefined && !isLeftOut && unused === undefined) return undefined;
  const text = problem ?? unused ?? "the text has the Content-Type of a form, but not the form";
  const ifWhole = isCut ? "; if it is all of the body, remove Content-Length" : "";
  return `${text}: add the body as it was sent, after an empty line, because the signature covers its parameters${ifWhole}`;
}

/** Whether a request should have a form, but has neither a body nor a Content-Length. */
export function hasNoForm(request: HttpRequest): boolean {
  const isEmpty = (request.body?.length ?? 0) === 0 && headerValues(request, "content-length").length === 0;
  return isEmpty && isForm(request) && /^(?:POST|PUT|PATCH)$/.test(request.method);
}

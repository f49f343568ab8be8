/** Whether the body of a request may be missing: many logs leave the body out. */

import { type HttpRequest, headerValues, isForm } from "../model/index.ts";
import type { PastedRequest } from "./pasted-request.ts";

/** Whether a request should have a form, but has neither a body nor a Content-Length. */
export function hasNoForm(request: HttpRequest): boolean {
  return isForm(request) && isWithoutBody(request);
}

/** Whether a form may be missing, or any body of a request that was read from a text. */
export function lacksBody(request: PastedRequest): boolean {
  return (isForm(request) || request.repairs !== undefined) && isWithoutBody(request);
}

function isWithoutBody(request: HttpRequest): boolean {
  const isEmpty = (request.body?.length ?? 0) === 0 && headerValues(request, "content-length").length === 0;
  return isEmpty && /^(?:POST|PUT|PATCH)$/.test(request.method);
}

/** Compares the body with the header Content-Length: many logs leave the body out, and copies cut it off. */

import type { HttpRequest } from "../../model/index.ts";
import { plural } from "../../redaction/visible.ts";

/** A message that the body is not the one that was sent; `undefined` if it may be. */
export function bodyLengthProblem({ headers, body }: HttpRequest): string | undefined {
  const field = (name: string): string | undefined =>
    headers.find(([other]) => other.toLowerCase() === name)?.[1].trim();
  const length = field("content-length") ?? "";
  const found = body?.length ?? 0;
  if (!/^\d{1,15}$/.test(length) || Number(length) === found || field("transfer-encoding") !== undefined) {
    return undefined;
  }
  const got = found === 0 ? "there is no body" : `the body has ${plural(found, "octet")}`;
  return `Content-Length is ${Number(length)}, but ${got}: give the body that was sent, after an empty line, because the signature may cover it`;
}

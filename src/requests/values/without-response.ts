/** Leaves out the response, which a text may contain beside the request. */

import { type Bracket, type NamedValue, ofBrackets } from "./named-values.ts";
import { FIELDS, isMethod, isOf, plain } from "./value-names.ts";

/** The names of brackets, and headings, of a response, which is not part of the request. */
const RESPONSE_RE = /^(?:response.*|res|reply)$/;
const HEADING_RE = /^\W{0,20}(?:response|(request))[\w ]{0,30}\W{0,20}$/i;
const STATUS_RE = /^(?:http|response)?status(?:code)?$/;

/** The text with the lines of the response replaced by empty lines. */
export function withoutResponse(text: string): string {
  let isResponse = false;
  const lines = text.split("\n").map((line) => {
    const heading = HEADING_RE.exec(line);
    if (heading !== null) isResponse = heading[1] === undefined;
    return isResponse ? "" : line;
  });
  return lines.join("\n");
}

/** The values of the request. `own` are values in the brackets of the address, which surely belong to the request. */
export function valuesOfRequest(all: readonly NamedValue[]): { own: NamedValue[]; others: NamedValue[] } {
  const isAddress = ({ name, value }: NamedValue): boolean =>
    plain(name) === "authorization" ||
    (isOf("method", name) && isMethod(value.toUpperCase())) ||
    (isOf("url", name) && /^https?:/i.test(value));
  const isStatus = ({ name, value }: NamedValue): boolean => STATUS_RE.test(plain(name)) && /^\d{3}\b/.test(value);
  const isError = ({ name, value, within }: NamedValue): boolean =>
    within.outer !== undefined &&
    /^(?:message|error(?:message|description)?)$/.test(plain(name)) &&
    /\bsignature|\bauth/i.test(value);
  const requests = new Set(all.filter(isAddress).map(({ within }) => within));
  const answers = new Set(all.filter(isError).map(({ within }) => within));
  const statuses = new Map(all.flatMap((one, at) => (isStatus(one) ? [[one.within, at] as const] : [])));
  /** The index after which fields and body here belong to the response; in brackets of a request, the index of the status. */
  const statusIn = (bracket: Bracket): number =>
    requests.has(bracket) || !statuses.has(bracket) ? (statuses.get(bracket) ?? Number.POSITIVE_INFINITY) : -1;
  /** The index after which everything in these brackets belongs to the response. */
  const endOf = ofBrackets(Number.POSITIVE_INFINITY, (bracket, end) => {
    const { name, outer } = bracket;
    if (outer === undefined) return end;
    if (RESPONSE_RE.test(plain(name)) || answers.has(bracket)) return -1;
    return name === "headers" && !requests.has(bracket) ? Math.min(end, statusIn(outer)) : end;
  });
  const isOfResponse = ({ name, within }: NamedValue, at: number): boolean => {
    const isField = within.outer !== undefined && FIELDS.some((field) => plain(field) === plain(name));
    const isBody = isOf("body", name) && !/^request/i.test(name);
    return at > endOf(within) || ((isField || isBody) && at > statusIn(within));
  };
  const values = all.filter((one, at) => !isOfResponse(one, at));
  const isOwn = ({ within }: NamedValue): boolean =>
    requests.has(within) || (within.outer !== undefined && requests.has(within.outer));
  return { own: values.filter(isOwn), others: values.filter((one) => !isOwn(one)) };
}

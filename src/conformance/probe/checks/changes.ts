/** The changes of a good request that several checks make. */

import type { HttpRequest } from "../../../oauth1/http-request.ts";
import type { Change } from "../../cases/case.ts";
import { baseStringOf, type Draft, FORM_TYPE, isForm, joinPairs, withProtocol, write } from "../../cases/draft.ts";
import { NO_DIFFERENCE, NO_FORM, withHeader } from "../../cases/make-request.ts";
import { type Case, type Good, offers, rejects } from "../check.ts";

const unchanged: Change = (draft) => draft;

/** Adds encoded pairs to the query. */
export function addToQuery(pairs: string): Change {
  return (draft) => ({ ...draft, query: joinPairs(draft.query, pairs) });
}

/** Adds encoded pairs to the form. */
export function addToForm(pairs: string): Change {
  return (draft) => ({ ...draft, body: joinPairs(draft.body, pairs) });
}

/**
 * The client signs one request, and the server gets another one, which it must reject. If it also rejects what it got when
 * that is signed right, the case says nothing. This comes second, because a server that accepts the wrong request may reject
 * the right one: one that joins values with commas, for example.
 */
export function signedOtherwise(good: Good, signed: Change, sent: Change, start: Change = unchanged): Case {
  const draft = start(good.fresh());
  const [received, meant] = [sent(draft), signed(draft)];
  if (baseStringOf(received) === baseStringOf(meant)) return NO_DIFFERENCE;
  return [rejects(write(received, good.sign(meant))), offers(good.signed(sent(start(good.fresh()))))];
}

/** A change of the value of the Authorization header. */
export function editHeader(edit: (value: string) => string): (request: HttpRequest) => HttpRequest {
  return (request) => withHeader(request, edit);
}

/** The request with further header fields. */
export function withHeaders(...added: readonly (readonly [string, string])[]): (request: HttpRequest) => HttpRequest {
  return (request) => ({ ...request, headers: [...request.headers, ...added] });
}

/** A draft with a form: the good request, or one that posts a form to the same address. */
function formChange(good: Good): Change | undefined {
  if (isForm(good.fresh())) return unchanged;
  if (!good.mayChangeMethod) return undefined;
  return (draft) => ({ ...draft, method: "POST", contentType: FORM_TYPE, body: "probe=1" });
}

/** The cases of a check that needs a form; not offered without one. */
export function withForm(good: Good, cases: Readonly<Record<string, (start: Change) => Case>>): Record<string, Case> {
  const start = formChange(good);
  const entries = Object.entries(cases).map(
    ([name, make]) => [name, start === undefined ? NO_FORM : make(start)] as const,
  );
  return Object.fromEntries(entries);
}

/** Cases by name, made of a list. */
export function casesOf<Item>(items: Readonly<Record<string, Item>>, make: (item: Item) => Case): Record<string, Case> {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, make(item)]));
}

/** The draft with another timestamp. */
export function at(draft: Draft, timestamp: string): Draft {
  return withProtocol(draft, { oauth_timestamp: timestamp });
}

/** A time of the clock of the server, so many seconds ahead. */
export function ahead(good: Good, seconds: number): string {
  return String(good.now() + seconds);
}

/** The draft with another method of signing. */
export function named(method: string): Change {
  return (draft) => withProtocol(draft, { oauth_signature_method: method });
}

/** The text with the case of each letter changed. */
export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Why a case cannot be tried. */
export const SAME_KEY = "the same key for these credentials";

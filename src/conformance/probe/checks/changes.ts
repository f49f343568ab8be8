/** The changes of a good request that several checks make. */

import type { HttpRequest } from "../../../oauth1/http-request.ts";
import type { Change } from "../../cases/case.ts";
import { type Draft, joinPairs, withProtocol } from "../../cases/draft.ts";
import { withHeader } from "../../cases/make-request.ts";
import type { Case, Good } from "../check.ts";

/** Adds encoded pairs to the query. */
export function addToQuery(pairs: string): Change {
  return (draft) => ({ ...draft, query: joinPairs(draft.query, pairs) });
}

/** A change of the value of the Authorization header. */
export function editHeader(edit: (value: string) => string): (request: HttpRequest) => HttpRequest {
  return (request) => withHeader(request, edit);
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

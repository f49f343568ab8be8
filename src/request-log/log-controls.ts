/** The paths of the control API that show requests: the pages, and the data for them. */

import type { HttpResponse } from "../verifier/adapters/rejection-response.ts";
import { type Control, json, numberIn, oneOf, wholeNumber } from "./control.ts";
import { harOf } from "./har.ts";
import { type InspectorKey, inspectorData } from "./inspector-data.ts";
import type { ListOptions, RequestList, RequestLog } from "./log.ts";
import type { ListPageData } from "./page-data.ts";
import { inspectorPage, listPage } from "./pages.ts";

/** A server that shows its requests. */
export interface LogServer {
  readonly log: RequestLog;
  readonly page: ListPageData;
  /** The keys of a client that the inspector may have, by its `oauth_consumer_key`. */
  readonly inspectorKey: (consumerKey: string) => InspectorKey;
}

export const LOG_CONTROLS: readonly Control<LogServer>[] = [
  {
    method: "GET",
    path: "",
    usage: " (the page)",
    answer: ({ page }) => listPage(page),
  },
  {
    method: "GET",
    path: "list",
    usage: "?after=N",
    answer: ({ log }, { query }) => json(200, log.summaries(numberIn(query, "after", 0, MOST) ?? 0)),
  },
  {
    method: "GET",
    path: "inspector",
    usage: "?request=NUMBER&card-data=show",
    async answer({ log, inspectorKey }, { query }) {
      const number = numberIn(query, "request", 1, MOST) ?? 0;
      const options = viewOptions(query);
      const found = await log.one(number, options);
      if (found === undefined) return unknownRequest(number);
      return inspectorPage(inspectorData(found, options.showCardData, inspectorKey));
    },
  },
  {
    method: "GET",
    path: "requests",
    usage: "?last=N&after=N&contains=TEXT&accepted=false&card-data=show",
    answer: async ({ log }, { query }) => json(200, await listedRequests(log, query)),
  },
  {
    method: "GET",
    path: "requests/",
    usage: "NUMBER?card-data=show",
    async answer({ log }, { rest, query }) {
      const number = wholeNumber("the number of the request", rest, 1, MOST);
      const found = await log.one(number, viewOptions(query));
      return found === undefined ? unknownRequest(number) : json(200, found);
    },
  },
  {
    method: "GET",
    path: "har",
    usage: "?last=N&card-data=show",
    answer: async ({ log }, { query }) => json(200, harOf((await log.list(listOptions(query))).requests)),
  },
];

/** More requests than a log ever counts. */
const MOST = 999_999_999_999;

function unknownRequest(number: number): HttpResponse {
  return json(404, { error: `the log has no request ${number}` });
}

async function listedRequests(log: RequestLog, query: URLSearchParams): Promise<RequestList> {
  const { total, first, next, requests } = await log.list(listOptions(query));
  const contains = query.get("contains");
  const accepted = oneOf(query, "accepted", ["true", "false"]);
  const listed = requests.filter(
    (one) =>
      (contains === null || JSON.stringify(one).includes(contains)) &&
      (accepted === undefined || String(one.accepted) === accepted),
  );
  return { total, first, next, requests: listed };
}

function listOptions(query: URLSearchParams): ListOptions {
  const last = numberIn(query, "last", 0, 999_999);
  const after = numberIn(query, "after", 0, MOST);
  return { last, after, ...viewOptions(query) };
}

function viewOptions(query: URLSearchParams): { readonly showCardData: boolean } {
  return { showCardData: oneOf(query, "card-data", ["show"]) !== undefined };
}

/** URLs with a fragment, which is part neither of the base string URI nor of the query's last value. */

import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const URLS = ["/p#top", "/p?a=1#top", "/p?a=1&b#b=2", "/p?a=#", "/p?#a=1"];

export const fragmentsInRequests: Family = {
  name: "fragments-in-requests",
  area: "request",
  make: (): Draft[] => URLS.map((url) => toSign(`A fragment is not signed: ${url}`, "rfc5849-3.4.1.2-4", get(url))),
};

/** The control API: the paths below `/_countersign/`, which return the logged requests and whatever else a server adds. */

import { type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import type { HttpResponse } from "../verifier/adapters/rejection-response.ts";
import { type Control, ControlError, json } from "./control.ts";
import type { Origins } from "./origins.ts";

export const CONTROL_PREFIX = "/_countersign/";
/** Values of Sec-Fetch-Site for requests of the server's own pages and for addresses that the user typed. */
const OWN_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/** Answers with JSON, except for pages. */
export async function controlAnswer<Server>(
  request: HttpRequest,
  path: string,
  origins: Origins,
  controls: readonly Control<Server>[],
  server: Server,
): Promise<HttpResponse> {
  const forbidden = reasonAgainst(request, origins);
  if (forbidden !== undefined) return json(403, { error: forbidden });
  // The URL class is not used, because it would resolve the dots of `/_countersign/../reset`.
  const [pathname, ...parts] = path.split("?");
  const rest = pathname!.slice(CONTROL_PREFIX.length);
  const query = new URLSearchParams(parts.join("?"));
  const control = controls.find((one) => one.method === request.method && isAt(one, rest));
  if (control === undefined) {
    const paths = controls.map(({ method, path: own, usage }) => `${method} ${CONTROL_PREFIX}${own}${usage}`);
    return json(404, { error: "there is no such path", paths });
  }
  try {
    return await control.answer(server, { query, rest: rest.slice(control.path.length), request });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return json(400, { error: error.message });
  }
}

function isAt({ path }: Pick<Control<never>, "path">, wanted: string): boolean {
  return path.endsWith("/") ? wanted.startsWith(path) : wanted === path;
}

/**
 * The reason why a request may come from a web page other than the server's. A page can make its own host name resolve
 * to this address (DNS rebinding), but it cannot choose the Host and Origin headers.
 */
function reasonAgainst(request: HttpRequest, origins: Origins): string | undefined {
  const own = origins.ofHost(request);
  if (own === undefined) {
    return `expected the Host ${origins.all.join(" or ")}; --host-name NAME adds a name`;
  }
  // Following a link on another page, such as to an order, is a GET request without Origin, and stays possible.
  const isFollowed = request.method === "GET" || request.method === "HEAD";
  const isForeign =
    headerValues(request, "origin").some((sentFrom) => sentFrom !== own) ||
    (!isFollowed && headerValues(request, "sec-fetch-site").some((site) => !OWN_SITES.has(site.trim().toLowerCase())));
  return isForeign ? "a page of another origin must not use the control API" : undefined;
}

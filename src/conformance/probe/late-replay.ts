/** A request that is sent before all checks, and again after them. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { type Check, type Good, rejects } from "./check.ts";
import { withProtocol } from "./draft.ts";

/** Seconds ahead of the clock of the server, where its window has no edge. */
const AHEAD = 30;

/** The request, with a timestamp that stays acceptable for as long as the server allows, and the check that sends it again. */
export function lateReplay(good: Good): { readonly request: HttpRequest; readonly check: Check } {
  const offset = Math.max((good.window.future ?? AHEAD) - 2, 0);
  const request = good.signed(withProtocol(good.fresh(), { oauth_timestamp: String(good.now() + offset) }));
  const check: Check = {
    id: "late-replay",
    title: "request sent again after all others",
    rule: "rfc5849-3.3-2",
    finds: ["nonce-forgotten-inside-window", "no-nonce-check"],
    cves: ["CVE-2013-4346"],
    means: "The server forgets a nonce while it still accepts its timestamp.",
    cases: () => ({ "with-the-latest-timestamp": [rejects(request)] }),
  };
  return { request, check };
}

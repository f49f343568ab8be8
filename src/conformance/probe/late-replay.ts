/** A request that is sent before all checks, and again after them. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { type Check, type Good, rejects } from "./check.ts";

/** The parts of the check that do not depend on a request. */
export const LATE_REPLAY = {
  id: "late-replay",
  title: "request sent again after all others",
  rule: "rfc5849-3.3-2",
} as const;

/** The request, and the check that sends it again. */
export function lateReplay(good: Good): { readonly request: HttpRequest; readonly check: Check } {
  const request = good.signed(good.fresh());
  const check: Check = {
    ...LATE_REPLAY,
    cves: ["CVE-2013-4346"],
    means: "The server forgets a nonce while it still accepts its timestamp.",
    cases: () => ({ "of-the-beginning-of-the-run": () => [rejects(request)] }),
  };
  return { request, check };
}

/** Requests that are sent again (RFC 5849 3.3): of each kind, many at once, and at the edges of the time window. */

import { withProtocol } from "../../cases/draft.ts";
import { NEEDS_HARMLESS } from "../../cases/make-request.ts";
import { type Case, type Check, offers, rejects, type Step } from "../check.ts";
import { draftOf, kindName, type RequestKind, usualKind } from "../request-kinds.ts";

const REPLAY_CVES = ["CVE-2013-4346"];
const NO_EDGE = "the server accepts timestamps more than a day away";
/** How many copies are sent at once, and how many times. */
const COPIES = 8;

export const REPLAYS: readonly Check[] = [
  {
    id: "replay-of-another-kind",
    title: "request with another HTTP method or body sent again",
    rule: "rfc5849-3.3-2",
    cves: REPLAY_CVES,
    means: "The server checks the nonces of some requests only: someone who sees another request can send it again.",
    cases: (good) => {
      const again = (kind: RequestKind): Case => {
        if (kindName(kind) === kindName(usualKind(good))) return "the method and body of the good request";
        if (!good.mayChangeMethod && !/^(?:GET|HEAD)$/.test(kind.method)) return NEEDS_HARMLESS;
        const request = good.signed(draftOf(kind, good));
        return [offers(request), rejects(request)];
      };
      return Object.fromEntries(KINDS.map((kind) => [kindName(kind), () => again(kind)]));
    },
  },
  {
    id: "replay-at-once",
    title: "copies of one request at once",
    rule: "rfc5849-3.3-2",
    cves: REPLAY_CVES,
    means: "The server looks a nonce up and stores it in two steps, so that copies which arrive together all pass.",
    everywhere: true,
    cases: (good) => {
      const copies = (): Step => {
        const request = good.signed(good.fresh());
        return { send: Array.from({ length: COPIES }, () => request), accepted: 1 };
      };
      return { "five-times": () => Array.from({ length: 5 }, copies) };
    },
  },
  {
    id: "replay-at-the-edge",
    title: "request at an edge of the time window sent again",
    needsWindow: true,
    rule: "rfc5849-3.3-2",
    cves: REPLAY_CVES,
    means: "The server forgets nonces whose timestamps it still accepts.",
    cases: (good) => {
      const twice = (offset: number): Case => {
        const request = good.signed(withProtocol(good.fresh(), { oauth_timestamp: String(good.now() + offset) }));
        return [offers(request), rejects(request)];
      };
      return {
        "oldest-timestamp": () => {
          const { past } = good.window();
          return past === undefined ? NO_EDGE : twice(-Math.max(past - 3, 0));
        },
        "latest-timestamp": () => {
          const { future } = good.window();
          return future === undefined ? NO_EDGE : twice(Math.max(future - 1, 0));
        },
      };
    },
  },
];

/** The kinds of requests that an application is likely to have. */
const KINDS: readonly RequestKind[] = [
  { method: "GET", body: "none" },
  { method: "HEAD", body: "none" },
  ...["POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
    (["none", "form", "JSON"] as const).map((body) => ({ method, body })),
  ),
];

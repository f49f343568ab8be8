/** What a check is: the requests, the expected outcome, and what another outcome means. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { CheckDescription } from "../cases/case.ts";
import type { Draft, Place, SigningKey } from "../cases/draft.ts";
import type { ValidRequests } from "../cases/valid-requests.ts";

/** Requests that are sent at once, and how many of them the server must accept. */
export interface Step {
  readonly send: readonly HttpRequest[];
  readonly accepted: number;
  /** Texts that no answer may contain, in any spelling. */
  readonly mustNotSay?: readonly string[];
  /** Whether the answers must not differ in what a client can read. */
  readonly alike?: boolean;
  /**
   * What another outcome means. `not-offered`: the server does not offer what the check needs, so that the check proves nothing.
   * `open`: RFC 5849 leaves the point open. @default "fail"
   */
  readonly otherwise?: "fail" | "not-offered" | "open";
}

/** One case of a check: steps that are sent one after the other, or why the case cannot be tried. */
export type Case = readonly Step[] | string;

/** Cases by name. Each is made when it is sent, because servers and checks depend on timestamps. */
export type Cases = Readonly<Record<string, () => Case>>;

/** A check of the table. */
export interface Check extends CheckDescription {
  /** Whether the time window of the server must be known. Finding it sends timestamps of the future. */
  readonly needsWindow?: boolean;
  /** The cases by name; a name is permanent too. */
  readonly cases: (good: Good) => Cases;
}

/** Seconds before and after the clock of the server; `undefined` if there is no edge within a day. */
export interface TimeWindow {
  readonly past: number | undefined;
  readonly future: number | undefined;
}

/** The good request, and functions with which checks build their requests. */
export interface Good extends ValidRequests {
  readonly place: Place;
  /** Which timestamps the server accepts; known to checks that need it. */
  readonly window: () => TimeWindow;
  /** The clock of the server, in seconds. */
  readonly now: () => number;
  /** The draft with its signature, as it is sent. */
  readonly signed: (draft: Draft, key?: SigningKey) => HttpRequest;
}

/** The server must accept the request. */
export function accepts(request: HttpRequest): Step {
  return { send: [request], accepted: 1 };
}

/** The server must reject the request. */
export function rejects(request: HttpRequest): Step {
  return { send: [request], accepted: 0 };
}

/** The check proves something only if the server accepts this request. */
export function offers(request: HttpRequest): Step {
  return { send: [request], accepted: 1, otherwise: "not-offered" };
}

/** RFC 5849 leaves open whether the server accepts the request. */
export function open(step: Step): Step {
  return { ...step, otherwise: "open" };
}

/** The log as HAR 1.2, the format in which browsers and proxies save requests. */

import type { HeaderField } from "../oauth1/http-request.ts";
import type { LoggedRequest } from "./logged-request.ts";

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

/** A log in the format HAR 1.2. */
export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

/** A request with its answer. Data without a place in HAR is in `_countersign`. */
export interface HarEntry {
  /** ISO 8601. */
  readonly startedDateTime: string;
  /** In milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly NameAndValue[];
    readonly queryString: readonly NameAndValue[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly NameAndValue[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: object;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _countersign: Pick<
    LoggedRequest,
    "number" | "accepted" | "outcome" | "diagnosis" | "notices" | "comparisons"
  >;
}

const CREATOR = { name: "countersign", version: "1" };
/** The value that HAR uses for an unknown size. */
const UNKNOWN = -1;

/** The texts of the requests are already redacted. */
export function harOf(requests: readonly LoggedRequest[]): Har {
  return { log: { version: "1.2", creator: CREATOR, entries: requests.map(entryOf) } };
}

function entryOf(logged: LoggedRequest): HarEntry {
  const { number, at, method, url, headers, body, status, response, milliseconds, outcome } = logged;
  const { accepted, diagnosis, notices, comparisons } = logged;
  const sizes = { headersSize: UNKNOWN, bodySize: UNKNOWN };
  const common = { httpVersion: "HTTP/1.1", cookies: [], ...sizes };
  const content = { size: Buffer.byteLength(response.body), mimeType: typeOf(response.headers), text: response.body };
  return {
    startedDateTime: at,
    time: milliseconds,
    request: {
      ...common,
      method,
      url,
      headers: namesAndValues(headers),
      queryString: queryOf(url),
      ...(body === "" ? {} : { postData: { mimeType: typeOf(headers), text: body } }),
    },
    response: {
      ...common,
      status,
      statusText: "",
      headers: namesAndValues(response.headers),
      content,
      redirectURL: "",
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _countersign: { number, accepted, outcome, diagnosis, notices, comparisons },
  };
}

function namesAndValues(fields: readonly HeaderField[]): NameAndValue[] {
  return fields.map(([name, value]) => ({ name, value }));
}

/** The parameters as they are in the URL, not decoded. */
function queryOf(url: string): NameAndValue[] {
  const query = url.split("?").slice(1).join("?");
  if (query === "") return [];
  return query.split("&").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("=") };
  });
}

function typeOf(fields: readonly HeaderField[]): string {
  return fields.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

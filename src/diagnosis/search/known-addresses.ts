/** Addresses that the caller or the request itself names: a client may have signed one of them instead of the one it sent to. */

import { COST } from "../../faults/index.ts";
import { headerValues, type SigningInput } from "../../model/index.ts";
import type { DiagnosisInput } from "../input/diagnosis-input.ts";
import { environmentHypothesis, type Hypothesis } from "./hypothesis.ts";
import { segmentsOf } from "./other-addresses.ts";

/** The most segments of the path that an origin with a path may replace. */
const MOST_REPLACED = 4;

/**
 * Hypotheses about known addresses, which are tried before guesses.
 *
 * @param known other URLs of the service, and origins, whose path may replace the beginning of the path
 * @param redact hides secrets in parts of addresses, before they are shown
 * @param schemeIsAssumed whether the request may have been sent with the other scheme
 */
export function knownAddressHypotheses(
  { url, headers = [] }: SigningInput,
  known: Pick<DiagnosisInput, "addresses" | "origins">,
  redact: (text: string) => string,
  schemeIsAssumed: boolean,
): Hypothesis[] {
  const sent = withoutQuery(url);
  const isOther = (address: string): boolean =>
    address !== sent && !(schemeIsAssumed && afterScheme(address) === afterScheme(sent));
  const forwarded = forwardedUrl(sent, headers);
  return [
    ...(forwarded === undefined || !isOther(forwarded) ? [] : [forwardedHypothesis(forwarded, redact)]),
    ...addressesOf(known, sent)
      .filter(isOther)
      .map((address) => {
        const [signed, instead] = differingParts(address, sent).map(redact) as [string, string];
        return addressHypothesis(
          redact(idOf(address, sent)),
          titleOf(signed, instead),
          "Sign the URL to which you send the request.",
          address,
        );
      }),
  ];
}

/** The known addresses, and those in which the path of an origin replaces the first segments. */
function addressesOf(
  { addresses = [], origins = [] }: Parameters<typeof knownAddressHypotheses>[1],
  url: string,
): string[] {
  const segments = segmentsOf(url);
  const replaced = origins.flatMap((origin) => {
    const start = origin.replace(/\/$/, "");
    if (segmentsOf(start).length === 0) return [];
    const most = Math.min(MOST_REPLACED, segments.length - 1);
    return Array.from({ length: Math.max(0, most) }, (_, at) => [start, ...segments.slice(at + 1)].join("/"));
  });
  return [...addresses, ...replaced];
}

/** Another path has the id that it has when it is guessed. */
function idOf(address: string, sent: string): string {
  return originOf(address) === originOf(sent)
    ? `other-path:/${segmentsOf(address).join("/")}`
    : `other-address:${address}`;
}

function withoutOrigin(url: string): string {
  return url.slice(originOf(url).length);
}

function originOf(url: string): string {
  return url.split("/", 3).join("/");
}

function addressHypothesis(id: string, title: string, fix: string, address: string): Hypothesis {
  return environmentHypothesis(
    id,
    title,
    fix,
    (request) => ({ ...request, url: address + request.url.slice(withoutQuery(request.url).length) }),
    COST.evident,
  );
}

function forwardedHypothesis(forwarded: string, redact: (text: string) => string): Hypothesis {
  const address = redact(forwarded);
  return addressHypothesis(
    "forwarded-address",
    `signed ${address}, the address to which it sent the request before a proxy forwarded it`,
    "The client is correct. Configure the server behind the proxy to verify the public address: set its origin, or let it read the forwarded header fields of its own proxy.",
    forwarded,
  );
}

/** The address before a proxy, from `Forwarded` (RFC 7239) or the fields that proxies used before it. */
function forwardedUrl(sent: string, headers: SigningInput["headers"] = []): string | undefined {
  const [, scheme, authority, path] = /^([^:/?#]+):\/\/([^/]*)(.*)$/.exec(sent) ?? [];
  if (scheme === undefined || authority === undefined) return undefined;
  // The first proxy is the one that the client knows.
  const first = (name: string): string | undefined =>
    headerValues({ method: "", url: "", headers }, name)[0]?.split(",")[0]?.trim();
  const pairs = first("forwarded")?.split(";") ?? [];
  const forwarded = new Map(
    pairs.map((pair) => {
      const [name = "", value = ""] = pair.split("=", 2);
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, "$1")];
    }),
  );
  const proto = forwarded.get("proto") ?? first("x-forwarded-proto");
  const host = forwarded.get("host") ?? first("x-forwarded-host");
  const port = first("x-forwarded-port");
  const prefix = first("x-forwarded-prefix")?.replace(/\/$/, "") ?? "";
  const knownHost = host ?? authority.replace(/:\d+$/, "");
  // A port that a proxy reports belongs to the scheme that it reports.
  const hasPort = /:\d+$/.test(knownHost) || port === undefined;
  const address = `${proto ?? scheme}://${knownHost}${hasPort ? "" : `:${port}`}${prefix}${path}`;
  const isReported = proto !== undefined || host !== undefined || prefix !== "";
  return isReported && /^https?:\/\/[\w.:[\]-]+(?:\/|$)/i.test(address) ? address : undefined;
}

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0]!;
}

function afterScheme(url: string): string {
  return url.replace(/^[^:]*/, "");
}

/** What differs between two addresses: the whole origin, or the segments of the path between equal ones. */
function differingParts(signed: string, sent: string): [signed: string, sent: string] {
  if (originOf(signed) !== originOf(sent)) return [signed, sent];
  const [left, right] = [segmentsOf(signed), segmentsOf(sent)];
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start++;
  let end = 0;
  const shorter = Math.min(left.length, right.length) - start;
  while (end < shorter && left.at(-1 - end) === right.at(-1 - end)) end++;
  const between = (segments: readonly string[]): string =>
    `${start === 0 ? "/" : ""}${segments.slice(start, segments.length - end).join("/")}`;
  const [one, other] = [between(left), between(right)];
  // Only the slash at the end differs, or the number of slashes.
  return one === other ? [withoutOrigin(signed), withoutOrigin(sent)] : [one, other];
}

function titleOf(signed: string, sent: string): string {
  if (signed.replace("/", "") === "") return `signed the path without ${sent}`;
  return sent.replace("/", "") === "" ? `signed the path with ${signed}` : `signed for ${signed}, but sent to ${sent}`;
}

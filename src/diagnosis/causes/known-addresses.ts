/** Addresses that the caller or the request names: the client may have signed one of them instead of the address it sent to. */

import { COST } from "../../faults/index.ts";
import { headerValues, type SigningInput } from "../../model/index.ts";
import type { EnvironmentCause, KnownRequest } from "./environment.ts";
import { addressOf, segmentsOf, signedUrl } from "./other-addresses.ts";

/** An origin with a path may replace at most this many segments. */
const MOST_REPLACED = 4;

/** A cause whose forms sign a known address instead of the address to which the request was sent. */
const signedAddress = (
  row: Pick<EnvironmentCause, "id" | "fix" | "example">,
  formsFor: (sent: string, known: KnownRequest) => readonly (readonly [what: string, address: string, of?: string])[],
): EnvironmentCause =>
  signedUrl({ ...row, cost: COST.evident }, (known) => {
    const sent = withoutQuery(known.request.url);
    const isOther = (address: string): boolean =>
      address !== sent && !(known.schemeIsAssumed && afterScheme(address) === afterScheme(sent));
    return formsFor(sent, known)
      .filter(([, address]) => isOther(address))
      .map(([signed, address, of]) => [signed, () => addressOf(address), of]);
  });

/** A known address of the origin to which the request was sent, or of another origin. */
const knownAddress = (id: string, isOfPath: boolean, ofFor: (address: string) => string): EnvironmentCause =>
  signedAddress({ id, fix: "Sign the URL to which you send the request." }, (sent, known) =>
    addressesOf(known, sent)
      .filter((address) => (originOf(address) === originOf(sent)) === isOfPath)
      .map((address) => {
        const [signed, instead] = differingParts(address, sent).map(known.redact) as [string, string];
        return [whatOf(signed, instead), address, known.redact(ofFor(address))];
      }),
  );

/** Causes that are tried before guesses. */
export const KNOWN_ADDRESSES: readonly EnvironmentCause[] = [
  signedAddress(
    {
      id: "forwarded-address",
      fix: "The client is correct. Configure the server behind the proxy to verify the public address: set its origin, or let it read the forwarded header fields of its own proxy.",
      example: { request: { headers: [["X-Forwarded-Host", "public.example"]] } },
    },
    (sent, { request, redact }) => {
      return forwardedUrls(sent, request.headers).map((address) => [
        `${redact(address)}, the address to which it sent the request before a proxy forwarded it`,
        address,
      ]);
    },
  ),
  // A known path gets the same id as a guessed path.
  knownAddress("other-path", true, (address) => `/${segmentsOf(address).join("/")}`),
  knownAddress("other-address", false, (address) => address),
];

/** The known addresses; also the sent one with its first segments replaced by an origin with a path. */
function addressesOf({ addresses = [], origins = [] }: KnownRequest, url: string): string[] {
  const segments = segmentsOf(url);
  const replaced = origins.flatMap((origin) => {
    const start = origin.replace(/\/$/, "");
    if (segmentsOf(start).length === 0) return [];
    const most = Math.min(MOST_REPLACED, segments.length - 1);
    return Array.from({ length: Math.max(0, most) }, (_, at) => [start, ...segments.slice(at + 1)].join("/"));
  });
  return [...addresses, ...replaced];
}

function withoutOrigin(url: string): string {
  return url.slice(originOf(url).length);
}

function originOf(url: string): string {
  return url.split("/", 3).join("/");
}

/** The addresses before a proxy changed them, from `Forwarded` (RFC 7239) or the older header fields, the likelier first. */
function forwardedUrls(sent: string, headers: SigningInput["headers"] = []): string[] {
  const [, scheme, authority, path] = /^([^:/?#]+):\/\/([^/]*)(.*)$/.exec(sent) ?? [];
  if (scheme === undefined || authority === undefined) return [];
  // The client knows only the first proxy.
  const first = (name: string): string | undefined => headerValues({ headers }, name)[0]?.split(",")[0]?.trim();
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
  // If the proxy reports no host, it may have kept the port of the client, or added the port of the server.
  const hosts = host === undefined ? [authority, authority.replace(/:\d+$/, "")] : [host];
  const isReported = proto !== undefined || host !== undefined || prefix !== "";
  const addresses = hosts.map((known) => {
    // A port that a proxy reports belongs to the scheme that it reports.
    const isWhole = port === undefined || (host !== undefined && /:\d+$/.test(host));
    return `${proto ?? scheme}://${isWhole ? known : `${known.replace(/:\d+$/, "")}:${port}`}${prefix}${path}`;
  });
  return [...new Set(addresses)].filter((address) => isReported && /^https?:\/\/[\w.:[\]-]+(?:\/|$)/i.test(address));
}

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0]!;
}

function afterScheme(url: string): string {
  return url.replace(/^[^:]*/, "");
}

/** The differing parts of two addresses: all of each if the origins differ, else the segments between equal segments. */
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
  // Only the slash at the end or the number of slashes differs.
  return one === other ? [withoutOrigin(signed), withoutOrigin(sent)] : [one, other];
}

function whatOf(signed: string, sent: string): string {
  if (signed.replace("/", "") === "") return `the path without ${sent}`;
  return sent.replace("/", "") === "" ? `the path with ${signed}` : `for ${signed}, but sent to ${sent}`;
}

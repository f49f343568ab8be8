/**
 * Addresses that a client may have signed instead of the address that it sent to, such as the address of another environment, of
 * the server behind a proxy, or of another endpoint. The list cannot be complete, so it contains the usual ones.
 */

import { SIGN_SCHEME_OF_SERVER } from "../../faults/helpers/fixes.ts";
import { COST } from "../../faults/index.ts";
import type { EnvironmentCause, KnownRequest } from "./environment.ts";

const words = (text: string): string[] => text.split(" ");

const PORTS = words("80 443 3000 5000 8000 8080 8081 8443 8888 9000");
const HOSTS = words("localhost 127.0.0.1 0.0.0.0 [::1] host.docker.internal backend app api web server");
/** First labels of hosts that distinguish environments. */
const ENVIRONMENTS = words(
  "sandbox test testing staging stage dev qa uat preprod demo live prod production gate gateway api secure www internal int local",
);
/** Suffixes of service names in the network behind a gateway. */
const INNER_NAMES = ["", ".local", ".internal", ".svc", ".default.svc.cluster.local", ".svc.cluster.local"];
const PREFIXES = words(
  "/api /api/v1 /api/v2 /v1 /v2 /v3 /gateway /gw /rest /rest/v1 /oauth /public /app /index.php /app.php /service /services /backend /proxy /internal /sandbox /test /live",
);
const TOKEN_PATHS = words(
  "/oauth/request_token /oauth/access_token /oauth/authorize /oauth/initiate /oauth/token /initiate /request_token /access_token /token /oauth1/request_token /oauth1/access_token /oauth1/token",
);

/** Path segments that name a version or a language: the client may have signed another one, or none. */
const VERSIONS = words("v1 v2 v3 v4 v5 1 2 3 1.0 1.1 2.0");
const LANGUAGES = words("en de fr es it nl pl pt ru uk ja zh en-us en-gb de-de");
const MOST_SEGMENTS = 12;

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", "80"],
  ["https", "443"],
]);

const URL_RE = /^([^:/?#]+):\/\/([^/?#]*)([^?#]*)(.*)$/s;

/** The segments of the path of a URL. */
export function segmentsOf(url: string): string[] {
  return (URL_RE.exec(url)?.[3] ?? "").split("/").slice(1);
}

/** The parts of an address. A guess changes some parts and keeps the others. */
interface Address {
  readonly scheme: string;
  /** Without user information and port. */
  readonly host: string;
  /** With its colon; empty if there is no port. */
  readonly port: string;
  readonly path: string;
}

/** The parts of a URL; `rest` is its query and its fragment. */
export function addressOf(url: string): Address & { readonly rest: string } {
  const [, scheme = "", userinfoAndHost = "", path = "", rest = ""] = URL_RE.exec(url) ?? [];
  const authority = userinfoAndHost.replace(/^.*@/s, "");
  const host = authority.replace(/:\d*$/, "");
  return { scheme, host, port: authority.slice(host.length), path, rest };
}

/** What the client signed; how the address differs from the sent one; and what the id names. */
type Signed = readonly [signed: string, change: (sent: Address) => Partial<Address>, of?: string | undefined];

/** A cause whose forms sign another URL. */
export const signedUrl = (
  row: Omit<EnvironmentCause, "forms">,
  formsFor: (known: KnownRequest) => readonly Signed[],
): EnvironmentCause => ({
  ...row,
  forms: (known) =>
    formsFor(known).map(([signed, change, of]) => ({
      ...(of !== undefined && { of }),
      what: `The client signed ${signed}.`,
      request: ({ url }) => {
        const { rest, ...sent } = addressOf(url);
        const { scheme, host, port, path } = { ...sent, ...change(sent) };
        return { url: `${scheme}://${host}${port}${path}${rest}` };
      },
    })),
});

/** A usual wrong address. */
const otherAddress = (
  id: string,
  addresses: (sent: Address, schemes: readonly string[], url: string) => readonly Signed[],
): EnvironmentCause =>
  signedUrl(
    {
      id,
      fix: "Sign the URL to which the client sends the request, as the server sees it.",
      cost: COST.form,
      prior: 0.5,
    },
    ({ request: { url }, schemeIsAssumed }) => {
      const sent = addressOf(url);
      // An assumed scheme is searched separately.
      return addresses(sent, schemeIsAssumed ? [sent.scheme] : ["http", "https"], url);
    },
  );

const pathAddress = (path: string): Signed => [`the path ${path}`, () => ({ path }), path];

/** Paths with another version or language, with an added one, or with a segment twice. These paths are tried alone. */
export const OTHER_SEGMENTS = otherAddress("other-path", (_, __, url) => {
  const segments = segmentsOf(url);
  if (segments.length > MOST_SEGMENTS) return [];
  const kindOf = (segment: string): readonly string[] =>
    [VERSIONS, LANGUAGES].find((kind) => kind.includes(segment.toLowerCase())) ?? [];
  const paths = segments.flatMap((segment, at) => [
    ...kindOf(segment).map((other) => segments.with(at, other)),
    ...[...VERSIONS, ...LANGUAGES, segment].map((added) => segments.toSpliced(at, 0, added)),
  ]);
  return [...new Set(paths.map((path) => `/${path.join("/")}`))].map(pathAddress);
});

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

export const OTHER_ADDRESSES: readonly EnvironmentCause[] = [
  signedUrl(
    {
      id: "other-scheme",
      fix: SIGN_SCHEME_OF_SERVER,
      cost: COST.form,
    },
    ({ request, schemeIsAssumed }) => {
      const other = otherSchemeOf(request.url);
      return schemeIsAssumed ? [] : [[`${other} instead of ${otherSchemeOf(other)}`, () => ({ scheme: other })]];
    },
  ),
  signedUrl(
    {
      id: "other-origin",
      fix: "If this is the public address of the server, the client is correct: configure the server behind its proxy to verify it. Otherwise, sign the URL to which you send the request.",
      cost: COST.common,
    },
    ({ request, origins = [], schemeIsAssumed, redact }) =>
      origins
        .filter(
          (origin) => !schemeIsAssumed || !request.url.replace(/^https?/i, otherSchemeOf).startsWith(`${origin}/`),
        )
        .map((origin) => [
          `for ${redact(origin)}`,
          ({ path }) => addressOf(origin.replace(/\/?$/, () => path)),
          redact(origin),
        ]),
  ),
  signedUrl(
    {
      id: "path-without",
      fix: "Sign the whole path of the request line. A router or a base URL may have removed a part of it.",
      cost: COST.form,
    },
    ({ request, redact }) =>
      pathsWithoutSegments(request.url).map(([left, path]) => [
        `the path without ${redact(left)}`,
        () => ({ path }),
        redact(left),
      ]),
  ),
  // Ports that are not the default of their scheme are signed (RFC 5849 3.4.1.2).
  otherAddress("other-port", (sent, schemes) =>
    PORTS.filter((port) => `:${port}` !== sent.port).flatMap((port) =>
      schemes
        .filter((scheme) => port !== DEFAULT_PORTS.get(scheme))
        .map((scheme): Signed => {
          const signed = scheme === sent.scheme ? `port ${port}` : `${scheme} and port ${port}`;
          return [signed, () => ({ scheme, port: `:${port}` }), port];
        }),
    ),
  ),
  otherAddress("other-host", (sent, schemes) =>
    HOSTS.filter((name) => name !== sent.host).flatMap((name) =>
      [...new Set([sent.port, "", ":80", ":443", ":3000", ":8000", ":8080", ":8443"])].flatMap((port) =>
        schemes.map((scheme): Signed => {
          const isHostOnly = scheme === sent.scheme && port === sent.port;
          const signed = isHostOnly ? `the host ${name}` : `${scheme}://${name}${port}`;
          return [signed, () => (isHostOnly ? { host: name } : { scheme, host: name, port }), name];
        }),
      ),
    ),
  ),
  otherAddress("other-host", ({ host, port }) =>
    otherHosts(host).flatMap((name): Signed[] => [
      [`the host ${name}`, () => ({ host: name }), name],
      ...(port === "" ? [] : [[`the host ${name} without a port`, () => ({ host: name, port: "" }), name] as const]),
    ]),
  ),
  otherAddress("path-with", () =>
    PREFIXES.map((prefix) => [`the path with ${prefix} in front`, ({ path }) => ({ path: prefix + path }), prefix]),
  ),
  otherAddress("other-path", () => TOKEN_PATHS.map(pathAddress)),
  signedUrl(
    {
      id: "endpoint-or-group",
      fix: "Sign the URL to which you send the request: either with group/ before the id or without it.",
    },
    () => [
      [
        "the URL of an endpoint instead of an endpoint group, or of a group instead of an endpoint",
        ({ path }) => ({
          path: path.replace(/\/(group\/)?([^/]+)$/, (_, group: string | undefined, id: string) =>
            group === undefined ? `/group/${id}` : `/${id}`,
          ),
        }),
      ],
    ],
  ),
  signedUrl({ id: "endpoint-id-literal", fix: "Put the id of the endpoint into the URL before you sign it." }, () => [
    [
      "the URL with ENDPOINTID in the place of the id",
      ({ path }) => ({ path: path.replace(/\/[^/]+$/, "/ENDPOINTID") }),
    ],
  ]),
  {
    id: "other-method",
    fix: "Sign the method of the request line.",
    forms: ({ request, sent }) =>
      METHODS.filter((method) => sent?.methodIsAssumed === undefined && method !== request.method.toUpperCase()).map(
        (method) => ({ of: method, what: `The client signed the method ${method}.`, request: () => ({ method }) }),
      ),
  },
];

/** The other scheme than that of a URL. */
function otherSchemeOf(url: string): "http" | "https" {
  return /^https/i.test(url) ? "http" : "https";
}

/** A URL's path without its first two segments, and without each single one; each item begins with the removed part. */
function pathsWithoutSegments(url: string): (readonly [left: string, path: string])[] {
  const segments = segmentsOf(url);
  if (segments.some((segment) => /^\.\.?$/.test(segment))) return [];
  const without = (from: number, count: number): readonly [string, string] => [
    `/${segments.slice(from, from + count).join("/")}`,
    `/${segments.toSpliced(from, count).join("/")}`,
  ];
  const single = segments.length < 2 ? [] : segments.flatMap((one, at) => (one === "" ? [] : [without(at, 1)]));
  return [...single, ...(segments.length > 2 ? [without(0, 2)] : [])];
}

/** Host names with the name of another environment before, after or instead of the first label; shorter and internal ones. */
function otherHosts(host: string): string[] {
  const [first = "", ...labels] = host.split(".");
  const behind = labels.join(".");
  if (labels.length === 0) return [];
  const names = ENVIRONMENTS.flatMap((name) => [
    `${name}.${behind}`,
    `${name}.${host}`,
    `${first}-${name}.${behind}`,
    `${name}-${first}.${behind}`,
    `${first}.${name}.${behind}`,
  ]);
  const shorter = labels.length > 1 ? [behind, `${first.replace(/-[^-]*$/, "")}.${behind}`] : [];
  const middle = labels.length > 2 ? [[first, ...labels.slice(1)].join(".")] : [];
  const inner = INNER_NAMES.map((ending) => first + ending);
  return [...new Set([...names, ...shorter, ...middle, ...inner])].filter((name) => name !== host);
}

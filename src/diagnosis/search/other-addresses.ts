/**
 * Addresses that a client may have signed instead of the one that it sent to, such as that of another environment, of the server
 * behind a proxy, or of another endpoint. A complete list is not possible, so these are the usual ones.
 */

import { COST } from "../../faults/index.ts";
import type { SigningInput } from "../../model/index.ts";
import { environmentHypothesis, type Hypothesis } from "./hypothesis.ts";

const PORTS = ["80", "443", "3000", "5000", "8000", "8080", "8081", "8443", "8888", "9000"];
const HOSTS = [
  "localhost",
  "127.0.0.1",
  "0.0.0.0",
  "[::1]",
  "host.docker.internal",
  "backend",
  "app",
  "api",
  "web",
  "server",
];
/** First labels of hosts that distinguish environments. */
const ENVIRONMENTS = [
  ...[
    "sandbox",
    "test",
    "testing",
    "staging",
    "stage",
    "dev",
    "qa",
    "uat",
    "preprod",
    "demo",
    "live",
    "prod",
    "production",
  ],
  ...["gate", "gateway", "api", "secure", "www", "internal", "int", "local"],
];
/** Suffixes of service names in the network behind a gateway. */
const INNER_NAMES = ["", ".local", ".internal", ".svc", ".default.svc.cluster.local", ".svc.cluster.local"];
const PREFIXES = [
  ...[
    "/api",
    "/api/v1",
    "/api/v2",
    "/v1",
    "/v2",
    "/v3",
    "/gateway",
    "/gw",
    "/rest",
    "/rest/v1",
    "/oauth",
    "/public",
    "/app",
  ],
  ...[
    "/index.php",
    "/app.php",
    "/service",
    "/services",
    "/backend",
    "/proxy",
    "/internal",
    "/sandbox",
    "/test",
    "/live",
  ],
];
const TOKEN_PATHS = [
  ...[
    "/oauth/request_token",
    "/oauth/access_token",
    "/oauth/authorize",
    "/oauth/initiate",
    "/oauth/token",
    "/initiate",
  ],
  ...["/request_token", "/access_token", "/token", "/oauth1/request_token", "/oauth1/access_token", "/oauth1/token"],
];

/** Segments of paths that stand for a version or a language: a client may have signed another one, or none. */
const VERSIONS = ["v1", "v2", "v3", "v4", "v5", "1", "2", "3", "1.0", "1.1", "2.0"];
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "ru", "uk", "ja", "zh", "en-us", "en-gb", "de-de"];
const MOST_SEGMENTS = 12;

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", "80"],
  ["https", "443"],
]);

const FIX = "Sign the URL to which the client sends the request, as the server sees it.";
const URL_RE = /^([^:/?#]+):\/\/([^/?#]*)([^?#]*)(.*)$/s;

/**
 * Hypotheses about the usual other ports, hosts, prefixes and endpoints.
 *
 * @param schemeIsAssumed whether the other scheme is searched separately
 */
export function otherAddressHypotheses({ url }: SigningInput, schemeIsAssumed: boolean): Hypothesis[] {
  const [, scheme = "", userinfoAndHost = "", path = "", rest = ""] = URL_RE.exec(url) ?? [];
  const schemes = schemeIsAssumed ? [scheme] : ["http", "https"];
  const authority = userinfoAndHost.replace(/^.*@/s, "");
  const host = authority.replace(/:\d*$/, "");
  const withAuthority = (changed: string, toScheme = scheme): string => `${toScheme}://${changed}${path}${rest}`;
  const withPath = (changed: string): string => `${scheme}://${authority}${changed}${rest}`;
  return [
    // Ports that are not the default of their scheme are signed (RFC 5849 3.4.1.2).
    ...PORTS.filter((port) => `${host}:${port}` !== authority).flatMap((port) =>
      schemes
        .filter((toScheme) => port !== DEFAULT_PORTS.get(toScheme))
        .map((toScheme) =>
          other(
            `other-port:${port}`,
            toScheme === scheme ? `signed port ${port}` : `signed ${toScheme} and port ${port}`,
            withAuthority(`${host}:${port}`, toScheme),
          ),
        ),
    ),
    ...HOSTS.filter((name) => name !== host).flatMap((name) =>
      ["", ":80", ":443", ":3000", ":8000", ":8080", ":8443"].flatMap((port) =>
        schemes.map((toScheme) =>
          other(
            `other-host:${name}`,
            toScheme === scheme && port === "" ? `signed the host ${name}` : `signed ${toScheme}://${name}${port}`,
            withAuthority(name + port, toScheme),
          ),
        ),
      ),
    ),
    ...otherHosts(host).map((name) => other(`other-host:${name}`, `signed the host ${name}`, withAuthority(name))),
    ...PREFIXES.map((prefix) =>
      other(`path-with:${prefix}`, `signed the path with ${prefix} in front`, withPath(prefix + path)),
    ),
    ...TOKEN_PATHS.map((ending) => otherPath(withPath(ending))),
  ];
}

/** The segments of the path of a URL. */
export function segmentsOf(url: string): string[] {
  return (URL_RE.exec(url)?.[3] ?? "").split("/").slice(1);
}

function other(id: string, title: string, url: string): Hypothesis {
  return {
    ...environmentHypothesis(id, title, FIX, (request) => ({ ...request, url }), COST.form),
    prior: 0.5,
  };
}

function otherPath(url: string): Hypothesis {
  const path = `/${segmentsOf(url).join("/")}`;
  return other(`other-path:${path}`, `signed the path ${path}`, url);
}

/** Hypotheses about the path with another version or language, or with one more, or with a segment twice. */
export function segmentHypotheses({ url }: SigningInput): Hypothesis[] {
  const segments = segmentsOf(url);
  if (segments.length > MOST_SEGMENTS) return [];
  const kindOf = (segment: string): readonly string[] =>
    [VERSIONS, LANGUAGES].find((kind) => kind.includes(segment.toLowerCase())) ?? [];
  const paths = segments.flatMap((segment, at) => [
    ...kindOf(segment).map((other) => segments.with(at, other)),
    ...[...VERSIONS, ...LANGUAGES, segment].map((added) => segments.toSpliced(at, 0, added)),
  ]);
  return [
    ...new Set(
      paths.map((path) =>
        url.replace(URL_RE, (_, scheme, host, __, rest) => `${scheme}://${host}/${path.join("/")}${rest}`),
      ),
    ),
  ].map(otherPath);
}

/** The host with another environment in its first label, before it or after a hyphen; and its internal names. */
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

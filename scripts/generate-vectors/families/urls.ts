/** Schemes, hosts, ports, paths and other parts of URLs. */

import { get, toBaseString, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASE_RULE = "rfc5849-3.4.1.2-1";
const PORT_RULE = "rfc5849-3.4.1.2-2";
const HOSTS: readonly (readonly [string, string, string])[] = [
  ["an upper-case scheme", "HTTPS://api.example.com/p", CASE_RULE],
  ["an upper-case host", "https://API.EXAMPLE.COM/p", CASE_RULE],
  ["a mixed-case scheme and host, the path keeps its case", "hTTp://Api.Example.Com/Path/To", CASE_RULE],
  ["a host in punycode", "https://xn--mnchen-3ya.example/p", CASE_RULE],
  ["a host in upper-case punycode", "https://XN--MNCHEN-3YA.example/p", CASE_RULE],
  ["a trailing dot is kept", "https://api.example.com./p", CASE_RULE],
  ["a host with one label", "http://localhost/p", CASE_RULE],
  ["an underscore in the host", "http://my_host.example/p", CASE_RULE],
  ["an IPv4 address", "http://192.0.2.17/p", CASE_RULE],
  ["an IPv4 address and a port", "http://192.0.2.17:8080/p", PORT_RULE],
  ["an IPv6 address", "https://[2001:db8::1]/p", CASE_RULE],
  ["an IPv6 address in upper case", "https://[2001:DB8::A]/p", CASE_RULE],
  ["an IPv6 address is not shortened", "https://[2001:0db8:0:0:0:0:0:1]/p", CASE_RULE],
  ["an IPv6 address and a port", "https://[2001:db8::1]:8443/p", PORT_RULE],
  ["an IPv6 address and the default port", "https://[2001:db8::1]:443/p", PORT_RULE],
  ["IPv6 loopback with an empty path", "http://[::1]:3000", PORT_RULE],
  ["an IPv4-mapped IPv6 address", "http://[::ffff:192.0.2.17]/p", CASE_RULE],
  ["port 443 on https is removed", "https://api.example.com:443/p", PORT_RULE],
  ["port 80 on http is removed", "http://api.example.com:80/p", PORT_RULE],
  ["port 80 on https is kept", "https://api.example.com:80/p", PORT_RULE],
  ["port 443 on http is kept", "http://api.example.com:443/p", PORT_RULE],
  ["the default port of an upper-case scheme is removed", "HTTP://api.example.com:80/p", PORT_RULE],
  ["port 1", "https://api.example.com:1/p", PORT_RULE],
  ["port 65535", "https://api.example.com:65535/p", PORT_RULE],
  ["port 4430 is not port 443", "https://api.example.com:4430/p", PORT_RULE],
  ["port 8080 on http is not port 80", "http://api.example.com:8080/p", PORT_RULE],
  ["an empty port is removed", "https://api.example.com:/p", PORT_RULE],
  ["an empty port and an empty path", "http://api.example.com:", PORT_RULE],
  ["leading zeros in a default port", "http://api.example.com:0080/p", PORT_RULE],
  ["a port and a query without a path", "http://api.example.com:8080?a=1", PORT_RULE],
  ["www. is a part of the host", "http://www.example.com/p", CASE_RULE],
  ["an upper-case www.", "http://WWW.Example.com/p", CASE_RULE],
  ["the letters of an escape in a host are in lower case, too", "https://stra%C3%9Fe.example/p", CASE_RULE],
];

export const hosts: Family = {
  name: "hosts",
  area: "base-string",
  make: (): Draft[] => HOSTS.map(([what, url, rule]) => toBaseString(`The origin: ${what}`, rule, get(url))),
};

const PATHS: readonly (readonly [string, string])[] = [
  ["only a slash", "/"],
  ["a trailing slash", "/a/"],
  ["no trailing slash", "/a"],
  ["two slashes at the start", "//a"],
  ["two slashes inside", "/a//b"],
  ["only slashes", "///"],
  ["a dot segment", "/a/./b"],
  ["a double-dot segment", "/a/../b"],
  ["a double-dot segment at the end", "/a/.."],
  ["a double-dot segment at the start", "/../a"],
  ["a percent-encoded double-dot segment", "/a/%2E%2E/b"],
  ["a segment of three dots", "/.../a"],
  ["percent-encoding in lower case", "/a%2fb"],
  ["percent-encoding in upper case", "/a%2Fb"],
  ["a percent-encoded letter is not decoded", "/%61%7Eb"],
  ["a tilde", "/~user"],
  ["a percent-encoded percent sign", "/100%25"],
  ["double percent-encoding", "/%2525"],
  ["a percent-encoded space", "/a%20b"],
  ["a plus sign stays a plus sign", "/a+b"],
  ["sub-delimiters", "/!$&'()*+,;="],
  ["a colon and an at sign", "/a:b@c"],
  ["path parameters after a semicolon", "/orders;v=2/items;sort=asc"],
  ["an equals sign and an ampersand", "/a=b&c=d"],
  ["percent-encoded UTF-8", "/stra%C3%9Fe/%E8%8A%B1"],
  ["percent-encoded bytes that are not UTF-8", "/caf%E9/%FF"],
  ["a percent-encoded question mark and hash sign", "/a%3Fb%23c"],
  ["a percent-encoded NUL", "/a%00b"],
  ["upper-case letters are kept", "/API/V2/Orders"],
  ["a file name with an asterisk", "/a/*.json"],
  ["a path of 1000 characters", `/${"p".repeat(1000)}`],
  ["a query value with slashes and dots", "/a?path=/b/../c"],
  ["a segment that looks like a port", "/a:8080/b"],
  ["a path that contains a URL", "/proxy/http://other.example:80/x"],
];

export const paths: Family = {
  name: "paths",
  area: "base-string",
  make: (): Draft[] => PATHS.map(([what, path]) => toBaseString(`The path: ${what}`, "rfc5849-3.4.1.2-3", get(path))),
};

const LEFT_OUT: readonly (readonly [string, string])[] = [
  ["a fragment", "https://api.example.com/p#top"],
  ["a fragment with a question mark", "https://api.example.com/p#top?a=1"],
  ["a query with a slash, and a fragment", "https://api.example.com/p?a=/b#c"],
  ["a fragment after an empty path", "https://api.example.com#top"],
  ["userinfo", "https://user:pass@api.example.com/p"],
  ["userinfo with a colon and a port", "https://user:80@api.example.com:8443/p"],
  ["an at sign in the path does not mark userinfo", "https://api.example.com/@user"],
  ["an at sign in the query does not mark userinfo", "https://api.example.com?mail=a@b.example"],
];
const NO_BASE_STRING_URI: readonly (readonly [string, string])[] = [
  ["no scheme", "api.example.com/p"],
  ["a scheme other than http and https", "ftp://api.example.com/p"],
  ["a WebSocket URL", "wss://api.example.com/p"],
  ["a relative reference", "/p?a=1"],
  ["a network-path reference", "//api.example.com/p"],
  ["no host", "https:///p"],
  ["a port without a host", "https://:8443/p"],
  ["port 0", "https://api.example.com:0/p"],
  ["port 65536", "https://api.example.com:65536/p"],
  ["a port that is not a number", "https://api.example.com:http/p"],
  ["a negative port", "https://api.example.com:-1/p"],
  ["one slash after the scheme", "https:/api.example.com/p"],
  ["an empty text", ""],
  ["a space in the host", "https://api example.com/p"],
  ["an IPv6 address without a closing bracket", "https://[2001:db8::1/p"],
  ["a scheme that only begins with https", "httpsx://api.example.com/p"],
  ["a scheme that only begins with http, and port 80", "httpx://api.example.com:80/p"],
];

export const urlParts: Family = {
  name: "url-parts",
  area: "base-string-uri",
  make: (): Draft[] => [
    ...LEFT_OUT.map(
      ([what, url]): Draft => ({
        comment: `Omitted or kept in the base string URI: ${what}`,
        rule: "rfc5849-3.4.1.2-4",
        operation: "base-string-uri",
        input: { url },
      }),
    ),
    ...NO_BASE_STRING_URI.map(
      ([what, url]): Draft => ({
        comment: `Not a URL to sign: ${what}`,
        rule: "rfc5849-3.4.1.2-5",
        operation: "base-string-uri",
        input: { url },
        mustRefuse: true,
      }),
    ),
  ],
};

const USERINFO = "rfc5849-3.4.1.2-4";
const QUERY = "rfc5849-3.4.1.3.1-1";

const SPELLINGS: readonly (readonly [what: string, url: string, rule: string])[] = [
  ["a user name", "https://user@api.example.com/p", USERINFO],
  ["a user name and a password", "https://user:pass@api.example.com/p", USERINFO],
  ["a user name, a password and a port", "https://user:pass@api.example.com:8443/p", USERINFO],
  ["a password of digits, which is not a port", "https://user:80@api.example.com/p", USERINFO],
  ["a user name with a percent-encoded at sign", "https://user%40example.com:pass@api.example.com/p", USERINFO],
  ["a user name, an empty path and a query", "https://user@api.example.com?a=1", USERINFO],
  ["an at sign in the path, which does not mark userinfo", "https://api.example.com/@user", USERINFO],
  ["an at sign in the query, which does not mark userinfo", "https://api.example.com?mail=a@b.example", USERINFO],
  ["unencoded brackets in a name of the query", "https://api.example.com/q?a[]=1&a[]=2", QUERY],
  ["unencoded brackets around a name", "https://api.example.com/q?filter[name]=x", QUERY],
  ["unencoded brackets in a value of the query", "https://api.example.com/q?ids=[1,2]", QUERY],
  ["percent-encoded brackets in the query", "https://api.example.com/q?a%5B%5D=1&ids=%5B1%2C2%5D", QUERY],
];

const NO_URL_TO_SIGN: readonly (readonly [what: string, url: string])[] = [
  ["httpsx", "httpsx://api.example.com/p"],
  ["httpsx with port 443", "httpsx://api.example.com:443/p"],
  ["httpx with port 80", "httpx://api.example.com:80/p"],
];

export const urlSpellings: Family = {
  name: "url-spellings",
  area: "request",
  make: (): Draft[] => [
    ...SPELLINGS.map(([what, url, rule]) => toSign(`The URL: ${what}`, rule, get(url))),
    ...NO_URL_TO_SIGN.map(
      ([what, url]): Draft => ({
        ...toSign(`Not a URL to sign: the scheme ${what}`, "rfc5849-3.4.1.2-5", get(url)),
        mustRefuse: true,
      }),
    ),
  ],
};

const URIS: readonly (readonly [string, string, string])[] = [
  ["an upper-case scheme and its default port", "HTTPS://api.example.com:443/p", "rfc5849-3.4.1.2-1"],
  ["port 443 on http is kept", "http://api.example.com:443/p", "rfc5849-3.4.1.2-2"],
  ["an IPv6 address and the default port", "https://[2001:db8::1]:443/p", "rfc5849-3.4.1.2-2"],
  ["an IPv6 address and a port", "https://[2001:db8::1]:8443/p", "rfc5849-3.4.1.2-2"],
  ["a host in punycode", "https://xn--mnchen-3ya.example/p", "rfc5849-3.4.1.2-1"],
  ["a trailing slash", "/a/", "rfc5849-3.4.1.2-3"],
  ["two slashes inside", "/a//b", "rfc5849-3.4.1.2-3"],
  ["a double-dot segment", "/a/../b", "rfc5849-3.4.1.2-3"],
  ["a percent-encoded letter is not decoded", "/%61%7Eb", "rfc5849-3.4.1.2-3"],
  ["path parameters after a semicolon", "/orders;v=2/items;sort=asc", "rfc5849-3.4.1.2-3"],
];

export const urisInRequests: Family = {
  name: "uris-in-requests",
  area: "request",
  make: (): Draft[] => URIS.map(([what, url, rule]) => toSign(`The URL: ${what}`, rule, get(url))),
};

const WITH_FRAGMENT = ["/p#top", "/p?a=1#top", "/p?a=1&b#b=2", "/p?a=#", "/p?#a=1"];

export const fragmentsInRequests: Family = {
  name: "fragments-in-requests",
  area: "request",
  make: (): Draft[] =>
    WITH_FRAGMENT.map((url) => toSign(`A fragment is not signed: ${url}`, "rfc5849-3.4.1.2-4", get(url))),
};

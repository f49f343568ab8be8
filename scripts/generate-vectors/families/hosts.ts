/** Schemes, hosts and ports in the base string. */

import { get, toBaseString } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const CASE = "rfc5849-3.4.1.2-1";
const PORT = "rfc5849-3.4.1.2-2";
const CASES: readonly (readonly [string, string, string])[] = [
  ["an upper-case scheme", "HTTPS://api.example.com/p", CASE],
  ["an upper-case host", "https://API.EXAMPLE.COM/p", CASE],
  ["a mixed-case scheme and host, the path keeps its case", "hTTp://Api.Example.Com/Path/To", CASE],
  ["a host in punycode", "https://xn--mnchen-3ya.example/p", CASE],
  ["a host in upper-case punycode", "https://XN--MNCHEN-3YA.example/p", CASE],
  ["a trailing dot is kept", "https://api.example.com./p", CASE],
  ["a host with one label", "http://localhost/p", CASE],
  ["an underscore in the host", "http://my_host.example/p", CASE],
  ["an IPv4 address", "http://192.0.2.17/p", CASE],
  ["an IPv4 address and a port", "http://192.0.2.17:8080/p", PORT],
  ["an IPv6 address", "https://[2001:db8::1]/p", CASE],
  ["an IPv6 address in upper case", "https://[2001:DB8::A]/p", CASE],
  ["an IPv6 address is not shortened", "https://[2001:0db8:0:0:0:0:0:1]/p", CASE],
  ["an IPv6 address and a port", "https://[2001:db8::1]:8443/p", PORT],
  ["an IPv6 address and the default port", "https://[2001:db8::1]:443/p", PORT],
  ["IPv6 loopback with an empty path", "http://[::1]:3000", PORT],
  ["an IPv4-mapped IPv6 address", "http://[::ffff:192.0.2.17]/p", CASE],
  ["port 443 on https is removed", "https://api.example.com:443/p", PORT],
  ["port 80 on http is removed", "http://api.example.com:80/p", PORT],
  ["port 80 on https is kept", "https://api.example.com:80/p", PORT],
  ["port 443 on http is kept", "http://api.example.com:443/p", PORT],
  ["the default port of an upper-case scheme is removed", "HTTP://api.example.com:80/p", PORT],
  ["port 1", "https://api.example.com:1/p", PORT],
  ["port 65535", "https://api.example.com:65535/p", PORT],
  ["port 4430 is not port 443", "https://api.example.com:4430/p", PORT],
  ["port 8080 on http is not port 80", "http://api.example.com:8080/p", PORT],
  ["an empty port is removed", "https://api.example.com:/p", PORT],
  ["an empty port and an empty path", "http://api.example.com:", PORT],
  ["leading zeros in a default port", "http://api.example.com:0080/p", PORT],
  ["a port and a query without a path", "http://api.example.com:8080?a=1", PORT],
  ["www. is a part of the host", "http://www.example.com/p", CASE],
  ["an upper-case www.", "http://WWW.Example.com/p", CASE],
  ["the letters of an escape in a host are in lower case, too", "https://stra%C3%9Fe.example/p", CASE],
];

export const hosts: Family = {
  name: "hosts",
  area: "base-string",
  make: (): Draft[] => CASES.map(([what, url, rule]) => toBaseString(`The origin: ${what}`, rule, get(url))),
};

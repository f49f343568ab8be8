/** The base string URI (RFC 5849 3.4.1.2), and how a URL is split without the URL class. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitUrl } from "../../src/oauth1/base-string-uri.ts";
import { baseStringUri } from "../../src/oauth1/index.ts";
import { clearRefusalOf, expectNoSecret, refusalOf } from "./refusals.ts";

describe("the base string URI", () => {
  test.each([
    ["http://EXAMPLE.COM:80/r%20v/X?id=123", "http://example.com/r%20v/X"],
    ["https://www.example.net:8080/?q=1", "https://www.example.net:8080/"],
  ])("is the one of RFC 5849 3.4.1.2: %s", (url, expected) => {
    expect(baseStringUri(url)).toBe(expected);
  });

  test.each([
    ["scheme in any case", "hTTpS://h/P", "https://h/P"],
    ["host in any case", "http://EXAMPLE.Com/A", "http://example.com/A"],
    ["host with every kind of character", "http://a-b_c.d~!$&'()*+,;=e/", "http://a-b_c.d~!$&'()*+,;=e/"],
    ["trailing dot of a host", "http://h./", "http://h./"],
    ["default port of http", "http://h:80/", "http://h/"],
    ["default port of https", "https://h:443/", "https://h/"],
    ["port 443 on http", "http://h:443/", "http://h:443/"],
    ["port 80 on https", "https://h:80/", "https://h:80/"],
    ["another port", "https://h:8443/", "https://h:8443/"],
    ["smallest and largest port", "http://h:1/", "http://h:1/"],
    ["largest port", "http://h:65535/", "http://h:65535/"],
    ["empty port", "http://h:/", "http://h/"],
    ["leading zeros of a default port", "http://h:0080/", "http://h/"],
    ["leading zeros of another port", "http://h:008080/", "http://h:8080/"],
    ["IPv4", "http://127.0.0.1:8080/a", "http://127.0.0.1:8080/a"],
    ["IPv6", "http://[2001:DB8::1]/", "http://[2001:db8::1]/"],
    ["IPv6 with a port", "https://[::1]:8443/a", "https://[::1]:8443/a"],
    ["IPv6 with the default port", "https://[::1]:443", "https://[::1]/"],
    ["IPv6 with an IPv4 tail", "http://[::FFFF:1.2.3.4]/", "http://[::ffff:1.2.3.4]/"],
    ["userinfo", "http://user:password@h/", "http://h/"],
    ["userinfo with another @", "http://a@b@h:81/", "http://h:81/"],
    ["userinfo with colons before an IPv6 address", "http://u:p:q@[::1]:81/", "http://[::1]:81/"],
    ["userinfo with a bracket", "http://u]:1@h:81/", "http://h:81/"],
    ["empty userinfo", "http://@h/", "http://h/"],
    ["empty path", "http://h", "http://h/"],
    ["empty path before a query", "http://h?a=/b", "http://h/"],
    ["empty path before a fragment", "http://h#a/b", "http://h/"],
    ["query with a slash", "http://h/p?a=/b/c", "http://h/p"],
    ["query with a URL", "http://h?u=http://evil/x", "http://h/"],
    ["query with an @", "http://h?a=b@evil", "http://h/"],
    ["query with a question mark", "http://h/p?a=b?c", "http://h/p"],
    ["fragment with ? and /", "http://h/p#f?a=1/2", "http://h/p"],
    ["fragment with an @", "http://h#x@evil/", "http://h/"],
    ["query and fragment", "http://h/p?a=1#f?b", "http://h/p"],
    ["path with an @ and a colon", "http://h/u:p@evil/", "http://h/u:p@evil/"],
    ["path with another URL", "http://h/http://evil/", "http://h/http://evil/"],
    ["dot segments", "http://h/a/./b/../c/.", "http://h/a/./b/../c/."],
    ["escaped dot segments", "http://h/%2e%2E/b", "http://h/%2e%2E/b"],
    ["double slashes", "http://h//a//", "http://h//a//"],
    ["case of escapes", "http://h/%c3%A9%7E", "http://h/%c3%A9%7E"],
    ["escape of an unreserved character", "http://h/%41", "http://h/%41"],
    ["plus in the path", "http://h/a+b", "http://h/a+b"],
    ["parameters in the path", "http://h/a;b=c,d", "http://h/a;b=c,d"],
    ["raw space in the path", "http://h/a b", "http://h/a%20b"],
    ["raw Unicode in the path", "http://h/é/😀", "http://h/%C3%A9/%F0%9F%98%80"],
    ["path case", "http://h/AbC", "http://h/AbC"],
  ])("is correct for %s: %s", (_, url, expected) => {
    expect(baseStringUri(url)).toBe(expected);
  });
});

describe("a wrong URL", () => {
  test.each([
    ["a path", "/p", "absolute http or https URL"],
    ["no scheme", "example.com/p", "absolute http or https URL"],
    ["a network path", "//example.com/p", "absolute http or https URL"],
    ["another scheme", "ftp://h/", "absolute http or https URL"],
    ["a scheme that begins like http", "httpx://h/", "absolute http or https URL"],
    ["a scheme that begins like https", "httpsx://h/", "absolute http or https URL"],
    ["a scheme that ends like http", "xhttp://h/", "absolute http or https URL"],
    ["one slash", "http:/h/", "absolute http or https URL"],
    ["no slashes", "http:h", "absolute http or https URL"],
    ["nothing", "", "absolute http or https URL"],
    ["a space first", " http://h/", "absolute http or https URL"],
    ["a query that holds a URL", "/p?u=http://h/", "absolute http or https URL"],
    ["no host", "http://", "a host, got none"],
    ["no host but a path", "http:///p", "a host, got none"],
    ["no host but a port", "http://:80/", "a host, got none"],
    ["no host but userinfo", "http://user@/", "a host, got none"],
    ["no host but a query", "http://?a=1", "a host, got none"],
    ["port 0", "http://h:0/", "port from 1 to 65535"],
    ["port 65536", "http://h:65536/", "port from 1 to 65535"],
    ["port of letters", "http://h:http/", "port from 1 to 65535"],
    ["port with a sign", "http://h:+80/", "port from 1 to 65535"],
    ["port with a space", "http://h:80 /", "port from 1 to 65535"],
    ["port of other digits", "http://h:８０/", "port from 1 to 65535"],
    ["two ports", "http://h:80:80/", "port from 1 to 65535"],
    ["host with a space", "http://a b/", "host name"],
    ["host with a line feed", "http://a\nb/", "host name"],
    ["host that is not ASCII", "http://exämple.com/", "host name"],
    ["host with a bad escape", "http://a%zz/", "host name"],
    ["host with a backslash", "http://good.com\\evil.com/", "host name"],
    ["IPv6 without brackets", "http://::1/", "a host, got none"],
    ["unclosed bracket", "http://[::1/", "host"],
    ["text after the bracket", "http://[::1]x/", "host name"],
    ["IPv6 zone", "http://[fe80::1%25eth0]/", "host name"],
    ["empty brackets", "http://[]/", "host name"],
  ])("is refused: %s", (_, url, expected) => {
    const error = refusalOf(() => baseStringUri(url));
    expect(error.code).toBe("url-malformed");
    expect(error.message).toContain(expected);
  });

  test.each([null, undefined, 5, {}, ["http://h/"]])("is refused if it is not text: %j", (url) => {
    expect(clearRefusalOf(() => baseStringUri(url as unknown as string)).message).toContain("expected text");
  });

  test.each([
    "ftp://user:hunter2@h/",
    "ftp://user:hunter2 @h/",
    "ftp://user:hun/hunter2@h/",
    `ftp://user:hunter2${"x".repeat(60)}@h/`,
    "//user:hunter2@h/",
    "https:/user:hunter2@h/",
    "user:hunter2@h/p",
    "http://user:hunter2@/",
    "http://user:hunter2@h:99999/",
    "http://user:hunter2@h h/",
    "http://user:hunter2#x@h/",
    "http://user:hunter2/x@h/",
    "http://user:hunter2?x@h/",
    "http://user:x@y:hunter2/z@h/",
  ])("hides its password: %s", (url) => {
    const error = refusalOf(() => baseStringUri(url));
    expectNoSecret(error, "hunter2");
    expect(error.message).toMatch(/, got (?:none|something else \(not shown: the URL may contain a password\))$/);
  });
});

describe("any base string URI", () => {
  const host = fc.constantFrom("h", "Example.COM", "127.0.0.1", "[::1]", "a.b-c");
  const port = fc.option(fc.integer({ min: 1, max: 65535 }));
  const path = fc
    .array(fc.constantFrom("/", "a", "%7e", "..", "@", ":", "+", ";"), { maxLength: 6 })
    .map((list) => (list.length === 0 ? "" : `/${list.join("")}`));
  const tail = fc
    .array(fc.constantFrom("?", "#", "/", "@", ":", "a", "://", "&"), { maxLength: 6 })
    .map((list) => list.join(""));

  test("is changed by nothing after the path or before the host", () => {
    fc.assert(
      fc.property(
        host,
        port,
        path,
        fc.constantFrom("", "u@", "u:p@", "a@b:c@"),
        fc.constantFrom("?", "#"),
        tail,
        (h, p, at, user, mark, rest) => {
          const authority = p === null ? h : `${h}:${p}`;
          expect(baseStringUri(`http://${user}${authority}${at}${mark}${rest}`)).toBe(
            baseStringUri(`http://${authority}${at}`),
          );
        },
      ),
    );
  });

  test("is a URL of its own, and its own base string URI", () => {
    fc.assert(
      fc.property(fc.constantFrom("http", "HTTPS"), host, port, path, (scheme, h, p, at) => {
        const uri = baseStringUri(`${scheme}://${p === null ? h : `${h}:${p}`}${at}`);
        expect(baseStringUri(uri)).toBe(uri);
        expect(uri).toContain(at);
      }),
    );
  });

  test("agrees with the URL class about origin and path if that does not change the path", () => {
    fc.assert(
      fc.property(host, port, path, tail, (h, p, at, rest) => {
        fc.pre(!at.includes("."));
        const url = `https://u:p@${p === null ? h : `${h}:${p}`}${at}?${rest}`;
        const { origin, pathname } = new URL(url);
        expect(baseStringUri(url)).toBe(origin + pathname);
      }),
    );
  });

  test("the parts of a URL are those of the generic expression of RFC 3986, appendix B", () => {
    fc.assert(
      fc.property(host, path, tail, (h, at, rest) => {
        const url = `http://${h}${at}?${rest}`;
        const [, , , authority, expectedPath, , query] =
          /^(([^:/?#]+):)?\/\/([^/?#]*)([^?#]*)(\?([^#]*))?(#(.*))?/.exec(url)!;
        expect(splitUrl(url)).toMatchObject({ host: authority, path: expectedPath, query });
      }),
    );
  });
});

describe("the parts of a URL that it does not have", () => {
  test("are empty, or undefined where empty means something else", () => {
    expect(splitUrl("https://h")).toEqual({
      scheme: "https",
      userinfo: "",
      host: "h",
      port: undefined,
      path: "",
      query: undefined,
      fragment: "",
    });
  });
});

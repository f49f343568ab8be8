import { describe, expect, test } from "vitest";
import { get } from "../../src/faults/helpers/trigger-requests.ts";
import { trace } from "../../src/model/index.ts";
import { valuesOf } from "./forms.ts";

/** The base string URI that each form of a fault gives, the most common form first. */
const URIS: readonly (readonly [id: string, url: string, uris: readonly string[]])[] = [
  ["uri-scheme-missing", "https://example.com:8443/r", ["example.com:8443/r", "https:/example.com:8443/r"]],
  ["uri-authority-missing", "https://example.com/a/r?x=1", ["/a/r", "/a/r?x=1"]],
  ["uri-path-missing", "https://example.com/a/r", ["https://example.com"]],
  ["host-dot-removed", "https://api.example.com.:8443/r", ["https://api.example.com:8443/r"]],
  [
    "path-characters-encoded",
    "https://example.com/@me/a%20b~*('c)+",
    [
      "https://example.com/%40me/a%20b~%2A%28%27c%29%2B",
      "https://example.com/%40me/a%20b%7E%2A%28%27c%29%2B",
      "https://example.com/%40me/a+b%7E*%28%27c%29%2B",
      "https://example.com/@me/a%20b~*('c)%20",
      "https://example.com/@me/a%20b~*(%27c)+",
    ],
  ],
  ["path-escapes-in-capitals", "https://example.com/a%2Fb%2fc", ["https://example.com/a%2Fb%2Fc"]],
  ["root-slash-missing", "https://example.com", ["https://example.com", "https://example.com", "https://example.com/"]],
  [
    "root-slash-missing",
    "https://example.com?",
    ["https://example.com", "https://example.com", "https://example.comnull"],
  ],
  ["empty-port-kept", "https://user:1@example.com:/r", ["https://example.com:/r"]],
  ["empty-port-kept", "https://example.com/r:", ["https://example.com/r:"]],
  ["host-case-kept", "https://Example.com/r", ["https://Example.com/r", "https://EXAMPLE.COM/r"]],
  ["scheme-fixed", "https://example.com/r", ["http://example.com/r", "https://example.com/r"]],
  ["scheme-fixed", "http://example.com/r", ["http://example.com/r", "https://example.com/r"]],
  ["fragment-kept", "https://example.com/r#a?b", ["https://example.com/r#a?b", "https://example.com/r#a"]],
  ["fragment-kept", "https://example.com/r?b#a", ["https://example.com/r#a", "https://example.com/r"]],
  ["scheme-case-kept", "Https://example.com/r", ["Https://example.com/r", "HTTPS://example.com/r"]],
  [
    "query-kept-in-uri",
    "https://example.com/r?b=2&a=1",
    [
      "https://example.com/r?b=2&a=1",
      "https://example.com/r?b=2&a=1",
      "https://example.com/r?a=1&b=2",
      "https://example.com/r?",
    ],
  ],
  ["empty-query-kept", "https://example.com/r?#b", ["https://example.com/r?"]],
  ["empty-query-kept", "https://example.com/r?b", ["https://example.com/r"]],
  ["path-lowercased", "https://example.com/Ab", ["https://example.com/ab", "https://example.com/AB"]],
  [
    "path-encoded-again",
    "https://[::1]:8443/a%20b/@c:",
    ["https://[::1]:8443/a%2520b/@c:", "https://[::1]:8443/a%2520b/%40c%3A", "https://%5B::1%5D:8443/a%2520b/%40c:"],
  ],
  [
    "path-decoded",
    "https://example.com/a%2520b+c",
    ["https://example.com/a%20b+c", "https://example.com/a b+c", "https://example.com/a%20b c"],
  ],
  [
    "path-decoded",
    "https://example.com/a%FF%20",
    ["https://example.com/a%FF%20", "https://example.com/a%FF%20", "https://example.com/a%FF%20"],
  ],
  ["dot-segments-removed", "https://example.com/a/./b/../c/..", ["https://example.com/a/"]],
];

describe("each form of a fault of the base string URI", () => {
  test.each(URIS)("%s signs the URI that it says (%#)", (id, url, uris) => {
    expect(valuesOf(id, get(url), "baseStringUri")).toEqual(uris);
  });
});

describe("a form that has nothing to change", () => {
  test.each([
    ["path-characters-encoded", "https://example.com/a/b"],
    ["path-escapes-in-capitals", "https://example.com/a/b"],
  ])("%s leaves %s as it is", (id, url) => {
    expect(new Set(valuesOf(id, get(url), "baseStringUri").slice(0, 4))).toEqual(
      new Set([trace(get(url)).baseStringUri]),
    );
  });
});

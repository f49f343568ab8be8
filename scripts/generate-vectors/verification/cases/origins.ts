/** Scheme, host, method and path, which the server must not take from header fields (RFC 5849 3.4.1.2). */

import type { CaseGroup, ReceivedCase } from "../../../../src/conformance/cases/case.ts";
import { path } from "../../../../src/conformance/cases/changes.ts";
import {
  FORWARDED,
  fields,
  inRequestLine,
  MALFORMED,
  ORIGIN,
  PATH,
  STAGING,
  UNCHECKED,
  WRONG,
} from "../../../../src/conformance/cases/origins.ts";
import { BANK } from "../../../../src/conformance/cases/vector-clients.ts";

const PORT = "rfc5849-3.4.1.2-2";
const HTTP = "http://api.example.com";
const HTTPS = "https://api.example.com";
const EITHER_SCHEME = ["port-stripped-for-either-scheme"];
const ABSOLUTE = { server: { origin: undefined } };
/** The vector's client signs for this origin, and sends its Host header. */
const by = (origin: string): Pick<ReceivedCase, "ofVector"> => ({ ofVector: { origin, form: "a=1" } });
const onServer = (origin: string): Pick<ReceivedCase, "server"> => ({ server: { origin } });
const url = (text: string): Pick<ReceivedCase, "edit"> => ({ edit: (request) => ({ ...request, url: text }) });
const json = (text: string): string => JSON.stringify(text);
const TARGETS = [
  ...["", "*", "orders", "api.example.com:443", "ftp://api.example.com/orders", "https://", "https:///orders"],
  ...["https://api.example.com:99999/orders", "?a=1"],
];
const NOT_IN_A_LINE = ["/or ders", "/orders#part", "/orders\t", "/orders\u0000", "/orders?q=é", "/orders\r\nX: y"];

// biome-ignore format: one line a row
export const FURTHER_ORIGINS: readonly CaseGroup[] = [
  {
    layer: "signature", rule: ORIGIN, ...WRONG, ofVector: { form: "a=1" },
    cases: [
      { vector: "origins/2", words: "signed for https, sent to http", ...onServer(HTTP), finds: ["both-schemes-tried", "proxy-scheme-not-considered"] },
      { vector: "origins/12", words: "signed for a different port", ...by(`${HTTPS}:8443`), finds: ["non-default-port-dropped"] },
      { vector: "origins/13", words: "signed without the server's port", ...onServer(`${HTTPS}:8443`), finds: ["non-default-port-dropped"] },
      { vector: "origins/17", words: "https on port 80, signed without the port", rule: PORT, ...onServer(`${HTTPS}:80`), finds: EITHER_SCHEME },
    ],
  },
  {
    layer: "signature", rule: ORIGIN, ...WRONG, isOpenForProbe: true,
    cases: [
      { vector: "origins/6", words: "signed for a different host, with its Host header", ...by(`https://${STAGING}`), finds: [...UNCHECKED, "host-header-ignored"] },
      { vector: "origins/7", words: "RSA: signed for a different host, with its Host header", ofVector: { by: BANK, origin: `https://${STAGING}`, form: "a=1" }, finds: UNCHECKED },
      { vector: "origins/11", words: "signed for a host that begins with the server's host name", ...by(`${HTTPS}.evil.example`), finds: UNCHECKED },
    ],
  },
  {
    layer: "signature", rule: ORIGIN, ofVector: { form: "a=1" },
    cases: [
      { vector: "origins/3", words: "signed for http, sent to http", ...by(HTTP), ...onServer(HTTP) },
      { vector: "origins/14", words: "signed with the server's port", rule: PORT, ...by(`${HTTPS}:8443`), ...onServer(`${HTTPS}:8443`), finds: ["non-default-port-dropped"] },
      { vector: "origins/15", words: "https on port 80: not the default port", rule: PORT, ...by(`${HTTPS}:80`), ...onServer(`${HTTPS}:80`), finds: EITHER_SCHEME },
      { vector: "origins/16", words: "http on port 443: not the default port", rule: PORT, ...by(`${HTTP}:443`), ...onServer(`${HTTP}:443`), finds: EITHER_SCHEME },
      { vector: "origins/18", words: "IPv6 address", rule: "rfc5849-3.4.1.2-1", ...by("https://[2001:db8::1]"), ...onServer("https://[2001:DB8::1]"), finds: ["ipv6-brackets-lost"] },
      { vector: "origins/19", words: "IPv6 address with the default port", rule: PORT, ...by("https://[2001:db8::1]"), ...onServer("https://[2001:db8::1]:443"), finds: ["ipv6-port-split-at-first-colon"] },
      { vector: "origins/20", words: "IPv6 address with a non-default port", rule: PORT, ...by("https://[2001:db8::1]:8443"), ...onServer("https://[2001:db8::1]:8443"), finds: ["ipv6-port-split-at-first-colon"] },
      { vector: "origins/21", words: "IPv4 address", ...by("http://127.0.0.1:8080"), ...onServer("http://127.0.0.1:8080") },
    ],
  },
  {
    layer: "signature", rule: ORIGIN, ...WRONG, ofVector: { form: "a=1" }, finds: FORWARDED,
    cases: [
      { vector: "origins/24", words: "X-Forwarded-Proto: https, signed for https, the server's origin is http", ...fields(["X-Forwarded-Proto", "https"]), ...onServer(HTTP) },
    ],
  },
  {
    ...MALFORMED, alsoAcceptable: ["signature-mismatch"],
    cases: [
      { vector: "origins/61", words: "absolute URL with a different host", ...by("https://evil.example"), ...inRequestLine(({ origin }) => origin), finds: UNCHECKED },
      { vector: "origins/62", words: "absolute URL with a different scheme", ...by(HTTP), ...inRequestLine(({ origin }) => origin), finds: ["both-schemes-tried"] },
    ],
  },
  {
    layer: "signature", rule: PATH,
    cases: [
      { vector: "origins/55", words: "mount point removed from the path", ...WRONG, ofVector: { path: "/shop/orders" }, sent: path(() => "/orders"), finds: ["mounted-path-wrong"] },
      { vector: "origins/60", words: "absolute URL with the server's origin", rule: ORIGIN, ofVector: { form: "a=1" }, ...inRequestLine(() => HTTPS) },
      { vector: "origins/63", words: "absolute URL with an empty path", ...ABSOLUTE, ofVector: { path: "/" }, ...url(HTTPS), finds: ["root-slash-missing"] },
      { vector: "origins/64", words: "absolute URL with an empty path and a query", ...ABSOLUTE, ofVector: { path: "/", query: "a=1" }, ...url(`${HTTPS}?a=1`), finds: ["root-slash-missing"] },
      { vector: "origins/65", words: "absolute http URL with the default port", rule: PORT, ...ABSOLUTE, ...by(HTTP), ...url("HTTP://Api.Example.Com:80/orders") },
    ],
  },
  {
    ...MALFORMED, ofVector: { form: "a=1" },
    cases: [
      ...TARGETS.map((text, index) => ({ vector: `origins/${66 + index}`, words: `request target ${json(text)}`, ...url(text) })),
      ...NOT_IN_A_LINE.map((text, index) => ({ vector: `origins/${75 + index}`, words: `request target ${json(text)}, invalid in a request line`, ...url(text), alsoAcceptable: ["signature-mismatch"] })),
      ...["", "PO ST", "POST\r\n", "PÖST"].map((text, index): ReceivedCase => ({ vector: `origins/${81 + index}`, words: `method ${json(text)}, invalid in a request line`, edit: (request) => ({ ...request, method: text }), alsoAcceptable: ["signature-mismatch"] })),
    ],
  },
];

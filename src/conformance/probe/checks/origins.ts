/** Scheme, host and method: the server knows them itself, whatever header fields say (RFC 5849 3.4.1.2). */

import type { HttpRequest } from "../../../oauth1/http-request.ts";
import { type Draft, write } from "../../cases/draft.ts";
import { NEEDS_HARMLESS } from "../../cases/make-request.ts";
import { accepts, type Case, type Check, type Good, open, openCase, rejects } from "../check.ts";
import { addToForm, addToQuery, casesOf, signedOtherwise, withForm, withHeaders } from "./changes.ts";

const ORIGIN = "rfc5849-3.4.1.2-6";
const same = (draft: Draft): Draft => draft;

/** The parts of the origin of the good request. */
function partsOf({ origin }: Draft): { readonly scheme: string; readonly host: string; readonly port: string } {
  const [, scheme = "", host = "", port = ""] = /^(\w+):\/\/(.*?)(?::(\d+))?$/.exec(origin) ?? [];
  return { scheme, host, port };
}

const otherScheme = (draft: Draft): string =>
  draft.origin.replace(/^\w+/, (scheme) => (scheme === "https" ? "http" : "https"));

/** A request that is signed for another origin, and sent as it is or with header fields that claim that origin. */
function signedFor(
  good: Good,
  origin: (draft: Draft) => string,
  edit: (request: HttpRequest) => HttpRequest = (one) => one,
): Case {
  const draft = good.fresh();
  return [rejects(edit(write(draft, good.sign({ ...draft, origin: origin(draft) }))))];
}

const withHost =
  (host: string) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name, name === "Host" ? host : value]),
  });

const OTHER = "other.example";

export const ORIGINS: readonly Check[] = [
  {
    id: "signed-for-another-origin",
    title: "signed for another scheme, host or port",
    rule: ORIGIN,
    means:
      "The signature does not protect the scheme, host and port: a request for one service is accepted by another one.",
    everywhere: true,
    cases: (good) => ({
      "other-scheme": signedFor(good, otherScheme),
      "other-scheme-and-default-port": signedFor(good, (draft) => otherScheme(draft).replace(/:\d+$/, "")),
      "other-host": signedFor(good, (draft) => `${partsOf(draft).scheme}://${OTHER}`),
      "host-with-a-suffix": signedFor(good, (draft) =>
        draft.origin.replace(partsOf(draft).host, `${partsOf(draft).host}.${OTHER}`),
      ),
      "host-with-a-prefix": signedFor(good, (draft) =>
        draft.origin.replace(partsOf(draft).host, `x.${partsOf(draft).host}`),
      ),
      "other-port": signedFor(
        good,
        (draft) => `${partsOf(draft).scheme}://${partsOf(draft).host}:${partsOf(draft).port === "8081" ? 8082 : 8081}`,
      ),
      "without-the-port":
        partsOf(good.fresh()).port === ""
          ? "the origin has no port"
          : signedFor(good, (draft) => draft.origin.replace(/:\d+$/, "")),
      "empty-origin": signedFor(good, (draft) => `${partsOf(draft).scheme}://undefined`),
    }),
  },
  {
    id: "host-header",
    title: "Host header of another service, for which the request is signed",
    rule: ORIGIN,
    means:
      "RFC 5849 takes the host from this header, and so does this server, whatever host that is: a request for another " +
      "service with the same credentials is accepted, unless the server knows its own hosts.",
    cases: (good) =>
      casesOf(
        {
          "other-host": OTHER,
          "other-host-and-port": `${OTHER}:8443`,
          "own-host-with-a-suffix": `${partsOf(good.fresh()).host}.${OTHER}`,
        },
        (host) => openCase(signedFor(good, (draft) => `${partsOf(draft).scheme}://${host}`, withHost(host))),
      ),
  },
  {
    id: "forwarded-headers",
    title: "forwarding header fields name another origin, for which the request is signed",
    rule: ORIGIN,
    means:
      "The caller decides for which scheme, host or path a request was signed. " +
      "This is right only if the address of the probe is that of a proxy which the server is set to trust.",
    cases: (good) => {
      const { scheme } = partsOf(good.fresh());
      const other = scheme === "https" ? "http" : "https";
      const schemes: Readonly<Record<string, readonly [string, string]>> = {
        "x-forwarded-proto": ["X-Forwarded-Proto", other],
        "x-forwarded-scheme": ["X-Forwarded-Scheme", other],
        "x-forwarded-ssl": ["X-Forwarded-Ssl", other === "https" ? "on" : "off"],
        "front-end-https": ["Front-End-Https", other === "https" ? "on" : "off"],
        "x-url-scheme": ["X-Url-Scheme", other],
        "forwarded-proto": ["Forwarded", `proto=${other}`],
      };
      const hosts: Readonly<Record<string, readonly [string, string]>> = {
        "x-forwarded-host": ["X-Forwarded-Host", OTHER],
        "x-host": ["X-Host", OTHER],
        "forwarded-host": ["Forwarded", `host=${OTHER}`],
      };
      return {
        ...casesOf(schemes, (field) => signedFor(good, otherScheme, withHeaders(field))),
        ...casesOf(
          Object.fromEntries(Object.entries(schemes).map(([name, field]) => [`${name}-default-port`, field])),
          (field) => signedFor(good, (draft) => otherScheme(draft).replace(/:\d+$/, ""), withHeaders(field)),
        ),
        ...casesOf(hosts, (field) => signedFor(good, () => `${scheme}://${OTHER}`, withHeaders(field))),
        "x-forwarded-host-and-proto": signedFor(
          good,
          () => `${other}://${OTHER}`,
          withHeaders(["X-Forwarded-Host", OTHER], ["X-Forwarded-Proto", other]),
        ),
        "x-forwarded-port": signedFor(
          good,
          (draft) => `${scheme}://${partsOf(draft).host}:8443`,
          withHeaders(["X-Forwarded-Port", "8443"]),
        ),
        "x-forwarded-prefix": signedPath(
          good,
          (path) => `/prefix${path}`,
          withHeaders(["X-Forwarded-Prefix", "/prefix"]),
        ),
        "x-original-url": signedPath(good, () => "/other", withHeaders(["X-Original-URL", "/other"])),
        "x-rewrite-url": signedPath(good, () => "/other", withHeaders(["X-Rewrite-URL", "/other"])),
      };
    },
  },
  {
    id: "forwarded-headers-ignored",
    title: "right request with forwarding header fields",
    rule: ORIGIN,
    means: "Anybody can add such a header field on the way; the server lets it decide, and rejects right requests.",
    cases: (good) => ({
      ...casesOf<readonly [string, string]>(
        {
          "x-forwarded-prefix": ["X-Forwarded-Prefix", "/prefix"],
          "x-original-url": ["X-Original-URL", "/other"],
        },
        (field) => [accepts(withHeaders(field)(good.signed(good.fresh())))],
      ),
    }),
  },
  {
    id: "method-override",
    title: "another HTTP method in a header field, a query or a form",
    rule: ORIGIN,
    means:
      "The server signs a method that the request line does not have, so the signature of one method is accepted for another one.",
    cases: (good) => {
      const signedMethod = good.fresh().method === "PUT" ? "PATCH" : "PUT";
      const override = (name: string): Case => {
        const draft = good.fresh();
        return [
          rejects(withHeaders([name, signedMethod])(write(draft, good.sign({ ...draft, method: signedMethod })))),
        ];
      };
      const query = addToQuery(`_method=${signedMethod}`);
      const signed = (draft: Draft): Draft => ({ ...draft, method: signedMethod });
      const cases = {
        "x-http-method-override": override("X-HTTP-Method-Override"),
        "x-http-method": override("X-HTTP-Method"),
        "x-method-override": override("X-Method-Override"),
        "method-in-query": signedOtherwise(good, signed, same, query),
        ...withForm(good, {
          "method-in-form": (start) =>
            signedOtherwise(good, signed, same, (draft) => addToForm(`_method=${signedMethod}`)(start(draft))),
          "header-field-with-a-form": (start) => {
            const draft = start(good.fresh());
            return [
              rejects(withHeaders(["X-HTTP-Method-Override", signedMethod])(write(draft, good.sign(signed(draft))))),
            ];
          },
        }),
      };
      // A server that obeys an override does what the other method asks for.
      return good.mayChangeMethod ? cases : casesOf(cases, () => NEEDS_HARMLESS);
    },
  },
  {
    id: "request-target",
    title: "absolute URL in the request line",
    rule: "rfc5849-3.4.1.2-5",
    means: "The server signs the host of the request line, which the caller chooses.",
    cases: (good) => ({
      "of-another-host": [open(rejects(absolute(good, `${partsOf(good.fresh()).scheme}://${OTHER}`)))],
      "of-another-scheme": [rejects(absolute(good, otherScheme(good.fresh())))],
    }),
  },
];

/** A request that is signed for another path. */
function signedPath(good: Good, path: (path: string) => string, edit: (request: HttpRequest) => HttpRequest): Case {
  const draft = good.fresh();
  return [rejects(edit(write(draft, good.sign({ ...draft, path: path(draft.path) }))))];
}

/** A request whose request line names another origin, for which it is signed. */
function absolute(good: Good, origin: string): HttpRequest {
  const draft = { ...good.fresh(), origin };
  const request = good.signed(draft);
  return { ...request, url: `${origin}${request.url}` };
}

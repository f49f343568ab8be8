/** Requests that somebody changed after they were signed: every part in turn (RFC 5849 3.2). */

import type { Check } from "../check.ts";
import { type Draft, protocolValue, withProtocol } from "../draft.ts";
import { UNKNOWN_METHOD } from "../request-kinds.ts";
import { addToForm, addToQuery, casesOf, NEEDS_HARMLESS, signedOtherwise, tampered, withForm } from "./changes.ts";

const RULE = "rfc5849-3.2-1";
const letterOf = (text: string): number => text.search(/[a-z]/i);

/** The text with the case of its first letter changed. */
function otherCase(text: string): string {
  const at = letterOf(text);
  const letter = text.charAt(at);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return at === -1 ? text : `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}

function percentEncodeFirstLetter(path: string): string {
  const at = letterOf(path);
  return at === -1
    ? path
    : `${path.slice(0, at)}%${path.charCodeAt(at).toString(16).toUpperCase()}${path.slice(at + 1)}`;
}

const PATHS: Readonly<Record<string, (path: string) => string>> = {
  "segment-appended": (path) => `${path}/x`,
  "slash-appended": (path) => `${path}/`,
  "slash-removed": (path) => path.replace(/(?<=.)\/$/, ""),
  "slash-doubled": (path) => `/${path}`,
  "letter-case-changed": otherCase,
  "letter-percent-encoded": percentEncodeFirstLetter,
  "dot-segment-added": (path) => `/.${path}`,
  "dot-segments-added": (path) => `/x/..${path}`,
  "path-parameter-added": (path) => `${path};a=1`,
  "path-doubled": (path) => `${path}${path}`,
  "escape-respelled": (path) => path.replace(/%[0-9a-f]{2}/gi, (octet) => otherCase(octet)),
};

/** The HTTP methods with which a form is sent. */
const METHODS = { get: "GET", post: "POST", put: "PUT", patch: "PATCH", delete: "DELETE", report: "REPORT" };

export const TAMPERING: readonly Check[] = [
  {
    id: "query-changed",
    title: "query changed after signing",
    rule: RULE,
    means: "Someone who sees a request can change its query.",
    everywhere: true,
    cases: (good) => ({
      ...casesOf(
        {
          "parameter-appended": "probe=1",
          "name-appended": "probe",
          "oddly-named-parameter-appended": "a%5Bb%5D=1",
          "format-parameter-appended": "format=json",
          "debug-parameter-appended": "debug=1",
        },
        (pairs) => tampered(good, addToQuery(pairs)),
      ),
      "value-changed": tampered(
        good,
        (draft) => ({ ...draft, query: draft.query.replace("probe=1", "probe=2") }),
        addToQuery("probe=1"),
      ),
      "name-changed": tampered(
        good,
        (draft) => ({ ...draft, query: draft.query.replace("probe=1", "prove=1") }),
        addToQuery("probe=1"),
      ),
      "letter-case-of-value-changed": tampered(
        good,
        (draft) => ({ ...draft, query: draft.query.replace("probe=a", "probe=A") }),
        addToQuery("probe=a"),
      ),
      "letter-case-of-name-changed": tampered(
        good,
        (draft) => ({ ...draft, query: draft.query.replace("probe=a", "Probe=a") }),
        addToQuery("probe=a"),
      ),
      "space-appended": tampered(good, (draft) => ({ ...draft, query: `${draft.query}%20` }), addToQuery("probe=1")),
      "plus-appended": tampered(good, (draft) => ({ ...draft, query: `${draft.query}+` }), addToQuery("probe=1")),
      "nul-appended": tampered(good, (draft) => ({ ...draft, query: `${draft.query}%00` }), addToQuery("probe=1")),
      "equals-sign-appended": tampered(
        good,
        (draft) => ({ ...draft, query: `${draft.query}=` }),
        addToQuery("probe=1"),
      ),
      "question-mark-appended": tampered(
        good,
        (draft) => ({ ...draft, query: `${draft.query}?` }),
        addToQuery("probe=1"),
      ),
      "second-query-appended": tampered(
        good,
        (draft) => ({ ...draft, query: `${draft.query}?other=2` }),
        addToQuery("probe=1"),
      ),
      "values-swapped": tampered(
        good,
        (draft) => ({ ...draft, query: draft.query.replace("a=1&b=2", "a=2&b=1") }),
        addToQuery("a=1&b=2"),
      ),
      "ampersand-replaced-by-semicolon": tampered(
        good,
        (draft) => ({ ...draft, query: draft.query.replace("a=1&b", "a=1;b") }),
        addToQuery("a=1&b=2"),
      ),
      "parameter-removed": tampered(
        good,
        (draft) => ({ ...draft, query: draft.query.replace(/&?probe=1/, "") }),
        addToQuery("probe=1"),
      ),
    }),
  },
  {
    id: "form-changed",
    title: "form changed after signing",
    rule: RULE,
    means: "Someone who sees a request can change its form.",
    everywhere: true,
    cases: (good) =>
      withForm(good, {
        "parameter-appended": (start) => tampered(good, addToForm("x=1"), start),
        "parameter-inserted": (start) => tampered(good, (draft) => ({ ...draft, body: `x=1&${draft.body}` }), start),
        "name-appended": (start) => tampered(good, addToForm("x"), start),
        "value-changed": (start) =>
          tampered(good, (draft) => ({ ...draft, body: draft.body.replace(/.$/s, otherEnd) }), start),
        "space-appended": (start) => tampered(good, (draft) => ({ ...draft, body: `${draft.body}+` }), start),
        "line-feed-appended": (start) => tampered(good, (draft) => ({ ...draft, body: `${draft.body}\n` }), start),
        "nul-appended": (start) => tampered(good, (draft) => ({ ...draft, body: `${draft.body}%00` }), start),
        "case-changed": (start) => tampered(good, (draft) => ({ ...draft, body: otherCase(draft.body) }), start),
        removed: (start) => tampered(good, (draft) => ({ ...draft, body: "" }), start),
        "query-added-to-form": (start) => tampered(good, addToQuery("x=1"), start),
      }),
  },
  {
    id: "path-changed",
    title: "path changed after signing",
    rule: RULE,
    means: "A request that was signed for one path is accepted at another one.",
    everywhere: true,
    cases: (good) => casesOf(PATHS, (edit) => tampered(good, (draft) => ({ ...draft, path: edit(draft.path) }))),
  },
  {
    id: "path-signed-otherwise",
    title: "signed for another spelling of the path",
    rule: "rfc5849-3.4.1.2-3",
    means:
      "The server signs another path than that of the request line, so a request for one path is valid at another one.",
    cases: (good) => ({
      ...casesOf(PATHS, (edit) => signedOtherwise(good, (draft) => ({ ...draft, path: edit(draft.path) }), same)),
      "root-signed": signedOtherwise(good, (draft) => ({ ...draft, path: "/" }), same),
      "first-segment-left-out": signedOtherwise(
        good,
        (draft) => ({ ...draft, path: draft.path.replace(/^\/[^/]+(?=\/)/, "") }),
        same,
      ),
      "query-in-the-uri": signedOtherwise(good, (draft) => ({ ...draft, path: `${draft.path}?${draft.query}` }), same),
    }),
  },
  {
    id: "method-changed",
    title: "HTTP method changed after signing",
    rule: RULE,
    means: "The signature of one HTTP method is accepted for another one.",
    cases: (good) =>
      casesOf(
        {
          head: "HEAD",
          get: "GET",
          unknown: UNKNOWN_METHOD,
          post: "POST",
          put: "PUT",
          patch: "PATCH",
          delete: "DELETE",
        },
        (method) => {
          if (!/^(?:HEAD|GETX?)$/.test(method) && !good.mayChangeMethod) return NEEDS_HARMLESS;
          return tampered(good, (draft) => ({ ...draft, method }));
        },
      ),
  },
  {
    id: "form-of-other-method-changed",
    title: "form of another HTTP method changed after signing",
    rule: "rfc5849-3.4.1.3.1-3",
    means: "The signature does not cover the form of this method, so it can be changed.",
    cases: (good) => {
      const changed = (signed: string) => (method: string) => {
        if (!good.mayChangeMethod) return NEEDS_HARMLESS;
        const start = (draft: Draft): Draft => ({ ...draft, method, contentType: FORM, body: signed });
        return tampered(good, addToForm("x=1"), start);
      };
      // Many servers drop the body of a GET request, and their applications do not get it either.
      const { get: _, ...others } = METHODS;
      const added = Object.fromEntries(Object.entries(others).map(([name, method]) => [`${name}-added`, method]));
      return { ...casesOf(METHODS, changed("probe=1")), ...casesOf(added, changed("")) };
    },
  },
  {
    id: "protocol-parameter-changed",
    title: "protocol parameter changed after signing",
    rule: RULE,
    means: "The signature does not cover this parameter: a request can be sent again with another one.",
    everywhere: true,
    cases: (good) => {
      const change = (changes: Parameters<typeof withProtocol>[1]) =>
        tampered(good, (draft) => withProtocol(draft, changes));
      return {
        "nonce-replaced": tampered(good, (draft) =>
          withProtocol(draft, { oauth_nonce: protocolValue(good.fresh(), "oauth_nonce") }),
        ),
        "nonce-extended": tampered(good, (draft) =>
          withProtocol(draft, { oauth_nonce: `${protocolValue(draft, "oauth_nonce").slice(1)}x` }),
        ),
        "timestamp-increased": tampered(good, (draft) =>
          withProtocol(draft, { oauth_timestamp: String(Number(protocolValue(draft, "oauth_timestamp")) + 1) }),
        ),
        "version-removed": change({ oauth_version: undefined }),
        "version-added": tampered(
          good,
          (draft) => withProtocol(draft, { oauth_version: "1.0" }),
          (draft) => withProtocol(draft, { oauth_version: undefined }),
        ),
        "callback-added": change({ oauth_callback: "oob" }),
        "verifier-added": change({ oauth_verifier: "x" }),
        "unknown-parameter-added": change({ oauth_probe: "x" }),
        "other-parameter-added": change({ probe: "x" }),
        "empty-token-added":
          good.credentials.token === undefined ? change({ oauth_token: "" }) : "the client has a token",
      };
    },
  },
];

const FORM = "application/x-www-form-urlencoded";
const same = (draft: Draft): Draft => draft;

/** Another last character of a form. */
function otherEnd(character: string): string {
  return character === "1" ? "2" : "1";
}

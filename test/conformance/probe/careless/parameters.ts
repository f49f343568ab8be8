/** Verifiers as a careless developer writes them, with mistakes about what the signature covers. */

import { createHmac } from "node:crypto";
import { parse as parseQuery } from "node:querystring";
import express from "express";
import { encode } from "../../../oauth1/independent.ts";
import { seconds } from "../../../signed-request.ts";
import { CLIENT } from "../credentials.ts";
import { ACCEPTED, listen, REJECTED, type Received, serve } from "../serve.ts";
import type { WrongServer } from "../wrong-server.ts";

type Pair = readonly [name: string, value: string];

const percentEncoded = (text: string): string => encode(Buffer.from(text).toString("latin1"));

/** The header as an object. */
function oauthOf(header = ""): Record<string, string> {
  const parts = [...header.matchAll(/(oauth_\w+)="([^"]*)"/g)];
  return Object.fromEntries(parts.map(([, name, value]) => [name!, decodeURIComponent(value!)]));
}

/** Whether the signature is valid for these parameters, and the request is new. */
function checker(): (method: string, url: string, oauth: Record<string, string>, others: readonly Pair[]) => boolean {
  const used = new Set<string>();
  return (method, url, { oauth_signature: signature, ...oauth }, others) => {
    const pairs = [...Object.entries(oauth), ...others].map((pair) => pair.map(percentEncoded).join("="));
    const base = [method, url, pairs.sort().join("&")].map(percentEncoded).join("&");
    const key = `${percentEncoded(CLIENT.consumerSecret)}&`;
    const age = Math.abs(Number(oauth.oauth_timestamp) - seconds());
    const nonce = `${oauth.oauth_timestamp} ${oauth.oauth_nonce}`;
    if (oauth.oauth_consumer_key !== CLIENT.consumerKey || !(age <= 300) || used.has(nonce)) return false;
    if (createHmac("sha1", key).update(base).digest("base64") !== signature) return false;
    used.add(nonce);
    return true;
  };
}

/** Serves with a function that collects what the signature covers beside the header. */
function collecting(
  collect: (request: Received, query: string, form: string) => readonly Pair[],
): WrongServer["start"] {
  return () => {
    const isRight = checker();
    return serve((request, origin) => {
      const { method, target, headers, body } = request;
      const [path = "", query = ""] = target.split("?");
      const form = headers["content-type"]?.[0]?.startsWith("application/x-www-form-urlencoded") ? `${body}` : "";
      const others = collect(request, query, form);
      const oauth = oauthOf(headers.authorization?.[0]);
      return isRight(method, `${origin}${path}`, oauth, others) ? ACCEPTED : REJECTED;
    });
  };
}

const expressParsers: WrongServer = {
  id: "careless-express-parsers",
  fault: "same-name-across-sources-merged",
  wrong: "It spreads request.query and request.body of Express into one object, and makes text of each value.",
  start: () => {
    const isRight = checker();
    const app = express()
      .set("query parser", "extended")
      .use(express.urlencoded({ extended: true }));
    app.all("/{*path}", (request, response) => {
      const all: Record<string, unknown> = { ...request.query, ...request.body };
      const others = Object.entries(all).map(([name, value]): Pair => [name, String(value)]);
      const url = `http://127.0.0.1:${request.socket.localPort}${request.path}`;
      const isAllowed = isRight(request.method, url, oauthOf(request.headers.authorization), others);
      response
        .status(isAllowed ? 200 : 401)
        .type("text")
        .send(isAllowed ? ACCEPTED.text : REJECTED.text);
    });
    return listen(app);
  },
  shows: { last: "accepted", requests: (sign) => [{ ...sign({ form: "a=1" }), path: "/pay?a=2" }] },
};

const lastValue: WrongServer = {
  id: "careless-last-value",
  fault: "only-one-duplicate-covered",
  wrong: "It makes an object of URLSearchParams, so the last value of a repeated name is the only one.",
  start: collecting((_request, query, form) => [
    ...Object.entries(Object.fromEntries(new URLSearchParams(query))),
    ...Object.entries(Object.fromEntries(new URLSearchParams(form))),
  ]),
  shows: { last: "accepted", requests: (sign) => [{ ...sign({ form: "a=1" }), body: "a=2&a=1" }] },
};

const joined: WrongServer = {
  id: "careless-values-joined",
  fault: "array-joined-collision",
  wrong: "It writes the array of a repeated name into a template string.",
  start: collecting((_request, query, form) =>
    [query, form].flatMap((text) => Object.entries(parseQuery(text)).map(([name, value]): Pair => [name, `${value}`])),
  ),
  shows: { last: "accepted", requests: (sign) => [{ ...sign({ form: "a=1%2C2" }), body: "a=1&a=2" }] },
};

const noQueryOfPost: WrongServer = {
  id: "careless-query-or-form",
  fault: "query-ignored-on-post",
  wrong: "It takes the form of a POST and the query of everything else.",
  start: collecting(({ method }, query, form) => [...new URLSearchParams(method === "POST" ? form : query)]),
  shows: { last: "accepted", requests: (sign) => [{ ...sign({ form: "a=1" }), path: "/pay?admin=1" }] },
};

const formOfPost: WrongServer = {
  id: "careless-form-of-post",
  fault: "form-body-of-other-methods-uncovered",
  wrong: "It takes the form of a POST, and forgets that a PUT or DELETE has one.",
  start: collecting(({ method }, query, form) => [
    ...new URLSearchParams(query),
    ...new URLSearchParams(method === "POST" ? form : ""),
  ]),
  shows: {
    last: "accepted",
    requests: (sign) => [{ ...sign({ method: "PUT", contentType: FORM }), body: "amount=1000" }],
  },
};

const replacementCharacters: WrongServer = {
  id: "careless-replacement-characters",
  check: "value-normalized",
  wrong: "It decodes with URLSearchParams, which makes U+FFFD of all that is not UTF-8: %FE and %FF sign alike.",
  start: collecting((_request, query, form) => [...new URLSearchParams(query), ...new URLSearchParams(form)]),
  shows: {
    last: "accepted",
    // The client signs U+FFFD; somebody else sends an octet that no UTF-8 has.
    requests: (sign) => [{ ...sign({ form: "name=%EF%BF%BD" }), body: "name=%FF" }],
  },
};

const decodedTwice: WrongServer = {
  id: "careless-decoded-twice",
  fault: "oauth-values-decoded-twice",
  wrong: "It decodes the values that URLSearchParams has decoded already, so %2541 and A sign alike.",
  start: collecting((_request, query, form) =>
    [...new URLSearchParams(query), ...new URLSearchParams(form)].map(([name, value]) => [name, unescape(value)]),
  ),
  shows: { last: "accepted", requests: (sign) => [{ ...sign({ form: "grade=A" }), body: "grade=%2541" }] },
};

const hostTrusted: WrongServer = {
  id: "careless-host-trusted",
  fault: "host-header-unchecked",
  wrong: "It writes the URL with the Host header, which is the caller's.",
  start: () => {
    const isRight = checker();
    return serve(({ method, target, headers, body }) => {
      const { origin, pathname, searchParams } = new URL(target, `http://${headers.host}`);
      const isForm = headers["content-type"]?.[0]?.startsWith(FORM);
      const others = [...searchParams, ...new URLSearchParams(isForm ? `${body}` : "")];
      const oauth = oauthOf(headers.authorization?.[0]);
      return isRight(method, `${origin}${pathname}`, oauth, others) ? ACCEPTED : REJECTED;
    });
  },
  shows: {
    last: "accepted",
    requests: (sign) => [sign({ origin: "http://other.example", headers: { host: "other.example" } })],
  },
};

const FORM = "application/x-www-form-urlencoded";

export const CARELESS_ABOUT_PARAMETERS: readonly WrongServer[] = [
  expressParsers,
  lastValue,
  joined,
  noQueryOfPost,
  formOfPost,
  replacementCharacters,
  decodedTwice,
  hostTrusted,
];

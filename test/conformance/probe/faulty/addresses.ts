/** Servers that are wrong about the URL and the method that the client signed, or about what is a form. */

import { headerOf } from "../serve.ts";
import { rightSteps } from "../steps.ts";
import type { Mistake } from "../wrong-server.ts";

const right = rightSteps();

export const ADDRESSES: readonly Mistake[] = [
  {
    id: "forwarded-headers-trusted",
    fault: "forwarded-headers-trusted",
    wrong: "It takes scheme and host from X-Forwarded-Proto and X-Forwarded-Host, from any sender.",
    steps: () => ({
      urls: (request, origin) => {
        const { host, protocol } = new URL(origin);
        const scheme = headerOf(request, "x-forwarded-proto") ?? protocol.slice(0, -1);
        return [`${scheme}://${headerOf(request, "x-forwarded-host") ?? host}${request.target}`];
      },
    }),
    requests: (sign) => [
      sign({
        origin: "https://other.example",
        headers: { "x-forwarded-proto": "https", "x-forwarded-host": "other.example" },
      }),
    ],
  },
  {
    id: "both-schemes-tried",
    fault: "both-schemes-tried",
    wrong: "It accepts a signature for http or for https.",
    steps: () => ({
      urls: ({ target }, origin) => [`${origin}${target}`, `${origin.replace("http:", "https:")}${target}`],
    }),
    requests: (sign, origin) => [sign({ origin: origin.replace("http:", "https:") })],
  },
  {
    id: "two-path-forms-tried",
    fault: "two-path-forms-tried",
    wrong: "It accepts a signature for the path with a slash at its end or without one.",
    steps: () => ({
      urls: ({ target }, origin) => {
        const [path = "", ...query] = target.split("?");
        const paths = [path, path.replace(/\/$/, ""), `${path}/`];
        return paths.map((one) => `${origin}${[one, ...query].join("?")}`);
      },
    }),
    requests: (sign) => [{ ...sign({ target: "/pay" }), path: "/pay/" }],
  },
  {
    id: "host-header-unchecked",
    fault: "host-header-unchecked",
    wrong: "It takes the host from the Host header, so a request for another service verifies here.",
    steps: () => ({ urls: (request) => [`http://${headerOf(request, "host")}${request.target}`] }),
    requests: (sign) => [sign({ origin: "http://other.example", headers: { host: "other.example" } })],
  },
  {
    id: "method-override-signed",
    fault: "method-override-signed",
    wrong: "It verifies with the method of the header X-HTTP-Method-Override.",
    steps: () => ({ method: (request) => headerOf(request, "x-http-method-override") ?? request.method }),
    requests: (sign) => [{ ...sign({ method: "GET", headers: { "x-http-method-override": "GET" } }), method: "POST" }],
  },
  {
    id: "query-ignored-on-post",
    fault: "query-ignored-on-post",
    wrong: "It leaves the query of a POST out, so the query can be changed freely.",
    steps: () => ({ query: (request) => (request.method === "POST" ? "" : right.query(request)) }),
    requests: (sign) => [{ ...sign({ target: "/pay", form: "a=1" }), path: "/pay?admin=1" }],
  },
  {
    id: "form-body-of-other-methods-uncovered",
    fault: "form-body-of-other-methods-uncovered",
    wrong: "It reads the form of a POST only, so the form of a PUT can be changed freely.",
    steps: () => ({
      form: (request) => (request.method === "POST" ? right.form(request) : undefined),
      checkBody: (request, claims, isForm) =>
        right.checkBody(request, claims, isForm || right.form(request) !== undefined),
    }),
    requests: (sign) => [{ ...sign({ method: "PUT", contentType: FORM }), body: "amount=1000" }],
  },
  {
    id: "content-type-matched-by-substring",
    fault: "content-type-matched-by-substring",
    wrong: "It takes a body for a form where the form's media type is anywhere in Content-Type.",
    steps: () => ({
      form: (request) => (headerOf(request, "content-type")?.includes(FORM) ? request.body : undefined),
    }),
    requests: (sign) => [sign({ form: "amount=1", contentType: `text/plain; note="${FORM}"` })],
  },
  {
    id: "non-form-body-collected",
    fault: "non-form-body-collected",
    wrong: "It reads every body as a form, so clients that send JSON with a body hash fail.",
    steps: () => ({ form: ({ body }) => body }),
    last: "rejected",
    requests: (sign) => [
      sign({
        body: '{"amount":1}',
        contentType: "application/json",
        protocol: { oauth_body_hash: "PSPiooDF1OARjjTvhMd6hmATcvk=" },
      }),
    ],
  },
];

const FORM = "application/x-www-form-urlencoded";

/**
 * Environment causes other than keys: a different address, a different method, or a copy of parameters that was changed.
 */

import { COST, type Fault } from "../../faults/index.ts";
import {
  isProtocolParameter,
  type OctetPair,
  type ParameterSources,
  type SigningInput,
  sameOctets,
  specification,
} from "../../model/index.ts";
import { environmentHypothesis, type Hypothesis, hypothesesOf } from "./hypothesis.ts";
import { otherAddressHypotheses, segmentsOf } from "./other-addresses.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

/**
 * Other addresses of the same service, and other methods.
 *
 * @param redact hides secrets in parts of addresses, before they are shown
 * @param schemeIsAssumed whether the request may have been sent with the other scheme, so that signing that scheme is no mistake
 */
export function addressHypotheses(
  request: SigningInput,
  origins: readonly string[],
  redact: (text: string) => string,
  schemeIsAssumed = false,
): Hypothesis[] {
  const { url, method } = request;
  const otherScheme = (from: string): string =>
    from.replace(/^https?/i, (scheme) => (scheme.length === 5 ? "http" : "https"));
  const otherOrigins = origins.filter((origin) => !schemeIsAssumed || !otherScheme(url).startsWith(`${origin}/`));
  return [
    ...(schemeIsAssumed
      ? []
      : [
          otherUrl(
            "other-scheme",
            /^https/i.test(url) ? "signed http instead of https" : "signed https instead of http",
            "Sign the URL that the server sees. Behind a proxy that ends TLS, this is the URL of the proxy.",
            otherScheme,
          ),
        ]),
    ...otherOrigins.map((origin) =>
      otherUrl(
        `other-origin:${redact(origin)}`,
        `signed for ${redact(origin)}`,
        "Sign the URL to which you send the request.",
        (from) => from.replace(/^[^:/?#]*:\/\/[^/?#]*/, () => origin.replace(/\/$/, "")),
        COST.common,
      ),
    ),
    ...pathsWithoutSegments(url).map(([left, path]) =>
      otherUrl(
        `path-without:${redact(left)}`,
        `signed the path without ${redact(left)}`,
        "Sign the whole path of the request line. A router or a base URL may have removed a part of it.",
        (from) => from.replace(/^([^:/?#]*:\/\/[^/?#]*)[^?#]*/, (_, authority: string) => authority + path),
        COST.form,
      ),
    ),
    DEFAULT_PORT_SIGNED,
    ...otherAddressHypotheses(request, schemeIsAssumed),
    otherUrl(
      "endpoint-or-group",
      "signed the URL of an endpoint instead of an endpoint group, or of a group instead of an endpoint",
      "Sign the URL to which you send the request: either with group/ before the id or without it.",
      (from) =>
        from.replace(/\/(group\/)?([^/?#]+)(?=[?#]|$)/, (_, group: string | undefined, id: string) =>
          group === undefined ? `/group/${id}` : `/${id}`,
        ),
    ),
    otherUrl(
      "endpoint-id-literal",
      "signed the URL with ENDPOINTID in the place of the id",
      "Put the id of the endpoint into the URL before you sign it.",
      (from) => from.replace(/\/[^/?#]+(?=[?#]|$)/, "/ENDPOINTID"),
    ),
    ...METHODS.filter((other) => other !== method.toUpperCase()).map((other) =>
      environmentHypothesis(
        `other-method:${other}`,
        `signed the method ${other}`,
        "Sign the method of the request line.",
        (same) => ({ ...same, method: other }),
      ),
    ),
  ];
}

function otherUrl(id: string, title: string, fix: string, change: (url: string) => string, cost?: number): Hypothesis {
  return environmentHypothesis(id, title, fix, (request) => ({ ...request, url: change(request.url) }), cost);
}

/** The path of a URL without its first two segments, and without each single segment; what is left out comes first. */
function pathsWithoutSegments(url: string): (readonly [left: string, path: string])[] {
  const segments = segmentsOf(url);
  if (segments.some((segment) => /^\.\.?$/.test(segment))) return [];
  const without = (from: number, count: number): readonly [string, string] => [
    `/${segments.slice(from, from + count).join("/")}`,
    `/${segments.toSpliced(from, count).join("/")}`,
  ];
  const single = segments.length < 2 ? [] : segments.flatMap((one, at) => (one === "" ? [] : [without(at, 1)]));
  return [...single, ...(segments.length > 2 ? [without(0, 2)] : [])];
}

const DEFAULT_PORT_SIGNED: Hypothesis = {
  id: "default-port-signed",
  kind: "environment",
  title: "signed the default port",
  what: "The base string URI contains the default port.",
  fix: { text: "Leave :80 for http and :443 for https out of the base string URI." },
  prior: 2,
  cost: COST.guess,
  alter: (computation) => ({
    ...computation,
    stages: {
      ...computation.stages,
      authority: (parts) => {
        const authority = computation.stages.authority(parts);
        const port = parts.scheme.toLowerCase() === "https" ? 443 : 80;
        return /:\d+$/.test(authority) ? authority : `${authority}:${port}`;
      },
    },
  }),
};

/** If header and body have protocol parameters with different values, the client may have signed either copy. */
export function copyHypotheses(sources: ParameterSources): Hypothesis[] {
  const { header, body } = sources;
  const form = body.filter((pair) => !isProtocolParameter(pair));
  const copies = body.filter(isProtocolParameter);
  const has = (pairs: readonly OctetPair[], name: Uint8Array): boolean => pairs.some(([one]) => sameOctets(one, name));
  if (copies.length === 0 || !copies.every(([name]) => has(header, name))) return [];
  const fix = "Write the same protocol parameters into the header and the body, and do not change them after signing.";
  const changed = (copy: "body" | "header", signed: ParameterSources): Hypothesis => ({
    ...environmentHypothesis(
      `${copy}-copy-changed`,
      `the copy of the protocol parameters in the ${copy} was changed after signing`,
      fix,
      (request) => request,
    ),
    // A client may also keep only the last value of a name, or write the header wrongly.
    cost: copy === "header" ? COST.common : COST.evident,
    alter: (computation) => ({ ...computation, sources: () => signed }),
  });
  return [
    changed("body", { ...sources, body: form }),
    changed("header", {
      ...sources,
      header: header.filter(([name]) => !has(copies, name)),
      body: [...form, ...copies],
    }),
  ];
}

/** If a parameter is in two places of the request, or twice in its query, it may have been signed once and written twice. */
export function sentTwiceHypotheses(sources: ParameterSources): Hypothesis[] {
  const { query, header, body } = sources;
  const protocol = query.filter(isProtocolParameter);
  const own = query.filter((pair) => !isProtocolParameter(pair));
  const half = own.slice(0, own.length / 2);
  const isTwice = own.length === 2 * half.length && half.every((pair, at) => samePair(pair, own[half.length + at]!));
  const repetitions = [
    {
      title: "the query was written a second time, into the form",
      repeated: own.every((pair) => hasPair(body, pair)) ? own : [],
      signed: protocol,
    },
    {
      title: "the query was written twice into the URL",
      repeated: isTwice ? half : [],
      signed: [...half, ...protocol],
    },
    {
      title: "the protocol parameters were written into the URL and into the header",
      repeated: protocol.every((pair) => hasPair(header, pair)) ? protocol : [],
      signed: own,
    },
  ];
  return repetitions
    .filter(({ repeated }) => repeated.length > 0)
    .map(({ title, repeated, signed }) => ({
      ...environmentHypothesis("parameters-sent-twice", title, "Send each parameter once.", (request) => request),
      // A single parameter may be meant to be there twice.
      cost: repeated.length > 1 ? COST.evident : COST.common,
      alter: (computation) => ({ ...computation, sources: () => ({ ...sources, query: signed }) }),
    }));
}

function hasPair(pairs: readonly OctetPair[], pair: OctetPair): boolean {
  return pairs.some((other) => samePair(other, pair));
}

function samePair([name, value]: OctetPair, [otherName, otherValue]: OctetPair): boolean {
  return sameOctets(name, otherName) && sameOctets(value, otherValue);
}

/** A body that looks like a form is not signed as parameters if its Content-Type is another. */
export function bodyHypotheses({ body = "", headers = [] }: SigningInput, sources: ParameterSources): Hypothesis[] {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  if (sources.body.length > 0 || body.length > LONGEST_FORM || !FORM_RE.test(body)) return [];
  const pairs = specification.decodeForm(body.trimEnd(), specification);
  const title = `the body was signed as a form, but sent ${type === undefined ? "without Content-Type" : `with Content-Type ${type}`}`;
  const fix = "Send the header Content-Type: application/x-www-form-urlencoded with a form.";
  return [
    {
      ...environmentHypothesis("form-without-content-type", title, fix, (same) => same),
      cost: COST.evident,
      alter: (computation) =>
        computation.sources === undefined
          ? { ...computation, request: { ...computation.request, form: pairs } }
          : { ...computation, sources: () => ({ ...sources, body: pairs }) },
    },
  ];
}

const FORM_RE = /^[^\s=&{[<"]+=\S*\s*$/;
const LONGEST_FORM = 65_536;

/** A server counts request parameters in the header again; a client that copied them there signed them once. */
export function headerHypotheses({ header, ...rest }: ParameterSources, faults: readonly Fault[]): Hypothesis[] {
  const protocolParameters = header.filter(isProtocolParameter);
  if (protocolParameters.length === header.length) return [];
  const copied = faults.filter(({ id }) => id === "request-params-in-header").flatMap(hypothesesOf);
  return copied.map((hypothesis) => ({
    ...hypothesis,
    cost: COST.evident,
    alter: (computation) => ({ ...computation, sources: () => ({ ...rest, header: protocolParameters }) }),
  }));
}

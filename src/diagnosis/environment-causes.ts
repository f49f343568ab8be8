/**
 * What goes wrong beside the computation: another address, another method, a copy that was changed.
 *
 * @module
 */

import type { Fault } from "../faults/index.ts";
import { isProtocolParameter, type ParameterSources, type SigningInput } from "../model/index.ts";
import { circumstance, type Suspect, suspectsOf } from "./hypothesis.ts";

/** Other addresses of the same service, and other methods. */
export function addressCircumstances({ url, method }: SigningInput, origins: readonly string[]): Suspect[] {
  return [
    circumstance(
      "other-scheme",
      "signed for http where the request went over https, or the reverse",
      "Sign the address that the server sees; behind a proxy that ends TLS this is the outer one.",
      (request) => ({
        ...request,
        url: request.url.replace(/^https?/i, (scheme) => (scheme.length === 5 ? "http" : "https")),
      }),
    ),
    ...origins.map((origin) =>
      circumstance(
        `other-origin:${origin}`,
        `signed for ${origin}`,
        "Sign the address that the request is sent to.",
        (request) => ({
          ...request,
          url: request.url.replace(/^[^:/?#]*:\/\/[^/?#]*/, () => origin.replace(/\/$/, "")),
        }),
      ),
    ),
    ...prefixesOf(url).map((prefix) =>
      circumstance(
        `path-without:${prefix}`,
        `signed the path without ${prefix}`,
        "Sign the whole path of the request line; a router or a base address may have taken its beginning away.",
        (request) => ({
          ...request,
          url: request.url.replace(
            /^([^:/?#]*:\/\/[^/?#]*)([^?#]*)/,
            (_, authority: string, path: string) => `${authority}${path.slice(prefix.length)}`,
          ),
        }),
      ),
    ),
    DEFAULT_PORT_SIGNED,
    circumstance(
      "endpoint-or-group",
      "signed the address of an endpoint where the request went to a group of endpoints, or the reverse",
      "Sign the address that the request is sent to: with group/ before the id, or without it.",
      (request) => ({
        ...request,
        url: request.url.replace(/\/(group\/)?([^/?#]+)(?=[?#]|$)/, (_, group: string | undefined, id: string) =>
          group === undefined ? `/group/${id}` : `/${id}`,
        ),
      }),
    ),
    ...METHODS.filter((other) => other !== method.toUpperCase()).map((other) =>
      circumstance(
        `other-method:${other}`,
        `signed the method ${other}`,
        "Sign the method of the request line.",
        (request) => ({
          ...request,
          method: other,
        }),
      ),
    ),
  ];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

/** The first piece of a path, and the first two. */
function prefixesOf(url: string): string[] {
  const path = /^[^:/?#]*:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? "";
  const [, one, two] = /^(\/[^/]+)(\/[^/]+)?\/./.exec(path) ?? [];
  return [...(one === undefined ? [] : [one]), ...(one === undefined || two === undefined ? [] : [one + two])];
}

/** Where header and body hold protocol parameters with different values, one of them may be what was signed. */
export function copyCircumstances(sources: ParameterSources): Suspect[] {
  const { header, body } = sources;
  if (!header.some(isProtocolParameter) || !body.some(isProtocolParameter)) return [];
  const own = body.filter((pair) => !isProtocolParameter(pair));
  const copies = body.filter(isProtocolParameter);
  const fix = "Write the values of the header into the body too, and change neither after signing.";
  return [
    copy("body-copy-changed", "the body's copy of the protocol parameters was changed after signing", fix, {
      ...sources,
      body: own,
    }),
    copy("header-copy-changed", "the header's copy of the protocol parameters was changed after signing", fix, {
      ...sources,
      header: [],
      body: [...own, ...copies],
    }),
  ];
}

/** Parameters beside the protocol's in the header count once more for a server; a client that copied them signed them once. */
export function headerCircumstances({ header, ...rest }: ParameterSources, faults: readonly Fault[]): Suspect[] {
  const own = header.filter(isProtocolParameter);
  if (own.length === header.length) return [];
  const copied = faults.filter(({ id }) => id === "request-params-in-header").flatMap(suspectsOf);
  return copied.map((suspect) => ({
    ...suspect,
    isEvident: true,
    alter: (computation) => ({ ...computation, sources: () => ({ ...rest, header: own }) }),
  }));
}

function copy(id: string, title: string, fix: string, sources: ParameterSources): Suspect {
  const named = circumstance(id, title, fix, (request) => request);
  return { ...named, isEvident: true, alter: (computation) => ({ ...computation, sources: () => sources }) };
}

const DEFAULT_PORT_SIGNED: Suspect = {
  id: "default-port-signed",
  kind: "circumstance",
  title: "signed the default port",
  what: "The default port stands in the base string URI.",
  fix: { text: "Leave :80 of http and :443 of https out of the base string URI." },
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

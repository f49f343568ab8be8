/** A sent request in its movable pieces, each still encoded as sent, and put together again. */

import type { HttpRequest } from "../../../src/model/index.ts";
import { FORM } from "../../signed-request.ts";

/** The parts of a request. Text has one character for each octet. */
export interface Wire {
  readonly method: string;
  /** Scheme, authority and path. */
  readonly head: string;
  /** What stands between the `&` of the query; `undefined` for no question mark. */
  readonly query: readonly string[] | undefined;
  /** Scheme and parameters of the Authorization header; `undefined` for none. */
  readonly authorization: Authorization | undefined;
  /** Other headers, Content-Type among them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What stands between the `&` of the body; `undefined` for none. */
  readonly body: readonly string[] | undefined;
}

/** An Authorization header. */
export interface Authorization {
  readonly field: string;
  readonly scheme: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly separator: string;
}

const PARAMETER_RE = /([^\s=",]+)="((?:[^"\\]|\\[\s\S])*)"/g;

/** Takes a request apart that our own signer wrote. */
export function wireOf(sent: HttpRequest): Wire {
  const mark = sent.url.indexOf("?");
  const header = sent.headers.find(([name]) => name.toLowerCase() === "authorization");
  const body = sent.body && Buffer.from(sent.body).toString("latin1");
  return {
    method: sent.method,
    head: mark === -1 ? sent.url : sent.url.slice(0, mark),
    query: mark === -1 ? undefined : sent.url.slice(mark + 1).split("&"),
    authorization: header && {
      field: header[0],
      scheme: "OAuth",
      pairs: [...header[1].matchAll(PARAMETER_RE)].map(([, name, value]) => [name!, value!] as const),
      separator: ", ",
    },
    headers: sent.headers.filter((one) => one !== header),
    body: body?.split("&"),
  };
}

/** Puts the pieces together. */
export function sentOf({ method, head, query, authorization, headers, body }: Wire): HttpRequest {
  const credentials = authorization === undefined ? [] : [[authorization.field, written(authorization)] as const];
  return {
    method,
    url: query === undefined ? head : `${head}?${query.join("&")}`,
    headers: [...credentials, ...headers],
    ...(body === undefined ? {} : { body: Buffer.from(body.join("&"), "latin1") }),
  };
}

function written({ scheme, pairs, separator }: Authorization): string {
  return `${scheme} ${pairs.map(([name, value]) => `${name}="${value}"`).join(separator)}`;
}

/** The wire with a form for a body, where it had none. */
export function withForm(wire: Wire): Wire & { readonly body: readonly string[] } {
  if (wire.body !== undefined) return { ...wire, body: wire.body };
  return { ...wire, headers: [...wire.headers, ["content-type", FORM]], body: [] };
}

/** Whether a piece of a query or a body is a protocol parameter. */
export function isProtocol(piece: string): boolean {
  return nameOf(piece).startsWith("oauth_");
}

/** The name in a part, however it is escaped: "%6fauth_nonce" is oauth_nonce. */
export function nameOf(piece: string): string {
  return piece.split("=")[0]!.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

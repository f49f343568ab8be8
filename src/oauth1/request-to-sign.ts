/** Checks the request that the caller passes to the signer. The other files of the signer rely on this check. */

import { checkOptions } from "../platform/check-options.ts";
import { upperCase } from "./base-string.ts";
import { splitUrl, type UrlParts } from "./base-string-uri.ts";
import { kindOf, OAuth1Error, optionsError, quote } from "./errors.ts";
import { type NameValue, parseForm } from "./form.ts";
import { type EncodedParameter, encodeParameter, encodeParameters, isProtocolParameter } from "./parameter.ts";
import { isOctetText, mustBeWellFormed, type OctetText, percentEncode } from "./percent-encoding.ts";

/** The parameters of a form: pairs in order, a record (an array repeats its name), or URLSearchParams. */
export type FormInput =
  | readonly NameValue[]
  | Readonly<Record<string, OctetText | readonly OctetText[]>>
  | URLSearchParams;

/** A request before it is signed. */
export interface RequestToSign {
  /** HTTP request method in any case; the signed request contains it in upper case. */
  readonly method: string;
  /** Absolute http or https URL, percent-encoded where a URI needs it. The signature covers its query. */
  readonly url: string | URL;
  /** The parameters of a form-encoded body, decoded. They are signed; the signed request contains them as `body`. */
  readonly form?: FormInput | undefined;
  /** A body that is not form-encoded. The signature covers it only with the option `bodyHash`. */
  readonly body?: string | Uint8Array | undefined;
}

/** A valid request. */
export interface CheckedRequest {
  /** Upper case. */
  readonly method: string;
  readonly url: UrlParts;
  /** The URL as given, without its fragment. */
  readonly href: string;
  /** The parameters of the query. */
  readonly query: readonly EncodedParameter[];
  readonly form: readonly EncodedParameter[] | undefined;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** @throws {@link OAuth1Error} for a request that could only be signed by guessing */
export function checkRequest(request: RequestToSign): CheckedRequest {
  checkOptions(request, ["method", "url", "form", "body"], "request", optionsError);
  const { form, body } = request;
  if (form !== undefined && body !== undefined) {
    throw new OAuth1Error("body-conflict", "a request has form or body, got both");
  }
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw new OAuth1Error("body-malformed", `body must be text or octets, got ${kindOf(body)}`);
  }
  if (typeof body === "string") mustBeWellFormed(body);
  const method = checkMethod(request.method);
  const { url, href } = checkUrl(request.url);
  const query = encodeParameters(parseForm(url.query ?? ""), "query");
  for (const parameter of query) refuseReserved(parameter, "the query");
  return {
    method,
    url,
    href,
    query,
    form: form === undefined ? undefined : checkForm(form),
    body: ownBody(body),
  };
}

/** Copies octets that another thread could change, because the body that is sent must be the body that was hashed. */
function ownBody(body: string | Uint8Array | undefined): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === "string") return body;
  return body.buffer instanceof ArrayBuffer ? (body as Uint8Array<ArrayBuffer>) : Uint8Array.from(body);
}

const TOKEN_RE = /^[\w!#$%&'*+.^`|~-]+$/; // RFC 7230 3.2.6: "POST", "M-SEARCH"

function checkMethod(method: unknown): string {
  if (typeof method === "string" && TOKEN_RE.test(method)) return upperCase(method);
  throw new OAuth1Error("method-malformed", `method must be an HTTP method such as POST, got ${quote(method)}`);
}

const STRAY_RE = /[^\x21-\x7e]|%(?![0-9A-Fa-f]{2})/; // a character that a URI cannot contain, or a percent sign without two digits

/**
 * More characters that a URI cannot contain. They are allowed in the query, which is decoded before it is signed. HTTP
 * clients treat them differently in the other parts.
 */
const STRAY_BEFORE_QUERY_RE = /["<>\\^`{|}]/;

function checkUrl(input: unknown): { url: UrlParts; href: string } {
  const text = (input instanceof URL ? input.href : input) as string;
  const url = splitUrl(text);
  const href = url.fragment === "" ? text : text.slice(0, -url.fragment.length);
  const beforeQuery = url.query === undefined ? href : href.slice(0, -1 - url.query.length);
  const stray = STRAY_RE.exec(href) ?? STRAY_BEFORE_QUERY_RE.exec(beforeQuery);
  if (stray !== null) throw strayCharacter(stray[0], href);
  return { url, href };
}

function strayCharacter(found: string, href: string): OAuth1Error {
  const index = found === "%" ? href.search(STRAY_RE) : href.indexOf(found);
  const [expected, actual] =
    found === "%"
      ? ["two hexadecimal digits after each %", href.slice(index, index + 3)]
      : [
          "all spaces, non-ASCII characters and other unsafe characters percent-encoded",
          String.fromCodePoint(href.codePointAt(index)!),
        ];
  return new OAuth1Error("url-malformed", `url: expected ${expected}, got ${quote(actual)} at character ${index + 1}`);
}

function checkForm(form: FormInput): EncodedParameter[] {
  const parameters: EncodedParameter[] = [];
  // By index: forEach would skip holes in the list.
  const pairs = formPairs(form);
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index];
    if (!isList(pair) || pair.length !== 2) {
      throw malformed(`form parameter ${index + 1} must be a [name, value] pair`);
    }
    const name = pair[0];
    const value = pair[1];
    if (!isOctetText(name)) throw notText(`name of form parameter ${index + 1}`, name);
    if (!isOctetText(value)) throw notText(`value of form parameter ${quote(percentEncode(name))}`, value);
    const parameter = encodeParameter(name, value, "body");
    refuseReserved(parameter, "the form");
    parameters.push(parameter);
  }
  return parameters;
}

function formPairs(form: FormInput): readonly unknown[] {
  if (isList(form)) return form;
  if (form instanceof URLSearchParams) return [...form];
  if (!isRecord(form)) throw malformed(`form must be pairs, a record or URLSearchParams, got ${kindOf(form)}`);
  return Object.entries(form).flatMap(([name, value]) =>
    // map would skip holes in the list.
    Array.isArray(value) ? Array.from(value, (one) => [name, one]) : [[name, value]],
  );
}

/** `Array.isArray`, with `unknown` items instead of `any`. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether a value is a plain object, even of another realm. The entries of a Map or FormData are not its properties. */
function isRecord(value: unknown): value is Readonly<Record<string, OctetText | readonly OctetText[]>> {
  if (value === null || Object.prototype.toString.call(value) !== "[object Object]") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function notText(what: string, value: unknown): OAuth1Error {
  return malformed(`${what} must be text or octets, got ${kindOf(value)}`);
}

function malformed(message: string): OAuth1Error {
  return new OAuth1Error("parameter-malformed", message);
}

/** Names that begin with `oauth_` are reserved (RFC 5849 3.1): a server would take them for protocol parameters. */
function refuseReserved(parameter: EncodedParameter, place: string): void {
  if (!isProtocolParameter(parameter)) return;
  throw new OAuth1Error(
    "parameter-reserved",
    `${place} must not contain protocol parameters, got ${quote(parameter.encodedName)}; use the option protocolParameters, for example for oauth_callback`,
  );
}

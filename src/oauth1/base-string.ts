/**
 * The signature base string (RFC 5849 3.4.1): method, base string URI and parameter string, each encoded, joined.
 *
 * @module
 */

import { encodeBaseStringUri, splitUrl } from "./base-string-uri.ts";
import { kindOf, OAuth1Error } from "./errors.ts";
import type { NameValue } from "./form.ts";
import {
  type EncodedParameter,
  encodeForm,
  encodePairs,
  joinParametersTwice,
  NameKeeper,
  sortParameters,
} from "./parameters.ts";
import { percentEncode } from "./percent-encoding.ts";

/** What a base string is made of. */
export interface BaseStringRequest {
  /** HTTP request method, any case. */
  readonly method: string;
  /** Absolute URL; its query is signed. */
  readonly url: string;
  /** Pairs of a form-encoded body, decoded. */
  readonly form?: Iterable<NameValue> | undefined;
  /** Protocol parameters, decoded, wherever they travel, without the header's realm. */
  readonly protocolParameters?: Iterable<NameValue> | undefined;
}

/**
 * The signature base string of a request (RFC 5849 3.4.1.1): parameters of query, form and protocol together, with
 * `oauth_signature` left out wherever it stands.
 *
 * @throws {@link OAuth1Error} `url-malformed`, `method-malformed`, `parameter-malformed`, or `text-malformed` for a lone
 * surrogate
 *
 * @example
 * ```ts
 * import { signatureBaseString } from "countersign/oauth1";
 *
 * signatureBaseString({
 *   method: "post",
 *   url: "http://Example.com:80/pay?b=2",
 *   form: [["a", "1 2"]],
 *   protocolParameters: [["oauth_nonce", "n"]],
 * }); // => "POST&http%3A%2F%2Fexample.com%2Fpay&a%3D1%25202%26b%3D2%26oauth_nonce%3Dn"
 * ```
 */
export function signatureBaseString(request: BaseStringRequest): string {
  const url = splitUrl(request.url);
  const names = new NameKeeper();
  const parameters = [
    ...encodeForm(url.query ?? "", names),
    ...encodePairs(request.protocolParameters ?? [], names),
    ...encodePairs(request.form ?? [], names),
  ].filter(({ name }) => name.once !== "oauth_signature");
  return joinBaseString(request.method, encodeBaseStringUri(url), parameters);
}

/** Joins the three parts, of which the URI is encoded already; sorts the parameters in place. */
export function joinBaseString(method: string, encodedUri: string, parameters: EncodedParameter[]): string {
  const beginning = `${percentEncode(upperCase(method))}&${encodedUri}&`;
  return joinParametersTwice(beginning, sortParameters(parameters));
}

/** ASCII only: `toUpperCase` alone would turn `ß` into `SS`. */
export function upperCase(method: string): string {
  if (method === "POST" || method === "GET") return method;
  if (typeof method !== "string")
    throw new OAuth1Error("method-malformed", `method must be text, got ${kindOf(method)}`);
  return method.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** The signature base string (RFC 5849 3.4.1): method, base string URI and parameter string, each encoded. */

import { checkOptions } from "../platform/check-options.ts";
import { baseStringUri, splitUrl } from "./base-string-uri.ts";
import { kindOf, OAuth1Error, optionsError } from "./errors.ts";
import { type NameValue, parseForm } from "./form.ts";
import { type EncodedParameter, encodeParameters } from "./parameter.ts";
import { joinParametersEncoded, sortParameters } from "./parameter-string.ts";
import { percentEncode } from "./percent-encoding.ts";

/** The parts of a request that the signature covers. */
export interface BaseStringRequest {
  /** HTTP request method, any case. */
  readonly method: string;
  /** Absolute URL; its query is signed. */
  readonly url: string;
  /** The parameters of a form-encoded body, decoded. */
  readonly form?: Iterable<NameValue> | undefined;
  /** The protocol parameters, decoded, without the realm of the header. */
  readonly protocolParameters?: Iterable<NameValue> | undefined;
}

/**
 * The signature base string of a request (RFC 5849 3.4.1.1). It contains the query, form and protocol parameters, but
 * not `oauth_signature`.
 *
 * @returns ASCII text, the input of HMAC or RSA
 * @throws {@link OAuth1Error} `url-malformed`, `method-malformed`, `parameter-malformed`; `text-malformed` for a lone
 * surrogate; `options-invalid` for a request that is not an object,
 * `option-unknown` for a member that would have no effect, such as `body`
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
  checkOptions(request, ["method", "url", "form", "protocolParameters"], "request", optionsError);
  const { query = "" } = splitUrl(request.url);
  const parameters = [
    ...encodeParameters(parseForm(query), "query"),
    ...encodeParameters(request.protocolParameters ?? [], "header"),
    ...encodeParameters(request.form ?? [], "body"),
  ].filter(({ encodedName }) => encodedName !== "oauth_signature");
  return baseString(request.method, baseStringUri(request.url), parameters);
}

/**
 * @param method - in any case
 * @param uri - the base string URI
 * @param parameters - everything that the signature covers, in any order
 */
export function baseString(method: string, uri: string, parameters: readonly EncodedParameter[]): string {
  const parameterString = joinParametersEncoded(sortParameters(parameters));
  return `${percentEncode(upperCase(method))}&${percentEncode(uri)}&${parameterString}`;
}

/** Changes ASCII letters only: `toUpperCase` would turn `ß` into `SS`. */
export function upperCase(method: string): string {
  if (typeof method !== "string") {
    throw new OAuth1Error("method-malformed", `method must be text, got ${kindOf(method)}`);
  }
  return /[a-z]/.test(method) ? method.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : method;
}

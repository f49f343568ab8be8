/**
 * The signature base string (RFC 5849 3.4.1): method, base string URI and parameter string, each encoded, joined.
 *
 * @module
 */

import { roomFor, writeAscii, writeEncoded, writeEscape } from "./ascii-writer.ts";
import { joinBaseStringUri, splitUrl } from "./base-string-uri.ts";
import { kindOf, OAuth1Error } from "./errors.ts";
import type { NameValue } from "./form.ts";
import { type EncodedParameter, encodeForm, encodePairs, sortParameters } from "./parameters.ts";
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
  const parameters = [
    ...encodeForm(url.query ?? ""),
    ...encodePairs(request.protocolParameters ?? []),
    ...encodePairs(request.form ?? []),
  ].filter(([name]) => name !== "oauth_signature");
  return joinBaseString(request.method, joinBaseStringUri(url), parameters);
}

/** Joins the three parts; sorts the parameters in place. */
export function joinBaseString(method: string, uri: string, parameters: EncodedParameter[]): string {
  sortParameters(parameters);
  const encodedMethod = percentEncode(upperCase(method));
  const out = roomFor(encodedMethod.length + 3 * (uri.length + lengthOf(parameters)) + 2);
  let end = writeAscii(out, 0, encodedMethod);
  out[end++] = AMPERSAND;
  end = writeEncoded(out, end, uri);
  out[end++] = AMPERSAND;
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index]!;
    if (index > 0) end = writeEscape(out, end, AMPERSAND);
    end = writeEncoded(out, end, parameter[0]);
    end = writeEscape(out, end, EQUALS_SIGN);
    end = writeEncoded(out, end, parameter[1]);
  }
  return out.toString("latin1", 0, end);
}

const AMPERSAND = 0x26;
const EQUALS_SIGN = 0x3d;

/** Length of the parameter string, at most. */
function lengthOf(parameters: readonly EncodedParameter[]): number {
  let length = 0;
  for (let index = 0; index < parameters.length; index++) {
    length += parameters[index]![0].length + parameters[index]![1].length + 2;
  }
  return length;
}

/** ASCII only: `toUpperCase` alone would turn `ß` into `SS`. */
export function upperCase(method: string): string {
  if (method === "POST" || method === "GET") return method;
  if (typeof method !== "string")
    throw new OAuth1Error("method-malformed", `method must be text, got ${kindOf(method)}`);
  return method.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

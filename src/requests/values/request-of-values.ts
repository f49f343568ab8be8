/**
 * Builds a request from the named values in any text: the dump of an object, the event of a function, a table, or the
 * output of a program that prints a request in parts.
 */

import { specification } from "../../model/index.ts";
import { base64Octets, latin1Octets, latin1Text } from "../../platform/index.ts";
import { FORM_RE, formOfLength, UNENCODED_FORM_RE } from "../form-text.ts";
import { withQuery } from "../http-text.ts";
import { inputError, lineAt, RequestTextError } from "../input-error.ts";
import { languageOfText } from "../kinds-of-text.ts";
import { octetsOfLiteral } from "../literals.ts";
import { FORM_TYPE, type PastedRequest, withRepair } from "../pasted-request.ts";
import { readRawHttp } from "../raw-http.ts";
import { type AddressOptions, addressIn } from "./address-of-values.ts";
import { bodyOfValues, formOfValues, hasFormType, isInBody, lengthIn, pairsIn } from "./body-of-values.ts";
import { type NamedValue, namedValues, withListedPairs } from "./named-values.ts";
import { only } from "./only-one.ts";
import { unusedLines, unusedParameters } from "./unused-parts.ts";
import { FIELDS, isOf, isSigned, plain, QUERY_BRACKETS_RE, SIGNATURE_RE } from "./value-names.ts";
import { valuesOfRequest, withoutResponse } from "./without-response.ts";

/** An Authorization header in any quotation marks. */
const OAUTH_RE = /\bOAuth\s+(?:[\w.~%-]{1,100}\s?=\s?"[^"\n]{0,4000}"[\s,]{0,9}){2,99}/g;
/** In a larger text, a search would take seconds. */
const LARGEST = 2 ** 19;
const WAY_OUT =
  "give the request as raw HTTP: the method and the URL in the first line, the header fields, an empty line, the body";

/**
 * Puts the only signed request in a text together from the values that it contains.
 *
 * @param whole each octet is a character from U+0000 to U+00FF
 * @returns `undefined` if the text contains no `oauth_signature`
 * @throws {@link RequestTextError} if the text contains several requests, or not all of one
 */
export function requestOfValues(whole: string, options: AddressOptions): PastedRequest | undefined {
  const text = [withoutResponse(whole), whole].find((one) => SIGNATURE_RE.test(one));
  if (text === undefined) return undefined;
  if (text.length > LARGEST) {
    const got = `${Math.ceil(text.length / 1024)} KB`;
    throw inputError(undefined, `a text of at most ${LARGEST / 1024} KB around the request`, got, WAY_OUT);
  }
  const all = withListedPairs(namedValues(text));
  const message = messageIn(all, text, options);
  if (message !== undefined) return message;
  const { own, others } = valuesOfRequest(all);
  const values = [...own, ...others];
  const where = `line ${lineAt(text, text.search(SIGNATURE_RE))}`;
  const authorization = only(
    [...octetsOfLiteral(text).matchAll(OAUTH_RE)].map(([header]) => header.replace(/[\s,]+$/, "")).filter(isSigned),
    "Authorization header",
  );
  const parameters = authorization === undefined ? signedPairs(values) : [];
  const { method, url, ...assumed } = addressIn(text, { values, parameters }, options, where);
  const parts = [method, url, ...(/^((https?):\/\/([^/?#]*)([^?#]*))/i.exec(url) ?? [])];
  const isAddress = ({ name, value }: NamedValue): boolean =>
    (["method", "url", "host", "path", "scheme"] as const).some((kind) => isOf(kind, name)) &&
    (parts.includes(value) || parts.includes(value.toUpperCase()));
  const pairs = parameters.filter((one) => !isAddress(one));
  // If there is a header, brackets with protocol parameters show what was signed, not sent.
  const signedIn = new Set(
    values.flatMap(({ name, within }) => (name.startsWith("oauth_") && within.outer !== undefined ? [within] : [])),
  );
  const sentValues = authorization === undefined ? values : values.filter(({ within }) => !signedIn.has(within));
  const headers = fieldsIn(values);
  if (authorization !== undefined) headers.push(["Authorization", authorization]);
  const length = lengthIn(headers);
  const isQuery = pairs.length > 0 && (method === "GET" || QUERY_BRACKETS_RE.test(plain(pairs[0]!.within.name)));
  const hasBody = !/^(?:GET|HEAD)$/.test(method ?? (isQuery || isSigned(url) ? "GET" : "POST"));
  const ofText = (): ReturnType<typeof bodyOfValues> =>
    hasBody ? bodyOfValues(sentValues, headers, text) : bodyOfValues(own, headers, "");
  const written = isQuery ? undefined : pairs.length > 0 ? pairs : ofText();
  const listed = isQuery ? pairs : pairsIn(sentValues, QUERY_BRACKETS_RE).filter((pair) => !isInBody(pair));
  // The params of Ruby, and of any request that has a form, are the form; other params are the query.
  const isParamsForm =
    hasBody && !isQuery && written === undefined && (hasFormType(headers) || languageOfText(text) === "Ruby");
  const inForm = isParamsForm ? pairsIn(listed, /^params$/) : [];
  const inQuery = listed.filter((pair) => !inForm.includes(pair));
  const body = written ?? inForm;
  const sent = typeof body === "string" ? body : formOfValues(body, length);
  const isForm = FORM_RE.test(sent ?? "") || UNENCODED_FORM_RE.test(sent ?? "");
  const hasType = headers.some(([name]) => name === "content-type");
  if (isForm && !hasType) headers.push(["content-type", FORM_TYPE]);
  const found = {
    url: withPairs(url, inQuery),
    headers,
    ...(sent === undefined ? {} : { body: latin1Octets(sent) }),
  };
  if (authorization === undefined && pairs.length === 0 && !isSigned(found.url) && !isSigned(sent ?? "")) {
    throw new RequestTextError(`${where} contains oauth_signature, but no signed request was found around it`, WAY_OUT);
  }
  const { repairs, ...unused } = unusedLines(
    text,
    sent,
    new Set([url, url.split("?", 2)[1] ?? "", authorization ?? "", ...values.map(({ value }) => value)]),
    typeof body === "string" ? [] : unusedParameters(sentValues, [found.url.split("?", 2)[1] ?? "", sent ?? ""]),
  );
  const encoded = isQuery || typeof body === "string" ? pairs : body;

  return {
    method: method ?? (sent === undefined && !hasFormType(headers) ? "GET" : "POST"),
    ...found,
    ...assumed,
    ...(method === undefined ? { methodIsAssumed: true } : {}),
    repairs: [
      "it was put together from values in the text",
      ...(encoded.length === 0 ? [] : [`values were encoded and written into the ${isQuery ? "query" : "form"}`]),
      ...(isForm && !hasType && !text.includes(FORM_TYPE) ? ["the Content-Type of a form was added"] : []),
      ...repairs,
    ],
    ...unused,
  };
}

/** A whole request as the value of a name. */
function messageIn(all: readonly NamedValue[], text: string, options: AddressOptions): PastedRequest | undefined {
  const message = all
    .map(({ name, value }) => (name === "raw" && latin1Text(base64Octets(value) ?? new Uint8Array())) || value)
    .map((value) => /(?:^|\s)([A-Z]{3,20} \S+ HTTP\/[0-9.]+\r?\n[\s\S]*)/.exec(value)?.[1])
    .find((value) => value?.includes("oauth_"));
  if (message === undefined) return undefined;
  const request = readRawHttp(latin1Octets(message), options);
  const form = request.body === undefined ? formOfLength(octetsOfLiteral(text), lengthIn(request.headers)) : undefined;
  const whole = form === undefined ? request : { ...request, body: latin1Octets(form) };
  return withRepair(whole, "the escapes of a literal were undone");
}

/** The header fields that matter, but Authorization. */
function fieldsIn(values: readonly NamedValue[]): [string, string][] {
  return FIELDS.filter((name) => name !== "host").flatMap((name): [string, string][] => {
    const value = values.find((one) => plain(one.name) === plain(name) && one.value !== "")?.value;
    return value === undefined ? [] : [[name, value]];
  });
}

/** The values in the brackets with the signature. */
function signedPairs(values: readonly NamedValue[]): NamedValue[] {
  const signature = values.find(({ name }) => name === "oauth_signature");
  if (signature === undefined) return [];
  return values.filter(({ within }) => within === signature.within);
}

/** The URL with the pairs whose names its query does not contain, because pairs in a text are often a copy of the query. */
function withPairs(url: string, pairs: readonly NamedValue[]): string {
  const query = specification.decodeForm(url.split("?", 2)[1] ?? "", specification);
  const names = query.map(([name]) => latin1Text(name));
  return withQuery(url, formOfValues(pairs.filter(({ name }) => !names.includes(name))) ?? "");
}

/** A request as JSON: an entry of a HAR file, a captured request, a plain object, or the input of a vector. */

import type { HttpRequest, SigningInput } from "../model/index.ts";
import { latin1Octets, latin1Text, looseBase64Octets, utf8Octets } from "../platform/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { formOf, mayBeEncoded } from "./form-text.ts";
import { described, inputError, lineAt, quoted, RequestTextError } from "./input-error.ts";
import { isObject, type JsonObject, listOf, memberOf } from "./json-members.ts";
import { kindOfObject } from "./kinds-of-text.ts";
import { type PastedRequest, withRepair } from "./pasted-request.ts";
import { isPostman, readPostman } from "./postman.ts";
import { mayContainParameters } from "./values/value-names.ts";
import { readVectorInput } from "./vector-input.ts";

/** The error for a text that is not JSON, or not a request in a known shape. */
export class UnknownShapeError extends RequestTextError {}

/** @param entry which request of a HAR file or of a Postman collection */
export function readJsonRequest(text: string, entry?: string): PastedRequest | SigningInput {
  const json = parse(text);
  const log = memberOf(json, "log");
  const found = log === undefined ? json : harEntry(memberOf(log, "entries"), entry);
  if (isObject(found)) {
    if (isPostman(found)) return readPostman(found, entry);
    const { received, input, request, method, headers } = found;
    if (isObject(received)) return readReceived(received);
    if (isObject(input) && isObject(input.request)) return readVectorInput(input);
    if (isObject(request) && typeof request.method === "string" && Array.isArray(request.headers)) {
      return readHar(request);
    }
    if (typeof method === "string" && isHarField(memberOf(headers, "0"))) return readHar(found);
    if (isObject(request) && typeof found.signatureMethod === "string") return readVectorInput(found);
    if (isObject(request) && [request.url, request.body].every((one) => typeof one === "string")) {
      return readReceived(request);
    }
    if (typeof method === "string" && typeof found.url === "string" && isPlain(found)) return readPlain(found);
  }
  const got = isObject(json) ? (kindOfObject(json) ?? membersOf(json)) : described(text);
  throw new UnknownShapeError(
    `expected a HAR entry, a captured request, { method, url, headers, body } or the input of a vector, got ${got}`,
  );
}

function membersOf(json: object): string {
  const names = Object.keys(json).slice(0, 10).join(", ");
  return names === "" ? "an empty object" : `an object with ${quoted(names)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const line = position === undefined ? undefined : lineAt(text, Number(position));
    const came = position === undefined ? "" : text.slice(Number(position), Number(position) + 1);
    throw new UnknownShapeError(inputError(line, "JSON", came === "" ? "the end of the text" : quoted(came)).message);
  }
}

function harEntry(entries: unknown, wanted: string | undefined): unknown {
  const listed = listOf(entries).map((entry) => {
    const request = memberOf(entry, "request");
    const status = memberOf(memberOf(entry, "response"), "status");
    return {
      entry,
      method: String(memberOf(request, "method")),
      url: String(memberOf(request, "url")),
      // Browsers write 0 for a request without a response.
      status: typeof status === "number" && status > 0 ? status : undefined,
    };
  });
  return chooseEntry(listed, "a HAR file", wanted).entry;
}

function readHar({ method, url, headers, postData, bodySize }: JsonObject): PastedRequest {
  const fields = listOf(headers)
    .map((field) => [memberOf(field, "name"), memberOf(field, "value")])
    .filter(([name]) => typeof name !== "string" || !name.startsWith(":")); // the pseudo-header fields of HTTP/2
  const field = (wanted: string): unknown => fields.find(([name]) => String(name).toLowerCase() === wanted)?.[1];
  const type = memberOf(postData, "mimeType");
  const all =
    field("content-type") !== undefined || typeof type !== "string" ? fields : [...fields, ["Content-Type", type]];
  const text = memberOf(postData, "text");
  const params = listOf(memberOf(postData, "params"));
  if (params.length > 0 && (text === undefined || text === "")) {
    const pairs = params.map(
      (param) => ["name", "value"].map((key) => octetsIn(memberOf(param, key))) as [string, string],
    );
    const { form, isEncoded } = formOf(pairs, Number(field("content-length") ?? bodySize), mayBeEncoded(pairs));
    const what = `the form was put together from params${isEncoded ? ", whose values were encoded" : ""}`;
    return withRepair(checked({ method, url, headers: all, body: latin1Octets(form) }), what);
  }
  const octetsOf = memberOf(postData, "encoding") === "base64" ? looseBase64Octets : utf8Octets;
  return checked({ method, url, headers: all, body: text === undefined ? undefined : octetsOf(String(text)) });
}

/** The octets of a text, as characters from U+0000 to U+00FF. */
function octetsIn(text: unknown): string {
  return latin1Text(utf8Octets(String(text ?? "")));
}

/** A received request: its body is in base64. */
function readReceived({ method, url, headers, body = "" }: JsonObject): HttpRequest {
  return checked({ method, url, headers, body: body === "" ? undefined : looseBase64Octets(String(body)) });
}

/** Whether the body, if there is one, is a text, and no other member may contain parameters. */
function isPlain({ format, body = null, ...others }: JsonObject): boolean {
  if (format !== undefined) return true;
  return (typeof body === "string" || body === null) && !Object.keys(others).some(mayContainParameters);
}

/** The body of a captured request is in base64; the body of any other request is text. */
function readPlain(json: JsonObject): HttpRequest {
  const { format, method, url, headers = {}, body = "" } = json;
  if (format !== undefined) return readReceived(json);
  return checked({
    method,
    url,
    headers: Array.isArray(headers) ? headers : Object.entries(headers ?? {}),
    body: body === "" ? undefined : utf8Octets(String(body)),
  });
}

function checked({ method, url, headers, body }: { readonly body: Uint8Array | undefined } & JsonObject): HttpRequest {
  if (typeof method !== "string" || method === "") throw inputError(undefined, "a method", quoted(String(method)));
  if (typeof url !== "string" || !/^https?:\/\//i.test(url))
    throw inputError(undefined, "an absolute http or https URL", "another text");
  if (!isFields(headers)) throw new UnknownShapeError("expected headers as pairs of texts, got something else");
  return { method, url, headers, ...(body === undefined ? {} : { body }) };
}

function isFields(value: unknown): value is HttpRequest["headers"] {
  const isField = (field: unknown): boolean =>
    Array.isArray(field) && field.length === 2 && field.every((text) => typeof text === "string");
  return Array.isArray(value) && value.every(isField);
}

function isHarField(value: unknown): boolean {
  return typeof memberOf(value, "name") === "string" && typeof memberOf(value, "value") === "string";
}

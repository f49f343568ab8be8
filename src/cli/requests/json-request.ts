/**
 * A request as JSON: an entry of a HAR file, a captured request, a plain object, or the input of a vector.
 *
 * @module
 */

import type { HttpRequest, SigningInput } from "../../model/index.ts";
import { readSigningInput } from "../../suite/index.ts";
import { described, inputError, quoted } from "./input-error.ts";

// biome-ignore lint/suspicious/noExplicitAny: JSON from outside, looked at piece by piece
type Json = any;

/** Reads it. */
export function readJsonRequest(text: string): HttpRequest | SigningInput {
  const json = parse(text);
  const found = json?.log === undefined ? json : entryOf(json.log.entries);
  if (isObject(found?.received)) return readReceived(found.received);
  if (isObject(found?.input?.request)) return readMeant(found.input);
  if (typeof found?.request?.method === "string" && Array.isArray(found.request.headers)) return readHar(found.request);
  if (typeof found?.method === "string" && isHarPair(found.headers?.[0])) return readHar(found);
  if (isObject(found?.request) && typeof found.signatureMethod === "string") return readMeant(found);
  if (isObject(found?.request) && typeof found.request.body === "string") return readReceived(found.request);
  if (typeof found?.method === "string" && typeof found.url === "string") return readPlain(found);
  throw inputError(
    undefined,
    "a HAR entry, a captured request, { method, url, headers, body } or the input of a vector",
    isObject(json) ? `an object with ${quoted(Object.keys(json).join(", "))}` : described(text),
  );
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split("\n").length;
    const came = position === undefined ? "" : text.slice(Number(position), Number(position) + 1);
    throw inputError(line, "JSON", came === "" ? "the end of the text" : quoted(came));
  }
}

function entryOf(entries: Json): Json {
  if (Array.isArray(entries) && entries.length === 1) return entries[0];
  throw inputError(
    undefined,
    "a HAR file with one entry",
    Array.isArray(entries) ? `${entries.length} entries` : "none",
  );
}

function readHar({ method, url, headers, postData }: Json): HttpRequest {
  const pairs = headers.map((header: Json) => [header?.name, header?.value]);
  const text = postData?.text ?? paramsOf(postData?.params);
  const type = postData?.mimeType;
  const hasType = pairs.some(([name]: Json) => typeof name === "string" && name.toLowerCase() === "content-type");
  const body =
    text === undefined ? {} : { body: Buffer.from(text, postData.encoding === "base64" ? "base64" : "utf8") };
  return checked({
    method,
    url,
    headers: hasType || typeof type !== "string" ? pairs : [...pairs, ["Content-Type", type]],
    ...body,
  });
}

/** HAR writes the pairs of a form as they are on the wire. */
function paramsOf(params: Json): string | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  return params.map(({ name, value }: Json) => `${name}=${value ?? ""}`).join("&");
}

/** A request as a verifier gets it, its body in base64. */
function readReceived({ method, url, headers, body = "" }: Json): HttpRequest {
  return checked({ method, url, headers, ...(body === "" ? {} : { body: Buffer.from(body, "base64") }) });
}

/** A captured request has its body in base64, a plain one as it is. */
function readPlain(json: Json): HttpRequest {
  if (json.format !== undefined) return readReceived(json);
  const headers = Array.isArray(json.headers) ? json.headers : Object.entries(json.headers ?? {});
  const body = json.body === undefined || json.body === "" ? {} : { body: Buffer.from(String(json.body)) };
  return checked({ method: json.method, url: json.url, headers, ...body });
}

function readMeant(input: unknown): SigningInput {
  try {
    return readSigningInput(input);
  } catch (error) {
    throw inputError(undefined, "the input of a vector", quoted((error as Error).message));
  }
}

function checked(request: HttpRequest): HttpRequest {
  const { method, url, headers } = request;
  if (typeof method !== "string" || method === "") throw inputError(undefined, "a method", quoted(String(method)));
  if (typeof url !== "string" || !/^https?:\/\//i.test(url))
    throw inputError(undefined, "an absolute http or https URL", quoted(String(url)));
  const isPair = (pair: Json): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string");
  if (!Array.isArray(headers) || !headers.every(isPair))
    throw inputError(undefined, "headers as pairs of texts", quoted(JSON.stringify(headers) ?? "none"));
  return request;
}

function isHarPair(value: Json): boolean {
  return isObject(value) && typeof value.name === "string" && typeof value.value === "string";
}

function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

/** Reads a request from an exported Postman collection, or from one item of it. */

import type { HttpRequest } from "../model/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { inputError, quoted, RequestTextError } from "./input-error.ts";
import { isObject, type JsonObject, listOf, memberOf } from "./json-members.ts";
import { percentEncodedText } from "./literals.ts";
import { FORM_TYPE, requestWith } from "./pasted-request.ts";

/** Whether a JSON value is a collection or an item of Postman. */
export function isPostman(json: JsonObject): boolean {
  const { item, request } = json;
  const header = memberOf(request, "header");
  return (
    Array.isArray(item) || (isObject(request) && ("url" in request || header !== undefined) && !("headers" in request))
  );
}

/** Reads the only request, or the request that `entry` chooses. Variables of the collection are replaced by their values. */
export function readPostman(json: JsonObject, entry: string | undefined): HttpRequest {
  const variables = new Map(listOf(json.variable).map((one) => [memberOf(one, "key"), String(memberOf(one, "value"))]));
  const fill = (text: unknown): string =>
    String(text ?? "").replace(/\{\{([^{}]{1,200})\}\}/g, (_, name: string) => {
      const value = variables.get(name);
      if (value !== undefined) return value;
      throw new RequestTextError(`the value of the Postman variable ${quoted(name)} is not known here`, COPY_HINT);
    });
  const entries = requestsIn(json).map((request) => ({
    request,
    method: String(request.method ?? "GET"),
    url: rawUrl(request.url),
  }));
  const { request, method, url } = chooseEntry(entries, "a Postman collection", entry);
  const headers = enabled(request.header).map(({ key, value }): [string, string] => [fill(key), fill(value)]);
  const { text, type = "" } = bodyOf(request.body, fill) ?? {};
  const sent = requestWith({ method, url: fill(url).replaceAll(" ", "%20"), headers, body: text }, type);
  if (!/^https?:\/\//i.test(sent.url)) throw inputError(undefined, "an absolute URL in the Postman request", "another");
  checkIsSigned(sent, request.auth, text ?? "");
  return sent;
}

const COPY_HINT = "send the request, and copy it from the console of Postman as it was sent, or as cURL";

/** Refuses an OAuth 1.0 request without a signature, because Postman signs a request only when it sends it. */
function checkIsSigned({ url, headers }: HttpRequest, auth: unknown, body: string): void {
  const isSigned = [url, body, ...headers.map(([, value]) => value)].some((text) => text.includes("oauth_signature"));
  if (memberOf(auth, "type") === "oauth1" && !isSigned) {
    throw new RequestTextError("this Postman request has no signature: Postman signs it when it sends it", COPY_HINT);
  }
}

/** The requests of a collection and its folders, in order. */
function requestsIn(json: unknown): JsonObject[] {
  const { request, item } = isObject(json) ? json : {};
  if (typeof request === "string") return [{ method: "GET", url: request }];
  if (isObject(request)) return [request];
  return listOf(item).flatMap(requestsIn);
}

function rawUrl(url: unknown): string {
  const raw = typeof url === "string" ? url : String(memberOf(url, "raw") ?? "");
  const values = new Map(
    listOf(memberOf(url, "variable")).map((one) => [memberOf(one, "key"), memberOf(one, "value")]),
  );
  return raw.replace(/(?<=\/):([\w-]{1,100})/g, (whole, name: string) => String(values.get(name) ?? whole));
}

function enabled(list: unknown): JsonObject[] {
  return listOf(list).filter((one): one is JsonObject => isObject(one) && one.disabled !== true);
}

const RAW_TYPES: Readonly<Record<string, string>> = { json: "application/json", xml: "application/xml" };

function bodyOf(body: unknown, fill: (text: unknown) => string): { text: string; type: string } | undefined {
  const mode = memberOf(body, "mode");
  if (mode === undefined || mode === "none") return undefined;
  if (mode === "raw") {
    const language = memberOf(memberOf(memberOf(body, "options"), "raw"), "language");
    return { text: fill(memberOf(body, "raw")), type: RAW_TYPES[String(language)] ?? "text/plain" };
  }
  if (mode === "urlencoded") {
    const pairs = enabled(memberOf(body, mode)).map((one) =>
      [one.key, one.value].map(fill).map(percentEncodedText).join("="),
    );
    return { text: pairs.join("&"), type: FORM_TYPE };
  }
  throw new RequestTextError(`a Postman body of the mode ${quoted(String(mode))} is not supported`, COPY_HINT);
}

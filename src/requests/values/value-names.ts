/** The names of values that are parts of a request. */

/** The names of values, without case and separators. */
const NAMES = {
  method: /^(?:(?:http|request)?method|(?:http)?verb)$/,
  url: /^(?:(?:request|full|absolute|target)?ur[li]|href|endpoint|resource)$/,
  host: /^(?:(?:http|request)?host|hostname|authority|domainname|servername)$/,
  path: /^(?:(?:raw|full|request)?path|path(?:name|info)|filename|(?:request|original)?ur[li]|requesttarget)$/,
  query: /^(?:(?:raw)?querystring|search|query)$/,
  body: /^(?:(?:request|raw|updated|http)?body|data|payload|form(?:data)?|postdata|postfields|content|text|reader)$/,
  port: /^port$/,
  scheme: /^(?:xforwardedproto|(?:(?:wsgi|rack)?url|request)?scheme|protocol)$/,
  base: /^base(?:url|uri)$/,
} as const;
/** The brackets around pairs that are sent in the query. */
export const QUERY_BRACKETS_RE = /^(?:params|query|qs|querystring(?:parameters)?|queryparams|args|get)$/;
export const BODY_BRACKETS =
  "postform form formdata formparams requestbody fields postfields post data parameters postdata payload body".split(
    " ",
  );
/** The header fields that matter for the signature or its explanation. */
export const FIELDS = ["content-type", "content-length", "user-agent", "host"];

export const METHODS = "GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS";
const METHOD_NAMES = new RegExp(`^(?:${METHODS})$`);
/** Placeholders for a value: the kind of a body, its length, its address in the memory. */
export const NO_VALUE_RE =
  /^(?:[a-z-]*|[a-z_]\w*\)|<\w*>|null|nil|None|undefined|formUrlEncoded|\d+|0x[0-9a-f]+|\d+ bytes)$/;
/** A name that only a signed request has. */
export const SIGNATURE_RE = /oauth_signature(?!_method)/i;

/** A part of a request. */
export type PartName = keyof typeof NAMES;

/** A name without its case and its separators, and without the word before the name of a header field. */
export function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^header[ .:_-]+(?=.)/, "")
    .replace(/[^a-z0-9]/g, "");
}

/** Whether a value with this name is this part. */
export function isOf(kind: PartName, name: string): boolean {
  return NAMES[kind].test(plain(name));
}

/** Whether a value with this name may be the body, or may contain parameters of the request. */
export function mayContainParameters(name: string): boolean {
  return isOf("body", name) || BODY_BRACKETS.includes(plain(name)) || QUERY_BRACKETS_RE.test(plain(name));
}

/** Whether this is a method of HTTP. */
export function isMethod(text: string): boolean {
  return METHOD_NAMES.test(text);
}

/** Whether a form, a query or a header contains a signature. */
export function isSigned(text: string): boolean {
  return /oauth_signature["']?\s*=/i.test(text);
}

/** Whether a value is named as a body, but is none. */
export function isNoBody({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return isOf("body", name) && NO_VALUE_RE.test(value);
}

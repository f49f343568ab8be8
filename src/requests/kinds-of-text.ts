/** Names the kind of a text that is not a request, so that an error need not quote the text. */

const START_LENGTH = 2000;

/** The start of a base string in a text: its method and its URI. */
export const BASE_STRING_RE = /\b([A-Z]{3,10})&(https?%3A%2F%2F[^\s&]+)/;

const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["a PEM file, which is a key or a certificate", /^-----BEGIN /],
  ["a binary file", /^[^\0]*\0|^\x1f\x8b|^PK\x03\x04/],
  ["an HTTP response, not a request", /^(?:[<*] ?)?HTTP\/\d/],
  ["the answer in a log of curl -v, without its request", /^[*<] /],
  [
    "a log of NODE_DEBUG=http, which has neither the path nor the body; run the program with countersign capture",
    /^(?:HTTP|NET|FETCH|UNDICI) \d+: /,
  ],
  [
    "a log of httpx, which does not show the Authorization header; run the program with countersign capture",
    /^.*\b(?:httpcore|httpx)\b|^HTTP Request: [A-Z]+ http/,
  ],
  [
    "a log of urllib3, which has no header fields; add http.client.HTTPConnection.debuglevel = 1 to the program, or run it with countersign capture",
    /\burllib3\.connectionpool\b/,
  ],
  [
    "a log of addresses, which has no header fields; run the program with countersign capture",
    /^[^\n]{0,300}"[A-Z]{3,7} \S+ HTTP\/[0-9.]+" \d{3}\b/,
  ],
  ["an HTML page", /^<!doctype html|^<html/i],
  ["a WSDL file", /^<\?xml[^>]*>\s*<(?:\w+:)?definitions\b|^<(?:\w+:)?definitions\b/],
  ["an XML document", /^<\?xml|^<[A-Za-z][\w:.-]*[\s>/]/],
  ["a signature base string; give it with --base-string-file, and the request itself here", /^[A-Z]{3,10}&https?%3A/i],
  ["an Authorization header without its request", /^(?:(?:Authorization:\s*)?OAuth\s+)?oauth_\w+="/i],
  ["a URL without a method; write GET or POST before it", /^https?:\/\/\S*\s*$/],
  ["a part of a program, not the request that it sends", /^(?:import|from|require|using|package|<\?php|#include)\b/],
];

/** What the text is, as a noun with its article; `undefined` if it may be anything. */
export function kindOf(text: string): string | undefined {
  const start = text.slice(0, START_LENGTH).trimStart();
  return KINDS.find(([, pattern]) => pattern.test(start))?.[0];
}

const JSON_KINDS: readonly (readonly [kind: string, members: readonly string[]])[] = [
  ["a Postman environment, not a request", ["_postman_variable_scope"]],
  ["a Postman environment, not a request", ["name", "values"]],
  ["an OpenAPI description, not a request", ["openapi"]],
  ["an OpenAPI description, not a request", ["swagger"]],
  ["an Insomnia export; copy one request from it as curl", ["_type", "resources"]],
  ["an error report, probably the response", ["errors"]],
  ["an error report, probably the response", ["error"]],
];

/** Names a JSON object by its members. */
export function kindOfObject(object: object): string | undefined {
  return JSON_KINDS.find(([, members]) => members.every((member) => Object.hasOwn(object, member)))?.[0];
}

/** The notations of languages in dumps and logs. */
const LANGUAGES: readonly (readonly [language: string, notation: RegExp])[] = [
  ["PHP", /\bArray\s{0,9}\(|\bstdClass Object\b|^array ?\((?:\d+\) \{)?$/m],
  ["C#", /\bRequestUri: '|\((?:GetOrPost|HttpHeader)\)\r?$/m],
  ["Apex", /\|CALLOUT_REQUEST\|/],
  ["Swift", /\bOptional[(<]|\(URLRequest\)|\bmethod: \.\w/],
  ["Objective-C", /\bNSMutableURLRequest\b|^[ \t]{0,40}"?[\w-]{1,60}"? = "[^\n]*";\r?$/m],
  ["Go", /&\{(?:Method:|[A-Z]{3,7} )|&http\.Request\{/],
  ["Rust", /\bRequest \{\s{1,9}method: (?!')/],
  ["Elixir", /%[A-Z]\w*(?:\.\w+)*\{/],
  ["Perl", /\bbless\( /],
  [
    "Ruby",
    /^[A-Z], \[\d{4}-|^opening connection to |[{ ]:\w+ ?=> ?["{[]|"=>["{]|\{"[^"\n]*" => ["{]|#<(?:Net::HTTP|Faraday)/m,
  ],
  ["JavaScript", /\bAxiosHeaders\b|\bClientRequest\b|\b(?:method|url|uri|body|data): '/],
  ["Python", /\bPreparedRequest\b|\boauthlib\b|\bhttp\.client\b|[{ ]b?'[\w-]+': b?['{]/],
  ["Java", /\bsun\.net\.www\b|\bjdk\.internal\b|\borg\.(?:apache|springframework)\b/],
];

/** The language whose notation a text uses. */
export function languageOfText(text: string): string | undefined {
  return LANGUAGES.find(([, notation]) => notation.test(text))?.[0];
}

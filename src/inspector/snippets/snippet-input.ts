/** The input of a snippet, and the requests that a snippet can send. */

import { baseStringUri, type NameValue, parseForm, type SignatureMethod, type Transport } from "../../oauth1/index.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";

/** The programming languages of snippets. */
export const SNIPPET_LANGUAGES = ["Python", "PHP", "Java", "C#", "JavaScript", "Go"] as const;

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** A request to send from a program. It contains no secrets, because a snippet reads them from the environment. */
export interface SnippetRequest {
  readonly method: string;
  readonly url: string;
  readonly form?: readonly NameValue[] | undefined;
  /** A body that is not form-encoded, and its type. */
  readonly body?: { readonly text: string; readonly contentType: string } | undefined;
  readonly hasBodyHash?: boolean | undefined;
  readonly consumerKey: string;
  readonly token?: string | undefined;
  readonly signatureMethod: SignatureMethod;
  readonly transport: Transport;
  readonly realm?: string | undefined;
  /** The charset in the Content-Type header; absent if the header names no charset. */
  readonly charset?: string | undefined;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** A request that every language can write: signed with HMAC or RSA in an Authorization header. */
export interface SnippetInput {
  readonly method: string;
  /** The URL without a query, which is also the base string URI. */
  readonly url: string;
  /** The decoded parameters of the query; empty without a query. */
  readonly query: Pairs;
  /** Absent for a request without a form. */
  readonly form: Pairs | undefined;
  /** A body that is not form-encoded. */
  readonly body: string | undefined;
  /** Absent without a body. */
  readonly contentType: string | undefined;
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
  readonly isRsa: boolean;
  /** The number after SHA in the name of the hash. */
  readonly hash: string;
  /** Whether the body repeats the protocol parameters. */
  readonly repeatsInBody: boolean;
  /** `OAuth `, followed by the realm if the request has one. */
  readonly headerStart: string;
}

/** The names of the lists in a program whose parameters are signed. */
export function signedLists({ query, form }: SnippetInput): readonly ("query" | "form" | "protocol")[] {
  return [
    ...(query.length === 0 ? [] : ["query" as const]),
    ...(form === undefined ? [] : ["form" as const]),
    "protocol",
  ];
}

/** The names of the lists that the body contains; `undefined` without a form. */
export function listsInBody({ form, repeatsInBody }: SnippetInput): readonly ("form" | "protocol")[] | undefined {
  if (form === undefined) return undefined;
  return repeatsInBody ? ["form", "protocol"] : ["form"];
}

/** The query and the form, if the request has them, as a program declares them. */
export function declaredLists({
  query,
  form,
}: SnippetInput): readonly (readonly [name: "query" | "form", pairs: Pairs])[] {
  return [
    ...(query.length === 0 ? [] : [["query", query] as const]),
    ...(form === undefined ? [] : [["form", form] as const]),
  ];
}

/** The environment variable with the consumer secret, or the path of the private key. */
export function secretVariable({ isRsa }: SnippetInput): string {
  return isRsa ? "PRIVATE_KEY_FILE" : "CONSUMER_SECRET";
}

/** The environment variable with the token secret. */
export const TOKEN_SECRET = "TOKEN_SECRET";

/** One sentence that explains why a request has no snippet, or the input of the snippet. */
export function snippetInputOf(request: SnippetRequest): SnippetInput | string {
  const { form, body, consumerKey, token, signatureMethod, transport, realm, charset } = request;
  const method = request.method.toUpperCase();
  const hash = /-SHA(\d+)$/.exec(signatureMethod)?.[1];
  if (!/^[A-Z]+$/.test(method)) return "Snippets send a method of letters.";
  if (hash === undefined) return "Snippets sign with HMAC or RSA.";
  if (request.hasBodyHash) return "Snippets do not sign the hash of the body.";
  if (transport !== "header" && transport !== "header-and-body") return "Snippets send an Authorization header.";
  if (/^(?:GET|HEAD)$/.test(method) && (form ?? body) !== undefined) return "Snippets send no body with GET or HEAD.";
  if (form === undefined && transport !== "header") return "Only a form can repeat the protocol parameters.";
  const address = addressOf(request.url);
  if (address === undefined) return "The URL cannot be signed.";
  const lists = [address.query, form ?? []].map((pairs) => pairs.map((pair) => pair.map(textOf)));
  const texts = [consumerKey, token ?? "", body?.text ?? ""];
  if (lists.flat(2).includes(undefined) || !texts.every((text) => text.isWellFormed())) {
    return "Snippets sign text in UTF-8; this request has other octets.";
  }
  if (/[^\x20-\x7e]/.test(`${realm ?? ""}${charset ?? ""}${body?.contentType ?? ""}`))
    return "The realm, the charset and the Content-Type must be printable ASCII.";
  const quoted = realm?.replace(/["\\]/g, "\\$&");
  const [query, pairs] = lists as [[string, string][], [string, string][]];
  const formType = `application/x-www-form-urlencoded${charset ? `; charset=${charset}` : ""}`;
  return {
    method,
    url: address.url,
    query,
    consumerKey,
    token,
    signatureMethod,
    hash,
    form: form === undefined ? undefined : pairs,
    body: body?.text,
    contentType: form === undefined ? body?.contentType : formType,
    isRsa: isRsaMethod(signatureMethod),
    repeatsInBody: transport === "header-and-body",
    headerStart: quoted === undefined ? "OAuth " : `OAuth realm="${quoted}", `,
  };
}

/** The URL in its normal form without a query, and the parameters of the query; `undefined` if it cannot be signed. */
function addressOf(text: string): { readonly url: string; readonly query: readonly NameValue[] } | undefined {
  try {
    const url = baseStringUri(text);
    const at = text.indexOf("?");
    return /^[\x21-\x7e]+$/.test(url) ? { url, query: at === -1 ? [] : parseForm(text.slice(at + 1)) } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(text: NameValue[number]): string | undefined {
  return typeof text === "string" && text.isWellFormed() ? text : undefined;
}

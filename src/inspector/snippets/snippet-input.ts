/** What a snippet is made from, and which requests a snippet can send. */

import { baseStringUri, type NameValue, type SignatureMethod, type Transport } from "../../oauth1/index.ts";

/** The programming languages of snippets. */
export const SNIPPET_LANGUAGES = ["Python", "PHP", "Java", "C#", "JavaScript", "Go"] as const;

export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** A request that somebody wants to send from a program. It has no secrets: a snippet reads them from the environment. */
export interface SnippetRequest {
  readonly method: string;
  readonly url: string;
  readonly form?: readonly NameValue[] | undefined;
  readonly consumerKey: string;
  readonly token?: string | undefined;
  readonly signatureMethod: SignatureMethod;
  readonly transport: Transport;
  readonly realm?: string | undefined;
  /** The charset in the Content-Type header; absent for none. */
  readonly charset?: string | undefined;
}

/** A request that every language can write: a form post with one of the gateway's signature methods. */
export interface SnippetInput {
  readonly url: string;
  readonly form: readonly (readonly [name: string, value: string])[];
  readonly consumerKey: string;
  readonly isRsa: boolean;
  /** Whether the body repeats the protocol parameters. */
  readonly repeatsInBody: boolean;
  /** `OAuth `, and the realm if there is one. */
  readonly headerStart: string;
  readonly contentType: string;
}

/** The environment variable with the consumer secret, or the path of the private key. */
export function secretVariable({ isRsa }: SnippetInput): string {
  return isRsa ? "PRIVATE_KEY_FILE" : "CONSUMER_SECRET";
}

/** Why there is no snippet for a request: one sentence; or what a snippet needs. */
export function snippetInputOf(request: SnippetRequest): SnippetInput | string {
  const { url, form, consumerKey, signatureMethod, transport, realm, charset } = request;
  if (request.method.toUpperCase() !== "POST" || form === undefined) return "Snippets send a form with POST.";
  if (request.token !== undefined) return "Snippets are for requests without a token, as the gateway's are.";
  if (signatureMethod !== "HMAC-SHA1" && signatureMethod !== "RSA-SHA256") {
    return "Snippets sign with HMAC-SHA1 or RSA-SHA256, as the gateway does.";
  }
  if (transport !== "header" && transport !== "header-and-body") return "Snippets send an Authorization header.";
  if (!isOwnBaseStringUri(url)) {
    return "Snippets sign the URL as it is written: in its normal form, without a query.";
  }
  const pairs = form.map(([name, value]) => [textOf(name), textOf(value)] as const);
  if (pairs.some((pair) => pair.includes(undefined)) || !consumerKey.isWellFormed()) {
    return "Snippets sign text in UTF-8; this request has other octets.";
  }
  if (/[^\x20-\x7e]/.test(`${realm ?? ""}${charset ?? ""}`))
    return "The realm and the charset must be printable ASCII.";
  const quoted = realm?.replace(/["\\]/g, "\\$&");
  return {
    url,
    form: pairs as [string, string][],
    consumerKey,
    isRsa: signatureMethod === "RSA-SHA256",
    repeatsInBody: transport === "header-and-body",
    headerStart: quoted === undefined ? "OAuth " : `OAuth realm="${quoted}", `,
    contentType: `application/x-www-form-urlencoded${charset ? `; charset=${charset}` : ""}`,
  };
}

function isOwnBaseStringUri(url: string): boolean {
  try {
    return baseStringUri(url) === url && /^[\x21-\x7e]+$/.test(url);
  } catch {
    return false;
  }
}

function textOf(text: NameValue[number]): string | undefined {
  return typeof text === "string" && text.isWellFormed() ? text : undefined;
}

/** Secrets and card data that a request discloses, whatever keys its server has. */

import { latin1Octets, latin1Text, utf8Octets, utf8Text } from "../platform/index.ts";
import { type CardData, cardDataIn } from "./card-data.ts";

/** A request as sent, or as its client means it. Its syntax does not matter: malformed requests disclose secrets as well. */
export interface RequestTexts {
  readonly url: string;
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly form?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly body?: string | Uint8Array | undefined;
}

/** What to hide in a request, as options of a redactor. */
export interface RequestSecrets extends CardData {
  readonly secrets: string[];
  /** Identifiers and nonces. They stay visible for comparing requests, although they can be as long as a card number. */
  readonly publicTexts: string[];
}

const PLAINTEXT_RE = /plaintext/i;
const SIGNATURE_RE = /oauth_signature"?\s{0,9}=\s{0,9}"?([^"&,\s]+)/gi; // in a header, a form or a query
const IDENTIFIER_RE = /(?:order[-_]?id|-ref-id|oauth_(?:consumer_key|token|nonce|timestamp)|login)$/i; // client_orderid
const LONGEST_IDENTIFIER = 128;
const MOST_IDENTIFIERS = 32;
const BETWEEN_PAIRS_RE = /[&,;?\s]+/;

/**
 * Finds a PLAINTEXT signature, which consists of the secrets (RFC 5849 3.4.4), the credentials of another scheme such as
 * Basic, the password in the URL, and card numbers and cvv2 by the names of their parameters.
 */
export function secretsOfRequest({ url, headers = [], form = [], body = "" }: RequestTexts): RequestSecrets {
  const texts = [url, ...headers.map(([, value]) => value), typeof body === "string" ? body : utf8Text(body)];
  const pairs = texts
    .flatMap((text) => text.split(BETWEEN_PAIRS_RE))
    .filter((pair) => pair.includes("="))
    .map((pair) => {
      const at = pair.indexOf("=");
      return {
        name: percentDecoded(pair.slice(0, at)),
        value: percentDecoded(pair.slice(at + 1).replace(/^"|"$/g, "")),
      };
    });
  const parameters = [...pairs, ...form.map(([name, value]) => ({ name, value }))];
  const publicTexts = parameters
    .filter(({ name, value }) => IDENTIFIER_RE.test(name) && value.length <= LONGEST_IDENTIFIER)
    .slice(0, MOST_IDENTIFIERS)
    .map(({ value }) => value);
  const secrets = [...plaintextSecrets(texts), ...otherCredentials(headers), ...passwordOf(url)];
  return { secrets, publicTexts, ...cardDataIn(parameters) };
}

function plaintextSecrets(texts: readonly string[]): string[] {
  if (!texts.some((text) => PLAINTEXT_RE.test(text))) return [];
  const signatures = texts.flatMap((text) => Array.from(text.matchAll(SIGNATURE_RE), ([, value]) => value!));
  return signatures.flatMap((signature) => {
    const decoded = percentDecoded(signature);
    return [decoded, ...decoded.split("&").map(percentDecoded)];
  });
}

/** Everything after the name of a scheme that is not OAuth. */
function otherCredentials(headers: readonly (readonly [name: string, value: string])[]): string[] {
  return headers
    .filter(([name, value]) => /authorization$/i.test(name) && !/^\s*oauth\s/i.test(value))
    .map(([, value]) => value.trim())
    .map((value) => value.slice(value.search(/\s|$/)).trim());
}

/** The password in the userinfo of a URL. */
function passwordOf(url: string): string[] {
  const [, password] = /^\w+:\/\/[^/?#:@]*:([^/?#]*)@/.exec(url) ?? [];
  return password === undefined ? [] : [percentDecoded(password)];
}

/** Decodes once, as UTF-8; a percent sign that begins no escape stays unchanged. */
function percentDecoded(text: string): string {
  const octets = latin1Text(utf8Octets(text)).replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return utf8Text(latin1Octets(octets));
}

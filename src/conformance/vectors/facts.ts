/** What flags and features of an input depend on, computed from the input alone. */

import { specification } from "../../model/index.ts";
import type { AnyCredentials, AnyInput, NameValue, OctetText, UnsignedRequest } from "./input.ts";
import { fromJsonText, toJsonText } from "./json-text.ts";
import { claimedParameters } from "./sent-request.ts";

/** Seconds from the clock of a server within which every server accepts a timestamp. */
export const NEAR_SECONDS = 60;

const URL_RE =
  /^(?<origin>[^/]*\/\/(?:[^/?#]*@)?(?<authority>[^/?#]*))(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?<fragment>#.*)?$/s;

export type Facts = ReturnType<typeof factsOf>;

export function factsOf(input: AnyInput) {
  const { parameters = [], protocolParameters = [], text, body, header, nonce } = input;
  const request: Partial<UnsignedRequest> = input.request ?? {};
  const credentials: AnyCredentials = input.credentials ?? {};
  const rawUrl = request.url ?? input.url ?? "";
  /** No pieces if there is no URL. */
  const url: { readonly [piece in "origin" | "authority" | "path" | "query" | "fragment"]?: string | undefined } =
    URL_RE.exec(rawUrl)?.groups ?? {};
  const encoded = [url.query, request.formEncoded, input.formEncoded].filter((form) => form !== undefined);
  /** The parameters that are given as a list of pairs. */
  const listed: readonly NameValue[] = [...(request.form ?? []), ...parameters];
  const pairs: readonly NameValue[] = [
    ...encoded.flatMap((form) => specification.decodeForm(form, specification)),
    ...listed,
    ...protocolParameters,
  ];
  const { consumerKey, token, consumerSecret, tokenSecret } = credentials;
  const own = [text, body, header, nonce, consumerKey, token, consumerSecret, tokenSecret];
  const all = [...pairs.flat(), ...own.filter((one) => one !== undefined)].map(asTextIfUtf8);
  return {
    input,
    request,
    credentials,
    url,
    rawUrl,
    /** Query and forms as they were sent. */
    encoded,
    listed,
    names: pairs.map(([name]) => asTextIfUtf8(name)),
    values: pairs.map(([, value]) => asTextIfUtf8(value)),
    /** Every name, value and text. */
    texts: all.filter((one) => typeof one === "string"),
    octets: all.filter((one) => typeof one !== "string"),
    method: input.signatureMethod ?? "",
    /** Tests the protocol parameters of a received request; false for a request that cannot be read. */
    claim(test: (of: (name: string) => string | undefined) => boolean): boolean {
      const claimed = input.received && claimedParameters(input.received);
      return claimed !== undefined && test((name) => claimed.get(name));
    },
  };
}

/** Decodes octets that are UTF-8. */
export function asTextIfUtf8(text: OctetText): OctetText {
  return fromJsonText(toJsonText(text));
}

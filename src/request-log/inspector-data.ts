/** Converts a request of the log to the input of the inspector. */

import { utf8Octets } from "../platform/index.ts";
import { httpText } from "../requests/http-text.ts";
import { isRsaMethod } from "../spec/signature-methods.ts";
import { clientBaseString } from "./client-texts.ts";
import type { LoggedRequest } from "./logged-request.ts";
import type { InspectorPageData } from "./page-data.ts";

/** The keys of a client that a page may receive: public keys, and secrets that the server generated for this run. */
export interface InspectorKey {
  readonly consumerSecret?: string | undefined;
  readonly tokenSecret?: string | undefined;
  /** PEM. */
  readonly publicKey?: string | undefined;
}

const NOTE =
  "Parts of this request are hidden or cut, so its signature cannot match here. For card data, check “Show card data” in the list and open it again.";

/** @param keyOf finds the keys of a client by its `oauth_consumer_key` */
export function inspectorData(
  request: LoggedRequest,
  showCardData: boolean,
  keyOf: (consumerKey: string) => InspectorKey,
): InspectorPageData {
  const parameter = (wanted: string): string =>
    request.stages.parameters.find(({ name }) => name === wanted)?.value ?? "";
  const { consumerSecret = "", tokenSecret = "", publicKey = "" } = keyOf(parameter("oauth_consumer_key"));
  const isRsa = isRsaMethod(parameter("oauth_signature_method"));
  return {
    number: request.number,
    request: pastedText(request),
    ...(isRsa ? { consumerSecret: "", tokenSecret: "" } : { consumerSecret, tokenSecret }),
    rsaKey: isRsa ? publicKey : "",
    baseString: clientBaseString(request) ?? "",
    showCardData,
    note: request.isWhole ? "" : NOTE,
  };
}

/** The request as raw HTTP. Content-Length fits the shown body, so that no part of the body can look like a second request. */
function pastedText({ method, url, headers, body }: LoggedRequest): string {
  const others = headers.filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name));
  return httpText(method, url, [...others, ["Content-Length", String(utf8Octets(body).length)]], body);
}

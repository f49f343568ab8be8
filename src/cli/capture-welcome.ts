/**
 * What somebody needs who points a client at a listening capture by hand.
 *
 * @module
 */

import type { ExpectedCredentials } from "../conformance/capture/index.ts";
import { sign } from "../index.ts";
import type { CaptureKit } from "./capture-kit.ts";
import { curlCommand, shellWord } from "./output/commands-to-paste.ts";

/** Several lines: address, places of the credentials, and a request that is right. */
export function welcome(origin: string, expected: ExpectedCredentials, kit: CaptureKit): string {
  const { COUNTERSIGN_GATEWAY_URL: url = origin } = kit.environment(origin);
  const { consumerKey, token } = expected;
  return [
    `listening on ${origin}, until interrupted`,
    `  consumer key     ${consumerKey}`,
    `  consumer secret  in ${kit.files.consumerSecret}`,
    ...(token === undefined ? [] : [`  token            ${token}`, `  token secret     in ${kit.files.tokenSecret}`]),
    `  private key      in ${kit.files.pkcs8} (PKCS#8) and ${kit.files.pkcs1} (PKCS#1)`,
    ...(kit.authorityFile === undefined ? [] : [`  authority        in ${kit.authorityFile}`]),
    "a request that is right, once, for the next five minutes:",
    `  ${trusted(kit)}${curlCommand(sign({ method: "POST", url, form: { client_orderid: "1", orderid: "2" } }, hmac(expected)))}`,
    "",
  ].join("\n");
}

function hmac({ consumerKey, consumerSecret, token, tokenSecret }: ExpectedCredentials): Parameters<typeof sign>[1] {
  return { consumerKey, consumerSecret, token, tokenSecret, signatureMethod: "HMAC-SHA1" };
}

function trusted({ authorityFile }: CaptureKit): string {
  return authorityFile === undefined ? "" : `CURL_CA_BUNDLE=${shellWord(authorityFile)} `;
}

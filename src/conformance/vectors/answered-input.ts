/** The input that a signer answered, if it chose nonce and timestamp itself. */

import { readSentRequest, toText } from "../../model/index.ts";
import type { InputOf } from "./input.ts";
import type { StageValues } from "./stages.ts";

/**
 * The input with the nonce and the timestamp of the signed request. PLAINTEXT may leave out both (RFC 5849 3.1).
 *
 * @throws Error if header, URL and body cannot be read, or hold no nonce or no timestamp
 */
export function answeredInput(
  input: InputOf<"sign">,
  { "authorization-header": header, url, body }: StageValues,
): InputOf<"sign"> {
  const { parameters } = readSentRequest({
    method: input.request.method,
    url: typeof url === "string" ? url : input.request.url,
    headers: [
      ...(typeof header === "string" ? [["Authorization", header] as const] : []),
      ["Content-Type", "application/x-www-form-urlencoded"],
    ],
    ...(typeof body === "string" && { body: Buffer.from(body) }),
  });
  const valueNamed = (wanted: string): string | undefined => {
    const found = parameters.find(({ name }) => toText(name) === wanted);
    if (found !== undefined) return toText(found.value);
    if (input.signatureMethod === "PLAINTEXT") return undefined;
    throw new Error(`the signed request in the answer has no ${wanted}`);
  };
  const { nonce: _nonce, timestamp: _timestamp, ...others } = input;
  const [nonce, timestamp] = [valueNamed("oauth_nonce"), valueNamed("oauth_timestamp")];
  return { ...others, ...(nonce !== undefined && { nonce }), ...(timestamp !== undefined && { timestamp }) };
}

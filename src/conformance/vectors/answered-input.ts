/**
 * A signer that chooses nonce and timestamp itself answers another input than it was given: this one.
 *
 * @module
 */

import { readSentRequest, trace } from "../../model/index.ts";
import type { InputOf } from "./input.ts";
import { signingInput } from "./signing-input.ts";
import { traceStages } from "./trace-stages.ts";
import type { StageValues } from "./vector.ts";

/**
 * The input with the nonce and the timestamp of the signed request. PLAINTEXT may leave both out (RFC 5849 3.1).
 *
 * @throws Error where header, URL and body cannot be read, or hold no nonce or no timestamp
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
    ...(typeof body === "string" ? { body: Buffer.from(body) } : {}),
  });
  const valueNamed = (wanted: string): string | undefined => {
    const found = parameters.find(({ name }) => Buffer.from(name).equals(Buffer.from(wanted)));
    if (found !== undefined) return Buffer.from(found.value).toString("utf8");
    if (input.signatureMethod === "PLAINTEXT") return undefined;
    throw new Error(`the signed request as it was answered holds no ${wanted}`);
  };
  const { nonce: _nonce, timestamp: _timestamp, ...others } = input;
  const [nonce, timestamp] = [valueNamed("oauth_nonce"), valueNamed("oauth_timestamp")];
  return { ...others, ...(nonce === undefined ? {} : { nonce }), ...(timestamp === undefined ? {} : { timestamp }) };
}

/** What the specification computes for an input of the operation `sign`, stage by stage. */
export function computedStages(input: InputOf<"sign">): StageValues {
  return traceStages(trace(signingInput(input)));
}

/** The redactor for a diagnosis: a faulty client may sign its own secret as a parameter. */

import { toText } from "../../model/index.ts";
import { createRedactor, type Redactor, secretsOfRequest } from "../../redaction/index.ts";
import { type DiagnosisInput, isHttpRequest, type Key } from "./diagnosis-input.ts";
import { isLargeBody } from "./input-limits.ts";

/**
 * A redactor for all keys of an input, and for the secrets and the card data that its request shows.
 *
 * @param moreKeys keys whose secrets are hidden too
 */
export function redactorFor(
  { key, otherKeys = [], request }: DiagnosisInput,
  showCardData = false,
  moreKeys: readonly Key[] = [],
): Redactor {
  const meant = isHttpRequest(request) ? [] : [request];
  const all = [key, ...otherKeys, ...moreKeys, ...meant];
  const secrets = all.flatMap((one) => [one.consumerSecret, one.tokenSecret, one.privateKey]);
  const { url, headers, body } = request;
  const pairs = meant.flatMap(({ form = [], protocolParameters }) => [...form, ...protocolParameters]);
  const form = pairs.map(([name, value]) => [textOf(name), textOf(value)] as const);
  const shown = secretsOfRequest({ url, headers, body: isLargeBody(body) ? undefined : body, form });
  return createRedactor({ ...shown, secrets: [...secrets, ...shown.secrets], showCardData });
}

function textOf(text: string | Uint8Array): string {
  return typeof text === "string" ? text : toText(text);
}

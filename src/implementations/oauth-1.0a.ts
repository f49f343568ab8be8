/**
 * The npm package oauth-1.0a, as a reference for base strings and headers; node-forge signs what it computes, so that
 * nothing on the way to the signature is ours.
 *
 * @module
 */

import type { Implementation } from "../drivers/index.ts";
import {
  oauth1aAuthorizationHeader,
  oauth1aPercentEncode,
  oauth1aStages,
  outsideOauth1aDomain,
  outsideOauth1aHeaderDomain,
  type ReferenceRequest,
} from "../reference/index.ts";
import { fullProtocolParameters, type JsonPair, type StageValues, type VectorInput } from "../suite/index.ts";
import { forgeSignature } from "./node-forge.ts";
import { packageVersion } from "./package-version.ts";

/** Answers inside its domain; the names of the limits that an input meets are the reason why it does not. */
export const oauth10a: Implementation = {
  about: { name: "oauth-1.0a", version: packageVersion("oauth-1.0a"), language: "JavaScript" },
  operations: {
    "percent-encoding": ({ text = "" }) => ({ "percent-encoding": oauth1aPercentEncode(text) }),
    "base-string": (input) => ({ ...oauth1aStages(referenceRequest(input)) }),
    "authorization-header": (input) => ({ "authorization-header": oauth1aAuthorizationHeader(headerRequest(input)) }),
    sign: signed,
    "sign-exactly": signed,
  },
  outside(operation, input) {
    if (operation === "sign" && (input.nonce === undefined || input.timestamp === undefined))
      return "nonce-and-timestamp-not-given";
    if (operation !== "base-string" && input.signatureMethod?.startsWith("RSA-")) return "rsa-left-to-its-user";
    if (operation === "percent-encoding") return input.text === undefined ? "octets" : undefined;
    if (input.request?.formEncoded !== undefined) return "form-encoded";
    const names =
      operation === "authorization-header"
        ? outsideOauth1aHeaderDomain(headerRequest(input))
        : outsideOauth1aDomain(referenceRequest(input));
    return names.length === 0 ? undefined : names.join(", ");
  },
};

function signed(input: VectorInput): StageValues {
  const stages = oauth1aStages(referenceRequest(input));
  return { ...stages, signature: forgeSignature({ ...input, baseString: stages["base-string"] }) };
}

function referenceRequest(input: VectorInput): ReferenceRequest {
  const { method, url, form } = input.request ?? { method: "", url: "" };
  const protocolParameters = textPairs(fullProtocolParameters(input));
  return { method, url, protocolParameters, ...(form === undefined ? {} : { form: textPairs(form) }) };
}

function headerRequest({ parameters = [], realm }: VectorInput): ReferenceRequest {
  const protocolParameters = textPairs(parameters);
  return { method: "", url: "", protocolParameters, ...(realm === undefined ? {} : { realm }) };
}

/** Octets that are no text become a replacement character, which the domain does not hold. */
function textPairs(pairs: readonly JsonPair[]): [string, string][] {
  const text = (value: JsonPair[0]): string => (typeof value === "string" ? value : "\u{fffd}");
  return pairs.map(([name, value]) => [text(name), text(value)]);
}

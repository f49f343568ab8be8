/**
 * The npm package oauth-1.0a, as a reference for percent-encoding (RFC 5849 3.6), base strings (3.4.1) and headers
 * (3.5.1). The package is called as users call it, and its answers are never corrected. node-forge signs the base strings, so
 * that no step uses code of Countersign. `oauth-1.0a-domain.ts` states for which inputs the answers are evidence.
 */

import OAuth from "oauth-1.0a";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { Implementation } from "../drivers/index.ts";
import { asText, textPairs } from "../vectors/changes.ts";
import {
  fullProtocolParameters,
  type InputOf,
  type NameValue,
  type RequestInput,
  type StageValues,
} from "../vectors/index.ts";
import { outsideDomain } from "./domain.ts";
import { forgeSignature } from "./node-forge.ts";
import { inPieces, oauth1aDomain, oauth1aHeaderDomain, type ReferenceRequest } from "./oauth-1.0a-domain.ts";
import { packageVersion } from "./package-version.ts";

/** Answers inside its domain. Outside, the reason names the limits. */
export const oauth10a: Implementation = {
  about: { name: "oauth-1.0a", version: packageVersion("oauth-1.0a"), language: "JavaScript" },
  operations: {
    "percent-encoding": ({ text }) => ({ "percent-encoding": createOauth1a().percentEncode(asText(text)) }),
    "base-string": baseStringStages,
    "authorization-header": (input) => ({ "authorization-header": writtenHeader(headerRequest(input)) }),
    sign: signed,
    "sign-exactly": signed,
  },
  outside(input) {
    switch (input.operation) {
      case "percent-encoding":
        return typeof input.text === "string" ? undefined : "octets";
      case "authorization-header":
        return outsideDomain(oauth1aHeaderDomain, headerRequest(input));
      case "sign":
        if (input.nonce === undefined || input.timestamp === undefined) return "nonce-and-timestamp-not-given";
        return outsideSigning(input);
      case "sign-exactly":
        return outsideSigning(input);
      case "base-string":
        return outsideBaseString(input);
      default:
        return undefined;
    }
  },
};

function outsideSigning(input: InputOf<"sign" | "sign-exactly">): string | undefined {
  return isRsaMethod(input.signatureMethod) ? "rsa-left-to-its-user" : outsideBaseString(input);
}

function outsideBaseString(input: RequestInput): string | undefined {
  const { form = [], formEncoded } = input.request;
  if (formEncoded !== undefined) return "form-encoded";
  const given = [...form, ...fullProtocolParameters(input)].flat();
  if (given.some((text) => typeof text !== "string")) return "octets";
  return outsideDomain(oauth1aDomain, inPieces(referenceRequest(input)));
}

function signed(input: InputOf<"sign" | "sign-exactly">): StageValues {
  const stages = baseStringStages(input);
  const signature = forgeSignature(input, stages["base-string"]);
  return { ...stages, signature, ...headerStage(input, signature) };
}

/** The header with the signature, where the request has one that is inside the domain. */
function headerStage(input: InputOf<"sign" | "sign-exactly">, signature: string): StageValues {
  if (!input.transport.startsWith("header")) return {};
  const parameters: NameValue[] = [...fullProtocolParameters(input), ["oauth_signature", signature]];
  // RFC 5849 leaves the order in the header free; in the order of the package, the header is inside the domain.
  const sorted = parameters.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const { realm } = input;
  const request = headerRequest({ parameters: sorted, ...(realm !== undefined && { realm }) });
  if (outsideDomain(oauth1aHeaderDomain, request) !== undefined) return {};
  return { "authorization-header": writtenHeader(request) };
}

function writtenHeader(request: ReferenceRequest): string {
  return createOauth1a(request.realm).toHeader(packageData(request) as OAuth.Authorization).Authorization;
}

/** The three stages of the base string, each from a function of the package. */
function baseStringStages(input: RequestInput): StageValues & { readonly "base-string": string } {
  const oauth = createOauth1a();
  const request = referenceRequest(input);
  // The package changes the objects that it is given, so each call gets new ones.
  return {
    "parameter-string": oauth.getParameterString(packageRequest(request), packageData(request)),
    "base-string-uri": oauth.getBaseUrl(request.url),
    "base-string": oauth.getBaseString(packageRequest(request), packageData(request)),
  };
}

function createOauth1a(realm?: string): OAuth {
  // The constructor requires key, secret and hash; the functions that are called here use none of them.
  const options = { consumer: { key: "", secret: "" }, hash_function: () => "" };
  return new OAuth(realm === undefined ? options : { ...options, realm });
}

function packageRequest({ method, url, form = [] }: ReferenceRequest): OAuth.RequestOptions {
  return { method, url, data: toRecord(form) };
}

function packageData({ protocolParameters }: ReferenceRequest): OAuth.Data {
  // The package's types require a number as timestamp and every parameter; the code only reads keys and values.
  return toRecord(protocolParameters) as unknown as OAuth.Data;
}

/** Pairs as the package takes them: an object in which a repeated name has an array of values. */
function toRecord(pairs: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0]! : all]));
}

function referenceRequest(input: RequestInput): ReferenceRequest {
  const { method, url, form } = input.request;
  const protocolParameters = textPairs(fullProtocolParameters(input));
  return { method, url, protocolParameters, ...(form === undefined ? {} : { form: textPairs(form) }) };
}

function headerRequest({
  parameters,
  realm,
}: Pick<InputOf<"authorization-header">, "parameters" | "realm">): ReferenceRequest {
  const protocolParameters = textPairs(parameters);
  return { method: "", url: "", protocolParameters, ...(realm === undefined ? {} : { realm }) };
}

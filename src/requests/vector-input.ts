/** The input of a vector that a user pasted. Only `request` is required; an absent member is not signed. */

import { type NameValue, type SigningInput, signerParameters, signingInputOf } from "../model/index.ts";
import { looseBase64Octets } from "../platform/index.ts";
import { closedObject, misfitOf, openObject, type Shape, type ValueOf } from "../shapes/shape.ts";
import { SIGNATURE_METHODS } from "../spec/signature-methods.ts";
import { TRANSPORTS } from "../spec/transports.ts";
import { inputError } from "./input-error.ts";
import type { JsonObject } from "./json-members.ts";

const TEXT = { type: "string" } as const;
/** A text, or octets that are not UTF-8. */
const VALUE = { title: "a string", anyOf: [TEXT, openObject(["octets"], { octets: TEXT })] } as const;

const pairsOf = <const Of extends Shape>(item: Of) =>
  ({
    title: "an array of [name, value]",
    type: "array",
    items: { title: "[name, value]", type: "array", items: [item, item], minItems: 2, additionalItems: false },
  }) as const;

const REQUEST = {
  method: TEXT,
  url: TEXT,
  form: pairsOf(VALUE),
  formEncoded: TEXT,
  body: TEXT,
  headers: pairsOf(TEXT),
};
const CREDENTIALS = { consumerKey: TEXT, token: TEXT, consumerSecret: TEXT, tokenSecret: TEXT, privateKey: TEXT };
const INPUT = openObject(["request"], {
  request: closedObject(["method", "url"], REQUEST),
  credentials: openObject([], CREDENTIALS),
  signatureMethod: { title: "a signature method", enum: SIGNATURE_METHODS },
  protocolParameters: pairsOf(VALUE),
  nonce: TEXT,
  timestamp: TEXT,
  realm: TEXT,
  transport: { enum: TRANSPORTS },
});

/** @throws {@link RequestTextError} with the name of a member that does not have the expected type */
export function readVectorInput(json: JsonObject): SigningInput {
  const misfit = misfitOf(INPUT, "", json);
  if (misfit?.isUnknownMember) throw misfitError("request", `only the members ${Object.keys(REQUEST).join(", ")}`);
  if (misfit !== undefined) throw misfitError(misfit.place, misfit.expected, kindOf(misfit.value));
  const { request, protocolParameters, version, ...rest } = json as ValueOf<typeof INPUT> & {
    readonly version?: unknown;
  };
  const { form, ...others } = request;
  if ([form, request.formEncoded, request.body].filter((one) => one !== undefined).length > 1) {
    throw misfitError("request", "only one of form, formEncoded and body", "several");
  }
  const input = {
    signatureMethod: "HMAC-SHA1" as const,
    ...rest,
    request: { ...others, ...(form && { form: octetPairs(form) }) },
    protocolParameters: protocolParameters && octetPairs(protocolParameters),
    version: version === "1.0" ? version : null,
  };
  const isSigner = input.credentials?.consumerKey !== undefined;
  return signingInputOf(input, isSigner ? signerParameters(input) : (input.protocolParameters ?? []));
}

function octetPairs(pairs: ValueOf<ReturnType<typeof pairsOf<typeof VALUE>>>): NameValue[] {
  const read = (value: ValueOf<typeof VALUE>): string | Uint8Array =>
    typeof value === "string" ? value : Uint8Array.from(looseBase64Octets(value.octets));
  return pairs.map(([name, value]) => [read(name), read(value)]);
}

/** The message quotes no value, because it may be a secret. */
function misfitError(where: string, expected: string, got = "another one"): Error {
  return inputError(undefined, `${expected} as ${where} in the input of a vector`, got);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** What a signer is given, and the input of the model that follows from it. */

import type { HeaderField } from "../oauth1/http-request.ts";
import type { NameValue, Transport } from "../oauth1/index.ts";
import type { SignatureMethod } from "../spec/signature-methods.ts";
import { specification } from "./specification.ts";
import type { SigningCredentials, SigningInput } from "./types.ts";

/** The input of a signer. The signer makes protocol parameters of some members. */
export interface SignerInput {
  /** Has at most one of `form`, `formEncoded` and `body`. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly form?: readonly NameValue[];
    /** A form-encoded body as it is on the wire. */
    readonly formEncoded?: string;
    readonly body?: string;
    readonly headers?: readonly HeaderField[];
  };
  readonly credentials?: SigningCredentials & {
    readonly consumerKey?: string | undefined;
    readonly token?: string | undefined;
  };
  /** @default "HMAC-SHA1" */
  readonly signatureMethod?: SignatureMethod;
  readonly nonce?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly version?: string | null | undefined;
  /** More protocol parameters. */
  readonly protocolParameters?: readonly NameValue[] | undefined;
  readonly realm?: string | undefined;
  readonly transport?: Transport | undefined;
}

/** The protocol parameters that a signer adds itself, then the others. */
export function signerParameters(input: SignerInput): NameValue[] {
  const own = {
    oauth_consumer_key: input.credentials?.consumerKey,
    oauth_token: input.credentials?.token,
    oauth_signature_method: input.signatureMethod,
    oauth_timestamp: input.timestamp,
    oauth_nonce: input.nonce,
    oauth_version: input.version,
  };
  const present = Object.entries(own).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return [...present, ...(input.protocolParameters ?? [])];
}

/** The input of the model with exactly these protocol parameters. */
export function signingInputOf(
  { request, credentials = {}, signatureMethod = "HMAC-SHA1", realm, transport }: SignerInput,
  protocolParameters: readonly NameValue[],
): SigningInput {
  const { formEncoded, ...others } = request;
  const { consumerSecret, tokenSecret, privateKey } = credentials;
  return {
    ...others,
    ...(formEncoded !== undefined && { form: specification.decodeForm(formEncoded, specification) }),
    protocolParameters,
    signatureMethod,
    consumerSecret,
    tokenSecret,
    privateKey,
    realm,
    transport,
  };
}

/**
 * What an implementation is asked: for each operation exactly the members that it needs.
 *
 * The JSON of these inputs (vectors, driver protocol 1, saved counterexamples) is read and written by `input-json.ts`
 * alone; everything else has texts, octets and requests as they are.
 *
 * @module
 */

import type { NameValue } from "../../oauth1/form.ts";
import type { HeaderField, HttpRequest } from "../../oauth1/http-request.ts";
import type { Parameter, ParameterOrigin } from "../../oauth1/parameter.ts";
import type { OctetText } from "../../oauth1/percent-encoding.ts";
import type { RsaMethod, SecretMethod, SignatureMethod } from "../../oauth1/signature-methods.ts";
import type { Transport } from "../../oauth1/transport.ts";

export type { HeaderField, HttpRequest, NameValue, OctetText, Parameter, ParameterOrigin, SignatureMethod, Transport };

/** The methods that sign with the secrets of client and token. */
export const SECRET_METHODS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "PLAINTEXT"] as const;

/** The methods that sign with an RSA key. */
export const RSA_METHODS = ["RSA-SHA1", "RSA-SHA256", "RSA-SHA512"] as const;

/** Whether a name is exactly that of a method that signs with secrets. */
export function isSecretMethod(name: unknown): name is SecretMethod {
  return (SECRET_METHODS as readonly unknown[]).includes(name);
}

/** Whether a name is exactly that of a method that signs with an RSA key. */
export function isRsaMethod(name: unknown): name is RsaMethod {
  return (RSA_METHODS as readonly unknown[]).includes(name);
}

/** A request before it is signed; it has at most one of `form`, `formEncoded` and `body`. */
export interface UnsignedRequest {
  readonly method: string;
  /** The absolute URL, its query still encoded. */
  readonly url: string;
  /** Parameters of a form-encoded body, decoded. */
  readonly form?: readonly NameValue[];
  /** A form-encoded body as it is on the wire, where its octets are not UTF-8. */
  readonly formEncoded?: string;
  /** A body that is not form-encoded; never signed. */
  readonly body?: string;
  /** Further headers, as they are sent; never signed. */
  readonly headers?: readonly HeaderField[];
}

/** The shared secrets of client and token. */
export interface Secrets {
  readonly consumerSecret: string;
  /** @default "" */
  readonly tokenSecret?: string;
}

/** The RSA key of a signer. */
export interface PrivateKey {
  /** PEM. */
  readonly privateKey: string;
}

/** The RSA key of a verifier. */
export interface PublicKey {
  /** PEM of a public key or a certificate. */
  readonly publicKey: string;
}

/** Who signs. */
export interface Identity {
  readonly consumerKey: string;
  /** @default none is sent */
  readonly token?: string;
}

/** A signature method, and the credentials of its family. */
export type MethodAndCredentials<WithSecrets, WithKey> =
  | { readonly signatureMethod: SecretMethod; readonly credentials: WithSecrets }
  | { readonly signatureMethod: RsaMethod; readonly credentials: WithKey };

/** What a signer signs with. */
export type SigningMethod = MethodAndCredentials<Secrets, PrivateKey>;

/** What a signer signs with, and for whom. */
export type SigningIdentity = MethodAndCredentials<Secrets & Identity, PrivateKey & Identity>;

/** What a signature is verified with. */
export type VerifyingMethod = MethodAndCredentials<Secrets, PublicKey>;

/** Whether a method and its credentials are of RSA. */
export function isOfRsa<Input extends { readonly signatureMethod: SignatureMethod }>(
  input: Input,
): input is Extract<Input, { readonly signatureMethod: RsaMethod }> {
  return isRsaMethod(input.signatureMethod);
}

/** Percent-encode a text or octets. */
interface PercentEncodingInput {
  readonly operation: "percent-encoding";
  readonly text: OctetText;
}

/** Undo percent-encoding. */
interface PercentDecodingInput {
  readonly operation: "percent-decoding";
  readonly text: string;
}

/** Decode a query or a form to its pairs. */
interface ParametersInput {
  readonly operation: "parameters";
  readonly formEncoded: string;
}

/** Encode, sort and join parameters. */
interface ParameterStringInput {
  readonly operation: "parameter-string";
  readonly parameters: readonly NameValue[];
}

/** Make the base string URI of a URL. */
interface BaseStringUriInput {
  readonly operation: "base-string-uri";
  readonly url: string;
}

/** Make the base string of a request with exactly these protocol parameters. */
interface BaseStringInput {
  readonly operation: "base-string";
  readonly request: UnsignedRequest;
  readonly protocolParameters: readonly NameValue[];
  /** Of the Authorization header; it changes nothing in a base string. */
  readonly realm?: string;
}

/** Sign a base string. */
type SignatureInput = SigningMethod & {
  readonly operation: "signature";
  /** Absent only for PLAINTEXT, which signs none. */
  readonly baseString?: string;
};

/** Write parameters and realm as an Authorization header. */
interface AuthorizationHeaderInput {
  readonly operation: "authorization-header";
  readonly parameters: readonly NameValue[];
  readonly realm?: string;
}

/** Read an Authorization header. */
interface AuthorizationHeaderParsingInput {
  readonly operation: "authorization-header-parsing";
  readonly header: string;
}

/** Make the `oauth_body_hash` of a body. */
interface BodyHashInput {
  readonly operation: "body-hash";
  readonly body: string;
  readonly hash: "SHA-1" | "SHA-256" | "SHA-512";
}

/** Sign a whole request. */
type SignInput = SigningIdentity & {
  readonly operation: "sign";
  readonly request: UnsignedRequest;
  /** Absent where the signer is to choose. */
  readonly nonce?: string;
  /** Absent where the signer is to choose. */
  readonly timestamp?: string;
  /** The `oauth_version` to send; null for none. */
  readonly version: "1.0" | null;
  readonly transport: Transport;
  readonly realm?: string;
  /** Further protocol parameters, such as `oauth_callback`. */
  readonly protocolParameters?: readonly NameValue[];
};

/** Sign a whole request with exactly these protocol parameters; nothing is added but `oauth_signature`. */
type SignExactlyInput = SigningMethod & {
  readonly operation: "sign-exactly";
  readonly request: UnsignedRequest;
  readonly protocolParameters: readonly NameValue[];
  readonly transport: Transport;
  readonly realm?: string;
};

/** Say whether a signature is right, of a base string or of a request with exactly these protocol parameters. */
type VerifySignatureInput = VerifyingMethod & {
  readonly operation: "verify-signature";
  readonly signature: string;
} & (
    | { readonly baseString: string }
    | { readonly request: UnsignedRequest; readonly protocolParameters: readonly NameValue[] }
  );

/** Say whether a request is genuine. */
interface VerifyInput {
  readonly operation: "verify";
  /** As the server received it. */
  readonly received: HttpRequest;
  /** Those of the client and the token that the request names; the kind of key need not be that of its method. */
  readonly credentials: Secrets | PublicKey;
  /** The one that the request names, where it names one that is known. */
  readonly signatureMethod?: SignatureMethod;
  /** The server's clock, in seconds. */
  readonly now: number;
  /** Whether this nonce came before, with this timestamp, client and token. */
  readonly seen: boolean;
}

/** What an implementation is asked, by `operation`. */
export type VectorInput =
  | PercentEncodingInput
  | PercentDecodingInput
  | ParametersInput
  | ParameterStringInput
  | BaseStringUriInput
  | BaseStringInput
  | SignatureInput
  | AuthorizationHeaderInput
  | AuthorizationHeaderParsingInput
  | BodyHashInput
  | SignInput
  | SignExactlyInput
  | VerifySignatureInput
  | VerifyInput;

/** What an implementation can be asked to do; the schema beside the vectors says what each is given. */
export type Operation = VectorInput["operation"];

/** The input of one operation, or of several. */
export type InputOf<Of extends Operation> = Extract<VectorInput, { readonly operation: Of }>;

/** The input of an operation that is given a request to sign, or one whose signature is verified. */
export type RequestInput = Extract<VectorInput, { readonly request: UnsignedRequest }>;

type NamesOf<Union> = Union extends unknown ? keyof Union : never;
type MemberOf<Union, Name extends PropertyKey> = Union extends unknown
  ? Name extends keyof Union
    ? Union[Name]
    : never
  : never;

/**
 * The members of all types of a union, each optional: every one of those types can be assigned to it. For code that
 * asks whether an input has something, whatever its operation.
 */
export type Members<Union> = { readonly [Name in NamesOf<Union>]?: MemberOf<Union, Name> | undefined };

/** The credentials of all operations. */
export type AnyCredentials = Members<NonNullable<Members<VectorInput>["credentials"]>>;

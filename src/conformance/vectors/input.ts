/**
 * What an implementation is asked: for each operation, exactly the members that it needs.
 *
 * `input-json.ts` reads and writes the JSON of these inputs: of vectors, of driver protocol 1 and of saved counterexamples.
 */

import type { NameValue } from "../../oauth1/form.ts";
import type { HeaderField, HttpRequest } from "../../oauth1/http-request.ts";
import type { Parameter } from "../../oauth1/parameter.ts";
import type { OctetText } from "../../oauth1/percent-encoding.ts";
import type { Transport } from "../../oauth1/signer.ts";
import {
  type HashAlgorithm,
  isRsaMethod,
  type RsaMethod,
  type SecretMethod,
  type SignatureMethod,
} from "../../spec/signature-methods.ts";

export type { HeaderField, HttpRequest, NameValue, OctetText, Parameter, SignatureMethod, Transport };

/** A request before it is signed. It has at most one of `form`, `formEncoded` and `body`. */
export interface UnsignedRequest {
  readonly method: string;
  /** The absolute URL, its query still encoded. */
  readonly url: string;
  /** Parameters of a form-encoded body, decoded. */
  readonly form?: readonly NameValue[];
  /** A form-encoded body as it is on the wire, for octets that are not UTF-8. */
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
  /** @default no token is sent */
  readonly token?: string;
}

/** A signature method, and the credentials of its family. */
type MethodAndCredentials<WithSecrets, WithKey> =
  | { readonly signatureMethod: SecretMethod; readonly credentials: WithSecrets }
  | { readonly signatureMethod: RsaMethod; readonly credentials: WithKey };

/** What a signer signs with. */
export type SigningMethod = MethodAndCredentials<Secrets, PrivateKey>;

/** What a signer signs with, and for which client and token. */
export type SigningIdentity = MethodAndCredentials<Secrets & Identity, PrivateKey & Identity>;

/** What a signature is verified with. */
export type VerifyingMethod = MethodAndCredentials<Secrets, PublicKey>;

/** Whether an input has an RSA method, and therefore a key. */
export function isOfRsa<Input extends { readonly signatureMethod: SignatureMethod }>(
  input: Input,
): input is Extract<Input, { readonly signatureMethod: RsaMethod }> {
  return isRsaMethod(input.signatureMethod);
}

/** A request with exactly the protocol parameters that are to be signed. */
interface ExactRequest {
  readonly request: UnsignedRequest;
  readonly protocolParameters: readonly NameValue[];
}

/** What each operation is given. */
export interface Inputs {
  /** Percent-encode text or octets. */
  "percent-encoding": { readonly text: OctetText };
  /** Decode percent-encoded text. */
  "percent-decoding": { readonly text: string };
  /** Decode a query or a form to its pairs. */
  parameters: { readonly formEncoded: string };
  /** Encode, sort and join parameters. */
  "parameter-string": { readonly parameters: readonly NameValue[] };
  /** Compute the base string URI of a URL. */
  "base-string-uri": { readonly url: string };
  /** Compute the base string. The realm of the Authorization header has no effect on it. */
  "base-string": ExactRequest & { readonly realm?: string };
  /** Sign a base string, which is absent only for PLAINTEXT. */
  signature: SigningMethod & { readonly baseString?: string };
  /** Write parameters and realm as an Authorization header. */
  "authorization-header": { readonly parameters: readonly NameValue[]; readonly realm?: string };
  /** Read an Authorization header. */
  "authorization-header-parsing": { readonly header: string };
  /** Compute the `oauth_body_hash` of a body. */
  "body-hash": { readonly body: string; readonly hash: HashAlgorithm };
  /** Sign a whole request. */
  sign: SigningIdentity & {
    readonly request: UnsignedRequest;
    /** @default the signer chooses */
    readonly nonce?: string;
    /** @default the signer chooses */
    readonly timestamp?: string;
    /** The `oauth_version` to send; null for none. */
    readonly version: "1.0" | null;
    readonly transport: Transport;
    readonly realm?: string;
    /** Further protocol parameters, such as `oauth_callback`. */
    readonly protocolParameters?: readonly NameValue[];
  };
  /** Sign a whole request; the signer adds nothing but `oauth_signature`. */
  "sign-exactly": SigningMethod & ExactRequest & { readonly transport: Transport; readonly realm?: string };
  /** Verify the signature of a base string or of a request. */
  "verify-signature": VerifyingMethod & { readonly signature: string } & (
      | { readonly baseString: string }
      | ExactRequest
    );
  /** Verify a request as a server does. */
  verify: {
    readonly received: HttpRequest;
    /** The credentials of the client and the token that the request names. The kind of key may belong to another method. */
    readonly credentials: Secrets | PublicKey;
    /** The method that the request names; absent if it names none or an unknown one. */
    readonly signatureMethod?: SignatureMethod;
    /** The server's clock, in seconds. */
    readonly now: number;
    /** Whether the server accepted this nonce before, with this timestamp, client and token. */
    readonly seen: boolean;
  };
}

/** What an implementation can be asked to do. The README in `vectors/` describes each operation. */
export type Operation = keyof Inputs;

/** What an implementation is asked, by `operation`. */
export type VectorInput = { [Of in Operation]: { readonly operation: Of } & Inputs[Of] }[Operation];

/** The input of one operation, or of several. */
export type InputOf<Of extends Operation> = Extract<VectorInput, { readonly operation: Of }>;

/** The input of an operation that is given a request to sign, or one whose signature is verified. */
export type RequestInput = Extract<VectorInput, { readonly request: UnsignedRequest }>;

/** The credentials of any operation. */
export interface AnyCredentials {
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  readonly privateKey?: string;
  readonly publicKey?: string;
}

/** Any input, for code that asks whether it has a member, whatever its operation. Every {@link VectorInput} is one. */
export interface AnyInput {
  readonly operation?: Operation;
  readonly text?: OctetText;
  readonly formEncoded?: string;
  readonly parameters?: readonly NameValue[];
  readonly url?: string;
  readonly header?: string;
  readonly body?: string;
  readonly hash?: string;
  readonly request?: UnsignedRequest;
  readonly received?: HttpRequest;
  readonly protocolParameters?: readonly NameValue[];
  readonly realm?: string;
  readonly transport?: Transport;
  readonly signatureMethod?: SignatureMethod;
  readonly credentials?: AnyCredentials;
  readonly baseString?: string;
  readonly signature?: string;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly version?: "1.0" | null;
}

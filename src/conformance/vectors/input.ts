/**
 * What an implementation is asked: for each operation, exactly the members that it needs. The types follow from the rows in
 * `operations.ts`.
 *
 * `input-json.ts` reads and writes the JSON of these inputs: of vectors, of driver protocol 1 and of saved counterexamples.
 */

import type { NameValue } from "../../oauth1/form.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import type { Parameter } from "../../oauth1/parameter.ts";
import type { OctetText } from "../../oauth1/percent-encoding.ts";
import type { Transport } from "../../oauth1/signer.ts";
import { isRsaMethod, type RsaMethod, type SignatureMethod } from "../../spec/signature-methods.ts";
import type { JsonOf } from "./codec.ts";
import type { AnyCredentials, REQUEST, Secrets, SigningIdentity, SigningMethod, UnsignedRequest } from "./members.ts";
import type { OPERATION_ROWS } from "./operations.ts";

export type {
  AnyCredentials,
  HttpRequest,
  NameValue,
  OctetText,
  Parameter,
  Secrets,
  SignatureMethod,
  SigningIdentity,
  SigningMethod,
  Transport,
  UnsignedRequest,
};

/** Whether an input has an RSA method, and therefore a key. */
export function isOfRsa<Input extends { readonly signatureMethod: SignatureMethod }>(
  input: Input,
): input is Extract<Input, { readonly signatureMethod: RsaMethod }> {
  return isRsaMethod(input.signatureMethod);
}

type Rows = typeof OPERATION_ROWS;

/** What an implementation can be asked to do. The README in `vectors/` describes each operation. */
export type Operation = keyof Rows;

/** What each operation is given. */
export type Inputs = { readonly [Of in Operation]: ReturnType<Rows[Of]["read"]> };

/** What an implementation is asked, by `operation`. */
export type VectorInput = { [Of in Operation]: { readonly operation: Of } & Inputs[Of] }[Operation];

/** The input of one operation, or of several. */
export type InputOf<Of extends Operation> = Extract<VectorInput, { readonly operation: Of }>;

/** What a driver in JavaScript is given: the JSON of a question. */
export type QuestionOf<Of extends Operation> = JsonOf<Rows[Of]["members"]>;

/** The operation's method name. */
export type MethodOf<Of extends Operation> = Rows[Of]["method"];

/** The JSON of a request before it is signed. */
export type RequestJson = JsonOf<(typeof REQUEST)["members"]>;

/** The input of an operation that is given a request to sign, or one whose signature is verified. */
export type RequestInput = Extract<VectorInput, { readonly request: UnsignedRequest }>;

type NamesOf<Of> = Of extends unknown ? keyof Of : never;
type MemberOf<Of, Name extends PropertyKey> = Of extends { readonly [Own in Name]?: infer Value } ? Value : never;

/** Any input, for code that asks whether it has a member, whatever its operation. Every {@link VectorInput} is one. */
export type AnyInput = {
  readonly [Name in Exclude<NamesOf<VectorInput>, "credentials">]?: MemberOf<VectorInput, Name>;
} & { readonly credentials?: AnyCredentials };

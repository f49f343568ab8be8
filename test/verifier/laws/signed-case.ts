/**
 * Signed requests as a server receives them, of every method and transport, from the suite's own generator; and the
 * verifier that knows their client and lives at their time.
 *
 * @module
 */

import { createPublicKey, type KeyObject } from "node:crypto";
import * as fc from "fast-check";
import { type HttpRequest, specification, trace } from "../../../src/model/index.ts";
import { SIGNATURE_METHODS, type SignatureMethod, type SignOptions, sign } from "../../../src/oauth1/index.ts";
import { fromJsonPairs, type VectorInput } from "../../../src/suite/index.ts";
import { signInput } from "../../../src/suite/laws/index.ts";
import { TEST_PUBLIC_KEY } from "../../../src/suite/laws/test-key.ts";
import { meantRequest } from "../../../src/suite/meant-request.ts";
import {
  createVerifier,
  MemoryNonceStore,
  type ReceivedRequest,
  type StoredKey,
  type Verifier,
  type VerifierOptions,
} from "../../../src/verifier/index.ts";
import { FORM } from "../requests.ts";

/** A request before it is signed, and who signs it; plain JSON. */
export interface SignedCase {
  readonly input: VectorInput;
  /** The library can only sign what it would send; the model writes the same request down in its own way. */
  readonly by: "library" | "model";
}

/** Requests that a verifier of the widest policy accepts. */
export const signedCase: fc.Arbitrary<SignedCase> = fc.record({
  input: fc.tuple(signInput, fc.nat({ max: 5 })).map(([input, choice]) => withRawForm(acceptable(input), choice)),
  by: fc.constantFrom("library" as const, "model" as const),
});

/** What the verifier refuses by policy is signed otherwise: an empty secret, PLAINTEXT without https. */
function acceptable(input: VectorInput): VectorInput {
  const { credentials, request, signatureMethod } = input;
  const url = signatureMethod === "PLAINTEXT" ? request!.url.replace(/^http:/i, "https:") : request!.url;
  const secret = credentials?.consumerSecret === "" ? { consumerSecret: "secret" } : {};
  return { ...input, request: { ...request!, url }, credentials: { ...credentials, ...secret } };
}

/** Some forms hold octets that are no text. */
function withRawForm(input: VectorInput, choice: number): VectorInput {
  if (choice !== 0) return input;
  const { method, url } = input.request!;
  return { ...input, request: { method, url, formEncoded: "a=%FF&%E9=x&b=%EF%BF%BD&b=%C3%A9&c" } };
}

/** The request as its client sends it. */
export function sentRequest({ input, by }: SignedCase): HttpRequest {
  return by === "library" ? sentByLibrary(input) : sentByModel(input);
}

function sentByLibrary(input: VectorInput): HttpRequest {
  const { request, credentials = {}, nonce, timestamp, version, transport, realm } = input;
  const options: SignOptions = { nonce, timestamp, version, transport, realm };
  const meant = meantRequest(input);
  const signed = sign(
    { method: meant.method, url: request!.url, ...(meant.form === undefined ? {} : { form: meant.form }) },
    { ...credentials, consumerKey: credentials.consumerKey!, signatureMethod: methodOf(input) },
    { ...options, protocolParameters: fromJsonPairs(input.protocolParameters) },
  );
  const body = signed.body === undefined ? {} : { body: Buffer.from(signed.body) };
  return { method: signed.method, url: signed.url, headers: Object.entries(signed.headers), ...body };
}

function sentByModel(input: VectorInput): HttpRequest {
  const { url = "", body, authorizationHeader } = trace(meantRequest(input));
  const headers: [string, string][] = [];
  if (authorizationHeader !== undefined) headers.push(["Authorization", authorizationHeader]);
  if (body !== undefined) headers.push(["Content-Type", FORM]);
  const withoutFragment = url.replace(/#.*$/s, ""); // no client sends it
  const { method } = input.request!;
  return { method, url: withoutFragment, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) };
}

function methodOf({ signatureMethod }: VectorInput): SignatureMethod {
  return SIGNATURE_METHODS.find((known) => known === signatureMethod)!;
}

const PUBLIC_KEY: KeyObject = createPublicKey(TEST_PUBLIC_KEY);

/** What the server has stored for the client. */
export function storedKey({ credentials = {} }: VectorInput): StoredKey {
  const { consumerSecret, tokenSecret, token } = credentials;
  const forToken = token === undefined ? {} : { token };
  if (consumerSecret === undefined) return { publicKey: PUBLIC_KEY, ...forToken };
  return { consumerSecret, ...(tokenSecret === undefined ? {} : { tokenSecret }), ...forToken };
}

/** A verifier of the widest policy, at the time of the request, that knows nobody but its client. */
export function verifierFor(input: VectorInput, options: Partial<VerifierOptions> = {}): Verifier {
  const stored = storedKey(input);
  const { consumerKey, token } = input.credentials!;
  return createVerifier({
    credentials: (claim) => (claim.consumerKey === consumerKey && claim.token === token ? stored : undefined),
    nonceStore: new MemoryNonceStore({ capacity: 64 }),
    signatureMethods: SIGNATURE_METHODS,
    allowHeaderAndBody: true,
    now: () => Number(input.timestamp),
    ...options,
  });
}

/** The same request with its path alone, as a server behind a configured origin sees it. */
export function withPathOnly(sent: HttpRequest): { request: ReceivedRequest; origin: string } {
  const { scheme, path, query } = specification.splitUrl(sent.url);
  const { authority, splitUrl } = specification;
  const origin = `${scheme}://${authority(splitUrl(sent.url))}`;
  return { request: { ...sent, url: `${path || "/"}${query === undefined ? "" : `?${query}`}` }, origin };
}

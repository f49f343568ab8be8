/**
 * Signed requests as a server receives them, of every method and transport, from the suite's own generator; and the
 * verifier that knows their client and lives at their time.
 */

import { createPublicKey, type KeyObject } from "node:crypto";
import * as fc from "fast-check";
import { signInput } from "../../../src/conformance/properties/index.ts";
import { type AnyCredentials, type InputOf, isOfRsa, signingInput } from "../../../src/conformance/vectors/index.ts";
import { TEST_PUBLIC_KEY } from "../../../src/conformance/vectors/test-key.ts";
import { type HttpRequest, specification } from "../../../src/model/index.ts";
import { sendAs } from "../../../src/model/send-request.ts";
import { SIGNATURE_METHODS, type SignOptions, sign } from "../../../src/oauth1/index.ts";
import {
  createVerifier,
  MemoryNonceStore,
  type ReceivedRequest,
  type StoredKey,
  type Verifier,
  type VerifierOptions,
} from "../../../src/verifier/index.ts";

type SignInput = InputOf<"sign">;

/** A request before it is signed, and who signs it. */
export interface SignedCase {
  readonly input: SignInput;
  /** The library can only sign what it would send; the model writes the same request down in its own way. */
  readonly by: "library" | "model";
}

/** Requests that a verifier of the widest policy accepts. */
export const signedCase: fc.Arbitrary<SignedCase> = fc.record({
  input: fc.tuple(signInput, fc.nat({ max: 5 })).map(([input, choice]) => withRawForm(acceptable(input), choice)),
  by: fc.constantFrom("library" as const, "model" as const),
});

/** Replaces what the policy rejects: an empty secret, control characters in identifiers, PLAINTEXT without https. */
function acceptable(input: SignInput): SignInput {
  const { request, signatureMethod, credentials } = input;
  const url = signatureMethod === "PLAINTEXT" ? request.url.replace(/^http:/i, "https:") : request.url;
  const { consumerKey, token } = credentials;
  const identifiers = {
    consumerKey: withoutControls(consumerKey),
    ...(token !== undefined && { token: withoutControls(token) }),
  };
  const asked = {
    ...input,
    request: { ...request, url },
    credentials: { ...credentials, ...identifiers },
  } as SignInput;
  if (isOfRsa(asked)) return asked;
  const { consumerSecret } = asked.credentials;
  return { ...asked, credentials: { ...asked.credentials, consumerSecret: consumerSecret || "secret" } };
}

function withoutControls(identifier: string): string {
  return identifier.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "-");
}

/** Some forms contain octets that are not text. */
function withRawForm(input: SignInput, choice: number): SignInput {
  if (choice !== 0) return input;
  const { method, url } = input.request;
  return { ...input, request: { method, url, formEncoded: "a=%FF&%E9=x&b=%EF%BF%BD&b=%C3%A9&c" } };
}

/** The request as its client sends it. */
export function sentRequest({ input, by }: SignedCase): HttpRequest {
  return by === "library" ? sentByLibrary(input) : sentByModel(input);
}

function sentByLibrary(input: SignInput): HttpRequest {
  const { request, nonce, timestamp, version, transport, realm, protocolParameters } = input;
  const options: SignOptions = { nonce, timestamp, version, transport, realm, protocolParameters };
  const meant = signingInput(input);
  const signed = sign(
    { method: meant.method, url: request.url, ...(meant.form === undefined ? {} : { form: meant.form }) },
    isOfRsa(input)
      ? { ...input.credentials, signatureMethod: input.signatureMethod }
      : { ...input.credentials, signatureMethod: input.signatureMethod },
    options,
  );
  const body = signed.body === undefined ? {} : { body: Buffer.from(signed.body) };
  return { method: signed.method, url: signed.url, headers: Object.entries(signed.headers), ...body };
}

function sentByModel(input: SignInput): HttpRequest {
  const request = sendAs(signingInput(input), specification)!;
  return { ...request, url: request.url.replace(/#.*$/s, "") }; // no client sends a fragment
}

const PUBLIC_KEY: KeyObject = createPublicKey(TEST_PUBLIC_KEY);

/** What the server has stored for the client. */
export function storedKey({ credentials }: SignInput): StoredKey {
  const { consumerSecret, tokenSecret, token }: AnyCredentials = credentials;
  const forToken = token === undefined ? {} : { token };
  if (consumerSecret === undefined) return { publicKey: PUBLIC_KEY, ...forToken };
  return { consumerSecret, ...(tokenSecret === undefined ? {} : { tokenSecret }), ...forToken };
}

/** A verifier with the most permissive policy, at the time of the request. It knows only the client of the request. */
export function verifierFor(input: SignInput, options: Partial<VerifierOptions> = {}): Verifier {
  const stored = storedKey(input);
  const { consumerKey, token } = input.credentials;
  return createVerifier({
    credentials: (claim) => (claim.consumerKey === consumerKey && claim.token === token ? stored : undefined),
    nonceStore: new MemoryNonceStore({ capacity: 64 }),
    signatureMethods: SIGNATURE_METHODS,
    allowHeaderAndBody: true,
    allowUnsignedBody: true,
    now: () => Number(input.timestamp),
    // What is changed in transit may be longer than the default limits allow. The limit of nonces is one of the changes.
    limits: { url: 1e6, authorization: 1e6, name: 1e6, value: 1e6 },
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

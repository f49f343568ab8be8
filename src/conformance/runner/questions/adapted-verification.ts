/**
 * Requests to verifiers in the shape that a verifier declares. A recorded request cannot be changed, so its case is applied to a
 * valid request of that shape.
 */

import { isRsaMethod, isSignatureMethod, type SignatureMethod } from "../../../spec/signature-methods.ts";
import { arbitraryKey } from "../../cases/arbitrary-key.ts";
import { type CompleteCase, casesOf } from "../../cases/case.ts";
import { baseStringOf, FORM_TYPE, type Place } from "../../cases/draft.ts";
import { CASES } from "../../cases/index.ts";
import { type MadeRequest, makeRequest } from "../../cases/make-request.ts";
import { createValidRequests, type ValidRequests } from "../../cases/valid-requests.ts";
import { SHOP_WITH_TOKEN } from "../../cases/vector-clients.ts";
import { type Declared, signatureMethodsOf } from "../../drivers/index.ts";
import { claimedParameters, type InputOf, type TestCase, type Transport } from "../../vectors/index.ts";
import { TEST_PRIVATE_KEY, TEST_PUBLIC_KEY } from "../../vectors/test-key.ts";

const ORIGIN = "https://api.example.com";
const NONCE = "5f1d3c7e9b2a4068";

/** The case of each vector by its id, and whether it applies to protocol parameters in any place. */
const CASE_OF: ReadonlyMap<string, { readonly one: CompleteCase; readonly everywhere: boolean }> = new Map(
  CASES.flatMap((group) => {
    const everywhere = group.check?.everywhere === true;
    return casesOf(group).map((one) => [`verifier/${one.vector}`, { one, everywhere }] as const);
  }),
);

/** A test case that asks the case of a vector in the declared shape; `undefined` if there is none. */
export function adaptedVerification(vector: TestCase, declared: Declared): TestCase | undefined {
  const found = CASE_OF.get(vector.id);
  const shape = shapeOf(declared);
  if (found === undefined || shape === undefined || vector.input.operation !== "verify") return undefined;
  if (shape.place !== "header" && !found.everywhere) return undefined;
  const { one } = found;
  const { ofVector: { registered, by: _by, signatureMethod: _method, origin, path: _path, ...ofVector } = {}, pairs } =
    one;
  // The keys and the address of a server do not depend on the shape.
  if (registered !== undefined || origin !== undefined || one.server !== undefined) return undefined;
  const { now } = vector.input;
  const made = makeRequest(
    { ...one, ...(pairs !== undefined && { form: pairs }), ...ofVector },
    validRequests(shape, now),
  );
  if (typeof made === "string" || (one.refuse === "signature-mismatch" && !isChanged(made, one))) return undefined;
  const received = { ...made.request, url: `${ORIGIN}${made.request.url}` };
  const method = claimedParameters(received)?.get("oauth_signature_method");
  const { signatureMethod: _recorded, ...recorded } = vector.input;
  const input: InputOf<"verify"> = {
    ...recorded,
    received,
    credentials: credentialsOf(shape),
    ...(isSignatureMethod(method) && { signatureMethod: method }),
  };
  return { ...vector, input };
}

/** Whether the server receives something other than what was signed. */
function isChanged({ signed, received }: MadeRequest, { signature, header, edit }: CompleteCase): boolean {
  return (signature ?? header ?? edit) !== undefined || baseStringOf(signed) !== baseStringOf(received);
}

/** How clients of a verifier sign. */
interface Shape {
  readonly method: SignatureMethod;
  readonly place: Place;
  readonly httpMethod: string;
  readonly hasToken: boolean;
}

function shapeOf(declared: Declared): Shape | undefined {
  const { transports, limits: { httpMethods = ["GET", "POST"], without = [] } = {} } = declared;
  const methods = signatureMethodsOf(declared, "verify")?.filter(isSignatureMethod) ?? ["HMAC-SHA1"];
  const method = methods.find((one) => one !== "PLAINTEXT");
  const [place] = (transports ?? ["header"]).flatMap((transport) => PLACE_OF[transport]);
  const withBody = httpMethods.find((one) => !/^(?:get|head)$/i.test(one));
  const httpMethod = place === "body" ? withBody : httpMethods[0];
  if (method === undefined || place === undefined || httpMethod === undefined) return undefined;
  return { method, place, httpMethod, hasToken: !without.includes("token") };
}

const PLACE_OF: Readonly<Record<Transport, readonly Place[]>> = {
  header: ["header"],
  query: ["query"],
  body: ["body"],
  "header-and-body": [],
};

function validRequests({ method, place, httpMethod, hasToken }: Shape, now: number): ValidRequests {
  const { token, tokenSecret, ...client } = SHOP_WITH_TOKEN;
  const isForm = place === "body";
  return createValidRequests({
    request: {
      method: httpMethod,
      origin: ORIGIN,
      host: ORIGIN.replace(/^\w+:\/\//, ""),
      path: "/orders",
      query: "",
      headers: [],
      body: "",
      ...(isForm && { contentType: FORM_TYPE }),
    },
    credentials: { ...client, ...(hasToken && { token, tokenSecret }), privateKey: TEST_PRIVATE_KEY },
    method,
    place,
    now: () => now,
    nonce: () => NONCE,
    maySendPlaintext: true,
    mayChangeMethod: true,
    otherRsaKey: arbitraryKey,
  });
}

function credentialsOf({ method, hasToken }: Shape): InputOf<"verify">["credentials"] {
  const { consumerSecret, tokenSecret } = SHOP_WITH_TOKEN;
  if (isRsaMethod(method)) return { publicKey: TEST_PUBLIC_KEY };
  return { consumerSecret, ...(hasToken && { tokenSecret }) };
}

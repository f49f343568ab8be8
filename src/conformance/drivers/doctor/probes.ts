/** One plain question for each operation, which every implementation of it can answer. */

import { isRsaMethod, isSignatureMethod } from "../../../spec/signature-methods.ts";
import {
  type InputOf,
  isOfRsa,
  type NameValue,
  type Operation,
  type SigningMethod,
  type VectorInput,
} from "../../vectors/index.ts";
import { TEST_PRIVATE_KEY, TEST_PUBLIC_KEY } from "../../vectors/test-key.ts";
import { adaptTo } from "../adapt.ts";
import { type Hello, signatureMethodsOf } from "../contract.ts";

/** Text that changes if it goes through another encoding than UTF-8. */
export const FOREIGN_TEXT = "é€😀";

const request = { method: "POST", url: "https://gateway.example/pay?a=1", form: [["b", "2"]] } as const;
const BASE_STRING = "POST&https%3A%2F%2Fgateway.example%2Fpay&a%3D1";
const HEADER =
  'OAuth oauth_consumer_key="k", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1700000000", oauth_nonce="n", oauth_signature="AAAA"';

/** The question for an operation, within the limits of hello. */
export function probe(operation: Operation, hello: Hello): VectorInput {
  return adaptTo(hello, operation)(plainProbe(operation, hello));
}

function plainProbe(operation: Operation, hello: Hello): VectorInput {
  const method = methodOf(hello, operation);
  switch (operation) {
    case "percent-encoding":
      return { operation, text: "a b" };
    case "percent-decoding":
      return { operation, text: "a%20b" };
    case "parameters":
      return { operation, formEncoded: "a=1&b=2" };
    case "parameter-string": {
      const parameters: NameValue[] = [
        ["b", "2"],
        ["a", "1"],
      ];
      return { operation, parameters };
    }
    case "base-string-uri":
      return { operation, url: "https://gateway.example/pay" };
    case "base-string":
      return { operation, request, protocolParameters: exactParameters(method) };
    case "signature":
      return { operation, baseString: BASE_STRING, ...method };
    case "authorization-header":
      return { operation, parameters: [["oauth_nonce", "n"]] };
    case "authorization-header-parsing":
      return { operation, header: 'OAuth oauth_nonce="n"' };
    case "body-hash":
      return { operation, body: "{}", hash: "SHA-1" };
    case "sign":
      return plainSignProbe(hello);
    case "sign-exactly":
      return {
        operation,
        request,
        protocolParameters: exactParameters(method),
        ...method,
        transport: transportOf(hello),
      };
    case "verify-signature": {
      const common = { operation, baseString: BASE_STRING } as const;
      return isOfRsa(method)
        ? { ...common, signatureMethod: method.signatureMethod, signature: "AAAA", credentials: PUBLIC_KEY }
        : { ...common, signatureMethod: method.signatureMethod, signature: "AAAA", credentials: SECRET };
    }
    case "verify": {
      const received = {
        method: "POST",
        url: "https://gateway.example/pay",
        headers: [["authorization", HEADER]],
      } as const;
      const credentials = isOfRsa(method) ? PUBLIC_KEY : SECRET;
      return { operation, received, credentials, now: 1_700_000_000, seen: false };
    }
  }
}

const PUBLIC_KEY = { publicKey: TEST_PUBLIC_KEY };
const SECRET = { consumerSecret: "s" };

/** The question for `sign`, within the limits of hello. */
export function signProbe(hello: Hello): InputOf<"sign"> {
  return adaptTo(hello, "sign")(plainSignProbe(hello));
}

function plainSignProbe(hello: Hello): InputOf<"sign"> {
  const method = methodOf(hello, "sign");
  const rest = { nonce: "n0nce", timestamp: "1700000000", version: "1.0", transport: transportOf(hello) } as const;
  return isOfRsa(method)
    ? { operation: "sign", request, ...method, credentials: { consumerKey: "k", ...method.credentials }, ...rest }
    : { operation: "sign", request, ...method, credentials: { consumerKey: "k", ...SECRET }, ...rest };
}

/** The first declared method; PLAINTEXT, which computes nothing, only if there is no other. */
function methodOf(hello: Hello, operation: Operation): SigningMethod {
  const known = (signatureMethodsOf(hello, operation) ?? []).filter(isSignatureMethod);
  const name = known.find((one) => one !== "PLAINTEXT") ?? known[0];
  if (isRsaMethod(name)) return { credentials: { privateKey: TEST_PRIVATE_KEY }, signatureMethod: name };
  return { credentials: { consumerSecret: "s", tokenSecret: "t" }, signatureMethod: name ?? "HMAC-SHA1" };
}

function transportOf({ transports = [] }: Hello): InputOf<"sign">["transport"] {
  return transports[0] ?? "header";
}

function exactParameters({ signatureMethod }: SigningMethod): readonly NameValue[] {
  return [
    ["oauth_consumer_key", "k"],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", "1700000000"],
    ["oauth_nonce", "n0nce"],
    ["oauth_version", "1.0"],
  ];
}

/** A question with {@link FOREIGN_TEXT}, for operations that take text. */
export function foreignProbe(operation: Operation, hello: Hello): VectorInput | undefined {
  switch (operation) {
    case "percent-encoding":
      return { operation, text: FOREIGN_TEXT };
    case "parameter-string":
      return { operation, parameters: [[FOREIGN_TEXT, FOREIGN_TEXT]] };
    case "body-hash":
      return { operation, body: FOREIGN_TEXT, hash: "SHA-1" };
    case "sign": {
      if (hello.fixesNonceAndTimestamp === false) return undefined;
      const form: NameValue[] = [["b", FOREIGN_TEXT]];
      const input = adaptTo(hello, "sign")({ ...plainSignProbe(hello), request: { ...request, form } });
      // Without a form, the question would contain no foreign text.
      return input.request.form?.[0]?.[1] === FOREIGN_TEXT ? input : undefined;
    }
    default:
      return undefined;
  }
}

/** A question whose answer is {@link FOREIGN_TEXT}, for operations that return text. */
export function foreignAnswer(operation: Operation): VectorInput | undefined {
  const encoded = encodeURIComponent(FOREIGN_TEXT);
  switch (operation) {
    case "percent-decoding":
      return { operation, text: encoded };
    case "parameters":
      return { operation, formEncoded: `a=${encoded}` };
    case "authorization-header-parsing":
      return { operation, header: `OAuth a="${encoded}"` };
    default:
      return undefined;
  }
}

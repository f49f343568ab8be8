/**
 * A base string over a list of protocol parameters, asked as a whole request to sign is asked: that is how most
 * implementations can be asked at all.
 *
 * @module
 */

import type { JsonPair, Operation, VectorInput } from "../suite/index.ts";
import { TEST_PRIVATE_KEY } from "../suite/laws/test-key.ts";
import type { Hello } from "./contract.ts";

const METHODS_WITH_SECRETS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "PLAINTEXT"];
const METHODS_WITH_KEYS = ["RSA-SHA1", "RSA-SHA256", "RSA-SHA512"];
const OWN_NAMES = [
  "oauth_consumer_key",
  "oauth_token",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_nonce",
  "oauth_version",
];

/**
 * The input in the fields of `sign`; `undefined` where its list is one that no signer would send, such as one without
 * a nonce or with two of them. Secrets and key are made up: a base string does not depend on them.
 */
export function asSignerWouldBeAsked(input: VectorInput): VectorInput | undefined {
  const { request, protocolParameters = [] } = input;
  if (request === undefined || input.credentials !== undefined) return input;
  const own = ownParameters(protocolParameters);
  if (own === undefined) return undefined;
  const further = protocolParameters.filter(([name]) => !OWN_NAMES.includes(name as string));
  return {
    request,
    credentials: {
      consumerKey: own.get("oauth_consumer_key")!,
      ...(METHODS_WITH_KEYS.includes(own.get("oauth_signature_method")!)
        ? { privateKey: TEST_PRIVATE_KEY }
        : { consumerSecret: "" }),
      ...(own.has("oauth_token") ? { token: own.get("oauth_token")!, tokenSecret: "" } : {}),
    },
    signatureMethod: own.get("oauth_signature_method")!,
    nonce: own.get("oauth_nonce")!,
    timestamp: own.get("oauth_timestamp")!,
    version: own.has("oauth_version") ? "1.0" : null,
    transport: "header",
    ...(further.length === 0 ? {} : { protocolParameters: further }),
  };
}

/** Why a base string cannot be asked of whoever said this hello; `undefined` where it can. */
export function outsideHello(hello: Hello, operation: Operation, input: VectorInput): string | undefined {
  if (operation !== "base-string") return undefined;
  const method = asSignerWouldBeAsked(input)?.signatureMethod;
  const { operations, signatureMethods } = hello;
  if (method !== undefined && signatureMethods?.includes(method) === false) return `does not do ${method}`;
  const isExact = method === undefined && input.protocolParameters !== undefined;
  return isExact && !operations.includes("sign-exactly")
    ? "does not take protocol parameters exactly as given"
    : undefined;
}

/** Those that a signer makes itself, by name, where each stands as often as it has to and is one that can be made. */
function ownParameters(parameters: readonly JsonPair[]): ReadonlyMap<string, string> | undefined {
  const own = parameters.filter((pair): pair is readonly [string, string] => OWN_NAMES.includes(pair[0] as string));
  const map = new Map(own);
  const isOnce = map.size === own.length && own.every(([, value]) => typeof value === "string");
  const isWhole = OWN_NAMES.every((name) => map.has(name) || name === "oauth_token" || name === "oauth_version");
  const isSendable =
    /^[0-9]+$/.test(map.get("oauth_timestamp") ?? "") &&
    (map.get("oauth_version") ?? "1.0") === "1.0" &&
    [...METHODS_WITH_SECRETS, ...METHODS_WITH_KEYS].includes(map.get("oauth_signature_method") ?? "") &&
    parameters.every(([name]) => name !== "oauth_signature");
  return isOnce && isWhole && isSendable ? map : undefined;
}

/** Servers that are wrong about methods, keys and signatures. */

import { type SignatureMethod, signatureIsRight } from "../../../../src/model/index.ts";
import { encode } from "../../../oauth1/independent.ts";
import { CLIENT, RSA_CLIENT, TOKEN } from "../credentials.ts";
import { ACCEPTED, REJECTED } from "../serve.ts";
import { claimed, Rejection, rightSteps, secretsKey } from "../steps.ts";
import type { Mistake, Sign } from "../wrong-server.ts";

const right = rightSteps();

export const KEYS_AND_SIGNATURES: readonly Mistake[] = [
  {
    id: "client-chooses-method",
    fault: "client-chooses-method",
    client: RSA_CLIENT,
    wrong:
      "It takes the method from the request and uses the key of the client for it, also a public key as HMAC secret.",
    steps: () => ({
      keyOf: (claims, stages) => {
        if (claimed(claims, "oauth_consumer_key") !== RSA_CLIENT.consumerKey) return right.keyOf(claims, stages);
        const { publicKey } = RSA_CLIENT;
        return { publicKey, key: stages.key({ consumerSecret: publicKey }, stages) };
      },
    }),
    requests: (sign) => [
      sign({ protocol: { oauth_consumer_key: RSA_CLIENT.consumerKey }, key: `${encode(RSA_CLIENT.publicKey)}&` }),
    ],
  },
  {
    id: "plaintext-accepted-over-http",
    fault: "plaintext-accepted-over-http",
    wrong: "It accepts PLAINTEXT on a connection that is not encrypted.",
    steps: () => ({
      keyOf: (claims, stages) =>
        claims.get("oauth_signature_method") === "PLAINTEXT"
          ? { key: secretsKey(stages) }
          : right.keyOf(claims, stages),
    }),
    requests: (sign) => [sign({ protocol: { oauth_signature_method: "PLAINTEXT" } })],
  },
  {
    id: "missing-method-defaulted",
    fault: "missing-method-defaulted",
    wrong: "It takes HMAC-SHA1 where the method is missing.",
    steps: () => ({
      readClaims: (sources) => new Map([["oauth_signature_method", "HMAC-SHA1"], ...right.readClaims(sources)]),
    }),
    requests: (sign) => [sign({ protocol: { oauth_signature_method: null } })],
  },
  {
    id: "non-canonical-base64-accepted",
    fault: "non-canonical-base64-accepted",
    wrong: "It decodes the base64 of the signature leniently, so one signature has many spellings.",
    steps: () => ({
      isRight: (claims, baseString, key, stages) => {
        const signature = Buffer.from(claimed(claims, "oauth_signature"), "base64").toString("base64");
        return right.isRight(new Map([...claims, ["oauth_signature", signature]]), baseString, key, stages);
      },
    }),
    requests: (sign) => [respelled(sign(), (signature) => signature.replace(/%3D/, "%3D%3D%3D"))],
  },
  {
    id: "signature-prefix-compared",
    check: "signature-wrong",
    wrong: "It compares only as many characters as the request has, so an empty signature is valid.",
    steps: () => ({
      isRight: (claims, baseString, key, stages) => {
        const signatureMethod = claimed(claims, "oauth_signature_method") as SignatureMethod;
        const received = claimed(claims, "oauth_signature");
        if (key.key === undefined)
          return signatureIsRight({ ...key, signatureMethod, baseString, signature: received });
        return stages.signature({ signatureMethod, baseString, key: key.key }).startsWith(received);
      },
    }),
    requests: (sign) => [respelled(sign(), () => "")],
  },
  {
    id: "verification-result-ignored",
    fault: "verification-result-ignored",
    wrong: "It computes the signature and goes on whatever the result is.",
    steps: () => ({
      isRight: (claims, ...rest) => {
        claimed(claims, "oauth_signature");
        right.isRight(claims, ...rest);
        return true;
      },
    }),
    requests: (sign) => [{ ...sign({ form: "amount=1" }), body: "amount=1000" }],
  },
  {
    id: "unknown-client-has-empty-secret",
    fault: "unknown-client-has-empty-secret",
    wrong: "It goes on with an empty secret where it does not know the client.",
    steps: () => ({
      keyOf: (claims, stages) => {
        const consumerKey = claimed(claims, "oauth_consumer_key");
        const isKnown = consumerKey === CLIENT.consumerKey || consumerKey === RSA_CLIENT.consumerKey;
        return isKnown ? right.keyOf(claims, stages) : { key: "&" };
      },
    }),
    requests: (sign) => [sign({ protocol: { oauth_consumer_key: "nobody" }, key: "&" })],
  },
  {
    id: "token-not-bound-to-client",
    fault: "token-not-bound-to-client",
    wrong: "It accepts every token name, and takes the secret of a token that it does not know for empty.",
    steps: () => ({
      keyOf: (claims, stages) => {
        const token = claims.get("oauth_token");
        if (token === undefined || token === TOKEN.token) return right.keyOf(claims, stages);
        return right.keyOf(new Map([...claims].filter(([name]) => name !== "oauth_token")), stages);
      },
    }),
    requests: (sign) => [sign({ protocol: { oauth_token: "token-of-somebody" } })],
  },
  {
    id: "expected-signature-disclosed",
    fault: "expected-signature-disclosed",
    wrong: "It answers a wrong signature with the correct one.",
    steps: () => ({
      isRight: (claims, baseString, key, stages) => {
        if (right.isRight(claims, baseString, key, stages)) return true;
        const signatureMethod = claimed(claims, "oauth_signature_method") as SignatureMethod;
        throw new Rejection(`expected ${key.key && stages.signature({ signatureMethod, baseString, key: key.key })}`);
      },
      answerTo: (error) => ({ status: 401, text: (error as Error).message }),
    }),
    last: "explained",
    requests: (sign) => [{ ...sign({ form: "amount=1" }), body: "amount=1000" }],
  },
  {
    id: "client-enumeration",
    fault: "client-enumeration",
    wrong: "It answers an unknown client with another text than a wrong signature.",
    steps: () => ({
      keyOf: (claims, stages) => {
        const isKnown = [CLIENT.consumerKey, RSA_CLIENT.consumerKey].includes(claimed(claims, "oauth_consumer_key"));
        if (!isKnown) throw new Rejection("unknown client");
        return right.keyOf(claims, stages);
      },
      answerTo: (error) => {
        const isUnknown = error instanceof Rejection && error.message === "unknown client";
        return isUnknown ? { status: 401, text: "unknown client\n" } : REJECTED;
      },
    }),
    last: "explained",
    requests: (sign) => [sign({ protocol: { oauth_consumer_key: "nobody" } })],
  },
  {
    id: "errors-swallowed",
    fault: "errors-swallowed",
    wrong: "It catches every error that it did not expect, and lets the request pass.",
    steps: () => ({ answerTo: (error) => (error instanceof Rejection ? REJECTED : ACCEPTED) }),
    requests: (sign) => [withHeader(sign(), () => "OAuth oauth_consumer_key")],
  },
  {
    id: "version-not-checked",
    fault: "version-not-checked",
    wrong: "It accepts every oauth_version.",
    steps: () => ({ checkClaims: (claims) => void claimed(claims, "oauth_nonce") }),
    requests: (sign) => [sign({ protocol: { oauth_version: "2.0" } })],
  },
  {
    id: "body-hash-not-compared",
    fault: "body-hash-not-compared",
    wrong: "It verifies a signature over oauth_body_hash and never hashes the body.",
    steps: () => ({
      checkBody: ({ body }, claims, isForm) => {
        if (!claims.has("oauth_body_hash") && !isForm && body.length > 0) throw new Rejection("no body hash");
      },
    }),
    requests: (sign) => [sign({ protocol: { oauth_body_hash: "2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, ...JSON_BODY })],
  },
  {
    id: "body-hash-not-required",
    fault: "body-hash-not-required",
    wrong: "It accepts a JSON body that no signature covers.",
    steps: () => ({
      checkBody: (request, claims, isForm) => {
        if (claims.has("oauth_body_hash")) right.checkBody(request, claims, isForm);
      },
    }),
    requests: (sign) => [sign(JSON_BODY)],
  },
];

const JSON_BODY = { body: '{"amount":1000}', contentType: "application/json" };

type Sent = ReturnType<Sign>;

function withHeader(request: Sent, change: (header: string) => string): Sent {
  return {
    ...request,
    headers: { ...request.headers, authorization: change(request.headers.authorization as string) },
  };
}

/** The request with another signature text. */
function respelled(request: Sent, change: (signature: string) => string): Sent {
  return withHeader(request, (header) =>
    header.replace(/(oauth_signature=")([^"]*)/, (_, name, signature) => `${name}${change(signature)}`),
  );
}

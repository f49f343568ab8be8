/**
 * The timed implementations: the bare cryptography as the floor, this package, and other packages, each from the
 * unsigned request to header and body.
 */

import { createHmac, createPrivateKey, sign as cryptoSign } from "node:crypto";
import { createRequire } from "node:module";
import OAuth1a from "oauth-1.0a";
import { createSigner, formatForm } from "./built.ts";
import type { Work, Workload } from "./workload.ts";

const require = createRequire(import.meta.url);
const oauthSign = require("oauth-sign");
const { OAuth } = require("oauth");
const nodeOauth1 = require("node-oauth1");
const oauthSignature = require("oauth-signature");
const mastercard = require("mastercard-oauth1-signer");

/** One contestant: does one piece of work and returns something that depends on it. */
export interface Contestant {
  readonly name: string;
  readonly run: (work: Work) => unknown;
}

export const CONSUMER_KEY = "merchant";
export const SECRET = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";

function protocol({ options }: Work, method: string): [string, string][] {
  return [
    ["oauth_consumer_key", CONSUMER_KEY],
    ["oauth_nonce", options.nonce],
    ["oauth_signature_method", method],
    ["oauth_timestamp", options.timestamp],
    ["oauth_version", "1.0"],
  ];
}

/** The floor for a workload: the HMAC alone, of base strings that were made before, with the key as text. */
export function hmacFloor(workload: Workload): Contestant {
  const signer = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const ready = new Map<Work, string>();
  for (let index = 0; index < 4096; index++) {
    const work = workload.at(index);
    ready.set(work, signer.sign(work.request, work.options).baseString);
  }
  const key = `${SECRET}&`;
  return { name: "createHmac alone", run: (work) => createHmac("sha1", key).update(ready.get(work)!).digest("base64") };
}

/** HMAC-SHA1: this package first, then the peers. */
export function hmacContestants(): Contestant[] {
  const signer = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const oauth1a = new OAuth1a({
    consumer: { key: CONSUMER_KEY, secret: SECRET },
    signature_method: "HMAC-SHA1",
    hash_function: (base, key) => createHmac("sha1", key).update(base).digest("base64"),
  });
  const oauth = new OAuth("", "", CONSUMER_KEY, SECRET, "1.0", null, "HMAC-SHA1");
  return [
    { name: "countersign", run: (work) => signer.sign(work.request, work.options) },
    {
      name: `oauth-1.0a ${versionOf("oauth-1.0a")}`,
      run(work) {
        oauth1a.getNonce = () => work.options.nonce;
        oauth1a.getTimeStamp = () => Number(work.options.timestamp);
        const authorized = oauth1a.authorize({ ...work.request, data: Object.fromEntries(work.request.form) });
        return [oauth1a.toHeader(authorized), formatForm(work.request.form)];
      },
    },
    {
      name: `oauth-sign ${versionOf("oauth-sign")}`,
      run(work) {
        const parameters = protocol(work, "HMAC-SHA1");
        const all = Object.fromEntries([...parameters, ...work.request.form]);
        const signature = oauthSign.hmacsign(work.request.method, work.request.url, all, SECRET, "");
        return [
          header([...parameters, ["oauth_signature", signature]], oauthSign.rfc3986),
          formatForm(work.request.form),
        ];
      },
    },
    {
      name: `oauth ${versionOf("oauth")}`,
      run(work) {
        oauth._getNonce = () => work.options.nonce;
        oauth._getTimestamp = () => work.options.timestamp;
        const ordered = oauth._prepareParameters(
          "",
          "",
          work.request.method,
          work.request.url,
          Object.fromEntries(work.request.form),
        );
        return [oauth._buildAuthorizationHeaders(ordered), formatForm(work.request.form)];
      },
    },
    {
      name: `node-oauth1 ${versionOf("node-oauth1")}`,
      run(work) {
        const parameters = [...protocol(work, "HMAC-SHA1"), ...work.request.form];
        const message = { method: work.request.method, action: work.request.url, parameters };
        nodeOauth1.SignatureMethod.sign(message, { consumerSecret: SECRET, tokenSecret: "" });
        return [nodeOauth1.getAuthorizationHeader(undefined, message.parameters), formatForm(work.request.form)];
      },
    },
    {
      name: `oauth-signature ${versionOf("oauth-signature")}`,
      run(work) {
        const parameters = protocol(work, "HMAC-SHA1");
        const all = Object.fromEntries([...parameters, ...work.request.form]);
        const signature = oauthSignature.generate(work.request.method, work.request.url, all, SECRET, "", {
          encodeSignature: false,
        });
        return [
          header([...parameters, ["oauth_signature", signature]], oauthSign.rfc3986),
          formatForm(work.request.form),
        ];
      },
    },
  ];
}

/** Packages that only make signatures leave the header to their user; this is the shortest right one. */
function header(parameters: readonly (readonly [string, string])[], encode: (text: string) => string): string {
  return `OAuth ${parameters.map(([name, value]) => `${name}="${encode(value)}"`).join(", ")}`;
}

function versionOf(name: string): string {
  return require(`${name}/package.json`).version;
}

/** RSA-SHA256 with one key: floor, this package, and the peer that parses the PEM each time. */
export function rsaContestants(pem: string): { floor: Contestant; contestants: Contestant[] } {
  const signer = createSigner({ consumerKey: CONSUMER_KEY, signatureMethod: "RSA-SHA256", privateKey: pem });
  const key = createPrivateKey(pem);
  return {
    floor: { name: "crypto.sign alone", run: (work) => cryptoSign("sha256", Buffer.from(work.request.url), key) },
    contestants: [
      { name: "countersign", run: (work) => signer.sign(work.request, work.options) },
      {
        name: `mastercard-oauth1-signer ${versionOf("mastercard-oauth1-signer")}`,
        run: (work) =>
          mastercard.getAuthorizationHeader(
            work.request.url,
            work.request.method,
            formatForm(work.request.form),
            CONSUMER_KEY,
            pem,
          ),
      },
    ],
  };
}

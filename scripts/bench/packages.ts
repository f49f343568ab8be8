/** Measures other npm packages that sign, each from the unsigned request to header and body. */

import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { formatForm } from "./built.ts";
import { type Laps, lapsOver } from "./measure.ts";
import { newPrivateKey } from "./sign.ts";
import { CONSUMER_KEY, SECRET, type Work } from "./workload.ts";

const require = createRequire(import.meta.url);

/** Each function loads its package and returns a function that signs with it. */
const PACKAGES = {
  "oauth-1.0a"() {
    const OAuth1a = require("oauth-1.0a");
    const oauth = new OAuth1a({
      consumer: { key: CONSUMER_KEY, secret: SECRET },
      signature_method: "HMAC-SHA1",
      hash_function: (base: string, key: string) => createHmac("sha1", key).update(base).digest("base64"),
    });
    return ({ request, options }: Work) => {
      oauth.getNonce = () => options.nonce;
      oauth.getTimeStamp = () => Number(options.timestamp);
      return oauth.toHeader(oauth.authorize({ ...request, data: Object.fromEntries(request.form) }));
    };
  },
  "oauth-sign"() {
    const oauthSign = require("oauth-sign");
    return (work: Work) => {
      const parameters = protocol(work);
      const all = Object.fromEntries([...parameters, ...work.request.form]);
      const signature = oauthSign.hmacsign(work.request.method, work.request.url, all, SECRET, "");
      return header([...parameters, ["oauth_signature", signature]]);
    };
  },
  oauth() {
    const { OAuth } = require("oauth");
    const oauth = new OAuth("", "", CONSUMER_KEY, SECRET, "1.0", null, "HMAC-SHA1");
    return ({ request, options }: Work) => {
      oauth._getNonce = () => options.nonce;
      oauth._getTimestamp = () => options.timestamp;
      const form = Object.fromEntries(request.form);
      return oauth._buildAuthorizationHeaders(oauth._prepareParameters("", "", request.method, request.url, form));
    };
  },
  "node-oauth1"() {
    const nodeOauth1 = require("node-oauth1");
    return (work: Work) => {
      const parameters = [...protocol(work), ...work.request.form];
      const message = { method: work.request.method, action: work.request.url, parameters };
      nodeOauth1.SignatureMethod.sign(message, { consumerSecret: SECRET, tokenSecret: "" });
      return nodeOauth1.getAuthorizationHeader(undefined, message.parameters);
    };
  },
  "oauth-signature"() {
    const oauthSignature = require("oauth-signature");
    const options = { encodeSignature: false };
    return (work: Work) => {
      const parameters = protocol(work);
      const all = Object.fromEntries([...parameters, ...work.request.form]);
      const signature = oauthSignature.generate(work.request.method, work.request.url, all, SECRET, "", options);
      return header([...parameters, ["oauth_signature", signature]]);
    };
  },
  "mastercard-oauth1-signer"() {
    const mastercard = require("mastercard-oauth1-signer");
    const pem = newPrivateKey(2048);
    return ({ request: { url, method, form } }: Work) =>
      mastercard.getAuthorizationHeader(url, method, formatForm(form), CONSUMER_KEY, pem);
  },
};

export function ofPackage(name: keyof typeof PACKAGES, works: readonly Work[]): Laps {
  const sign = PACKAGES[name]();
  return lapsOver(works, (work) => [sign(work), formatForm(work.request.form)]);
}

function protocol({ options }: Work): [string, string][] {
  return [
    ["oauth_consumer_key", CONSUMER_KEY],
    ["oauth_nonce", options.nonce],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", options.timestamp],
    ["oauth_version", "1.0"],
  ];
}

/** Packages that only compute signatures leave the header to their user; this is the shortest valid header. */
function header(parameters: readonly (readonly [string, string])[]): string {
  return `OAuth ${parameters.map(([name, value]) => `${name}="${encodeURIComponent(value)}"`).join(", ")}`;
}

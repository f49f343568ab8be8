/**
 * Faults of putting the base string together (RFC 5849 3.4.1.1), the parameter string's joining included.
 *
 * @module
 */

import { toOctets, toText } from "../model/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { isProtocol } from "./parameters.ts";
import { get, withProtocol } from "./requests.ts";

/** Changes the method that is signed. */
const methodAs =
  (change: (name: string) => string): Apply =>
  (stages) => ({
    ...stages,
    method: (name) => change(stages.method(name)),
  });

const FIX = { text: "Percent-encode each of the three parts once, then join them by &." };

/** See the module. */
export const BASE_STRING: readonly Fault[] = [
  {
    id: "method-lowercase",
    title: "Method not in upper case",
    what: "The method is signed as the caller spells it.",
    stage: "method",
    trigger: get("/r", { method: "post" }),
    fix: { text: "Write the method in upper case.", calls: { JavaScript: "method.toUpperCase()" } },
    evidence: [
      "https://github.com/ruby-oauth/oauth/issues/40",
      "https://github.com/akamai/AkamaiOPEN-edgegrid-node/pull/36",
    ],
    apply: (stages) => ({ ...stages, method: (name) => name }),
    also: [methodAs((name) => name.toLowerCase())],
  },
  {
    id: "method-fixed",
    title: "Method hard-coded",
    what: "One method, often POST or GET, is signed whatever is sent.",
    stage: "method",
    trigger: get("/r", { method: "DELETE" }),
    fix: { text: "Sign the method of the request." },
    evidence: ["https://github.com/lepture/flask-oauthlib/pull/83"],
    apply: methodAs(() => "POST"),
    also: [methodAs(() => "GET")],
  },
  {
    id: "valueless-key-without-equals",
    title: "No = written for an empty value",
    what: "A parameter without a value is signed as its bare name; = always belongs behind it.",
    stage: "joinParameters",
    trigger: get("/r?a&b=1"),
    fix: { text: "Join name and value by = even where the value is empty." },
    evidence: ["https://github.com/Cimpress-MCP/oauth_reverse_proxy/pull/6"],
    apply: (stages) => ({
      ...stages,
      joinParameters: (parameters) =>
        parameters
          .map((one) => stages.joinParameters([one]))
          .map((pair, at) => (parameters[at]!.encodedValue === "" ? pair.replace(/=$/, "") : pair))
          .join("&"),
    }),
  },
  {
    id: "comma-join",
    title: "Parameters joined by commas",
    what: "The list of pairs is turned into text by default, with commas between names, values and pairs.",
    stage: "joinParameters",
    trigger: get("/r?a=1&b=2"),
    fix: {
      text: "Join names and values by =, pairs by &.",
      calls: { JavaScript: 'pairs.map((pair) => pair.join("=")).join("&")' },
    },
    evidence: ["https://github.com/mulesoft/api-console/issues/61"],
    apply: (stages) => ({
      ...stages,
      joinParameters: (parameters) =>
        parameters.flatMap(({ encodedName, encodedValue }) => [encodedName, encodedValue]).join(","),
    }),
    also: [
      (stages) => ({
        ...stages,
        joinParameters: (parameters) => parameters.map((one) => stages.joinParameters([one])).join(","),
      }),
    ],
  },
  {
    id: "parameters-not-encoded-in-base",
    title: "Third part not encoded",
    what: "The parameter string is appended as it is; it has to be encoded once more as a whole.",
    stage: "baseString",
    trigger: get("/r?a=1&b=2"),
    fix: FIX,
    evidence: ["https://github.com/WP-API/OAuth1/issues/184", "https://github.com/WP-API/OAuth1/pull/79"],
    apply: (stages) => ({
      ...stages,
      baseString: (input, all) => stages.baseString({ ...input, parameterString: "" }, all) + input.parameterString,
    }),
  },
  {
    id: "uri-not-encoded-in-base",
    title: "Second part not encoded",
    what: "The base string URI is written bare between the other two parts.",
    stage: "baseString",
    trigger: get("/r"),
    fix: FIX,
    evidence: [],
    apply: (stages) => ({
      ...stages,
      baseString(input, all) {
        const [method, , ...rest] = stages.baseString({ ...input, baseStringUri: "" }, all).split("&");
        return [method, input.baseStringUri, ...rest].join("&");
      },
    }),
  },
  {
    id: "separators-encoded",
    title: "Separators between the three parts encoded",
    what: "The three parts are joined first and encoded together, so that both & become %26.",
    stage: "baseString",
    trigger: get("/r"),
    fix: FIX,
    evidence: ["https://github.com/Kong/insomnia/issues/1681"],
    apply: (stages) => ({
      ...stages,
      baseString: ({ method, baseStringUri, parameterString }, all) =>
        all.percentEncode(toOctets([all.method(method), baseStringUri, parameterString].join("&"))),
    }),
    also: [
      (stages) => ({
        ...stages,
        baseString: (input, all) => all.percentEncode(toOctets(stages.baseString(input, all))),
      }),
    ],
  },
  {
    id: "parameters-encoded-three-times",
    title: "One encoding too many",
    what: "The parameter string is encoded twice as a whole, so that = stands as %253D in the base string.",
    stage: "baseString",
    trigger: get("/r?a=1"),
    fix: FIX,
    evidence: [
      "https://github.com/postmanlabs/postman-app-support/issues/678",
      "https://github.com/Kong/insomnia/issues/1681",
    ],
    apply: (stages) => ({
      ...stages,
      baseString: (input, all) =>
        stages.baseString({ ...input, parameterString: all.percentEncode(toOctets(input.parameterString)) }, all),
    }),
    also: [
      (stages) => ({
        ...stages,
        encodeParameters: (parameters, all) =>
          stages.encodeParameters(parameters, {
            ...all,
            percentEncode: (octets) => all.percentEncode(toOctets(all.percentEncode(octets))),
          }),
      }),
    ],
  },
  {
    id: "protocol-values-encoded-once",
    title: "oauth_ values skip the first encoding",
    what: "The request's own parameters are encoded, oauth_ values are copied raw, so + / = of a nonce or a hash are encoded once, not twice.",
    stage: "encodeParameters",
    trigger: get("/r", withProtocol(["oauth_nonce", "a+b/c="])),
    fix: { text: "Encode the names and values of all parameters before sorting." },
    evidence: [
      "https://github.com/Mastercard/oauth1-signer-csharp/issues/6",
      "https://github.com/Mastercard/oauth1-signer-nodejs/issues/3",
      "https://github.com/oauthlib/oauthlib/issues/695",
    ],
    apply: (stages) => ({
      ...stages,
      encodeParameters: (parameters, all) =>
        stages
          .encodeParameters(parameters, all)
          .map((one) => (isProtocol(one) ? { ...one, encodedValue: toText(one.value) } : one)),
    }),
  },
];

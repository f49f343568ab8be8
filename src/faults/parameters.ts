/**
 * Faults of collecting: what is left out, added or merged (RFC 5849 3.4.1.3.1).
 *
 * @module
 */

import {
  isProtocolParameter,
  type Parameter,
  type ParameterSources,
  sameOctets,
  toOctets,
  toText,
} from "../model/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { get, post, withProtocol } from "./requests.ts";

/** Changes the list of all parameters. */
export function collected(
  change: (parameters: Parameter<Uint8Array>[], sources: ParameterSources) => Parameter<Uint8Array>[],
): Apply {
  return (stages) => ({
    ...stages,
    collectParameters: (sources, all) => change(stages.collectParameters(sources, all), sources),
  });
}

/** Leaves some of the parameters out. */
export function without(isLeftOut: (parameter: Parameter<Uint8Array>, sources: ParameterSources) => boolean): Apply {
  return collected((parameters, sources) => parameters.filter((parameter) => !isLeftOut(parameter, sources)));
}

/** Adds a parameter that the request does not carry. */
function withExtra(name: string, value = ""): Apply {
  return collected((parameters) =>
    parameters.some((one) => sameOctets(one.name, name)) ? parameters : [...parameters, parameterOf(name, value)],
  );
}

/** A parameter that belongs to no place. */
export function parameterOf(name: string, value: string): Parameter<Uint8Array> {
  return { name: toOctets(name), value: toOctets(value), origin: "header" };
}

/** Whether it is one of OAuth's own. */
export const isProtocol = ({ name, value }: Parameter<Uint8Array>): boolean => isProtocolParameter([name, value]);

const isNamed =
  (...names: readonly string[]) =>
  ({ name }: Parameter<Uint8Array>): boolean =>
    names.some((one) => sameOctets(name, one));
const isEmpty = ({ value }: Parameter<Uint8Array>): boolean => value.length === 0;

const STANDARD = [
  "oauth_consumer_key",
  "oauth_token",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_nonce",
  "oauth_version",
];

/** See the module. */
export const PARAMETERS: readonly Fault[] = [
  {
    id: "query-left-out",
    title: "URL query not signed",
    what: "The query is cut from the URL and its parameters are signed nowhere.",
    stage: "collectParameters",
    trigger: get("/r?a=1"),
    fix: { text: "Add the decoded pairs of the query to the parameters." },
    evidence: [
      "https://github.com/OAuthSwift/OAuthSwift/issues/142",
      "https://github.com/heremaps/here-aaa-java-sdk/issues/87",
      "https://github.com/ciaranj/node-oauth/pull/249",
      "https://github.com/restsharp/RestSharp/issues/1289",
      "https://github.com/romaonthego/AFXAuthClient/pull/11",
      "https://github.com/AFNetworking/AFOAuth1Client/issues/79",
    ],
    apply: without(({ origin }) => origin === "query"),
  },
  {
    id: "oauth-signature-included",
    title: "oauth_signature fed back into the base string",
    what: "The parameter oauth_signature, still empty or left from an earlier signing, is collected with the others.",
    stage: "collectParameters",
    trigger: get("/r"),
    fix: { text: "Leave oauth_signature out of the parameters, and sign a fresh copy of the request." },
    evidence: [],
    apply: withExtra("oauth_signature"),
  },
  {
    id: "realm-included",
    title: "realm signed",
    what: "The realm of the Authorization header is signed like the parameters beside it.",
    stage: "collectParameters",
    trigger: get("/r", { realm: "Example" }),
    fix: { text: "Write the realm into the header alone." },
    evidence: [
      "https://github.com/ddo/oauth-1.0a/issues/50",
      "https://github.com/mrjones/oauth/pull/73",
      "https://github.com/dghubble/oauth1/pull/30",
      "https://github.com/ciaranj/connect-auth/pull/9",
    ],
    apply: collected((parameters, { realm }) =>
      realm === null ? parameters : [...parameters, parameterOf("realm", realm)],
    ),
  },
  {
    id: "query-param-named-realm-dropped",
    title: "Ordinary parameter named realm dropped",
    what: "Every parameter called realm is left out, also one of the query or of the form.",
    stage: "collectParameters",
    trigger: get("/r?realm=secret"),
    fix: { text: "Leave out the realm of the Authorization header alone." },
    evidence: ["https://github.com/oauthlib/oauthlib/issues/139"],
    apply: without(isNamed("realm")),
  },
  {
    id: "version-signed-not-sent",
    title: "oauth_version signed, not sent",
    what: "The base string holds oauth_version=1.0, which the request does not carry.",
    stage: "collectParameters",
    trigger: get("/r"),
    fix: { text: "Send what you sign: oauth_version in both places or in none." },
    evidence: ["https://github.com/DotNetOpenAuth/DotNetOpenAuth/issues/28"],
    apply: withExtra("oauth_version", "1.0"),
  },
  {
    id: "version-sent-not-signed",
    title: "oauth_version sent, not signed",
    what: "oauth_version is added to the request after the base string was built.",
    stage: "collectParameters",
    trigger: get("/r", withProtocol(["oauth_version", "1.0"])),
    fix: { text: "Sign what you send: oauth_version in both places or in none." },
    evidence: [],
    apply: without(isNamed("oauth_version")),
  },
  {
    id: "empty-token-signed-not-sent",
    title: "Empty protocol parameters signed, not sent",
    what: "The base string holds an empty oauth_token (or oauth_callback, oauth_verifier), which the request does not carry.",
    stage: "collectParameters",
    trigger: get("/r"),
    fix: { text: "Leave parameters that you do not send out of the base string." },
    evidence: [
      "https://github.com/postmanlabs/postman-app-support/issues/2079",
      "https://github.com/postmanlabs/postman-app-support/issues/883",
      "https://github.com/postmanlabs/postman-runtime/pull/1063",
    ],
    apply: withExtra("oauth_token"),
    also: [withExtra("oauth_callback"), withExtra("oauth_verifier")],
  },
  {
    id: "empty-token-sent-not-signed",
    title: "Empty oauth_token sent, not signed",
    what: "The request carries an empty oauth_token, which is left out of the base string.",
    stage: "collectParameters",
    trigger: get("/r", withProtocol(["oauth_token", ""])),
    fix: { text: "Sign oauth_token where it is sent, empty or not; or do not send it." },
    evidence: [
      "https://github.com/dghubble/oauth1/pull/38",
      "https://github.com/rhargreaves/oauth-dotnetcore/issues/10",
    ],
    apply: without((parameter) => isNamed("oauth_token")(parameter) && isEmpty(parameter)),
  },
  {
    id: "extra-oauth-params-not-signed",
    title: "oauth_callback or oauth_verifier not signed",
    what: "A fixed list of protocol parameters is signed; oauth_callback, oauth_verifier or oauth_body_hash is sent unsigned.",
    stage: "collectParameters",
    trigger: get("/r", withProtocol(["oauth_callback", "oob"])),
    fix: { text: "Sign every oauth_ parameter that is sent but oauth_signature." },
    evidence: [],
    apply: without((parameter) => isProtocol(parameter) && !isNamed(...STANDARD)(parameter)),
  },
  {
    id: "empty-value-dropped",
    title: "Parameters with empty values dropped",
    what: "A parameter whose value is empty is not signed.",
    stage: "collectParameters",
    trigger: get("/r?a=&b=1"),
    fix: {
      text: "Keep empty values: name and = are signed.",
      calls: { Python: "urllib.parse.parse_qsl(query, keep_blank_values=True)" },
    },
    evidence: [
      "https://github.com/ruby-oauth/oauth/pull/155",
      "https://github.com/joestump/python-oauth2/issues/22",
      "https://github.com/summon/summon.rb/pull/21",
    ],
    apply: without((parameter) => !isProtocol(parameter) && isEmpty(parameter)),
    also: [without(isEmpty)],
  },
  {
    id: "falsy-value-emptied",
    title: "0 and false signed as empty",
    what: "The number 0 and the boolean false are taken for missing: an empty value is signed, while 0 or false is sent.",
    stage: "collectParameters",
    trigger: post([
      ["from", "0"],
      ["x", "false"],
    ]),
    fix: { text: "Ask for null and undefined alone.", calls: { JavaScript: 'String(value ?? "")' } },
    evidence: [
      "https://github.com/bettiolo/oauth-signature-js/pull/9",
      "https://github.com/bettiolo/oauth-signature-js/pull/39",
      "https://github.com/ciaranj/node-oauth/pull/123",
      "https://github.com/request/oauth-sign/blob/HEAD/index.js",
    ],
    apply: collected((parameters) =>
      parameters.map((one) =>
        !isProtocol(one) && /^(?:0|false)$/.test(toText(one.value)) ? { ...one, value: toOctets("") } : one,
      ),
    ),
    also: [without((one) => !isProtocol(one) && /^(?:0|false)$/.test(toText(one.value)))],
  },
  {
    id: "values-trimmed",
    title: "White space trimmed from values",
    what: "White space at both ends of a value is cut off before signing, while the request carries it.",
    stage: "collectParameters",
    trigger: get("/r?q=%20a"),
    fix: { text: "Sign values as they are sent." },
    evidence: [],
    apply: collected((parameters) =>
      parameters.map((one) => (isProtocol(one) ? one : { ...one, value: toOctets(toText(one.value).trim()) })),
    ),
  },
];

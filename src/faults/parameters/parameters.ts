/** Faults of collecting parameters: parameters left out, added or changed (RFC 5849 3.4.1.3.1). */

import { type OctetPair, type Parameter, sameOctets, toOctets, toText } from "../../model/index.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import {
  changeParameters,
  changeValues,
  dropParameters,
  isFrom,
  isOwn,
  isProtocol,
  unsentParameter,
} from "../helpers/stage-changes.ts";
import { get, post, withProtocol } from "../helpers/trigger-requests.ts";

/** Signs a parameter that the request does not contain. */
function addParameter(name: string, value = ""): StageChange {
  return changeParameters((parameters) =>
    parameters.some((one) => sameOctets(one.name, name)) ? parameters : [...parameters, unsentParameter(name, value)],
  );
}

const isNamed =
  (text: string) =>
  ({ name }: Parameter<Uint8Array>): boolean =>
    sameOctets(name, text);
const isEmpty = ({ value }: Parameter<Uint8Array>): boolean => value.length === 0;

const STANDARD_RE = /^oauth_(?:consumer_key|token|signature_method|timestamp|nonce|version)$/;

type One = Parameter<Uint8Array>;

/** Signs matching parameters a second time. */
const repeat = (isRepeated: (one: One) => boolean): StageChange =>
  changeParameters((parameters) => [...parameters, ...parameters.filter(isRepeated)]);

/** Leaves out one of the application's own parameters by its place. */
const dropAt = (at: number): StageChange =>
  changeParameters((parameters) => {
    const dropped = parameters.filter(isOwn).at(at);
    return parameters.filter((one) => one !== dropped);
  });

/** Parameters named oauth_signature, which must not be signed. */
const ownSignatures = (pairs: readonly OctetPair[], origin: One["origin"]): One[] =>
  pairs.flatMap(([name, value]) => (sameOctets(name, "oauth_signature") ? [{ name, value, origin }] : []));

/** The text of the member with this name that every JavaScript object has; `undefined` if no such member exists. */
const inherited = (name: Uint8Array): string | undefined => {
  const text = toText(name);
  return text in {} ? String(({} as Readonly<Record<string, unknown>>)[text]) : undefined;
};

const SIGN_ALL = "Sign every parameter of the query, the form and the header, except oauth_signature and realm.";

const IN_LIST = { text: "Collect parameters in a list.", calls: { JavaScript: "new URLSearchParams(query)" } };

const VERSION_FIX = "Put oauth_version into both the base string and the request, or into neither.";

export const PARAMETERS_FAULTS: readonly FaultDefinition[] = [
  {
    id: "query-left-out",
    title: "URL query not signed",
    what: "The client cuts the query off the URL and does not sign its parameters.",
    trigger: "/r?a=1",
    fix: "Add the decoded pairs of the query to the parameters.",
    evidence: [
      "OAuthSwift/OAuthSwift#142",
      "heremaps/here-aaa-java-sdk#87",
      "ciaranj/node-oauth#249",
      "restsharp/RestSharp#1289",
      "romaonthego/AFXAuthClient#11",
      "AFNetworking/AFOAuth1Client#79",
    ],
    apply: dropParameters(isFrom("query"), isOwn),
    variants: [
      {
        name: "with-protocol",
        what: "The client cuts the query off the URL and signs none of its parameters, not even protocol parameters.",
        apply: dropParameters(isFrom("query")),
      },
      {
        name: "post",
        what: "The client signs the parameters of the URL's query only if the method is not POST.",
        apply: dropParameters(isFrom("query"), isOwn, (_, { request }) => request!.method.toUpperCase() === "POST"),
      },
    ],
  },
  {
    id: "oauth-signature-included",
    title: "oauth_signature signed",
    what: "The client includes oauth_signature in the base string, empty or with the value of an earlier signature.",
    fix: "Leave oauth_signature out of the signed parameters, and sign a fresh copy of the request.",
    evidence: ["guzzle/oauth-subscriber#100"],
    apply: addParameter("oauth_signature"),
  },
  {
    id: "own-oauth-signature-signed",
    title: "Own parameter named oauth_signature signed",
    what: "The client signs a parameter of the query or the form that is named oauth_signature.",
    trigger: "/r?oauth_signature=x",
    fix: "Leave every parameter named oauth_signature out of the signed parameters.",
    apply: changeParameters((parameters, { query, body }) => [
      ...parameters,
      ...ownSignatures(query, "query"),
      ...ownSignatures(body, "body"),
    ]),
  },
  {
    id: "realm-included",
    title: "realm signed",
    what: "The client signs the realm of the Authorization header like a parameter.",
    trigger: get("/r", { realm: "Example" }),
    fix: "Write the realm into the header and do not sign it.",
    evidence: ["ddo/oauth-1.0a#50", "mrjones/oauth#73", "dghubble/oauth1#30", "ciaranj/connect-auth#9"],
    apply: changeParameters((parameters, { realm }) =>
      realm === null ? parameters : [...parameters, unsentParameter("realm", realm)],
    ),
  },
  {
    id: "query-param-named-realm-dropped",
    title: "Ordinary parameter named realm dropped",
    what: "The client drops every parameter named realm, including one in the query or the form.",
    trigger: "/r?realm=secret",
    fix: "Leave out only the realm of the Authorization header.",
    evidence: ["oauthlib/oauthlib#139"],
    apply: dropParameters(isNamed("realm")),
  },
  {
    id: "version-signed-not-sent",
    title: "oauth_version signed but not sent",
    what: "The base string contains oauth_version=1.0, but the request does not.",
    fix: VERSION_FIX,
    evidence: ["DotNetOpenAuth/DotNetOpenAuth#28"],
    apply: addParameter("oauth_version", "1.0"),
  },
  {
    id: "version-sent-not-signed",
    title: "oauth_version sent but not signed",
    what: "The client adds oauth_version to the request after it builds the base string.",
    trigger: get("/r", withProtocol(["oauth_version", "1.0"])),
    fix: VERSION_FIX,
    evidence: [],
    apply: dropParameters(isNamed("oauth_version")),
  },
  {
    id: "empty-token-signed-not-sent",
    title: "Empty protocol parameters signed but not sent",
    what: "The base string contains an empty oauth_token, oauth_callback or oauth_verifier, but the request does not.",
    fix: "Leave parameters that you do not send out of the base string.",
    evidence: [
      "postmanlabs/postman-app-support#2079",
      "postmanlabs/postman-app-support#883",
      "postmanlabs/postman-runtime#1063",
    ],
    apply: addParameter("oauth_token"),
    variants: [...["oauth_callback", "oauth_verifier"].map((name) => ({ name, apply: addParameter(name) }))],
  },
  {
    id: "empty-token-sent-not-signed",
    title: "Empty oauth_token sent but not signed",
    what: "The request contains an empty oauth_token, but the base string does not.",
    trigger: get("/r", withProtocol(["oauth_token", ""])),
    fix: "Sign oauth_token whenever you send it, even if it is empty; or do not send it.",
    evidence: ["dghubble/oauth1#38", "rhargreaves/oauth-dotnetcore#10"],
    apply: dropParameters(isNamed("oauth_token"), isEmpty),
  },
  {
    id: "extra-oauth-params-not-signed",
    title: "oauth_callback or oauth_verifier not signed",
    what: "The client signs a fixed list of protocol parameters, and none of the others that it sends, such as oauth_callback or oauth_verifier.",
    trigger: get("/r", withProtocol(["oauth_callback", "oob"])),
    fix: "Sign every oauth_ parameter that you send, except oauth_signature.",
    evidence: [],
    apply: dropParameters(isProtocol, ({ name }) => !STANDARD_RE.test(toText(name))),
  },
  {
    id: "empty-value-dropped",
    title: "Parameters with empty values dropped",
    what: "The client does not sign a parameter whose value is empty.",
    trigger: "/r?a=&b=1",
    fix: {
      text: "Keep empty values: sign the name and the = after it.",
      calls: { Python: "urllib.parse.parse_qsl(query, keep_blank_values=True)" },
    },
    evidence: ["ruby-oauth/oauth#155", "joestump/python-oauth2#22", "summon/summon.rb#21"],
    apply: dropParameters(isOwn, isEmpty),
    variants: [
      { name: "protocol-too", apply: dropParameters(isEmpty) },
      {
        name: "in-query",
        what: "The client does not sign a query parameter whose value is empty.",
        apply: dropParameters(isFrom("query"), isOwn, isEmpty),
      },
      {
        name: "in-form",
        what: "The client does not sign a form parameter whose value is empty.",
        apply: dropParameters(isFrom("body"), isOwn, isEmpty),
      },
    ],
  },
  {
    id: "falsy-value-emptied",
    title: "0 and false signed as empty",
    what: "The client treats the number 0 and the boolean false as missing: it signs an empty value and sends 0 or false.",
    trigger: post([
      ["from", "0"],
      ["x", "false"],
    ]),
    fix: { text: "Treat only null and undefined as missing.", calls: { JavaScript: 'String(value ?? "")' } },
    evidence: [
      "bettiolo/oauth-signature-js#9",
      "bettiolo/oauth-signature-js#39",
      "ciaranj/node-oauth#123",
      "https://github.com/request/oauth-sign/blob/HEAD/index.js",
    ],
    apply: changeValues((value) => (/^(?:0|false)$/.test(value) ? "" : undefined)),
    variants: [
      {
        name: "dropped",
        what: "The client treats the number 0 and the boolean false as missing: it does not sign such a parameter.",
        apply: dropParameters(isOwn, ({ value }) => /^(?:0|false)$/.test(toText(value))),
      },
    ],
  },
  {
    id: "values-trimmed",
    title: "White space trimmed from values",
    what: "The client removes white space from both ends of a value before it signs the value, but sends the white space.",
    trigger: "/r?q=%20a",
    fix: "Sign values exactly as you send them.",
    evidence: [],
    apply: changeValues((value) => value.trim()),
  },
  {
    id: "group-left-out",
    title: "A group of parameters not signed",
    trigger: post([["b", "2"]]),
    fix: SIGN_ALL,
    what: "The client signs only the protocol parameters.",
    apply: dropParameters(isOwn),
    variants: [
      {
        name: "protocol",
        what: "The client signs only its own parameters, not the protocol parameters.",
        apply: dropParameters(isProtocol),
      },
    ],
  },
  {
    id: "parameter-lost",
    title: "A single parameter not signed",
    trigger: "/r?a=1&b=2",
    fix: SIGN_ALL,
    what: "The client does not sign the first of its own parameters.",
    apply: dropAt(0),
    variants: [
      { name: "last", what: "The client does not sign the last of its own parameters.", apply: dropAt(-1) },
      {
        name: "empty-name",
        what: "The client does not sign parameters with an empty name.",
        apply: dropParameters((one) => one.name.length === 0),
      },
      {
        name: "repeated-names",
        what: "The client does not sign parameters whose names are repeated.",
        apply: changeParameters((all) =>
          all.filter((one) => isProtocol(one) || all.filter(({ name }) => sameOctets(name, one.name)).length === 1),
        ),
      },
    ],
  },
  {
    id: "inherited-name-lost",
    title: "Parameter with the name of an inherited member lost",
    trigger: "/r?__proto__=1",
    fix: IN_LIST,
    what: "The client collects parameters in a JavaScript object, which loses a parameter named __proto__.",
    languages: ["JavaScript"],
    apply: dropParameters(isNamed("__proto__")),
    variants: [
      {
        name: "all",
        what: "The client does not sign a parameter named like a member of every JavaScript object, such as constructor.",
        apply: dropParameters(({ name }) => inherited(name) !== undefined),
      },
    ],
  },
  {
    id: "inherited-member-signed",
    title: "Member of every object signed as a value",
    trigger: "/r?constructor=1",
    fix: IN_LIST,
    what: "The client signs a member of every JavaScript object, such as constructor, as a value of that name.",
    languages: ["JavaScript"],
    apply: changeParameters((parameters) =>
      parameters.flatMap((one) => {
        const member = one.origin === "query" ? inherited(one.name) : undefined;
        return member === undefined ? [one] : [one, { ...one, value: toOctets(member) }];
      }),
    ),
  },
  {
    id: "parameters-signed-twice",
    title: "Parameters signed twice",
    trigger: "/r?a=1",
    fix: "Sign exactly the parameters that you send.",
    what: "The client signs the parameters of the query twice.",
    apply: repeat(isFrom("query")),
    variants: [
      {
        name: "form",
        what: "The client signs the parameters of the form twice.",
        apply: repeat((one) => one.origin === "body" && isOwn(one)),
      },
      { name: "protocol", what: "The client signs the protocol parameters twice.", apply: repeat(isProtocol) },
    ],
  },
];

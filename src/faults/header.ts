/**
 * Faults of writing the Authorization header (RFC 5849 3.5.1). The signature is right; what arrives is not.
 *
 * @module
 */

import { type AuthorizationHeaderInput, type Stages, sameOctets, toText } from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { get, post, withProtocol } from "./requests.ts";

/** Changes the text of the header. */
const writtenAs =
  (change: (header: string) => string): Apply =>
  (stages) => ({
    ...stages,
    authorizationHeader: (input, all) => change(stages.authorizationHeader(input, all)),
  });

/** Changes what the header is written from. */
const writtenFrom =
  (change: (input: AuthorizationHeaderInput, all: Stages) => AuthorizationHeaderInput): Apply =>
  (stages) => ({
    ...stages,
    authorizationHeader: (input, all) => stages.authorizationHeader(change(input, all), all),
  });

/** Encodes names and values of the header in another way. */
const encodedAs =
  (change: (octets: Uint8Array, encoded: string, input: AuthorizationHeaderInput) => string): Apply =>
  (stages) => ({
    ...stages,
    authorizationHeader: (input, all) =>
      stages.authorizationHeader(input, {
        ...all,
        encodeForSending: (octets) => change(octets, all.encodeForSending(octets), input),
      }),
  });

const separatedBy = (separator: string): Apply =>
  writtenAs((header) => header.replace(/", (?=[^",=]+=")/g, `"${separator}`));

const schemed = (scheme: string): Apply => writtenAs((header) => header.replace(/^OAuth /, scheme));

const CALLS = {
  JavaScript: `"OAuth " + pairs.map(([name, value]) => encode(name) + '="' + encode(value) + '"').join(", ")`,
};
const FIX = {
  text: "Write the scheme, a space, then name, = and the encoded value in quotes, parted by commas.",
  calls: CALLS,
};

/** See the module. */
export const HEADER: readonly Fault[] = [
  {
    id: "header-values-not-encoded",
    title: "Header values not encoded",
    what: "Values are written raw, so + / = % or quotes of a value stand bare in the header.",
    stage: "authorizationHeader",
    trigger: get("/r"),
    fix: { text: "Percent-encode names and values of the header, oauth_signature too.", calls: CALLS },
    evidence: [
      "https://github.com/drone29a/clj-oauth/issues/4",
      "https://github.com/postmanlabs/postman-runtime/pull/960",
    ],
    apply: encodedAs((octets) => toText(octets)),
  },
  {
    id: "only-signature-encoded",
    title: "Only oauth_signature encoded",
    what: "The signature is encoded in the header; a consumer key or a nonce with reserved characters is not.",
    stage: "authorizationHeader",
    trigger: get("/r", { protocolParameters: [["oauth_consumer_key", "a+b"]] }),
    fix: { text: "Percent-encode every value of the header.", calls: CALLS },
    evidence: [
      "https://github.com/heremaps/here-aaa-java-sdk/issues/37",
      "https://github.com/heremaps/here-aaa-java-sdk/pull/39",
    ],
    apply: encodedAs((octets, encoded, { signature = "" }) =>
      sameOctets(octets, signature) ? encoded : toText(octets),
    ),
  },
  {
    id: "header-form-encoded",
    title: "Header values form-encoded",
    what: "Values are written as a form writes them, a space as +, which a header reader takes for a plus.",
    stage: "authorizationHeader",
    trigger: get("/r", withProtocol(["oauth_callback", "http://c/?q=a b"])),
    fix: { text: "Write %20 for a space.", calls: CALLS },
    evidence: ["https://github.com/WP-API/OAuth1/issues/143"],
    apply: encodedAs((_, encoded) => encoded.replaceAll("%20", "+").replaceAll("~", "%7E")),
    also: [encodedAs((_, encoded) => encoded.replaceAll("%20", "+"))],
  },
  {
    id: "header-unquoted",
    title: "Values not quoted",
    what: "The quotation marks around values are left out.",
    stage: "authorizationHeader",
    trigger: get("/r"),
    fix: FIX,
    evidence: [
      "https://github.com/twitter/joauth/blob/HEAD/src/test/scala/com/twitter/joauth/testhelpers/OAuth1TestCase.scala",
    ],
    apply: writtenAs((header) => header.replace(/="([^"]*)"/g, "=$1")),
    also: [writtenAs((header) => header.replace(/="([^"]*)"/g, "='$1'"))],
  },
  {
    id: "header-wrong-separator",
    title: "Wrong separator between parameters",
    what: "Parameters are parted by spaces or &, not by commas.",
    stage: "authorizationHeader",
    trigger: get("/r"),
    fix: FIX,
    evidence: [
      "https://github.com/ahmadnassri/app-restconsole/issues/53",
      "https://github.com/ahmadnassri/app-restconsole/issues/6",
      "https://github.com/ruby-oauth/oauth/pull/12",
    ],
    apply: separatedBy(" "),
    also: [separatedBy("&"), separatedBy("; "), separatedBy(". ")],
  },
  {
    id: "header-leading-comma",
    title: "Comma behind the scheme",
    what: "A comma stands before the first parameter, often where an empty realm was left out.",
    stage: "authorizationHeader",
    trigger: get("/r"),
    fix: FIX,
    evidence: [
      "https://github.com/hwi/HWIOAuthBundle/pull/120",
      "https://github.com/postmanlabs/newman/issues/653",
      "https://github.com/postmanlabs/postman-app-support/issues/2312",
    ],
    apply: writtenAs((header) => header.replace(/^OAuth /, "OAuth ,")),
    also: [writtenAs((header) => header.replace(/^OAuth /, "OAuth, "))],
  },
  {
    id: "signature-encoded-twice-in-header",
    title: "oauth_signature encoded twice",
    what: "The signature is encoded when it is made and once more when the header is written: %253D where %3D belongs.",
    stage: "authorizationHeader",
    trigger: get("/r"),
    fix: { text: "Keep the signature in plain base64 until the header is written.", calls: CALLS },
    evidence: [
      "https://github.com/postmanlabs/postman-app-support/issues/845",
      "https://github.com/scribejava/scribejava/issues/565",
    ],
    apply: writtenFrom((input, all) =>
      input.signature === undefined
        ? input
        : { ...input, signature: all.encodeForSending(utf8Octets(input.signature)) },
    ),
  },
  {
    id: "realm-percent-encoded",
    title: "realm percent-encoded",
    what: "The realm is encoded like a parameter; it is a plain quoted string.",
    stage: "authorizationHeader",
    trigger: get("/r", { realm: "http://sp.example.com/" }),
    fix: { text: "Write the realm in quotes as it is, with \\ before quotes and backslashes." },
    evidence: ["https://github.com/request/request/issues/2284"],
    apply: writtenFrom((input, all) => ({
      ...input,
      realm: input.realm === null ? null : all.encodeForSending(utf8Octets(input.realm)),
    })),
  },
  {
    id: "request-params-in-header",
    title: "Request parameters copied into the header",
    what: "The application's own parameters stand in the Authorization header beside those of the protocol.",
    stage: "authorizationHeader",
    trigger: post([["a", "12"]]),
    fix: { text: "Write the oauth_ parameters into the header, and nothing else but the realm." },
    evidence: [
      "https://github.com/postmanlabs/postman-app-support/issues/404",
      "https://github.com/daviddesberg/PHPoAuthLib/pull/309",
      "https://github.com/jaredhanson/passport-http-oauth/blob/HEAD/lib/passport-http-oauth/strategies/utils.js",
    ],
    apply: writtenFrom((input) => ({
      ...input,
      protocolParameters: [...(input.form ?? []), ...input.protocolParameters],
    })),
  },
  {
    id: "scheme-missing",
    title: "Scheme missing",
    what: "The list of parameters is sent without the word OAuth before it.",
    stage: "authorizationHeader",
    trigger: get("/r"),
    fix: FIX,
    evidence: [],
    apply: schemed(""),
    also: [schemed("Bearer "), schemed("Basic "), schemed("OAuth2 "), schemed("OAuth1 ")],
  },
];

/** Faults of writing the Authorization header (RFC 5849 3.5.1). The signature is right, but the header is not. */

import { type AuthorizationHeaderInput, type Stages, sameOctets, toText } from "../model/index.ts";
import { utf8Octets } from "../platform/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { replaceStage } from "./stage-changes.ts";
import { get, post, withProtocol } from "./trigger-requests.ts";

const changeHeader = (change: (header: string) => string): StageChange =>
  replaceStage("authorizationHeader", (write, input, all) => change(write(input, all)));

const changeHeaderInput = (
  change: (input: AuthorizationHeaderInput, all: Stages) => AuthorizationHeaderInput,
): StageChange => replaceStage("authorizationHeader", (write, input, all) => write(change(input, all), all));

const changeHeaderEncoding = (
  change: (octets: Uint8Array, encoded: string, input: AuthorizationHeaderInput) => string,
): StageChange =>
  replaceStage("authorizationHeader", (write, input, all) =>
    write(input, {
      ...all,
      encodeForSending: (octets) => change(octets, all.encodeForSending(octets), input),
    }),
  );

const separateBy = (separator: string): StageChange =>
  changeHeader((header) => header.replace(/", (?=[^",=]+=")/g, `"${separator}`));

const replaceScheme = (scheme: string): StageChange => changeHeader((header) => header.replace(/^OAuth /, scheme));

const CALLS = {
  JavaScript: `"OAuth " + pairs.map(([name, value]) => encode(name) + '="' + encode(value) + '"').join(", ")`,
};
const FIX = {
  text: "Write the scheme and a space, then each name, = and the encoded value in quotes, separated by commas.",
  calls: CALLS,
};

export const HEADER_FAULTS: readonly FaultDefinition[] = [
  {
    id: "header-values-not-encoded",
    title: "Header values not encoded",
    what: "The client writes values into the header unencoded, so + / = % and quotes appear in the header.",
    trigger: get("/r"),
    fix: { text: "Percent-encode all names and values in the header, including oauth_signature.", calls: CALLS },
    evidence: ["drone29a/clj-oauth#4", "postmanlabs/postman-runtime#960"],
    apply: changeHeaderEncoding((octets) => toText(octets)),
  },
  {
    id: "only-signature-encoded",
    title: "Only oauth_signature encoded",
    what: "The client encodes the signature in the header, but not a consumer key or a nonce with reserved characters.",
    trigger: get("/r", { protocolParameters: [["oauth_consumer_key", "a+b"]] }),
    fix: { text: "Percent-encode every value in the header.", calls: CALLS },
    evidence: ["heremaps/here-aaa-java-sdk#37", "heremaps/here-aaa-java-sdk#39"],
    apply: changeHeaderEncoding((octets, encoded, { signature = "" }) =>
      sameOctets(octets, signature) ? encoded : toText(octets),
    ),
  },
  {
    id: "header-form-encoded",
    title: "Header values form-encoded",
    what: "The client encodes header values like a form, with + for a space, which the server reads as a plus sign.",
    trigger: get("/r", withProtocol(["oauth_callback", "http://c/?q=a b"])),
    fix: { text: "Write a space as %20.", calls: CALLS },
    evidence: ["WP-API/OAuth1#143"],
    apply: changeHeaderEncoding((_, encoded) => encoded.replaceAll("%20", "+").replaceAll("~", "%7E")),
    variants: [changeHeaderEncoding((_, encoded) => encoded.replaceAll("%20", "+"))],
  },
  {
    id: "header-unquoted",
    title: "Header values not in double quotes",
    what: "The client writes header values without quotation marks, or in single quotes.",
    trigger: get("/r"),
    fix: FIX,
    evidence: [
      "https://github.com/twitter/joauth/blob/HEAD/src/test/scala/com/twitter/joauth/testhelpers/OAuth1TestCase.scala",
    ],
    apply: changeHeader((header) => header.replace(/="([^"]*)"/g, "=$1")),
    variants: [changeHeader((header) => header.replace(/="([^"]*)"/g, "='$1'"))],
  },
  {
    id: "header-wrong-separator",
    title: "Wrong separator between header parameters",
    what: "The client separates header parameters with spaces, & or another character instead of commas.",
    trigger: get("/r"),
    fix: FIX,
    evidence: ["ahmadnassri/app-restconsole#53", "ahmadnassri/app-restconsole#6", "ruby-oauth/oauth#12"],
    apply: separateBy(" "),
    variants: [separateBy("&"), separateBy("; "), separateBy(". ")],
  },
  {
    id: "header-leading-comma",
    title: "Comma after the scheme",
    what: "The client writes a comma before the first parameter, often in place of an empty realm.",
    trigger: get("/r"),
    fix: FIX,
    evidence: ["hwi/HWIOAuthBundle#120", "postmanlabs/newman#653", "postmanlabs/postman-app-support#2312"],
    apply: changeHeader((header) => header.replace(/^OAuth /, "OAuth ,")),
    variants: [changeHeader((header) => header.replace(/^OAuth /, "OAuth, "))],
  },
  {
    id: "signature-encoded-twice-in-header",
    title: "oauth_signature encoded twice",
    what: "The client encodes the signature when it creates it and again when it writes the header: %253D instead of %3D.",
    trigger: get("/r"),
    fix: { text: "Keep the signature in plain base64 until you write the header.", calls: CALLS },
    evidence: ["postmanlabs/postman-app-support#845", "scribejava/scribejava#565"],
    apply: changeHeaderInput((input, all) =>
      input.signature === undefined
        ? input
        : { ...input, signature: all.encodeForSending(utf8Octets(input.signature)) },
    ),
  },
  {
    id: "realm-percent-encoded",
    title: "realm percent-encoded",
    what: "The client percent-encodes the realm like a parameter, although the realm is a plain quoted string.",
    trigger: get("/r", { realm: "http://sp.example.com/" }),
    fix: { text: "Write the realm in quotes without encoding it, with \\ before quotes and backslashes." },
    evidence: ["request/request#2284"],
    apply: changeHeaderInput((input, all) => ({
      ...input,
      realm: input.realm === null ? null : all.encodeForSending(utf8Octets(input.realm)),
    })),
  },
  {
    id: "request-params-in-header",
    title: "Request parameters copied into the header",
    what: "The client writes the application's own parameters into the Authorization header with the protocol parameters.",
    trigger: post([["a", "12"]]),
    fix: { text: "Write only the oauth_ parameters and the realm into the header." },
    evidence: [
      "postmanlabs/postman-app-support#404",
      "daviddesberg/PHPoAuthLib#309",
      "https://github.com/jaredhanson/passport-http-oauth/blob/HEAD/lib/passport-http-oauth/strategies/utils.js",
    ],
    apply: changeHeaderInput((input) => ({
      ...input,
      protocolParameters: [...(input.form ?? []), ...input.protocolParameters],
    })),
  },
  {
    id: "scheme-missing",
    title: "Authorization scheme missing or wrong",
    what: "The client writes the header parameters without the scheme OAuth, or with another scheme.",
    trigger: get("/r"),
    fix: FIX,
    apply: replaceScheme(""),
    variants: [replaceScheme("Bearer "), replaceScheme("Basic "), replaceScheme("OAuth2 "), replaceScheme("OAuth1 ")],
  },
];

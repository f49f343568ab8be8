/** Faults of sending: a correct signature in a wrong header, or a request that differs from the signed one (RFC 5849 3.5). */

import { type AuthorizationHeaderInput, sameOctets, toOctets, toText } from "../../model/index.ts";
import { latin1Text, utf8Octets } from "../../platform/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { SIGN_VALUE_AS_SENT } from "../helpers/fixes.ts";
import {
  changeParameters,
  changeResult,
  changeText,
  changeValues,
  isProtocol,
  replaceStage,
} from "../helpers/stage-changes.ts";
import { replace } from "../helpers/texts.ts";
import { get, post, withProtocol } from "../helpers/trigger-requests.ts";
import {
  changeHeader,
  changeHeaderEncoding,
  changeHeaderInput,
  replaceScheme,
  separateHeaderBy,
} from "./header-changes.ts";

const FIX = "Write the scheme and a space, then each name, = and the encoded value in quotes, separated by commas.";

const signInstead = (spellings: Readonly<Record<string, string>>): StageChange =>
  changeValues((value) => spellings[value]);
const SPELLINGS: readonly (readonly [name: string, how: string, spellings: Readonly<Record<string, string>>])[] = [
  ["numbers-for-booleans", "1 or 0 for a boolean that it sends as true or false", { false: "0", true: "1" }],
  [
    "capitals-for-booleans",
    "True or False for a boolean that it sends as true or false",
    { true: "True", false: "False" },
  ],
  ["number-or-nothing", "1 or nothing for a boolean that it sends as true or false", { true: "1", false: "" }],
  ["capitals-for-numbers", "True or False for a boolean that it sends as 1 or 0", { "0": "False", "1": "True" }],
  ["null-for-empty", "null for an empty value", { "": "null" }],
  ["None-for-empty", "None for an empty value", { "": "None" }],
];
const signNumbersAs = (spell: (number: number) => string): StageChange =>
  changeValues((value) => (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(value) ? spell(Number(value)) : undefined));
const writeRawInQuery: StageChange = changeResult("url", (url, { transport, signature }) =>
  transport === "query" ? url.replace(/(?<=[?&]oauth_signature=)[^&#]*/, () => signature) : url,
);
const writeRawInForm: StageChange = changeResult("body", (body, { signature }) =>
  body?.replace(/(?<=^|&)(oauth_signature=)[^&]*/, (_, name) => name + signature),
);

const shiftTimestamp = (seconds: number): StageChange =>
  changeParameters((parameters) =>
    parameters.map((one) =>
      toText(one.name) === "oauth_timestamp" && /^[0-9]{1,15}$/.test(toText(one.value))
        ? { ...one, value: toOctets(String(Number(toText(one.value)) + seconds)) }
        : one,
    ),
  );

const sentAgain = (place: string): string =>
  `The client sends the oauth_ parameters in the header and again, with the signature, in the ${place}.`;
const sendQueryInForm: StageChange = replaceStage("body", (write, input, all) => {
  if (input.transport !== "body") return write(input, all);
  const query = all.decodeForm(all.splitUrl(input.url).query ?? "", all);
  return write({ ...input, form: [...(input.form ?? []), ...query] }, all);
});

function trimmed({ realm, protocolParameters, ...rest }: AuthorizationHeaderInput): AuthorizationHeaderInput {
  return {
    ...rest,
    realm: realm === null ? null : realm.trim(),
    protocolParameters: protocolParameters.map(([name, value]) => [name, changeText(value, (text) => text.trim())]),
  };
}

/** Octets that are not UTF-8 are read as Latin-1, and the text is encoded as UTF-8. */
function readAsLatin1(octets: Uint8Array): Uint8Array {
  const isUtf8 = sameOctets(octets, toText(octets));
  return isUtf8 ? octets : toOctets(latin1Text(octets));
}

export const SENDING_FAULTS: readonly FaultDefinition[] = [
  {
    id: "header-values-not-encoded",
    title: "Header values not encoded",
    what: "The client writes values into the header unencoded, so + / = % and quotes appear in the header.",
    fix: "Percent-encode all names and values in the header, including oauth_signature.",
    evidence: ["drone29a/clj-oauth#4", "postmanlabs/postman-runtime#960"],
    apply: changeHeaderEncoding((octets) => toText(octets)),
    variants: [
      {
        name: "signature",
        what: "The client writes the signature into the header unencoded, but encodes the other values.",
        apply: changeHeaderEncoding((octets, encoded, { signature = "" }) =>
          sameOctets(octets, signature) ? signature : encoded,
        ),
      },
    ],
  },
  {
    id: "only-signature-encoded",
    title: "Only oauth_signature encoded",
    what: "The client encodes the signature in the header, but not a consumer key or a nonce with reserved characters.",
    trigger: get("/r", { protocolParameters: [["oauth_consumer_key", "a+b"]] }),
    fix: "Percent-encode every value in the header.",
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
    fix: "Write a space as %20.",
    evidence: ["WP-API/OAuth1#143"],
    apply: changeHeaderEncoding((_, encoded) => encoded.replaceAll("%20", "+").replaceAll("~", "%7E")),
    variants: [{ name: "tilde-kept", apply: changeHeaderEncoding((_, encoded) => encoded.replaceAll("%20", "+")) }],
  },
  {
    id: "header-unquoted",
    title: "Header values not in double quotes",
    what: "The client writes header values without quotation marks, or in single quotes.",
    fix: FIX,
    evidence: [
      "https://github.com/twitter/joauth/blob/HEAD/src/test/scala/com/twitter/joauth/testhelpers/OAuth1TestCase.scala",
    ],
    apply: changeHeader(replace(/="([^"]*)"/g, "=$1")),
    variants: [
      { name: "single-quotes", apply: changeHeader(replace(/="([^"]*)"/g, "='$1'")) },
      {
        name: "numbers",
        what: "The client writes numbers into the header without quotation marks.",
        apply: changeHeader(replace(/="(\d+)"/g, "=$1")),
      },
      {
        name: "signature",
        what: "The client writes the signature into the header without quotation marks.",
        apply: changeHeader(replace(/(oauth_signature)="([^"]*)"/, "$1=$2")),
      },
    ],
  },
  {
    id: "header-wrong-separator",
    title: "Wrong separator between header parameters",
    what: "The client separates header parameters with spaces, & or another character instead of commas.",
    fix: FIX,
    evidence: ["ahmadnassri/app-restconsole#53", "ahmadnassri/app-restconsole#6", "ruby-oauth/oauth#12"],
    apply: separateHeaderBy(" "),
    variants: [
      ...["&", "; ", ". "].map((separator) => ({ name: separator.trim(), apply: separateHeaderBy(separator) })),
      { name: "none", what: "The client writes no separator between header parameters.", apply: separateHeaderBy("") },
      ...["|", ":", "&amp;", "%2C", ",,"].map(
        (separator): Form => ({
          name: separator,
          what: `The client separates header parameters with ${separator} instead of commas.`,
          apply: separateHeaderBy(separator),
        }),
      ),
    ],
  },
  {
    id: "header-leading-comma",
    title: "Comma after the scheme",
    what: "The client writes a comma before the first parameter, often in place of an empty realm.",
    fix: FIX,
    evidence: ["hwi/HWIOAuthBundle#120", "postmanlabs/newman#653", "postmanlabs/postman-app-support#2312"],
    apply: changeHeader(replace(/^OAuth /, "OAuth ,")),
    variants: [{ name: "no-space", apply: changeHeader(replace(/^OAuth /, "OAuth, ")) }],
  },
  {
    id: "signature-encoded-twice-in-header",
    title: "oauth_signature encoded twice",
    what: "The client encodes the signature when it creates it and again when it writes the header: %253D instead of %3D.",
    fix: "Keep the signature unencoded until you write the header.",
    evidence: ["postmanlabs/postman-app-support#845", "scribejava/scribejava#565"],
    apply: changeHeaderInput((input, all) =>
      input.signature === undefined
        ? input
        : { ...input, signature: all.encodeForSending(utf8Octets(input.signature)) },
    ),
  },
  {
    id: "header-values-trimmed",
    title: "Header values trimmed",
    what: "The client removes white space from both ends of the values in the header, but signs them untrimmed.",
    trigger: get("/r", withProtocol(["oauth_nonce", " a"])),
    fix: "Send values exactly as you sign them.",
    apply: changeHeaderInput(trimmed),
    variants: [
      {
        name: "empty-dropped",
        what: "The client trims the values in the header and leaves out those that are then empty, but signs all untrimmed.",
        apply: changeHeaderInput((input) => {
          const { realm, protocolParameters, ...rest } = trimmed(input);
          return {
            ...rest,
            realm: realm === "" ? null : realm,
            protocolParameters: protocolParameters.filter(([, value]) => value.length > 0),
          };
        }),
      },
    ],
  },
  {
    id: "realm-percent-encoded",
    title: "realm percent-encoded",
    what: "The client percent-encodes the realm like a parameter, although the realm is a plain quoted string.",
    trigger: get("/r", { realm: "http://sp.example.com/" }),
    fix: "Write the realm in quotes without encoding it, with \\ before quotes and backslashes.",
    evidence: ["request/request#2284"],
    apply: changeHeaderInput((input, all) => ({
      ...input,
      realm: input.realm === null ? null : all.encodeForSending(utf8Octets(input.realm)),
    })),
  },
  {
    id: "realm-not-escaped",
    title: "Quotes and backslashes in the realm not escaped",
    what: "The client writes quotes and backslashes of the realm into the header without a \\ before them.",
    trigger: get("/r", { realm: 'the "shop"' }),
    fix: "Write \\ before each quote and backslash of the realm.",
    apply: changeResult("authorizationHeader", (header, { realm }) =>
      header.replace(/(?<=^OAuth )realm="(?:[^"\\]|\\.)*"/s, () => `realm="${realm}"`),
    ),
  },
  {
    id: "request-params-in-header",
    title: "Request parameters copied into the header",
    what: "The client writes the application's own parameters into the Authorization header with the protocol parameters.",
    trigger: post([["a", "12"]]),
    fix: "Write only the oauth_ parameters and the realm into the header.",
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
    fix: FIX,
    evidence: [],
    apply: replaceScheme(""),
    variants: [
      ...[
        ...["Bearer ", "Basic ", "OAuth2 ", "OAuth1 "],
        ...["OAuth:", "OAuth: ", "OAuth1.0 ", "OAuth 1.0 ", "OAuth1.0a ", "Token ", "OAuth"],
      ].map((scheme) => ({ name: scheme.replaceAll(" ", "_"), apply: replaceScheme(scheme) })),
      {
        name: "twice",
        what: "The client writes the scheme into the header twice.",
        apply: replaceScheme("OAuth OAuth "),
      },
      {
        name: "header-name",
        what: "The client writes the name of the header into its value.",
        apply: replaceScheme("Authorization: OAuth "),
      },
    ],
  },
  {
    id: "value-serialised-differently",
    title: "Value signed in a different spelling than sent",
    what: "The client converts a value to text twice: for example, it signs a boolean as true or false and sends 1 or 0.",
    trigger: post([["list", "0"]]),
    fix: SIGN_VALUE_AS_SENT,
    evidence: ["Dropbox-PHP/dropbox-php#11"],
    apply: signInstead({ "0": "false", "1": "true" }),
    variants: [
      ...SPELLINGS.map(
        ([name, how, spellings]): Form => ({ name, what: `The client signs ${how}.`, apply: signInstead(spellings) }),
      ),
      {
        name: "no-zeros",
        what: "The client signs a number without zeros at its end, such as 10.5 for 10.50.",
        apply: signNumbersAs(String),
      },
      {
        name: "two-digits",
        what: "The client signs a number with two digits after the point, such as 10.00 for 10.",
        apply: signNumbersAs((number) => number.toFixed(2)),
      },
      {
        name: "floating-point",
        what: "The client signs a number as a floating-point number prints, such as 10.0 for 10.",
        apply: signNumbersAs((number) => (Number.isInteger(number) ? `${number}.0` : String(number))),
      },
    ],
  },
  {
    id: "body-charset-differs",
    title: "Form sent in a different charset than signed",
    what: "The client signs UTF-8 and sends the form in Latin-1.",
    trigger: post([["name", Uint8Array.of(0xe9)]]),
    fix: "Send the form in UTF-8.",
    evidence: [],
    apply: changeParameters((parameters) =>
      parameters.map((one) =>
        one.origin === "body" ? { ...one, name: readAsLatin1(one.name), value: readAsLatin1(one.value) } : one,
      ),
    ),
  },
  {
    id: "timestamp-taken-twice",
    title: "Clock read twice",
    what: "The client reads the clock for the base string and again for the header, and a second passes in between.",
    trigger: get("/r", withProtocol(["oauth_timestamp", "1700000001"])),
    fix: "Read the clock once for each request and use that value.",
    evidence: [],
    apply: shiftTimestamp(-1),
    variants: [{ name: "later", apply: shiftTimestamp(1) }],
  },
  {
    id: "signature-raw-in-query",
    title: "Signature not encoded in the query or form",
    what: "The client writes oauth_signature into the query or the form unencoded, so the server reads + as a space.",
    trigger: get("/r", { transport: "query" }),
    fix: {
      text: "Encode oauth_signature like every other value.",
      calls: { JavaScript: "encodeURIComponent(signature)" },
    },
    evidence: [
      "woocommerce/wc-api-ruby#1",
      "woocommerce/wc-api-ruby#2",
      "spring-attic/spring-security-oauth#53",
      "postmanlabs/postman-app-support#5982",
      "woocommerce/woocommerce#13632",
    ],
    apply: (stages) => writeRawInForm(writeRawInQuery(stages)),
  },
  {
    id: "params-in-two-places",
    title: "Protocol parameters in header and body",
    what: sentAgain("form"),
    trigger: post([["a", "1"]]),
    fix: "Send the protocol parameters in one place.",
    evidence: ["postmanlabs/postman-app-support#1866"],
    apply: replaceStage("body", (write, input, all) =>
      write(input.transport === "header" && input.form !== undefined ? { ...input, transport: "body" } : input, all),
    ),
    variants: [
      {
        name: "query",
        what: sentAgain("query"),
        apply: replaceStage("url", (write, input, all) =>
          write(input.transport === "header" ? { ...input, transport: "query" } : input, all),
        ),
      },
    ],
  },
  {
    id: "query-sent-in-form",
    title: "Query sent again in the form",
    what: "The client writes the parameters of the query into the form, too.",
    trigger: post([["a", "1"]], { url: "https://example.com/r?b=2", transport: "body" }),
    fix: "Send each parameter in the place where it belongs.",
    apply: sendQueryInForm,
    variants: [
      {
        name: "signed",
        what: "The client writes the query into the form with the protocol parameters, and signs it in both places.",
        apply: (stages) =>
          changeParameters((parameters) => {
            const isInForm = parameters.some((one) => one.origin === "body" && isProtocol(one));
            return isInForm ? [...parameters, ...parameters.filter(({ origin }) => origin === "query")] : parameters;
          })(sendQueryInForm(stages)),
      },
    ],
  },
  {
    id: "header-trailing-separator",
    title: "Separator after the last header parameter",
    what: "The client writes a comma after the last header parameter.",
    fix: FIX,
    apply: changeHeader((header) => `${header},`),
  },
];

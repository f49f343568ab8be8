/**
 * Faults of the percent-encoder: which characters are escaped, and how an escape is spelled (RFC 5849 3.6).
 *
 * @module
 */

import { toText } from "../model/index.ts";
import {
  besideTheKey,
  type EncoderChange,
  escapes,
  everywhere,
  inParameters,
  inSending,
  leavesBare,
} from "./encoders.ts";
import type { Fault } from "./fault.ts";
import { get, post } from "./requests.ts";
import { ENCODE, only } from "./right-calls.ts";

const spaceAsPlus: EncoderChange = (encode) => (octets) => encode(octets).replaceAll("%20", "+");
const lowerCaseHex: EncoderChange = (encode) => (octets) =>
  encode(octets).replace(/%../g, (escaped) => escaped.toLowerCase());
const percentBareBeforeHex: EncoderChange = (encode) => (octets) => encode(octets).replace(/%25(?=[0-9A-F]{2})/gi, "%");

/** See the module. */
export const PERCENT_ENCODING: readonly Fault[] = [
  {
    id: "space-as-plus",
    title: "Space encoded as +",
    what: "A form encoder writes each space as + where %20 belongs; in the base string it stands as %2B instead of %2520.",
    stage: "percentEncode",
    trigger: get("/r?q=a%20b"),
    fix: { text: "Replace + by %20 after a form encoder, or use an encoder made for RFC 3986.", calls: ENCODE },
    evidence: [
      "https://github.com/postmanlabs/postman-app-support/issues/1874",
      "https://github.com/gifnksm/oauth-client-rs/pull/16",
      "https://github.com/requests/requests-oauthlib/pull/88",
      "https://github.com/eclipse-ee4j/jersey/issues/705",
      "https://github.com/nbspou/dart-oauth1/issues/17",
    ],
    apply: everywhere(spaceAsPlus),
    also: [inParameters(spaceAsPlus), besideTheKey(spaceAsPlus)],
  },
  {
    id: "tilde-encoded",
    title: "Tilde percent-encoded",
    what: "The encoder follows older rules, in which ~ had to be escaped, and writes %7E.",
    stage: "percentEncode",
    trigger: get("/r?q=~"),
    fix: { text: "Turn %7E back into ~ after encoding.", calls: only(ENCODE, "Java", "PHP", "Python") },
    evidence: [
      "https://github.com/request/oauth-sign/issues/4",
      "https://github.com/joestump/python-oauth2/issues/15",
      "https://github.com/MKSG-MugunthKumar/MKNetworkKit/pull/39",
      "https://github.com/mikeknapp/AppEngine-OAuth-Library/issues/4",
      "https://github.com/AFNetworking/AFOAuth1Client/pull/38",
      "https://github.com/jrconlin/oauthsimple/issues/16",
    ],
    apply: everywhere(escapes(/~/)),
    also: [inParameters(escapes(/~/)), besideTheKey(escapes(/~/))],
  },
  {
    id: "encodeuricomponent-leftovers",
    title: "! ' ( ) * left bare",
    what: "A URI component encoder is used as it is; it takes ! ' ( ) * for harmless and leaves them bare.",
    stage: "percentEncode",
    trigger: get("/r?q=!'()*"),
    fix: { text: "Escape these five after encodeURIComponent.", calls: only(ENCODE, "JavaScript") },
    evidence: [
      "https://github.com/nbspou/dart-oauth1/pull/10",
      "https://github.com/osmlab/ohauth/pull/5",
      "https://github.com/OAuthSwift/OAuthSwift/pull/201",
      "https://github.com/romaonthego/AFXAuthClient/pull/2",
    ],
    apply: everywhere(leavesBare("!'()*")),
    also: [inParameters(leavesBare("!'()*"))],
  },
  {
    id: "asterisk-bare",
    title: "Only the asterisk left bare",
    what: "A form encoder, its spaces put right, still leaves * bare.",
    stage: "percentEncode",
    trigger: get("/r?q=*"),
    fix: { text: "Replace * by %2A after a form encoder.", calls: only(ENCODE, "Java") },
    evidence: [
      "https://github.com/AsyncHttpClient/async-http-client/issues/1216",
      "https://github.com/scribejava/scribejava/pull/10",
      "https://github.com/cgeo/cgeo/issues/3320",
      "https://github.com/heremaps/here-aaa-java-sdk/issues/87",
    ],
    apply: everywhere(leavesBare("*")),
    also: [inParameters(leavesBare("*")), besideTheKey(leavesBare("*"))],
  },
  {
    id: "encodeuri-whole-url-encoder",
    title: "Encoder for whole URLs used on names and values",
    what: "An encoder that is meant for complete URLs leaves ; / ? : @ & = + $ , # bare inside names and values.",
    stage: "encodeParameters",
    trigger: get("/r?q=a%26b%3Dc"),
    fix: { text: "Use the encoder for a component, not the one for a URL.", calls: only(ENCODE, "JavaScript", "C#") },
    evidence: ["https://github.com/sirikata/liboauthcpp/pull/20", "https://github.com/CORDEA/oauth/issues/4"],
    apply: inParameters(leavesBare(";/?:@&=+$,#")),
    also: [inParameters(leavesBare(";/?:@&=+$,#!'()*")), everywhere(leavesBare(";/?:@&=+$,#!'()*"))],
  },
  {
    id: "slash-colon-bare",
    title: "Slash treated as safe",
    what: "The encoder takes / for safe, as some quoting functions do by default, so it stays bare in names and values.",
    stage: "encodeParameters",
    trigger: get("/r?title=a/x"),
    fix: { text: "Tell the function that nothing is safe.", calls: only(ENCODE, "Python") },
    evidence: ["https://github.com/CORDEA/oauth/issues/4"],
    apply: inParameters(leavesBare("/")),
    also: [everywhere(leavesBare("/")), inParameters(leavesBare("/:"))],
  },
  {
    id: "lowercase-hex",
    title: "Lower-case hex digits",
    what: "Escapes are written with lower-case digits, %2f where %2F belongs.",
    stage: "percentEncode",
    trigger: get("/r?q=a/b"),
    fix: { text: "Write the digits of each escape in upper case." },
    evidence: [
      "https://github.com/Shinmera/chirp/pull/5",
      "https://github.com/jqlang/jq/issues/451",
      "https://github.com/gmr/urilib/issues/2",
    ],
    apply: everywhere(lowerCaseHex),
    also: [inParameters(lowerCaseHex)],
  },
  {
    id: "percent-left-bare",
    title: "Percent sign taken for an escape",
    what: "An encoder that spares what looks encoded leaves a literal % before two hex digits as it is.",
    stage: "encodeParameters",
    trigger: post([["q", "50%20off"]]),
    fix: { text: "Encode decoded values, always and once; never guess whether one is encoded.", calls: ENCODE },
    evidence: ["https://github.com/Mastercard/oauth1-signer-python/pull/22"],
    apply: inParameters(percentBareBeforeHex),
    also: [everywhere(percentBareBeforeHex)],
  },
  {
    id: "plus-left-bare",
    title: "Literal plus not encoded",
    what: "A + that belongs to a value stays + where %2B belongs.",
    stage: "percentEncode",
    trigger: get("/r?q=1%2B1"),
    fix: { text: "Escape + like every other reserved character.", calls: ENCODE },
    evidence: [],
    apply: everywhere(leavesBare("+")),
    also: [inParameters(leavesBare("+")), inSending(leavesBare("+"))],
  },
  {
    id: "brackets-bare",
    title: "Square brackets left bare",
    what: "[ and ] are taken for safe, so names of lists are signed with bare brackets.",
    stage: "percentEncode",
    trigger: get("/r?ids[]=1"),
    fix: { text: "Escape [ and ] in names and values.", calls: only(ENCODE, "PHP", "JavaScript") },
    evidence: [
      "https://github.com/WP-API/OAuth1/pull/127",
      "https://github.com/daviddesberg/PHPoAuthLib/pull/559",
      "https://github.com/Kong/insomnia/issues/943",
    ],
    apply: everywhere(leavesBare("[]")),
    also: [inParameters(leavesBare("[]"))],
  },
  {
    id: "keys-not-encoded",
    title: "Values encoded, names not",
    what: "Values are encoded, names are copied as they are.",
    stage: "encodeParameters",
    trigger: get("/r?filter[limit]=5"),
    fix: { text: "Encode names with the same function as values, before sorting." },
    evidence: [
      "https://github.com/kloon/WooCommerce-REST-API-Client-Library/issues/9",
      "https://github.com/geoffjentry/ROAuth/pull/7",
      "https://github.com/WP-API/OAuth1/issues/34",
      "https://github.com/omsmith/ims-lti/blob/HEAD/src/hmac-sha1.coffee",
    ],
    apply: (stages) => ({
      ...stages,
      encodeParameters: (parameters, all) =>
        stages
          .encodeParameters(parameters, all)
          .map((parameter) => ({ ...parameter, encodedName: toText(parameter.name) })),
    }),
  },
  {
    id: "unreserved-over-encoded",
    title: "Unreserved punctuation encoded",
    what: "Everything but letters and digits is escaped, - . and _ too.",
    stage: "percentEncode",
    trigger: get("/r?q=a-b.c_d"),
    fix: { text: "Leave A-Z a-z 0-9 - . _ ~ as they are.", calls: ENCODE },
    evidence: [],
    apply: everywhere(escapes(/[-._]/)),
    also: [/[-._]/, /[-._~]/].flatMap((punctuation) =>
      [everywhere, inParameters, besideTheKey].map((where) => where(escapes(punctuation))),
    ),
  },
];

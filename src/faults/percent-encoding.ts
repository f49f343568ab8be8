/** Faults of the percent-encoder: which characters it escapes, and how it writes an escape (RFC 5849 3.6). */

import { toText } from "../model/index.ts";
import { callsIn, ENCODE } from "./correct-calls.ts";
import {
  alsoEncode,
  type EncoderChange,
  exceptInSecrets,
  inAllEncoding,
  inNamesAndValues,
  inSentForm,
  leaveUnencoded,
} from "./encoder-changes.ts";
import type { Fault } from "./fault.ts";
import { replaceStage } from "./stage-changes.ts";
import { get, post } from "./trigger-requests.ts";

const spaceAsPlus: EncoderChange = (encode) => (octets) => encode(octets).replaceAll("%20", "+");
const lowerCaseHex: EncoderChange = (encode) => (octets) =>
  encode(octets).replace(/%../g, (escaped) => escaped.toLowerCase());
const percentBareBeforeHex: EncoderChange = (encode) => (octets) => encode(octets).replace(/%25(?=[0-9A-F]{2})/gi, "%");

export const PERCENT_ENCODING_FAULTS: readonly Fault[] = [
  {
    id: "space-as-plus",
    title: "Space encoded as +",
    what: "The client uses a form encoder, which writes a space as + instead of %20; the base string contains %2B instead of %2520.",
    stage: "percentEncode",
    trigger: get("/r?q=a%20b"),
    fix: { text: "Replace + with %20 after a form encoder, or use an encoder for RFC 3986.", calls: ENCODE },
    evidence: [
      "https://github.com/postmanlabs/postman-app-support/issues/1874",
      "https://github.com/gifnksm/oauth-client-rs/pull/16",
      "https://github.com/requests/requests-oauthlib/pull/88",
      "https://github.com/eclipse-ee4j/jersey/issues/705",
      "https://github.com/nbspou/dart-oauth1/issues/17",
    ],
    apply: inAllEncoding(spaceAsPlus),
    variants: [inNamesAndValues(spaceAsPlus), exceptInSecrets(spaceAsPlus)],
  },
  {
    id: "tilde-encoded",
    title: "Tilde percent-encoded",
    what: "The encoder follows rules older than RFC 3986 and writes ~ as %7E.",
    stage: "percentEncode",
    trigger: get("/r?q=~"),
    fix: { text: "Replace %7E with ~ after encoding.", calls: callsIn(ENCODE, "Java", "PHP", "Python") },
    evidence: [
      "https://github.com/request/oauth-sign/issues/4",
      "https://github.com/joestump/python-oauth2/issues/15",
      "https://github.com/MKSG-MugunthKumar/MKNetworkKit/pull/39",
      "https://github.com/mikeknapp/AppEngine-OAuth-Library/issues/4",
      "https://github.com/AFNetworking/AFOAuth1Client/pull/38",
      "https://github.com/jrconlin/oauthsimple/issues/16",
    ],
    apply: inAllEncoding(alsoEncode(/~/)),
    variants: [inNamesAndValues(alsoEncode(/~/)), exceptInSecrets(alsoEncode(/~/))],
  },
  {
    id: "encodeuricomponent-leftovers",
    title: "! ' ( ) * left unencoded",
    what: "The client uses a URI component encoder, which leaves ! ' ( ) * unencoded.",
    stage: "percentEncode",
    trigger: get("/r?q=!'()*"),
    fix: { text: "Escape these five characters after encodeURIComponent.", calls: callsIn(ENCODE, "JavaScript") },
    evidence: [
      "https://github.com/nbspou/dart-oauth1/pull/10",
      "https://github.com/osmlab/ohauth/pull/5",
      "https://github.com/OAuthSwift/OAuthSwift/pull/201",
      "https://github.com/romaonthego/AFXAuthClient/pull/2",
    ],
    apply: inAllEncoding(leaveUnencoded("!'()*")),
    variants: [inNamesAndValues(leaveUnencoded("!'()*"))],
  },
  {
    id: "asterisk-bare",
    title: "Only the asterisk left unencoded",
    what: "The client corrects the spaces that a form encoder writes, but not the *, which the encoder leaves unencoded.",
    stage: "percentEncode",
    trigger: get("/r?q=*"),
    fix: { text: "Replace * with %2A after a form encoder.", calls: callsIn(ENCODE, "Java") },
    evidence: [
      "https://github.com/AsyncHttpClient/async-http-client/issues/1216",
      "https://github.com/scribejava/scribejava/pull/10",
      "https://github.com/cgeo/cgeo/issues/3320",
      "https://github.com/heremaps/here-aaa-java-sdk/issues/87",
    ],
    apply: inAllEncoding(leaveUnencoded("*")),
    variants: [inNamesAndValues(leaveUnencoded("*")), exceptInSecrets(leaveUnencoded("*"))],
  },
  {
    id: "encodeuri-whole-url-encoder",
    title: "Encoder for whole URLs used on names and values",
    what: "The client encodes names and values with an encoder for complete URLs, which leaves ; / ? : @ & = + $ , # unencoded.",
    stage: "encodeParameters",
    trigger: get("/r?q=a%26b%3Dc"),
    fix: {
      text: "Use the encoder for a URI component, not the encoder for a URL.",
      calls: callsIn(ENCODE, "JavaScript", "C#"),
    },
    evidence: ["https://github.com/sirikata/liboauthcpp/pull/20", "https://github.com/CORDEA/oauth/issues/4"],
    apply: inNamesAndValues(leaveUnencoded(";/?:@&=+$,#")),
    variants: [inNamesAndValues(leaveUnencoded(";/?:@&=+$,#!'()*")), inAllEncoding(leaveUnencoded(";/?:@&=+$,#!'()*"))],
  },
  {
    id: "slash-colon-bare",
    title: "Slash left unencoded",
    what: "The encoder treats / as safe, as some quoting functions do by default, so / stays unencoded in names and values.",
    stage: "encodeParameters",
    trigger: get("/r?title=a/x"),
    fix: { text: "Tell the function that no character is safe.", calls: callsIn(ENCODE, "Python") },
    evidence: ["https://github.com/CORDEA/oauth/issues/4"],
    apply: inNamesAndValues(leaveUnencoded("/")),
    variants: [inAllEncoding(leaveUnencoded("/")), inNamesAndValues(leaveUnencoded("/:"))],
  },
  {
    id: "lowercase-hex",
    title: "Lower-case hex digits",
    what: "The client writes escapes with lower-case digits: %2f instead of %2F.",
    stage: "percentEncode",
    trigger: get("/r?q=a/b"),
    fix: { text: "Write the hex digits of escapes in upper case." },
    evidence: [
      "https://github.com/Shinmera/chirp/pull/5",
      "https://github.com/jqlang/jq/issues/451",
      "https://github.com/gmr/urilib/issues/2",
    ],
    apply: inAllEncoding(lowerCaseHex),
    variants: [inNamesAndValues(lowerCaseHex)],
  },
  {
    id: "percent-left-bare",
    title: "Literal percent sign left unencoded",
    what: "The encoder skips text that looks encoded, so a literal % before two hex digits stays unencoded.",
    stage: "encodeParameters",
    trigger: post([["q", "50%20off"]]),
    fix: { text: "Encode every decoded value exactly once; do not guess whether a value is encoded.", calls: ENCODE },
    evidence: ["https://github.com/Mastercard/oauth1-signer-python/pull/22"],
    apply: inNamesAndValues(percentBareBeforeHex),
    variants: [inAllEncoding(percentBareBeforeHex)],
  },
  {
    id: "plus-left-bare",
    title: "Literal plus left unencoded",
    what: "The client leaves a + in a value as it is instead of writing %2B.",
    stage: "percentEncode",
    trigger: get("/r?q=1%2B1"),
    fix: { text: "Escape + like every other reserved character.", calls: ENCODE },
    apply: inAllEncoding(leaveUnencoded("+")),
    variants: [inNamesAndValues(leaveUnencoded("+")), inSentForm(leaveUnencoded("+"))],
  },
  {
    id: "brackets-bare",
    title: "Square brackets left unencoded",
    what: "The encoder treats [ and ] as safe, so the client signs names of lists with unencoded brackets.",
    stage: "percentEncode",
    trigger: get("/r?ids[]=1"),
    fix: { text: "Escape [ and ] in names and values.", calls: callsIn(ENCODE, "PHP", "JavaScript") },
    evidence: [
      "https://github.com/WP-API/OAuth1/pull/127",
      "https://github.com/daviddesberg/PHPoAuthLib/pull/559",
      "https://github.com/Kong/insomnia/issues/943",
    ],
    apply: inAllEncoding(leaveUnencoded("[]")),
    variants: [inNamesAndValues(leaveUnencoded("[]"))],
  },
  {
    id: "keys-not-encoded",
    title: "Names not encoded",
    what: "The client encodes values but copies names unchanged.",
    stage: "encodeParameters",
    trigger: get("/r?filter[limit]=5"),
    fix: { text: "Encode names with the same function as values, before sorting." },
    evidence: [
      "https://github.com/kloon/WooCommerce-REST-API-Client-Library/issues/9",
      "https://github.com/geoffjentry/ROAuth/pull/7",
      "https://github.com/WP-API/OAuth1/issues/34",
      "https://github.com/omsmith/ims-lti/blob/HEAD/src/hmac-sha1.coffee",
    ],
    apply: replaceStage("encodeParameters", (encode, parameters, all) =>
      encode(parameters, all).map((parameter) => ({ ...parameter, encodedName: toText(parameter.name) })),
    ),
  },
  {
    id: "unreserved-over-encoded",
    title: "Unreserved punctuation encoded",
    what: "The client escapes everything except letters and digits, including - . and _.",
    stage: "percentEncode",
    trigger: get("/r?q=a-b.c_d"),
    fix: { text: "Leave A-Z a-z 0-9 - . _ ~ unencoded.", calls: ENCODE },
    apply: inAllEncoding(alsoEncode(/[-._]/)),
    variants: [/[-._]/, /[-._~]/].flatMap((punctuation) =>
      [inAllEncoding, inNamesAndValues, exceptInSecrets].map((where) => where(alsoEncode(punctuation))),
    ),
  },
];

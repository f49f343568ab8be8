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
import type { FaultDefinition } from "./fault.ts";
import { replaceStage } from "./stage-changes.ts";
import { get, post } from "./trigger-requests.ts";

const spaceAsPlus: EncoderChange = (encode) => (octets) => encode(octets).replaceAll("%20", "+");
const lowerCaseHex: EncoderChange = (encode) => (octets) =>
  encode(octets).replace(/%../g, (escaped) => escaped.toLowerCase());
const percentBareBeforeHex: EncoderChange = (encode) => (octets) => encode(octets).replace(/%25(?=[0-9A-F]{2})/gi, "%");

export const PERCENT_ENCODING_FAULTS: readonly FaultDefinition[] = [
  {
    id: "space-as-plus",
    title: "Space encoded as +",
    what: "The client uses a form encoder, which writes a space as + instead of %20; the base string contains %2B instead of %2520.",
    trigger: get("/r?q=a%20b"),
    fix: { text: "Replace + with %20 after a form encoder, or use an encoder for RFC 3986.", calls: ENCODE },
    evidence: [
      "postmanlabs/postman-app-support#1874",
      "gifnksm/oauth-client-rs#16",
      "requests/requests-oauthlib#88",
      "eclipse-ee4j/jersey#705",
      "nbspou/dart-oauth1#17",
    ],
    apply: inAllEncoding(spaceAsPlus),
    variants: [inNamesAndValues(spaceAsPlus), exceptInSecrets(spaceAsPlus)],
  },
  {
    id: "tilde-encoded",
    title: "Tilde percent-encoded",
    what: "The encoder follows rules older than RFC 3986 and writes ~ as %7E.",
    trigger: get("/r?q=~"),
    fix: { text: "Replace %7E with ~ after encoding.", calls: callsIn(ENCODE, "Java", "PHP", "Python") },
    evidence: [
      "request/oauth-sign#4",
      "joestump/python-oauth2#15",
      "MKSG-MugunthKumar/MKNetworkKit#39",
      "mikeknapp/AppEngine-OAuth-Library#4",
      "AFNetworking/AFOAuth1Client#38",
      "jrconlin/oauthsimple#16",
    ],
    apply: inAllEncoding(alsoEncode(/~/)),
    variants: [inNamesAndValues(alsoEncode(/~/)), exceptInSecrets(alsoEncode(/~/))],
  },
  {
    id: "encodeuricomponent-leftovers",
    title: "! ' ( ) * left unencoded",
    what: "The client uses a URI component encoder, which leaves ! ' ( ) * unencoded.",
    trigger: get("/r?q=!'()*"),
    fix: { text: "Escape these five characters after encodeURIComponent.", calls: callsIn(ENCODE, "JavaScript") },
    evidence: ["nbspou/dart-oauth1#10", "osmlab/ohauth#5", "OAuthSwift/OAuthSwift#201", "romaonthego/AFXAuthClient#2"],
    apply: inAllEncoding(leaveUnencoded("!'()*")),
    variants: [inNamesAndValues(leaveUnencoded("!'()*"))],
  },
  {
    id: "asterisk-bare",
    title: "Only the asterisk left unencoded",
    what: "The client corrects the spaces that a form encoder writes, but not the *, which the encoder leaves unencoded.",
    trigger: get("/r?q=*"),
    fix: { text: "Replace * with %2A after a form encoder.", calls: callsIn(ENCODE, "Java") },
    evidence: [
      "AsyncHttpClient/async-http-client#1216",
      "scribejava/scribejava#10",
      "cgeo/cgeo#3320",
      "heremaps/here-aaa-java-sdk#87",
    ],
    apply: inAllEncoding(leaveUnencoded("*")),
    variants: [inNamesAndValues(leaveUnencoded("*")), exceptInSecrets(leaveUnencoded("*"))],
  },
  {
    id: "encodeuri-whole-url-encoder",
    title: "Encoder for whole URLs used on names and values",
    what: "The client encodes names and values with an encoder for complete URLs, which leaves ; / ? : @ & = + $ , # unencoded.",
    trigger: get("/r?q=a%26b%3Dc"),
    fix: {
      text: "Use the encoder for a URI component, not the encoder for a URL.",
      calls: callsIn(ENCODE, "JavaScript", "C#"),
    },
    evidence: ["sirikata/liboauthcpp#20", "CORDEA/oauth#4"],
    apply: inNamesAndValues(leaveUnencoded(";/?:@&=+$,#")),
    variants: [inNamesAndValues(leaveUnencoded(";/?:@&=+$,#!'()*")), inAllEncoding(leaveUnencoded(";/?:@&=+$,#!'()*"))],
  },
  {
    id: "slash-colon-bare",
    title: "Slash left unencoded",
    what: "The encoder treats / as safe, as some quoting functions do by default, so / stays unencoded in names and values.",
    trigger: get("/r?title=a/x"),
    fix: { text: "Tell the function that no character is safe.", calls: callsIn(ENCODE, "Python") },
    evidence: ["CORDEA/oauth#4"],
    apply: inNamesAndValues(leaveUnencoded("/")),
    variants: [inAllEncoding(leaveUnencoded("/")), inNamesAndValues(leaveUnencoded("/:"))],
  },
  {
    id: "lowercase-hex",
    title: "Lower-case hex digits",
    what: "The client writes escapes with lower-case digits: %2f instead of %2F.",
    trigger: get("/r?q=a/b"),
    fix: { text: "Write the hex digits of escapes in upper case." },
    evidence: ["Shinmera/chirp#5", "jqlang/jq#451", "gmr/urilib#2"],
    apply: inAllEncoding(lowerCaseHex),
    variants: [inNamesAndValues(lowerCaseHex)],
  },
  {
    id: "percent-left-bare",
    title: "Literal percent sign left unencoded",
    what: "The encoder skips text that looks encoded, so a literal % before two hex digits stays unencoded.",
    trigger: post([["q", "50%20off"]]),
    fix: { text: "Encode every decoded value exactly once; do not guess whether a value is encoded.", calls: ENCODE },
    evidence: ["Mastercard/oauth1-signer-python#22"],
    apply: inNamesAndValues(percentBareBeforeHex),
    variants: [inAllEncoding(percentBareBeforeHex)],
  },
  {
    id: "plus-left-bare",
    title: "Literal plus left unencoded",
    what: "The client leaves a + in a value as it is instead of writing %2B.",
    trigger: get("/r?q=1%2B1"),
    fix: { text: "Escape + like every other reserved character.", calls: ENCODE },
    apply: inAllEncoding(leaveUnencoded("+")),
    variants: [inNamesAndValues(leaveUnencoded("+")), inSentForm(leaveUnencoded("+"))],
  },
  {
    id: "brackets-bare",
    title: "Square brackets left unencoded",
    what: "The encoder treats [ and ] as safe, so the client signs names of lists with unencoded brackets.",
    trigger: get("/r?ids[]=1"),
    fix: { text: "Escape [ and ] in names and values.", calls: callsIn(ENCODE, "PHP", "JavaScript") },
    evidence: ["WP-API/OAuth1#127", "daviddesberg/PHPoAuthLib#559", "Kong/insomnia#943"],
    apply: inAllEncoding(leaveUnencoded("[]")),
    variants: [inNamesAndValues(leaveUnencoded("[]"))],
  },
  {
    id: "keys-not-encoded",
    title: "Names not encoded",
    what: "The client encodes values but copies names unchanged.",
    trigger: get("/r?filter[limit]=5"),
    fix: { text: "Encode names with the same function as values, before sorting." },
    evidence: [
      "kloon/WooCommerce-REST-API-Client-Library#9",
      "geoffjentry/ROAuth#7",
      "WP-API/OAuth1#34",
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
    trigger: get("/r?q=a-b.c_d"),
    fix: { text: "Leave A-Z a-z 0-9 - . _ ~ unencoded.", calls: ENCODE },
    apply: inAllEncoding(alsoEncode(/[-._]/)),
    variants: [/[-._]/, /[-._~]/].flatMap((punctuation) =>
      [inAllEncoding, inNamesAndValues, exceptInSecrets].map((where) => where(alsoEncode(punctuation))),
    ),
  },
];

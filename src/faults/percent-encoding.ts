/**
 * Faults of the percent-encoder: from which octets it starts, which characters it escapes, and how it writes an escape
 * (RFC 5849 3.6).
 */

import { toText } from "../model/index.ts";
import { concatOctets, utf8Octets } from "../platform/index.ts";
import { callsIn, ENCODE } from "./correct-calls.ts";
import {
  alsoEncode,
  convertTextBy,
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

const ASCII_RE = /^[\u0000-\u007f]*$/;

/** Converts each character; a surrogate pair is one character. ASCII text keeps its octets. */
function convertCharacters(recode: (character: string, code: number) => Uint8Array): EncoderChange {
  return convertTextBy((text) =>
    ASCII_RE.test(text) ? utf8Octets(text) : concatOctets(Array.from(text, (one) => recode(one, one.codePointAt(0)!))),
  );
}

const convertToLatin1 = (instead: (character: string) => Uint8Array): EncoderChange =>
  convertCharacters((character, code) => (code > 0xff ? instead(character) : Uint8Array.of(code)));
const convertNonAscii = (instead: (character: string) => Uint8Array): EncoderChange =>
  convertCharacters((character, code) => (code > 0x7f ? instead(character) : utf8Octets(character)));

/** Encodes a lone surrogate in three octets, following the bit pattern of UTF-8. */
function surrogateOctets(unit: string): Uint8Array {
  const code = unit.charCodeAt(0);
  return Uint8Array.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
}

/** JavaScript's old escape(): leaves @ * + / unencoded too, and writes %uXXXX beyond Latin-1. */
const legacyEscape: EncoderChange = (encode) => (octets) =>
  toText(octets)
    .split("")
    .map((unit) => {
      const code = unit.charCodeAt(0);
      if (/[@*+/]/.test(unit)) return unit;
      if (unit === "~") return "%7E";
      if (code <= 0xff) return encode(Uint8Array.of(code));
      return `%u${code.toString(16).toUpperCase().padStart(4, "0")}`;
    })
    .join("");

const UTF8_FIX = { text: "Convert the text to UTF-8, then escape the octets.", calls: ENCODE };

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
    fix: { text: "Replace %7E with ~ after encoding.", calls: callsIn(ENCODE, "Java", "Kotlin", "PHP", "Python") },
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
    fix: { text: "Escape these five characters after the encoder.", calls: callsIn(ENCODE, "JavaScript", "Dart") },
    evidence: ["nbspou/dart-oauth1#10", "osmlab/ohauth#5", "OAuthSwift/OAuthSwift#201", "romaonthego/AFXAuthClient#2"],
    apply: inAllEncoding(leaveUnencoded("!'()*")),
    variants: [inNamesAndValues(leaveUnencoded("!'()*"))],
  },
  {
    id: "asterisk-bare",
    title: "Only the asterisk left unencoded",
    what: "The client corrects the spaces that a form encoder writes, but not the *, which the encoder leaves unencoded.",
    trigger: get("/r?q=*"),
    fix: { text: "Replace * with %2A after a form encoder.", calls: callsIn(ENCODE, "Java", "Kotlin") },
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
      calls: callsIn(ENCODE, "JavaScript", "C#", "Swift", "Dart"),
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
  {
    id: "latin1-octets",
    title: "Latin-1 octets instead of UTF-8",
    what: "The client encodes text in Latin-1, one octet for each character, so £ becomes %A3 instead of %C2%A3.",
    trigger: get("/r?q=%C2%A3"),
    fix: UTF8_FIX,
    evidence: ["restsharp/RestSharp#1945", "bytespider/jsOAuth#7"],
    apply: inAllEncoding(convertToLatin1(() => utf8Octets("?"))),
    variants: [inAllEncoding(convertToLatin1(utf8Octets))],
  },
  {
    id: "percent-u-escape",
    title: "%uXXXX escapes",
    what: "The client uses an escape function older than RFC 3986, which writes %u20AC for the euro sign and leaves @ * + / unencoded.",
    trigger: get("/r?q=%E2%82%AC"),
    fix: { text: "Do not use escape().", calls: callsIn(ENCODE, "JavaScript") },
    evidence: ["request/oauth-sign#4"],
    apply: inNamesAndValues(legacyEscape),
    variants: [inAllEncoding(legacyEscape)],
  },
  {
    id: "multibyte-lost",
    title: "Octets of a character lost",
    what: "The client encodes one octet of a character that has several, so the rest of its UTF-8 sequence is missing.",
    trigger: get("/r?q=%E4%B8%AD"),
    fix: UTF8_FIX,
    evidence: ["r-lib/httr#423", "jmathai/epiphany#11"],
    apply: inAllEncoding(
      convertCharacters((character, code) => (code > 0xff ? Uint8Array.of(code & 0xff) : utf8Octets(character))),
    ),
    variants: [
      inAllEncoding(convertNonAscii((character) => utf8Octets(character).subarray(-1))),
      inAllEncoding(convertNonAscii((character) => utf8Octets(character).subarray(0, 1))),
    ],
  },
  {
    id: "non-ascii-to-question-mark",
    title: "Non-ASCII characters replaced with ?",
    what: "The client converts text to ASCII first, which replaces each other character with a question mark, signed as %3F.",
    trigger: get("/r?q=%C3%A9"),
    fix: UTF8_FIX,
    evidence: ["joestump/python-oauth2#48"],
    apply: inAllEncoding(convertNonAscii(() => utf8Octets("?"))),
    variants: [inAllEncoding(convertNonAscii((character) => utf8Octets("?".repeat(character.length))))],
  },
  {
    id: "cesu8-surrogates",
    title: "Surrogates encoded one by one",
    what: "The client encodes a character above U+FFFF as two surrogates of three octets each instead of as its four octets.",
    trigger: get("/r?q=%F0%9F%98%80"),
    fix: { text: "Convert whole code points, or use the UTF-8 encoder of the platform.", calls: ENCODE },
    apply: inAllEncoding(
      convertCharacters((character, code) =>
        code > 0xffff ? concatOctets(character.split("").map(surrogateOctets)) : utf8Octets(character),
      ),
    ),
  },
  {
    id: "nfc-normalised",
    title: "Text normalised before signing",
    what: "The client converts names and values to a composed Unicode form (NFC or NFKC) for signing, but sends them unchanged.",
    trigger: get("/r?q=e%CC%81"),
    fix: { text: "Sign what you send, or normalise before both signing and sending." },
    apply: inAllEncoding(convertTextBy((text) => utf8Octets(text.normalize("NFC")))),
    variants: [inAllEncoding(convertTextBy((text) => utf8Octets(text.normalize("NFKC"))))],
  },
];

/**
 * Faults of the percent-encoder: which characters it escapes, and how it writes an escape (RFC 5849 3.6).
 */

import { validUtf8Text } from "../../model/index.ts";
import type { FaultDefinition } from "../fault.ts";
import { callsIn, ENCODE } from "../helpers/correct-calls.ts";
import { inForms } from "../helpers/forms.ts";
import { IMS_LTI } from "../helpers/sources.ts";
import { replace } from "../helpers/texts.ts";
import { post } from "../helpers/trigger-requests.ts";
import {
  beforeEncoding,
  type EncoderChange,
  type EncoderForm,
  encoderInForms,
  encodeWith,
  inAllEncoding,
  inNamesAndValues,
  inSome,
  leaveTextUnencoded,
  PLACES,
  skipEscapes,
  unlessSentTwice,
} from "./encoder-changes.ts";
import { encoderForm, encoderForms } from "./named-encoders.ts";

const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const NOT_IN_URLS = ' "<>\\^`{|}';

const hexOf = (code: number): string => code.toString(16).padStart(2, "0");
const upperHexOf = (code: number): string => hexOf(code).toUpperCase();

const escapeAll =
  (lowerCaseHex: boolean): EncoderChange =>
  (encode) => {
    const encodeAll = encodeWith({ escaped: "-._~", ...(lowerCaseHex && { hex: "lower" }) })(encode);
    return (octets) =>
      encodeAll(octets).replace(/%..|[^%]/g, (piece) =>
        piece.length > 1 ? piece : `%${(lowerCaseHex ? hexOf : upperHexOf)(piece.charCodeAt(0))}`,
      );
  };

/** Writes each UTF-16 code unit beyond ASCII separately, as a loop over the characters of a text does. */
const writeCodeUnits = (write: (code: number) => string): EncoderChange =>
  unlessSentTwice((encode) => (octets) => {
    const text = validUtf8Text(octets);
    if (text === undefined) return encode(octets);
    const pieces = text.split("").map((unit) => {
      const code = unit.charCodeAt(0);
      return code < 0x80 ? encode(Uint8Array.of(code)) : write(code);
    });
    return pieces.join("");
  });

/** Writes an octet as a negative number, as a language with signed octets prints it. */
const signedOctets = (name: string, example: string, change: EncoderChange, sign: string): EncoderForm => ({
  name,
  what: `The client escapes octets beyond ASCII as negative numbers, ${example},`,
  change: (encode) => (octets) => change(encode)(octets).replace(/%(?=[89a-f])/gi, `%${sign}`),
});

const FIX = "Escape every octet of the UTF-8 except A-Z a-z 0-9 - . _ ~, once, in upper case.";

/** An encoder that escapes only these characters and non-ASCII characters. */
const few = (name: string, what: string, escaped: string, hex?: "lower"): EncoderForm => ({
  name: `escaped=${name}${hex === undefined ? "" : "&hex=lower"}`,
  what: `The client escapes only ${what}${hex === undefined ? "" : ", in lower-case hex digits,"}`,
  change: encodeWith({
    bare: Array.from(PRINTABLE, (one) => (escaped.includes(one) ? "" : one)).join(""),
    ...(hex && { hex }),
  }),
});

const SINGLES = [":", "%", ",", "@", "=", "&", ";", "$", "?", "#", "|", '"', "\\", "^", "`", " "];

export const PERCENT_ENCODING_FAULTS: readonly FaultDefinition[] = [
  {
    id: "space-as-plus",
    title: "Space encoded as +",
    what: "The client uses a form encoder, which writes a space as + instead of %20; the base string contains %2B instead of %2520.",
    trigger: "/r?q=a%20b",
    fix: "Replace + with %20 after a form encoder, or use an encoder for RFC 3986.",
    evidence: [
      "postmanlabs/postman-app-support#1874",
      "gifnksm/oauth-client-rs#16",
      "requests/requests-oauthlib#88",
      "eclipse-ee4j/jersey#705",
      "nbspou/dart-oauth1#17",
    ],
    languages: ["Go url.QueryEscape", "Python quote_plus", "Ruby CGI.escape", "Dart Uri.encodeQueryComponent"],
    ...encoderForms("space-as-plus", { space: "+" }, inAllEncoding),
  },
  {
    id: "tilde-encoded",
    title: "Tilde percent-encoded",
    what: "The encoder follows rules older than RFC 3986 and writes ~ as %7E.",
    trigger: "/r?q=~",
    fix: { text: "Replace %7E with ~ after encoding.", calls: callsIn(ENCODE, "Java", "Kotlin", "PHP", "Python") },
    evidence: [
      "request/oauth-sign#4",
      "joestump/python-oauth2#15",
      "MKSG-MugunthKumar/MKNetworkKit#39",
      "mikeknapp/AppEngine-OAuth-Library#4",
      "AFNetworking/AFOAuth1Client#38",
      "jrconlin/oauthsimple#16",
    ],
    languages: ["PHP rawurlencode before 5.3", "Python quote before 3.7", "Ruby ERB url_encode before 2.5"],
    ...encoderForms("tilde-encoded", { escaped: "~" }, inAllEncoding),
  },
  {
    id: "encodeuricomponent-leftovers",
    title: "! ' ( ) * left unencoded",
    what: "The client uses a URI component encoder, which leaves ! ' ( ) * unencoded.",
    trigger: "/r?q=!'()*",
    fix: { text: "Escape ! ' ( ) and * after the encoder.", calls: callsIn(ENCODE, "JavaScript", "Dart") },
    evidence: ["nbspou/dart-oauth1#10", "osmlab/ohauth#5", "OAuthSwift/OAuthSwift#201", "romaonthego/AFXAuthClient#2"],
    languages: ["JavaScript encodeURIComponent", "C# Uri.EscapeDataString before .NET 4.5", "Dart Uri.encodeComponent"],
    ...encoderForms("encodeuricomponent-leftovers", { bare: "!'()*" }, inAllEncoding),
  },
  {
    id: "asterisk-bare",
    title: "Only the asterisk left unencoded",
    what: "The client uses an encoder that leaves * unencoded, as a form encoder does.",
    trigger: "/r?q=*",
    fix: { text: "Replace * with %2A after a form encoder.", calls: callsIn(ENCODE, "Java", "Kotlin") },
    evidence: [
      "AsyncHttpClient/async-http-client#1216",
      "scribejava/scribejava#10",
      "cgeo/cgeo#3320",
      "heremaps/here-aaa-java-sdk#87",
    ],
    ...encoderForms("asterisk-bare", { bare: "*" }, inAllEncoding),
  },
  {
    id: "encodeuri-whole-url-encoder",
    title: "Encoder for whole URLs used on names and values",
    what: "The client encodes names and values with an encoder for complete URLs, which leaves ; / ? : @ & = + $ , # unencoded.",
    trigger: "/r?q=a%26b%3Dc",
    fix: {
      text: "Use the encoder for a URI component, not the encoder for a URL.",
      calls: { ...callsIn(ENCODE, "JavaScript", "C#", "Swift", "Dart"), ...ENCODE },
    },
    evidence: ["sirikata/liboauthcpp#20", "CORDEA/oauth#4"],
    ...encoderForms("encodeuri-whole-url-encoder", { bare: ";/?:@&=+$,#" }, inNamesAndValues),
  },
  {
    id: "slash-colon-bare",
    title: "Slash left unencoded",
    what: "The encoder treats / as safe, as some quoting functions do by default, so / stays unencoded in names and values.",
    trigger: "/r?title=a/x",
    fix: { text: "Tell the function that no character is safe.", calls: callsIn(ENCODE, "Python") },
    evidence: ["CORDEA/oauth#4"],
    languages: ["Python quote"],
    ...encoderForms("slash-colon-bare", { bare: "/" }, inNamesAndValues),
  },
  {
    id: "lowercase-hex",
    title: "Lower-case hex digits",
    what: "The client writes escapes with lower-case digits: %2f instead of %2F.",
    trigger: "/r?q=a/b",
    fix: "Write the hex digits of escapes in upper case.",
    evidence: ["Shinmera/chirp#5", "jqlang/jq#451", "gmr/urilib#2"],
    ...encoderForms("lowercase-hex", { hex: "lower" }, inAllEncoding),
  },
  {
    id: "percent-left-bare",
    title: "Literal percent sign left unencoded",
    what: "The encoder skips text that looks encoded, so a literal % before two hex digits stays unencoded.",
    trigger: post([["q", "50%20off"]]),
    fix: "Encode every decoded value exactly once; do not guess whether a value is encoded.",
    evidence: ["Mastercard/oauth1-signer-python#22"],
    apply: inNamesAndValues(skipEscapes),
  },
  {
    id: "plus-left-bare",
    title: "Literal plus left unencoded",
    what: "The client leaves a + in a value as it is instead of writing %2B.",
    trigger: "/r?q=1%2B1",
    fix: "Escape + like every other reserved character.",
    evidence: [],
    languages: ["Clojure ring.util.codec/url-encode"],
    ...encoderForms("plus-left-bare", { bare: "+" }, inAllEncoding),
  },
  {
    id: "brackets-bare",
    title: "Square brackets left unencoded",
    what: "The encoder treats [ and ] as safe, so the client signs names of lists with unencoded brackets.",
    trigger: "/r?ids[]=1",
    fix: { text: "Escape [ and ] in names and values.", calls: callsIn(ENCODE, "PHP", "JavaScript") },
    evidence: ["WP-API/OAuth1#127", "daviddesberg/PHPoAuthLib#559", "Kong/insomnia#943"],
    ...encoderForms("brackets-bare", { bare: "[]" }, inAllEncoding),
  },
  {
    id: "keys-not-encoded",
    title: "Names not encoded",
    what: "The client encodes values but copies names unchanged.",
    trigger: "/r?filter[limit]=5",
    fix: "Encode names with the same function as values, before sorting.",
    evidence: ["kloon/WooCommerce-REST-API-Client-Library#9", "geoffjentry/ROAuth#7", "WP-API/OAuth1#34", IMS_LTI],
    apply: inSome(leaveTextUnencoded, (right, { encodedName }) => ({ ...right, encodedName })),
  },
  {
    id: "unreserved-over-encoded",
    title: "Unreserved punctuation encoded",
    what: "The client escapes everything except letters and digits, including - . and _.",
    trigger: "/r?q=a-b.c_d",
    fix: "Leave A-Z a-z 0-9 - . _ ~ unencoded.",
    evidence: [],
    ...encoderForms("unreserved-over-encoded", { escaped: "-._" }, inAllEncoding),
  },
  {
    id: "few-characters-escaped",
    title: "Only few characters escaped",
    trigger: "/r?q=a%26b%2Fc",
    fix: FIX,
    ...encoderInForms([
      few("separators", "& and =", "&="),
      few("spaces", "spaces and non-ASCII characters", " "),
      few("spaces", "spaces and non-ASCII characters", " ", "lower"),
      few("not-in-urls", "what a URL cannot contain", NOT_IN_URLS),
      few("not-in-urls", "what a URL cannot contain", NOT_IN_URLS, "lower"),
    ]),
  },
  {
    id: "reserved-character-bare",
    title: "A reserved character left unencoded",
    what: "The client leaves : unencoded.",
    trigger: "/r?q=a:b",
    fix: FIX,
    apply: inAllEncoding(encodeWith({ bare: ":" })),
    variants: SINGLES.flatMap((bare) => PLACES.map((place) => encoderForm({ bare }, place))).slice(1),
  },
  {
    id: "every-octet-escaped",
    title: "Letters and digits escaped",
    trigger: "/r?q=a",
    fix: FIX,
    ...encoderInForms([
      { name: "hex=upper", what: "The client escapes letters and digits too", change: escapeAll(false) },
      {
        name: "hex=lower",
        what: "The client escapes letters and digits too, in lower-case hex digits,",
        change: escapeAll(true),
      },
    ]),
  },
  {
    id: "leading-zero-missing",
    title: "Leading zero of escapes left out",
    trigger: post([["q", "a\nb"]]),
    fix: "Write two hex digits for each octet: %0A instead of %A.",
    ...encoderInForms([
      {
        name: "",
        what: "The client leaves out the leading zero of escapes",
        change: (encode) => (octets) => encode(octets).replaceAll("%0", "%"),
      },
    ]),
  },

  {
    id: "escape-of-code-unit",
    title: "Characters escaped by number",
    trigger: "/r?q=%E2%82%AC",
    fix: FIX,
    ...encoderInForms([
      {
        name: "number",
        what: "The client escapes the number of a character, such as %20AC for the euro sign,",
        change: writeCodeUnits((code) => `%${upperHexOf(code)}`),
      },
      {
        name: "percent-u",
        what: "The client writes %u and the number of a character in lower case, such as %u00e9,",
        change: writeCodeUnits((code) => `%u${hexOf(code).padStart(4, "0")}`),
      },
      signedOctets("signed-octet", "such as %FFFFFFC3", encodeWith({}), "FFFFFF"),
      signedOctets("signed-octet-lower", "such as %ffffffc3", encodeWith({ hex: "lower" }), "ffffff"),
    ]),
  },
  {
    id: "non-ascii-bare",
    title: "Characters beyond ASCII left unencoded",
    trigger: "/r?q=%C3%A9",
    fix: FIX,
    ...encoderInForms([
      {
        name: "",
        what: "The client leaves characters beyond ASCII unencoded",
        change: writeCodeUnits((code) => String.fromCharCode(code)),
      },
    ]),
  },

  // In names and values only, this is `parameters-encoded-once`.
  {
    id: "text-not-encoded",
    title: "Names or values not encoded",
    trigger: "/r?q=a%26b",
    fix: FIX,
    ...inForms(
      PLACES.filter(([, , use]) => use !== inNamesAndValues).map(([name, place, use]) => ({
        name,
        what: `The client copies text unencoded${place}.`,
        apply: use(leaveTextUnencoded),
      })),
    ),
  },

  {
    id: "plus-read-as-space",
    title: "Plus signs signed as spaces",
    what: "The client signs + in names and values as a space.",
    trigger: "/r?q=1%2B1",
    fix: FIX,
    apply: inNamesAndValues(beforeEncoding(replace(/\+/g, " "))),
  },
];

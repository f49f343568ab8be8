/** Encoders of programming languages that break RFC 5849 3.6 in several ways, each under the fault that it shows most clearly. */

import type { FaultDefinition, Form, Occurs } from "../fault.ts";
import { encodeSecretsBy } from "../key/key-changes.ts";
import {
  type EncoderPlace,
  type EncoderRules,
  encoderName,
  encodeWith,
  inAllEncoding,
  inNamesAndValues,
  PLACES,
} from "./encoder-changes.ts";

export interface NamedEncoder extends EncoderRules {
  readonly languages?: readonly string[];
}

const FORM: EncoderRules = { space: "+" };
const LOWER: EncoderRules = { hex: "lower" };

/** Encoders by fault. The named functions were run and compared, or their documentation describes the difference. */
const NAMED_ENCODERS: Readonly<Record<string, readonly NamedEncoder[]>> = {
  "space-as-plus": [
    {
      ...FORM,
      bare: "*",
      escaped: "~",
      languages: [
        ...["Java URLEncoder", "JavaScript URLSearchParams", "Ruby URI.encode_www_form_component"],
        ...["Apex EncodingUtil.urlEncode", "Rust form_urlencoded", "MATLAB urlencode"],
      ],
    },
    {
      ...FORM,
      escaped: "~",
      languages: [
        "PHP urlencode",
        "PHP http_build_query",
        "Python quote_plus before 3.7",
        "Ruby CGI.escape before 2.5",
      ],
    },
    { ...FORM, bare: "!*()", escaped: "~", languages: ["C# WebUtility.UrlEncode"] },
    { ...FORM, ...LOWER, bare: "!*()", escaped: "~", languages: ["C# HttpUtility.UrlEncode"] },
    { ...FORM, ...LOWER, bare: "!*()'", escaped: "~", languages: ["C# HttpUtility.UrlEncode before .NET 4"] },
    { ...FORM, bare: "!'()*", languages: ["JavaScript jQuery.param", "Perl URI query_form"] },
    { ...FORM, bare: "!'()*:$,", languages: ["JavaScript axios"] },
    { ...FORM, bare: "!'()*:$,[]", languages: ["JavaScript axios before 1.0"] },
    { ...FORM, bare: "!'()*:$,@;", languages: ["JavaScript AngularJS $http"] },
    { ...FORM, bare: "$!*'(),", escaped: "~", languages: ["Common Lisp drakma:url-encode"] },
    { ...FORM, bare: "*@.$!'()", escaped: "~", languages: ["Delphi HTTPEncode"] },
    { ...FORM, bare: "!'()", languages: ["JavaScript encodeURIComponent changed for spaces"] },
    { ...FORM, escaped: "-._~", languages: ["VBScript Server.URLEncode"] },
    { ...FORM, ...LOWER },
    { ...FORM, ...LOWER, escaped: "~" },
  ],
  "tilde-encoded": [{ ...LOWER, escaped: "~" }],
  "encodeuricomponent-leftovers": [
    { bare: "!*()", escaped: "~", languages: ["C# WebUtility.UrlEncode corrected for spaces"] },
    { ...LOWER, bare: "!*()", escaped: "~", languages: ["C# HttpUtility.UrlEncode corrected for spaces"] },
    {
      ...LOWER,
      bare: "!*()'",
      escaped: "~",
      languages: ["C# HttpUtility.UrlEncode before .NET 4, corrected for spaces"],
    },
    { ...LOWER, bare: "!'()*" },
    { bare: "!'()*", escaped: "~" },
    { bare: "!'()*$+,", escaped: "~" },
  ],
  "asterisk-bare": [
    { bare: "*", escaped: "~", languages: ["Java URLEncoder corrected for spaces", "Kotlin OkHttp addQueryParameter"] },
  ],
  "encodeuri-whole-url-encoder": [
    { bare: ";/?:@&=+$,#!'()*", languages: ["JavaScript encodeURI", "Dart Uri.encodeFull"] },
    { bare: ";/?:@&=+$,#!'()*[]", languages: ["C# Uri.EscapeUriString"] },
    { bare: ";/?:@&=+$,!'()*[]", languages: ["Ruby URI.escape"] },
    {
      bare: "!$&'()*+,/:;=?@",
      languages: ["Swift urlQueryAllowed", "Objective-C stringByAddingPercentEscapesUsingEncoding"],
    },
    { bare: "!$&'()*+,:;=[]", languages: ["Swift urlHostAllowed"] },
    { bare: "!$&'()*+,/:=@", languages: ["Swift urlPathAllowed"] },
    { bare: "!$&'()*+,;=", languages: ["Swift urlUserAllowed"] },
    { bare: "!$&'()*+,;=:@", languages: ["Java Guava urlPathSegmentEscaper", "Java Spring encodePathSegment"] },
    { bare: "!$'()*+,;:@/?", languages: ["Java Spring encodeQueryParam"] },
    { bare: "$&+=:@", languages: ["Go url.PathEscape"] },
    { bare: ";/?:@&=+$,", languages: ["PL/SQL UTL_URL.ESCAPE"] },
    { bare: "/:" },
    { bare: "/?", languages: ["Swift Alamofire", "Objective-C AFNetworking"] },
    { bare: "/?:@", languages: ["Python yarl"] },
    { bare: "@:$,;" },
  ],
  "slash-colon-bare": [{ bare: "/", escaped: "~", languages: ["Python quote before 3.7"] }],
  "unreserved-over-encoded": [
    { escaped: "-._~", languages: ["ColdFusion URLEncodedFormat", "Rust NON_ALPHANUMERIC"] },
    { ...LOWER, escaped: "-.~", languages: ["Lua socket.url.escape"] },
  ],
};

/**
 * The forms of a fault. The common form is an encoder with these rules in the usual place; others are this encoder in the other
 * places and in the secrets, and the named encoders that show this fault most clearly, in each place.
 */
export function encoderForms(
  id: string,
  rules: EncoderRules,
  usual: EncoderPlace,
): Required<Pick<FaultDefinition, "apply" | "variants">> {
  const elsewhere = PLACES.filter(([, , use]) => use !== usual);
  return {
    apply: usual(encodeWith(rules)),
    variants: [
      ...elsewhere.map((place) => ({ ...encoderForm(rules, place), isCommon: COMMON_PLACES.includes(place[2]) })),
      inSecrets(rules),
      ...(NAMED_ENCODERS[id] ?? []).flatMap((encoder) => PLACES.map((place) => encoderForm(encoder, place))),
    ],
  };
}

/** Nobody may learn which characters occur in the secrets, so the sentence names all characters. */
function inSecrets(rules: EncoderRules): Form {
  const form = encoderForm(rules, ["in=secrets", " in the secrets only", encodeSecretsBy]);
  return { ...form, whatFor: () => form.what! };
}

/** Clients usually encode the parts of a base string with the same wrong encoder, or with a correct one. */
const COMMON_PLACES: readonly EncoderPlace[] = [inAllEncoding, inNamesAndValues];

/** An encoder in a place, as a form of a fault. */
export function encoderForm(encoder: NamedEncoder, [end, place, use]: (typeof PLACES)[number]): Form {
  const { languages } = encoder;
  const subject = languages === undefined ? "The client" : `The client uses an encoder such as ${languages[0]}, which`;
  const whatFor = (occurs: Occurs): string => {
    const differences = differencesOf(encoder, occurs);
    const comma = place !== "" && (languages !== undefined || differences.includes(" and ")) ? "," : "";
    return `${subject} ${differences}${comma}${place}.`;
  };
  return {
    name: `${encoderName(encoder)}&${end}`,
    what: whatFor(() => true),
    whatFor,
    ...(languages && { languages }),
    apply: use(encodeWith(encoder)),
  };
}

/** The end of a sentence that describes what an encoder does with the characters that occur. */
function differencesOf({ bare = "", escaped = "", space, hex }: EncoderRules, occurs: Occurs): string {
  const list = (characters: string): string =>
    Array.from(characters)
      .filter(occurs)
      .map((one) => NAMES_OF_CHARACTERS[one] ?? one)
      .join(" ");
  const parts = [
    ...(space !== undefined && occurs(" ") ? ["writes a space as +"] : []),
    ...(list(bare) === "" ? [] : [`leaves ${list(bare)} unencoded`]),
    ...(list(escaped) === "" ? [] : [`escapes ${list(escaped)} too`]),
    ...(hex === undefined ? [] : ["writes hex digits in lower case"]),
  ];
  // All differences are in the secrets, which are not shown.
  if (parts.length === 0) return "differs from RFC 5849 in some characters";
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const NAMES_OF_CHARACTERS: Readonly<Record<string, string>> = {
  " ": "a space",
  "\n": "a line feed",
  "\r": "a carriage return",
  "\t": "a tab",
};

/** Faults of parsing the query (RFC 5849 3.4.1.3.1). */

import { type OctetPair, specification, validUtf8Text } from "../../model/index.ts";
import { latin1Octets, latin1Text, utf8Octets } from "../../platform/index.ts";
import { type EncoderChange, encodeWith } from "../encoding/encoder-changes.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { OAUTH_1_0A } from "../helpers/sources.ts";
import {
  changeEncoded,
  changeParameters,
  changeResult,
  changeValues,
  isProtocol,
  replaceStage,
} from "../helpers/stage-changes.ts";
import { replace } from "../helpers/texts.ts";

/** Changes the query before decoding, as a Latin-1 text: one character for each octet. */
function changeQuery(change: (query: string) => string): StageChange {
  return replaceStage("decodeForm", (decode, encoded, all) => {
    const octets = typeof encoded === "string" ? utf8Octets(encoded) : encoded;
    return decode(latin1Octets(change(latin1Text(octets))), all);
  });
}

/** Changes each piece between two "&"; `undefined` removes the piece. */
function changePieces(change: (piece: string) => string | undefined): StageChange {
  return changeQuery((query) => {
    const pieces = query.split("&").filter((piece) => piece !== "");
    return pieces.flatMap((piece) => change(piece) ?? []).join("&");
  });
}

/** Changes names and values after they have been decoded. */
function changeDecoded(
  change: (octets: Uint8Array, decode: (encoded: Uint8Array) => Uint8Array) => Uint8Array,
): StageChange {
  return changeResult("decodeForm", (pairs, _, { percentDecode }) =>
    pairs.map(([name, value]): OctetPair => [change(name, percentDecode), change(value, percentDecode)]),
  );
}

/** Changes each name and value before it is decoded. */
const changeTexts = (change: (text: string) => string): StageChange =>
  changePieces((piece) => change(nameOf(piece)) + afterName(piece).replace(/(?<=^=).*/s, change));

/** Escapes a text so that decoding it gives the text again. */
const escapeForDecoding = (text: string): string => text.replaceAll("%", "%25").replaceAll("+", "%2B");
const nameOf = (piece: string): string => piece.split("=", 1)[0]!;
const afterName = (piece: string): string => piece.slice(nameOf(piece).length);
const readMissingValueAs = (value: string): StageChange =>
  changePieces((piece) => (piece.includes("=") ? piece : `${piece}=${value}`));

/** Decodes all escapes first, so that a decoded "&" or "=" also splits the query. */
const decodeBeforeSplitting = (query: string): string =>
  escapeForDecoding(
    query.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );

/** Splits the values of the application's own parameters at each "&", and each following piece at its first "=". */
const splitValues = (end: string | undefined): StageChange =>
  changeParameters((parameters) =>
    parameters.flatMap((one) => {
      const [value, ...pairs] = isProtocol(one) ? [] : (validUtf8Text(one.value)?.split("&") ?? []);
      if (value === undefined || (pairs.length === 0 && end === undefined)) return [one];
      const others = pairs.map((pair) => ({ ...one, name: utf8Octets(nameOf(pair)), value: valueIn(pair, end) }));
      return [{ ...one, value: utf8Octets(end === undefined ? value : value.split(end, 1)[0]!) }, ...others];
    }),
  );
const valueIn = (pair: string, end: string | undefined): Uint8Array => {
  const value = afterName(pair).slice(1);
  return utf8Octets(end === undefined ? value : value.split(end, 1)[0]!);
};

const keepEmptyPairs = changeQuery((query) => {
  const pieces = query === "" ? [] : query.split("&");
  return pieces.map((piece) => (piece === "" ? "=" : piece)).join("&");
});

const isUtf8 = (text: string): boolean => validUtf8Text(specification.percentDecode(latin1Octets(text))) !== undefined;

/** Printable ASCII characters that a WHATWG URL parser escapes in a query. */
const ESCAPES: Readonly<Record<string, string>> = { " ": "%20", '"': "%22", "'": "%27", "<": "%3C", ">": "%3E" };

/** Signs the query's names and values undecoded; `change`, if given, changes the query before that. */
const copyQuery =
  (change = (query: string): string => query): StageChange =>
  (stages) =>
    changeEncoded((one) =>
      one.origin === "query" && !isProtocol(one)
        ? { ...one, encodedName: latin1Text(one.name), encodedValue: latin1Text(one.value) }
        : one,
    )(changeQuery((query) => escapeForDecoding(change(query)))(stages));

/** Encodes each decoded name, before the client encodes the result for the base string. */
function encodeNamesAgain(change: EncoderChange): StageChange {
  const encode = change(specification.percentEncode);
  return changeResult("decodeForm", (pairs) =>
    pairs.map(([name, value]): OctetPair => [utf8Octets(encode(name)), value]),
  );
}

const plusToSpace = (octets: Uint8Array): Uint8Array => latin1Octets(latin1Text(octets).replaceAll("+", " "));

const FIX =
  "Split the query at & and each pair at its first =, decode each name and value once, and read + as a space.";

const MISSING_VALUE_FIX = "Read a missing value as an empty one.";

export const QUERY_FAULTS: readonly FaultDefinition[] = [
  {
    id: "already-encoded-encoded-again",
    title: "Query not decoded before encoding",
    what: "The client takes names and values from the URL without decoding them and encodes them again: %2C becomes %252C.",
    trigger: "/r?foo=first%2Csecond",
    fix: FIX,
    evidence: [
      "postmanlabs/postman-app-support#1869",
      "bytespider/jsOAuth#35",
      "postmanlabs/postman-app-support#291",
      "AsyncHttpClient/async-http-client#914",
    ],
    apply: changeQuery(escapeForDecoding),
    variants: [
      { name: "values", apply: changePieces((piece) => nameOf(piece) + escapeForDecoding(afterName(piece))) },
      { name: "percent-signs", apply: changeQuery(replace(/%/g, "%25")) },
      {
        name: "not-utf8",
        what: "The client decodes only names and values that are UTF-8, and encodes the escapes of the others again.",
        apply: changeTexts((text) => (isUtf8(text) ? text : escapeForDecoding(text.replaceAll("+", " ")))),
      },
    ],
  },
  {
    id: "query-names-not-decoded",
    title: "Names in the query not decoded",
    what: "The client decodes the values of the query but not the names, so an encoded name is encoded again.",
    trigger: "/r?ids%5B%5D=1",
    fix: FIX,
    evidence: [OAUTH_1_0A, "Kong/insomnia#1681"],
    apply: changePieces((piece) => escapeForDecoding(nameOf(piece)) + afterName(piece)),
    variants: (
      [
        ["", "", {}],
        ["-as-path", ", first without the slash", { bare: "/" }],
        ["-as-form", ", first with + for a space", { space: "+" }],
      ] as const
    ).map(([name, how, rules]) => ({
      name: `encoded-again${name}`,
      what: `The client encodes the names of the query twice${how}.`,
      apply: encodeNamesAgain(encodeWith(rules)),
    })),
  },
  {
    id: "bytewise-decode-mojibake",
    title: "Query decoded octet by octet",
    what: "The client decodes each escape into a separate character and encodes the characters as UTF-8, so every octet above 7F becomes two.",
    trigger: "/r?q=%C3%A9",
    fix: "Decode all escapes to octets, then read the octets as UTF-8.",
    evidence: ["carlos-emr/carlos#3007"],
    apply: changeDecoded((octets) => utf8Octets(latin1Text(octets))),
  },
  {
    id: "valueless-key-dropped",
    title: "Parameters without = dropped",
    what: "The client does not sign a query parameter that has a name but no =.",
    trigger: "/r?a&b=1",
    fix: MISSING_VALUE_FIX,
    evidence: ["notEthan/oauthenticator#1"],
    apply: changePieces((piece) => (piece.includes("=") ? piece : undefined)),
  },
  {
    id: "valueless-key-undefined",
    title: "Missing value signed as undefined",
    what: "The client signs a missing value as a word of its language, such as undefined, null or None.",
    trigger: "/r?a&b=1",
    fix: { text: MISSING_VALUE_FIX, calls: { JavaScript: 'value ?? ""' } },
    evidence: ["ddo/oauth-1.0a#24"],
    apply: readMissingValueAs("undefined"),
    variants: ["null", "None", "true"].map((name) => ({ name, apply: readMissingValueAs(name) })),
  },
  {
    id: "value-cut-at-second-equals",
    title: "Value cut at its second =",
    what: "The client splits a pair at every =, so the text after the second = is lost.",
    trigger: "/r?q=a=b",
    fix: "Split only at the first =.",
    evidence: ["googleworkspace/apps-script-oauth1#15", OAUTH_1_0A],
    apply: changePieces((piece) => piece.split("=").slice(0, 2).join("=")),
    variants: [
      {
        name: "decoded-pairs",
        what: "The client splits decoded pairs at every =, so the text after the second = is lost.",
        apply: changeValues((text) => text.split("=", 1)[0]),
      },
    ],
  },
  {
    id: "decoded-before-splitting",
    title: "Query decoded before it is split",
    what: "The client decodes the whole query and then splits it, so an encoded & starts a new parameter.",
    trigger: "/r?m=a%26b",
    fix: "Split first, then decode each name and value.",
    evidence: ["ddo/oauth-1.0a#24"],
    apply: changeQuery((query) => decodeBeforeSplitting(query.replaceAll("+", "%20"))),
    variants: [
      { name: "plus-kept", apply: changeQuery(decodeBeforeSplitting) },
      ...(["=", undefined] as const).map(
        (end): Form => ({
          name: end === undefined ? "values" : "values-cut-at-equals",
          what: `The client decodes query and form before it splits them, so an & in a value starts a new parameter${end === undefined ? "" : ", whose value ends at its second ="}.`,
          apply: splitValues(end),
        }),
      ),
    ],
  },
  {
    id: "second-question-mark-cut",
    title: "Query cut at a second question mark",
    what: "The client splits the URL at every ?, so the text after the second ? is lost.",
    trigger: "/r?q=a?b",
    fix: { text: "Split the URL only at its first ?.", calls: { JavaScript: "new URL(url).search.slice(1)" } },
    evidence: [OAUTH_1_0A],
    apply: changeQuery((query) => query.split("?", 1)[0]!),
  },
  {
    id: "fragment-in-query-value",
    title: "Fragment read as part of the last value",
    what: "The client takes the query from the URL with the fragment still attached, so the last value ends with the fragment.",
    trigger: "/r?a=1#top",
    fix: { text: "Remove the fragment first.", calls: { JavaScript: "new URL(url).search.slice(1)" } },
    evidence: [OAUTH_1_0A],
    apply: changeResult("splitUrl", (parts) => {
      const { query, fragment } = parts;
      return query === undefined || fragment === undefined ? parts : { ...parts, query: `${query}#${fragment}` };
    }),
  },
  {
    id: "empty-pair-signed",
    title: "Extra & signed as an empty pair",
    what: "The client signs a pair with an empty name and value for a leading, trailing or doubled & in the query.",
    trigger: "/r?a=1&",
    fix: "Skip empty pieces.",
    evidence: ["ddo/oauth-1.0a#90"],
    apply: keepEmptyPairs,
    variants: [
      {
        name: "empty-query",
        what: "The client signs a pair with an empty name and value for an extra &, and for a query without any pair.",
        apply: (stages) =>
          changeResult("splitUrl", (parts) => (parts.query === "" ? { ...parts, query: "=" } : parts))(
            keepEmptyPairs(stages),
          ),
      },
    ],
  },
  {
    id: "query-plus-kept-literal",
    title: "+ in the query not read as a space",
    what: "The client decodes the query with a URI decoder, which keeps + as a plus sign, and signs %2B.",
    trigger: "/r?q=spaced+words",
    fix: "Replace + with a space before decoding.",
    evidence: [
      "osmlab/ohauth#12",
      "bytespider/jsOAuth#45",
      "aweber/AWeber-API-PHP-Library#35",
      "NangoHQ/nango#7098",
      "tumblr/TMTumblrSDK#99",
    ],
    apply: changeQuery(replace(/\+/g, "%2B")),
  },
  {
    id: "query-decoded-twice",
    title: "Query decoded twice",
    what: "The client decodes names and values that are already decoded, so %2525 becomes % instead of %25.",
    trigger: "/r?q=%2525",
    fix: "Decode once: values from a framework are already decoded.",
    evidence: ["oauthlib/oauthlib#695"],
    apply: changeDecoded((octets, decode) => decode(octets)),
    variants: [{ name: "decoded-again", apply: changeDecoded((octets, decode) => decode(plusToSpace(octets))) }],
  },
  {
    id: "query-split-wrongly",
    title: "Query split wrongly",
    trigger: "/r?a=1&b=2",
    fix: FIX,
    what: "The client signs the first name with ? before it.",
    apply: changeQuery((query) => (query === "" ? "" : `?${query}`)),
    variants: [
      {
        name: "first-pair",
        what: "The client signs only the text before the first & of the query.",
        apply: changeQuery((query) => query.split("&", 1)[0]!),
      },
      {
        name: "semicolons",
        what: "The client splits the decoded query at ; too.",
        apply: changeQuery((query) => query.replaceAll(";", "&").replace(/%3B/gi, "&")),
      },
      {
        name: "plain-semicolons",
        what: "The client splits the query at ; too.",
        apply: changeQuery((query) => query.replaceAll(";", "&")),
      },
      {
        name: "semicolons-dropped",
        what: "The client does not sign a pair of the query that contains ;.",
        apply: changePieces((piece) => (piece.includes(";") ? undefined : piece)),
      },
    ],
  },
  {
    id: "query-copied",
    title: "Query signed as it is written",
    trigger: "/r?a=x,%7e",
    fix: FIX,
    what: "The client signs the query as it is in the URL, without decoding and encoding it.",
    apply: copyQuery(),
    variants: [
      {
        name: "as-url",
        what: "The client signs the query as a WHATWG URL parser writes it, without decoding and encoding it.",
        apply: copyQuery((query) => query.replace(/[ "'<>]/g, (one) => ESCAPES[one]!)),
      },
    ],
  },
];

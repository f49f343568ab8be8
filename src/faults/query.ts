/**
 * Faults of reading the request's own query (RFC 5849 3.4.1.3.1).
 *
 * @module
 */

import type { OctetPair } from "../model/index.ts";
import { latin1Octets, latin1Text, utf8Octets } from "../platform/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { get } from "./requests.ts";
import { PARSE_QUERY } from "./right-calls.ts";

/** Changes the text of the query before it is read. Latin-1 makes one character of each octet. */
function readAs(change: (query: string) => string): Apply {
  return (stages) => ({
    ...stages,
    decodeForm: (encoded, all) => {
      const octets = typeof encoded === "string" ? utf8Octets(encoded) : encoded;
      return stages.decodeForm(latin1Octets(change(latin1Text(octets))), all);
    },
  });
}

/** Changes each piece between two "&". */
function readPiecesAs(change: (piece: string) => string | undefined): Apply {
  return readAs((query) => {
    const pieces = query.split("&").filter((piece) => piece !== "");
    return pieces.flatMap((piece) => change(piece) ?? []).join("&");
  });
}

/** Changes names and values after they were read. */
function readThen(change: (octets: Uint8Array, decode: (encoded: Uint8Array) => Uint8Array) => Uint8Array): Apply {
  return (stages) => ({
    ...stages,
    decodeForm: (encoded, all) =>
      stages
        .decodeForm(encoded, all)
        .map((pair): OctetPair => [change(pair[0], all.percentDecode), change(pair[1], all.percentDecode)]),
  });
}

/** Spells a text such that reading it gives the text itself. */
const kept = (text: string): string => text.replaceAll("%", "%25").replaceAll("+", "%2B");
const nameOf = (piece: string): string => piece.split("=", 1)[0]!;
const afterName = (piece: string): string => piece.slice(nameOf(piece).length);
const missingAs = (value: string): Apply =>
  readPiecesAs((piece) => (piece.includes("=") ? piece : `${piece}=${value}`));

/** Decodes escapes and leaves what splits pairs, so that it splits once more. */
const decodedWhole = (query: string): string =>
  kept(query.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));

const plusAsSpace = (octets: Uint8Array): Uint8Array => latin1Octets(latin1Text(octets).replaceAll("+", " "));

const FIX = {
  text: "Split the query at & and at the first =, decode each name and value once, and let + be a space.",
  calls: PARSE_QUERY,
};

/** See the module. */
export const QUERY: readonly Fault[] = [
  {
    id: "already-encoded-encoded-again",
    title: "Query not decoded before encoding",
    what: "Names and values are taken from the URL as they stand there, still encoded, and encoded again: %2C becomes %252C.",
    stage: "decodeForm",
    trigger: get("/r?foo=first%2Csecond"),
    fix: FIX,
    evidence: [
      "https://github.com/postmanlabs/postman-app-support/issues/1869",
      "https://github.com/bytespider/jsOAuth/issues/35",
      "https://github.com/postmanlabs/postman-app-support/issues/291",
      "https://github.com/AsyncHttpClient/async-http-client/pull/914",
    ],
    apply: readAs(kept),
    also: [
      readPiecesAs((piece) => nameOf(piece) + kept(afterName(piece))),
      readAs((query) => query.replaceAll("%", "%25")),
    ],
  },
  {
    id: "query-names-not-decoded",
    title: "Names in the query not decoded",
    what: "Values of the query are decoded, names are not, so an encoded name is encoded again.",
    stage: "decodeForm",
    trigger: get("/r?ids%5B%5D=1"),
    fix: FIX,
    evidence: [
      "https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js",
      "https://github.com/Kong/insomnia/issues/1681",
    ],
    apply: readPiecesAs((piece) => kept(nameOf(piece)) + afterName(piece)),
  },
  {
    id: "bytewise-decode-mojibake",
    title: "Query decoded one octet a character",
    what: "Each escape is decoded into a character of its own, and the characters are encoded as UTF-8: every octet above 7F becomes two.",
    stage: "decodeForm",
    trigger: get("/r?q=%C3%A9"),
    fix: { text: "Collect the octets of all escapes, then read them as UTF-8.", calls: PARSE_QUERY },
    evidence: ["https://github.com/carlos-emr/carlos/issues/3007"],
    apply: readThen((octets) => utf8Octets(latin1Text(octets))),
  },
  {
    id: "valueless-key-dropped",
    title: "Parameters without = dropped",
    what: "A query parameter that has a name and no = is not signed.",
    stage: "decodeForm",
    trigger: get("/r?a&b=1"),
    fix: { text: "Take a missing value for an empty one.", calls: PARSE_QUERY },
    evidence: ["https://github.com/notEthan/oauthenticator/pull/1"],
    apply: readPiecesAs((piece) => (piece.includes("=") ? piece : undefined)),
  },
  {
    id: "valueless-key-undefined",
    title: "Missing value signed as undefined",
    what: "A parameter without = gets the word that the language has for a missing value: undefined, null, None.",
    stage: "decodeForm",
    trigger: get("/r?a&b=1"),
    fix: { text: "Take a missing value for an empty one.", calls: { JavaScript: 'value ?? ""' } },
    evidence: ["https://github.com/ddo/oauth-1.0a/issues/24"],
    apply: missingAs("undefined"),
    also: [missingAs("null"), missingAs("None"), missingAs("true")],
  },
  {
    id: "value-cut-at-second-equals",
    title: "Value cut at its second =",
    what: "A pair is split at every =, so what stands behind the second one is lost.",
    stage: "decodeForm",
    trigger: get("/r?q=a=b"),
    fix: { text: "Split at the first = alone.", calls: PARSE_QUERY },
    evidence: [
      "https://github.com/googleworkspace/apps-script-oauth1/pull/15",
      "https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js",
    ],
    apply: readPiecesAs((piece) => piece.split("=").slice(0, 2).join("=")),
  },
  {
    id: "decoded-before-splitting",
    title: "Query decoded before it is split",
    what: "The whole query is decoded first and split afterwards, so an encoded & begins a new parameter.",
    stage: "decodeForm",
    trigger: get("/r?m=a%26b"),
    fix: { text: "Split first, then decode each name and value.", calls: PARSE_QUERY },
    evidence: ["https://github.com/ddo/oauth-1.0a/issues/24"],
    apply: readAs((query) => decodedWhole(query.replaceAll("+", "%20"))),
    also: [readAs(decodedWhole)],
  },
  {
    id: "second-question-mark-cut",
    title: "Query cut at a second question mark",
    what: "The URL is split at every ?, so what stands behind the second one is lost.",
    stage: "decodeForm",
    trigger: get("/r?q=a?b"),
    fix: { text: "Split the URL at its first ? alone.", calls: { JavaScript: "new URL(url).search.slice(1)" } },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: readAs((query) => query.split("?", 1)[0]!),
  },
  {
    id: "fragment-in-query-value",
    title: "Fragment taken for part of the last value",
    what: "The query is cut out of the URL with the fragment still behind it, and the last value ends in it.",
    stage: "splitUrl",
    trigger: get("/r?a=1#top"),
    fix: { text: "Cut the fragment off first.", calls: { JavaScript: "new URL(url).search.slice(1)" } },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: (stages) => ({
      ...stages,
      splitUrl(url) {
        const parts = stages.splitUrl(url);
        const { query, fragment } = parts;
        return query === undefined || fragment === undefined ? parts : { ...parts, query: `${query}#${fragment}` };
      },
    }),
  },
  {
    id: "empty-pair-signed",
    title: "Doubled or trailing & signed as an empty pair",
    what: "An & at the beginning or the end of the query, or a doubled one, is signed as a pair with empty name and value.",
    stage: "decodeForm",
    trigger: get("/r?a=1&"),
    fix: { text: "Skip empty pieces.", calls: PARSE_QUERY },
    evidence: ["https://github.com/ddo/oauth-1.0a/pull/90"],
    apply: readAs((query) =>
      query === ""
        ? ""
        : query
            .split("&")
            .map((piece) => (piece === "" ? "=" : piece))
            .join("&"),
    ),
  },
  {
    id: "query-plus-kept-literal",
    title: "+ in the query not read as a space",
    what: "The query is decoded by a URI decoder, for which + is a plus, and %2B is signed.",
    stage: "decodeForm",
    trigger: get("/r?q=spaced+words"),
    fix: { text: "Turn + into a space before decoding.", calls: PARSE_QUERY },
    evidence: [
      "https://github.com/osmlab/ohauth/issues/12",
      "https://github.com/bytespider/jsOAuth/issues/45",
      "https://github.com/aweber/AWeber-API-PHP-Library/pull/35",
      "https://github.com/NangoHQ/nango/issues/7098",
      "https://github.com/tumblr/TMTumblrSDK/pull/99",
    ],
    apply: readAs((query) => query.replaceAll("+", "%2B")),
  },
  {
    id: "query-decoded-twice",
    title: "Query decoded twice",
    what: "Names and values that were decoded already are decoded again, so %2525 becomes % where %25 belongs.",
    stage: "decodeForm",
    trigger: get("/r?q=%2525"),
    fix: { text: "Decode once: what a framework hands out is decoded already.", calls: PARSE_QUERY },
    evidence: ["https://github.com/oauthlib/oauthlib/issues/695"],
    apply: readThen((octets, decode) => decode(octets)),
    also: [readThen((octets, decode) => decode(plusAsSpace(octets)))],
  },
];

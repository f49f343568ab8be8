/** Reads the answer of the server: the base string that it computed, if printed, and the problem that it reports. */

import { decodedText, specification, toText } from "../../model/index.ts";
import { atOnce } from "../../platform/slices.ts";
import { baseStringDifference } from "../compare/difference.ts";
import {
  baseStringsIn,
  type FoundBaseString,
  fullyDecoded,
  namesOfOtherRequest,
  possibleBaseStrings,
  unescaped,
} from "../input/base-string-text.ts";
import { attempt, baseStringOf } from "../input/computation.ts";
import type { ReadCase, Reading } from "../input/read-case.ts";
import type { StageDifference } from "../search/diagnosis.ts";
import { differenceSentence, placeLines } from "./difference-text.ts";
import { PROBLEM_CODES, type ProblemSubject } from "./server-problems.ts";
import { type FoundSignatures, signatureSentences, signaturesIn } from "./server-signatures.ts";

/** What a response reports about the signature of its request. */
export interface ServerResponse {
  /** The base string that the server computed. */
  readonly baseString?: string;
  /** The words or name before the base string, like `debug_sbs`. */
  readonly baseStringName?: string;
  readonly problem?: ServerProblem;
  /** The signatures in the response. */
  readonly signatures?: FoundSignatures;
  /** The same base string with other ends, if its end is not clear. */
  readonly otherEnds?: readonly string[];
}

/** A problem that the server reports. */
export interface ServerProblem {
  /** The code in the response. */
  readonly code: string;
  readonly subject: ProblemSubject;
  readonly meaning: string;
  /** Other parameters of the report, such as `oauth_parameters_absent=oauth_nonce`. */
  readonly details: readonly string[];
  /** The public address of the page that explains the code. */
  readonly source: string;
}

/** How servers label a base string; the last pattern matches all text. */
export const BASE_STRING_NAMES: readonly (readonly [name: string, pattern: RegExp, source: string])[] = [
  [
    "Acceptable signature base string",
    /acceptable signature base string\W*$/i,
    "https://github.com/Mastercard/oauth1-signer-python/issues/37",
  ],
  [
    "Expected signature base string",
    /expected signature base string\W*$/i,
    "https://github.com/YelpArchive/yelp-api/issues/146",
  ],
  ["debug_sbs", /debug_sbs\W*$/i, "https://github.com/lukhnos/objectiveflickr/issues/59"],
  [
    "oauth_signature_base_string",
    /oauth_signature_base_string\W*$/i,
    "https://github.com/jira-node/node-jira-client/issues/44",
  ],
  ["X-Countersign-Base-String", /x-countersign-base-string\W*$/i, "docs/capture.md"],
  ["base_string", /base_?string\W*$/i, "https://github.com/scribejava/scribejava/issues/45"],
  ["a base string", /$/, ""],
];

const DETAIL_RE =
  /\b(oauth_(?:parameters_absent|parameters_rejected|acceptable_timestamps|acceptable_versions|problem_advice))["']?\s*[=:]\s*["']?([^&"'\s,<>]{1,300})/gi;

/**
 * Reads a response: its head and its body, as `curl -i` prints them, or only its body.
 */
export function readServerResponse(response: string): ServerResponse {
  const text = unescaped(response.replace(/^> .*$/gm, "")); // a log of curl -v contains the request too
  const joined = text.replace(PARTS_RE, (_, method: string, uri: string) => method + uri.replace(/\s/g, ""));
  // A report may be the value of a form, and then it is encoded once or twice as a whole.
  const texts = [joined, decodedText(joined), decodedText(decodedText(joined))];
  const problem = texts.map(problemIn).find((one) => one !== undefined);
  const signatures = signaturesIn(text);
  const found = texts
    .map((one) => baseStringsIn(one).next().value as FoundBaseString | undefined)
    .find((one) => one !== undefined);
  const rest = { ...(problem === undefined ? {} : { problem }), ...(signatures === undefined ? {} : { signatures }) };
  if (found === undefined) return rest;
  const before = decodedText(found.before);
  const [name] = BASE_STRING_NAMES.find(([, pattern]) => pattern.test(before))!;
  return { baseString: found.baseString, baseStringName: name, otherEnds: found.otherEnds(), ...rest };
}

/** Method and URI of a base string, on separate lines or wrapped. */
const PARTS_RE = /\b([A-Z]{3,10}&)\s{0,9}(https?%3A%2F%2F(?:[^&"'<>\s]|\r?\n){1,9999}&)\s{0,9}/gi;

function problemIn(text: string): ServerProblem | undefined {
  for (const { codes, pattern = anyOf(Object.keys(codes)), source } of PROBLEM_CODES) {
    const code = pattern.exec(text)?.[1];
    const known = code !== undefined && Object.hasOwn(codes, code.toLowerCase()) && codes[code.toLowerCase()];
    if (known) {
      const [subject, meaning] = known;
      const details = Array.from(text.matchAll(DETAIL_RE), ([, name, value]) => {
        return `${name}=${toText(specification.percentDecode(value!))}`;
      });
      return { code, subject, meaning, details: [...new Set(details)], source };
    }
  }
  return undefined;
}

/** Matches any of these texts, in any case. */
function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(`(?<!\\w)(${texts.join("|").replace(/[.()]/g, "\\$&")})(?!\\w)`, "i");
}

/** The base string of a server, compared with the correct one and with the one that the client signed. */
export interface ServerComparison extends Omit<ServerResponse, "signatures" | "otherEnds"> {
  /** What the signatures in the response show, as sentences. */
  readonly signatureNotes?: readonly string[];
  /** Absent if the server prints no base string, or if it was not compared. */
  readonly isSameAsRequest?: boolean;
  /** Why the base string of the server was not compared. */
  readonly notCompared?: string;
  /** `expected` is what the request gives, `actual` what the server computed. */
  readonly difference?: StageDifference;
  /** Whether the base strings differ only in how their parts are encoded. */
  readonly isEncodedOtherwise?: true;
  /** Absent if the text of the client contains no base string of this request. */
  readonly isSameAsClient?: boolean;
  /** `expected` is what the server computed, `actual` what the client signed. */
  readonly clientDifference?: StageDifference;
}

/**
 * Compares the base string that the server prints with the base string of the request. Needs no secrets, and the result
 * contains none of the secrets in the input.
 *
 * @param cases the request with each key; a base string of the client in the evidence is compared too
 * @param reading the request with the scheme and the method to compare
 */
export function compareWithServer(
  cases: readonly ReadCase[],
  { parsed }: Reading,
  { signatures, otherEnds = [], ...read }: ServerResponse,
): ServerComparison {
  const { input, redactor } = cases[0]!;
  const signatureNotes =
    signatures &&
    signatureSentences(
      signatures,
      cases.flatMap(({ readings }) => readings.flatMap((one) => ("kind" in one.parsed ? [] : [one.parsed]))),
    );
  const server = { ...read, ...(signatureNotes === undefined ? {} : { signatureNotes }) };
  if (server.baseString === undefined) return redactor.value(server);
  if ("kind" in parsed) return redactor.value({ ...server, notCompared: parsed.message });
  const { computation } = parsed.interpretations[0];
  const expected = attempt(() => baseStringOf(computation));
  if (expected === undefined) return redactor.value({ ...server, notCompared: "the request cannot be signed" });
  const compare = (right: string, other: string): StageDifference | undefined =>
    atOnce(baseStringDifference(right, other, redactor.coverInSlices));
  // A terminal may have wrapped the base string.
  const printed = otherEnds.find((one) => one === expected) ?? server.baseString;
  if (/^[A-Z]+&https?:/i.test(printed)) {
    const isSameAsRequest = [printed, ...otherEnds].some((one) => fullyDecoded(one) === fullyDecoded(expected));
    const notCompared = "the server prints it decoded, so that the ends of its parts are not visible";
    return redactor.value(isSameAsRequest ? { ...server, isSameAsRequest } : { ...server, notCompared });
  }
  const difference = compare(expected, printed);
  const signed = possibleBaseStrings(input.evidence?.baseString, parsed.sources).find(
    (one) => namesOfOtherRequest(one, parsed.sources).length === 0,
  );
  const clientDifference = signed === undefined ? undefined : compare(printed, signed);
  return redactor.value({
    ...server,
    baseString: printed,
    isSameAsRequest: difference === undefined,
    ...(difference === undefined ? {} : { difference }),
    ...(difference !== undefined && meaningOf(printed) === meaningOf(expected) ? { isEncodedOtherwise: true } : {}),
    ...(signed === undefined ? {} : { isSameAsClient: clientDifference === undefined }),
    ...(clientDifference === undefined ? {} : { clientDifference }),
  });
}

/** Decodes fully; a + is a space, because a correct base string has none. */
function meaningOf(baseString: string): string {
  return decodedText(decodedText(baseString).replaceAll("+", " "));
}

/**
 * Describes a comparison. Like an explanation, the text contains parts of the request and of the response.
 *
 * @returns no lines if the response contains nothing that is recognised
 */
export function serverComparisonLines(comparison: ServerComparison): string[] {
  const { problem, signatureNotes = [], notCompared } = comparison;
  return [
    ...(problem === undefined ? [] : problemLines(problem)),
    ...signatureNotes,
    ...(notCompared === undefined ? [] : [`the server's base string was not compared: ${notCompared}`]),
    ...(comparison.isSameAsRequest === undefined ? [] : baseStringLines(comparison)),
  ];
}

function problemLines({ code, subject, meaning, details, source }: ServerProblem): string[] {
  return [
    `the server reports ${code}: ${meaning}`,
    ...details.map((detail) => `  ${detail}`),
    ...subjectLines(subject),
    `  source: ${source}`,
  ];
}

function subjectLines(subject: ProblemSubject): string[] {
  if (subject === "signature") return [];
  const text = subject === "either" ? "the signature may be wrong, or something else" : NOT_SIGNATURE;
  return [`  ${text}`];
}

const NOT_SIGNATURE = "the cause is not how the signature is computed";

function baseStringLines(comparison: ServerComparison): string[] {
  const { difference, isSameAsClient, clientDifference, baseStringName } = comparison;
  const found = `found as ${baseStringName}`;
  const ofRequest =
    difference?.at === undefined
      ? [`the server's base string is what this request gives (${found})`]
      : [
          `the server's base string differs from the one this request gives ${whereOf(difference)} (${found})`,
          ...indented(placeLines(difference.at, ["request", "server"])),
          `  ${comparison.isEncodedOtherwise ? ENCODED_OTHERWISE : DIFFERENT}`,
        ];
  if (isSameAsClient === undefined) return difference === undefined ? [...ofRequest, NEXT_STEP] : ofRequest;
  if (clientDifference === undefined) {
    return [...ofRequest, "your client signed the server's base string: the key or the digest differs"];
  }
  return [
    ...ofRequest,
    `compared with the server's base string, ${differenceSentence(clientDifference)}`,
    ...(clientDifference.at === undefined ? [] : indented(placeLines(clientDifference.at, ["server", "client"]))),
  ];
}

const NEXT_STEP =
  "  your client signed a different base string, or used a different key or digest; to see which, log the base string that it signs, and give it with --base-string-file";

const DIFFERENT =
  "the request changed on its way to the server, or the server sees another address or other parameters, or it does not sort them as in RFC 5849";
const ENCODED_OTHERWISE =
  "both contain the same address and parameters: the server does not encode them as in RFC 5849, so it rejects correct signatures";

function whereOf({ part, parameter, at }: StageDifference): string {
  const places = { method: "in the method", "base-string-uri": "in the URL", "parameter-string": "in the parameters" };
  const place = parameter === undefined ? places[part ?? "parameter-string"] : `at the parameter ${parameter}`;
  return `at character ${at!.position}, ${place}`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

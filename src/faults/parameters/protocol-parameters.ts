/**
 * Faults of the values of protocol parameters: the signature is valid, but a value in the request is not (RFC 5849 3.1, 3.3).
 */

import { type OctetPair, sameOctets, toOctets } from "../../model/index.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { IMS_LTI } from "../helpers/sources.ts";
import { changeResult, changeText, replaceStage } from "../helpers/stage-changes.ts";
import { get, postBody, withProtocol } from "../helpers/trigger-requests.ts";

/** Changes values, as text. @param isChanged whether the value of a parameter with this name is changed @default all */
function changeValues(
  change: (value: string) => string,
  isChanged: (name: Uint8Array) => boolean = () => true,
): StageChange {
  return changeResult("protocolParameters", (pairs) =>
    pairs.map(([name, value]): OctetPair => [name, isChanged(name) ? changeText(value, change) : value]),
  );
}

const changeValue = (name: string, change: (value: string) => string): StageChange =>
  changeValues(change, (one) => sameOctets(one, name));

function hashDifferentBody(change: (body: string) => string): StageChange {
  return replaceStage("bodyHash", (hashBody, body, hash) => hashBody(changeText(body, change), hash));
}

function serialiseAgain(body: string, indent: number | undefined): string {
  try {
    return JSON.stringify(JSON.parse(body), null, indent);
  } catch {
    return body;
  }
}

const changeTimestamp = (change: (seconds: string) => string): StageChange => changeValue("oauth_timestamp", change);
const changeMethodName = (change: (name: string) => string): StageChange =>
  changeValue("oauth_signature_method", change);
const hashMissingBodyAs = (text: string): StageChange => hashDifferentBody((body) => (body === "" ? text : body));
const isoDate = (seconds: string): string =>
  Number(seconds) < 8.64e12 ? new Date(Number(seconds) * 1000).toISOString().replace(".000", "") : seconds;

const SECONDS = {
  text: "Send whole seconds since 1970-01-01T00:00:00Z, in digits.",
  calls: {
    JavaScript: "Math.floor(Date.now() / 1000)",
    Python: "int(time.time())",
    Java: "Instant.now().getEpochSecond()",
    "C#": "DateTimeOffset.UtcNow.ToUnixTimeSeconds()",
    PHP: "time()",
    Ruby: "Time.now.to_i",
    Go: "time.Now().Unix()",
    Perl: "time",
    Swift: "Int(Date().timeIntervalSince1970)",
    Dart: "DateTime.now().millisecondsSinceEpoch ~/ 1000",
  },
};
const AT = withProtocol(["oauth_timestamp", "1700000000"]);
const HASHED = { bodyHash: true };

export const PROTOCOL_PARAMETERS_FAULTS: readonly FaultDefinition[] = [
  {
    id: "method-name-respelled",
    isSignedAsSent: true,
    title: "Signature method misspelled",
    what: "The client sends and signs a variant of the method's name, such as HMAC_SHA1 or hmac-sha1.",
    trigger: get("/r", withProtocol(["oauth_signature_method", "HMAC-SHA1"])),
    fix: "Send the registered name of the method, such as HMAC-SHA1, RSA-SHA256 or PLAINTEXT.",
    evidence: [IMS_LTI],
    apply: changeMethodName((name) => name.replace("-", "_")),
    variants: [
      { name: "lower-case", apply: changeMethodName((name) => name.toLowerCase()) },
      { name: "no-hyphen", apply: changeMethodName((name) => name.replace("-", "")) },
    ],
  },
  {
    id: "version-not-1-0",
    isSignedAsSent: true,
    title: "oauth_version other than 1.0",
    what: "The client sends 1.0a, 1.0A or 1 as oauth_version; the only valid value is 1.0.",
    trigger: get("/r", withProtocol(["oauth_version", "1.0"])),
    fix: "Send oauth_version=1.0, or leave the parameter out.",
    evidence: ["Kong/insomnia#4238"],
    apply: changeValue("oauth_version", () => "1.0a"),
    variants: [
      { name: "1.0A", apply: changeValue("oauth_version", () => "1.0A") },
      { name: "as-1", apply: changeValue("oauth_version", () => "1") },
    ],
  },
  {
    id: "timestamp-milliseconds",
    isSignedAsSent: true,
    title: "Timestamp in milliseconds",
    what: "The timestamp counts milliseconds, which a server reads as a time in the far future.",
    trigger: get("/r", AT),
    fix: SECONDS,
    evidence: ["lionralfs/discogs-client#199", "mrjones/oauth#56", "DotNetOpenAuth/DotNetOpenAuth#322"],
    apply: changeTimestamp((seconds) => `${seconds}000`),
  },
  {
    id: "timestamp-fraction",
    isSignedAsSent: true,
    title: "Timestamp with a fraction",
    what: "The timestamp is a decimal number, with a point or with the comma of the locale.",
    trigger: get("/r", AT),
    fix: SECONDS,
    evidence: ["google/google-gdata#341"],
    apply: changeTimestamp((seconds) => `${seconds}.123`),
    variants: [{ name: "comma", apply: changeTimestamp((seconds) => `${seconds},123`) }],
  },
  {
    id: "timestamp-iso-text",
    isSignedAsSent: true,
    title: "Timestamp as date text",
    what: "The timestamp is a date and time in ISO 8601 format.",
    trigger: get("/r", AT),
    fix: SECONDS,
    evidence: [],
    apply: changeTimestamp(isoDate),
  },
  {
    id: "nonce-empty",
    isSignedAsSent: true,
    title: "Empty nonce",
    what: "The client sends oauth_nonce with an empty value.",
    trigger: get("/r", withProtocol(["oauth_nonce", "n1"])),
    fix: { text: "Create a random nonce for each request.", calls: { JavaScript: 'randomBytes(16).toString("hex")' } },
    evidence: [],
    apply: changeValue("oauth_nonce", () => ""),
  },
  {
    id: "protocol-values-encoded-twice",
    isSignedAsSent: true,
    title: "Protocol values percent-encoded once more",
    what: "The client percent-encodes the protocol values before it signs and sends them.",
    trigger: get("/r", withProtocol(["oauth_consumer_key", "a/b"])),
    fix: "Keep values as they are until the steps that encode them.",
    apply: (stages) => changeValues((value) => stages.percentEncode(toOctets(value)))(stages),
  },
  {
    id: "protocol-values-trimmed",
    isSignedAsSent: true,
    title: "White space trimmed from protocol values",
    what: "The client removes white space from both ends of the protocol values before it signs and sends them.",
    trigger: get("/r", withProtocol(["oauth_token", " a"])),
    fix: "Keep values as they were issued.",
    apply: changeValues((value) => value.trim()),
    variants: [
      {
        name: "empty-dropped",
        what: "The client trims the protocol values, and leaves out those that are then empty.",
        apply: (stages) =>
          changeResult("protocolParameters", (pairs) => pairs.filter(([, value]) => value.length > 0))(
            changeValues((value) => value.trim())(stages),
          ),
      },
    ],
  },
  {
    id: "body-hash-of-null-text",
    isSignedAsSent: true,
    title: "Missing body hashed as text",
    what: "If there is no body, the client hashes a word such as None, null or undefined.",
    trigger: get("/r", HASHED),
    fix: "Hash the empty string if there is no body.",
    evidence: ["Mastercard/oauth1-signer-python#32"],
    apply: hashMissingBodyAs("None"),
    variants: [
      ...["null", "undefined"].map((name) => ({ name, apply: hashMissingBodyAs(name) })),
      { name: "braces", apply: hashMissingBodyAs("{}") },
    ],
  },
  {
    id: "body-hash-of-other-bytes",
    isSignedAsSent: true,
    title: "Hash of other octets than are sent",
    what: "The client serialises JSON once for the hash and again for sending, with different white space.",
    trigger: postBody("application/json", '{"x": 1}', HASHED),
    fix: "Serialise once; hash and send the same octets.",
    evidence: [],
    apply: hashDifferentBody((body) => serialiseAgain(body, undefined)),
    variants: [{ name: "indented", apply: hashDifferentBody((body) => serialiseAgain(body, 2)) }],
  },
  {
    id: "body-hash-algorithm-fixed",
    isSignedAsSent: true,
    title: "Body hash does not follow the signature method",
    what: "The client always hashes the body with the same algorithm, usually SHA-1, whatever the signature method is.",
    trigger: postBody("application/json", "{}", { ...HASHED, signatureMethod: "HMAC-SHA256" }),
    fix: "Hash the body with the hash of the signature method.",
    evidence: ["https://github.com/laserlemon/simple_oauth/blob/HEAD/lib/simple_oauth/header/class_methods.rb"],
    apply: replaceStage("bodyHash", (hash, body) => hash(body, "SHA-1")),
    variants: [{ name: "SHA-256", apply: replaceStage("bodyHash", (hash, body) => hash(body, "SHA-256")) }],
  },
];

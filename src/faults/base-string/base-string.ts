/** Faults of joining the parameter string and the base string (RFC 5849 3.4.1.3.2 and 3.4.1.1). */

import { toOctets } from "../../model/index.ts";
import {
  type EncoderRules,
  encoderName,
  encodeWith,
  inAllEncoding,
  inNamesAndValues,
  inPartsOfBaseString,
  inSome,
  leaveTextUnencoded,
  skipEscapes,
} from "../encoding/encoder-changes.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { inForms } from "../helpers/forms.ts";
import { changeResult, isProtocol, replaceStage } from "../helpers/stage-changes.ts";
import { get, withProtocol } from "../helpers/trigger-requests.ts";

const changeMethod = (change: (name: string) => string): StageChange => changeResult("method", change);

const joinUnencoded = replaceStage("baseString", (_original, { method, baseStringUri, parameterString }, all) =>
  [all.method(method), baseStringUri, parameterString].join("&"),
);
const encodeBaseString = changeResult("baseString", (text, _, all) => all.percentEncode(toOctets(text)));
const encodeStringTwice = replaceStage("baseString", (join, input, all) =>
  join({ ...input, parameterString: all.percentEncode(toOctets(input.parameterString)) }, all),
);
const encodeParametersTwice = replaceStage("encodeParameters", (encode, parameters, all) =>
  encode(parameters, { ...all, percentEncode: (octets) => all.percentEncode(toOctets(all.percentEncode(octets))) }),
);

const FIX = "Percent-encode each of the three parts once, then join them with &.";

const PARTS_FIX = "Join method, URI and parameter string in this order.";

/** Changes the encoded parts. */
const joinParts = (change: (method: string, uri: string, parameters: string) => readonly string[]): StageChange =>
  changeResult("baseString", (baseString) => {
    const [method = "", uri = "", ...parameters] = baseString.split("&");
    return change(method, uri, parameters.join("&")).join("&");
  });

const separateBy = (name: string, separator: string): Form => ({
  name: name.replace(" ", "-"),
  what: `The client joins the parts of the base string with ${name} instead of &.`,
  apply: joinParts((...parts) => [parts.join(separator)]),
});

/** All characters that a part of a base string may contain and that must be escaped there. */
const IN_PARTS = "%&=:/@!$'()*+,;[]";
const without = (removed: string): string => Array.from(IN_PARTS, (one) => (removed.includes(one) ? "" : one)).join("");
const composed = (how: string, rules: EncoderRules): Form => ({
  name: encoderName(rules),
  what: `The client ${how} when it encodes the parts of the base string.`,
  apply: inPartsOfBaseString(encodeWith(rules)),
});

export const BASE_STRING_FAULTS: readonly FaultDefinition[] = [
  {
    id: "method-lowercase",
    title: "Method not in upper case",
    what: "The client signs the method as the caller spells it, such as post.",
    trigger: get("/r", { method: "post" }),
    fix: { text: "Write the method in upper case.", calls: { JavaScript: "method.toUpperCase()" } },
    evidence: ["ruby-oauth/oauth#40", "akamai/AkamaiOPEN-edgegrid-node#36"],
    apply: replaceStage("method", (_original, name) => name),
    variants: [
      {
        name: "lower-case",
        what: "The client writes the method in lower case.",
        apply: changeMethod((name) => name.toLowerCase()),
      },
      {
        name: "capital-first",
        what: "The client writes the method with one capital letter, such as Post.",
        apply: changeMethod((name) => name.slice(0, 1) + name.slice(1).toLowerCase()),
      },
    ],
  },
  {
    id: "method-fixed",
    title: "Method hard-coded",
    what: "The client signs another method than it sends: always the same, often POST or GET, or the one before a redirect or a proxy.",
    trigger: get("/r", { method: "DELETE" }),
    fix: "Sign the method of the request.",
    evidence: ["lepture/flask-oauthlib#83"],
    apply: changeMethod(() => "POST"),
    variants: [{ name: "GET", apply: changeMethod(() => "GET") }],
  },
  {
    id: "method-not-encoded",
    title: "Method not encoded in the base string",
    what: "The client writes the method unencoded into the base string, which only shows for a method such as X*Y.",
    trigger: get("/r", { method: "X*Y" }),
    fix: FIX,
    evidence: [],
    apply: changeResult("baseString", (baseString, { method }, all) =>
      baseString.replace(/^[^&]*/, () => all.method(method)),
    ),
  },
  {
    id: "valueless-key-without-equals",
    title: "No = after the name of an empty parameter",
    what: "The client signs a parameter without a value as its name alone; RFC 5849 requires an = after the name.",
    trigger: "/r?a&b=1",
    fix: "Join name and value with = even if the value is empty.",
    evidence: ["Cimpress-MCP/oauth_reverse_proxy#6"],
    apply: replaceStage("joinParameters", (join, parameters) =>
      parameters
        .map((one) => join([one]))
        .map((pair, at) => (parameters[at]!.encodedValue === "" ? pair.replace(/=$/, "") : pair))
        .join("&"),
    ),
  },
  {
    id: "comma-join",
    title: "Parameters joined with commas",
    what: "The client converts the list of pairs to text by default, which puts commas between names, values and pairs.",
    trigger: "/r?a=1&b=2",
    fix: {
      text: "Join names and values with =, and pairs with &.",
      calls: { JavaScript: 'pairs.map((pair) => pair.join("=")).join("&")' },
    },
    evidence: ["mulesoft/api-console#61"],
    apply: replaceStage("joinParameters", (_original, parameters) =>
      parameters.flatMap(({ encodedName, encodedValue }) => [encodedName, encodedValue]).join(","),
    ),
    variants: [
      {
        name: "pairs-only",
        what: "The client joins the pairs with commas instead of &.",
        apply: replaceStage("joinParameters", (join, parameters) => parameters.map((one) => join([one])).join(",")),
      },
    ],
  },
  {
    id: "parameters-not-encoded-in-base",
    title: "Parameter string not encoded in the base string",
    what: "The client appends the parameter string to the base string without encoding it as a whole.",
    trigger: "/r?a=1&b=2",
    fix: FIX,
    evidence: ["WP-API/OAuth1#184", "WP-API/OAuth1#79"],
    apply: replaceStage(
      "baseString",
      (join, input, all) => join({ ...input, parameterString: "" }, all) + input.parameterString,
    ),
  },
  {
    id: "uri-not-encoded-in-base",
    title: "URI not encoded in the base string",
    what: "The client writes the base string URI unencoded between the other two parts.",
    fix: FIX,
    evidence: [],
    apply: replaceStage("baseString", (join, input, all) => {
      const [method, , ...rest] = join({ ...input, baseStringUri: "" }, all).split("&");
      return [method, input.baseStringUri, ...rest].join("&");
    }),
  },
  {
    id: "separators-encoded",
    title: "Separators of the base string encoded",
    what: "The client joins the three parts first and encodes the result, so both & become %26.",
    fix: FIX,
    evidence: ["Kong/insomnia#1681"],
    apply: (stages) => encodeBaseString(joinUnencoded(stages)),
    variants: [
      {
        name: "parts-too",
        apply: encodeBaseString,
      },
    ],
  },
  {
    id: "parameters-encoded-three-times",
    title: "Parameters encoded once too often",
    what: "The client encodes the parameter string once too often, so = becomes %253D in the base string.",
    trigger: "/r?a=1",
    fix: FIX,
    evidence: ["postmanlabs/postman-app-support#678", "Kong/insomnia#1681"],
    apply: encodeStringTwice,
    variants: [
      {
        name: "names-and-values",
        what: "The client encodes the names and values of parameters once too often.",
        apply: encodeParametersTwice,
      },
      {
        name: "both",
        what: "The client encodes the names and values of the parameters twice, and then the parameter string twice.",
        apply: (stages) => encodeStringTwice(encodeParametersTwice(stages)),
      },
    ],
  },
  {
    id: "protocol-values-encoded-once",
    title: "oauth_ values encoded once instead of twice",
    what: "The client copies oauth_ values into the parameter string unencoded, so + / = of a nonce or a hash are encoded only once.",
    trigger: get("/r", withProtocol(["oauth_nonce", "a+b/c="])),
    fix: "Encode the names and values of all parameters before sorting.",
    evidence: ["Mastercard/oauth1-signer-csharp#6", "Mastercard/oauth1-signer-nodejs#3", "oauthlib/oauthlib#695"],
    apply: inSome(leaveTextUnencoded, (right, { encodedValue }) =>
      isProtocol(right) ? { ...right, encodedValue } : right,
    ),
  },
  {
    id: "parameters-encoded-once",
    title: "Names and values encoded only once",
    trigger: "/r?q=a%26b%20c",
    fix: "Encode each name and value before joining them, then encode the parameter string again in the base string.",
    what: "The client joins names and values unencoded and encodes only the parameter string as a whole.",
    apply: inNamesAndValues(leaveTextUnencoded),
    variants: [
      {
        name: "escapes-skipped",
        what: "The client encodes the parts of the base string with an encoder that skips escapes, so parameters are encoded once.",
        apply: inAllEncoding(skipEscapes),
      },
      composed("leaves % unencoded", { bare: "%" }),
    ],
  },
  {
    id: "base-string-separator-wrong",
    title: "Wrong separator in the base string",
    fix: FIX,
    ...inForms([
      separateBy("line breaks", "\n"),
      separateBy("nothing", ""),
      separateBy("spaces", " "),
      separateBy("commas", ","),
      separateBy("plus signs", "+"),
    ]),
  },
  {
    id: "base-string-part-missing",
    title: "Part of the base string missing",
    fix: PARTS_FIX,
    what: "The client leaves the method out of the base string.",
    apply: joinParts((_, ...others) => others),
    variants: [
      {
        name: "uri",
        what: "The client leaves the URI out of the base string.",
        apply: joinParts((method, _, parameters) => [method, parameters]),
      },
      {
        name: "parameters",
        what: "The client leaves the parameter string out of the base string.",
        apply: joinParts((method, uri) => [method, uri]),
      },
    ],
  },
  {
    id: "base-string-parts-reordered",
    title: "Parts of the base string in another order",
    fix: PARTS_FIX,
    what: "The client writes the URI before the method.",
    apply: joinParts((method, uri, parameters) => [uri, method, parameters]),
    variants: [
      {
        name: "parameters-before-uri",
        what: "The client writes the parameter string before the URI.",
        apply: joinParts((method, uri, parameters) => [method, parameters, uri]),
      },
    ],
  },
  {
    id: "base-string-not-encoded",
    title: "Base string not encoded",
    fix: FIX,
    what: "The client joins method, URI and parameter string with & without encoding them.",
    apply: joinUnencoded,
    variants: [
      {
        name: "uri-and-parameters",
        what: "The client appends the parameter string to the URI and encodes both together, so ? becomes %3F.",
        apply: replaceStage("baseString", (_original, { method, baseStringUri, parameterString }, all) =>
          [all.method(method), all.percentEncode(toOctets(`${baseStringUri}?${parameterString}`))].join("&"),
        ),
      },
      {
        name: "uri-twice",
        what: "The client encodes the URI twice in the base string.",
        apply: joinParts((method, uri, parameters) => [method, uri.replaceAll("%", "%25"), parameters]),
      },
    ],
  },
  {
    id: "base-string-encoded-differently",
    title: "Parts of the base string encoded differently",
    trigger: "/r?a=%26",
    fix: "Encode the parts of the base string with the same function as names and values.",
    ...inForms([
      composed("leaves / unencoded", { bare: "/" }),
      composed("leaves : / unencoded", { bare: ":/" }),
      composed("escapes only & and =", { bare: without("&=") }),
      composed("escapes only %", { bare: without("%") }),
      composed("escapes ~ too", { escaped: "~" }),
      composed("escapes - . _ too", { escaped: "-._" }),
      composed("writes hex digits in lower case", { hex: "lower" }),
    ]),
  },
];

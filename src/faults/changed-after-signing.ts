/** Faults between signing and sending: the request that is sent is not the one that was signed (RFC 5849 3.5). */

import { sameOctets, toOctets, toText } from "../model/index.ts";
import { latin1Text } from "../platform/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { changeParameters, isProtocol, replaceStage } from "./stage-changes.ts";
import { get, post, withProtocol } from "./trigger-requests.ts";

/** Signs a different spelling of values; `undefined` keeps the value. */
function signRespelled(spell: (value: string) => string | undefined): StageChange {
  return changeParameters((parameters) =>
    parameters.map((one) => {
      const signed = isProtocol(one) ? undefined : spell(toText(one.value));
      return signed === undefined ? one : { ...one, value: toOctets(signed) };
    }),
  );
}

const signInstead = (spellings: Readonly<Record<string, string>>): StageChange =>
  signRespelled((value) => spellings[value]);
const signNumbersAs = (spell: (number: number) => string): StageChange =>
  signRespelled((value) => (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(value) ? spell(Number(value)) : undefined));
const shiftTimestamp = (seconds: number): StageChange =>
  changeParameters((parameters) =>
    parameters.map((one) =>
      toText(one.name) === "oauth_timestamp" && /^[0-9]{1,15}$/.test(toText(one.value))
        ? { ...one, value: toOctets(String(Number(toText(one.value)) + seconds)) }
        : one,
    ),
  );

/** Reads octets that are not UTF-8 as Latin-1 and returns the UTF-8 of that text. */
function readAsLatin1(octets: Uint8Array): Uint8Array {
  const isUtf8 = sameOctets(octets, toText(octets));
  return isUtf8 ? octets : toOctets(latin1Text(octets));
}

export const CHANGED_AFTER_SIGNING_FAULTS: readonly FaultDefinition[] = [
  {
    id: "value-serialised-differently",
    title: "Value signed in a different spelling than sent",
    what: "The client converts a value to text twice: for example, it signs a boolean as true or false and sends 1 or 0.",
    trigger: post([["list", "0"]]),
    fix: { text: "Convert values to text once, before signing; sign and send that text." },
    evidence: ["Dropbox-PHP/dropbox-php#11"],
    apply: signInstead({ "0": "false", "1": "true" }),
    variants: [
      signInstead({ false: "0", true: "1" }),
      signInstead({ true: "True", false: "False" }),
      signInstead({ true: "1", false: "" }),
      signInstead({ "0": "False", "1": "True" }),
      signInstead({ "": "null" }),
      signInstead({ "": "None" }),
      signNumbersAs(String),
      signNumbersAs((number) => number.toFixed(2)),
      signNumbersAs((number) => (Number.isInteger(number) ? `${number}.0` : String(number))),
    ],
  },
  {
    id: "body-charset-differs",
    title: "Form sent in a different charset than signed",
    what: "The client signs UTF-8 and sends the form in Latin-1.",
    trigger: post([["name", Uint8Array.of(0xe9)]]),
    fix: { text: "Send the form in UTF-8." },
    apply: changeParameters((parameters) =>
      parameters.map((one) =>
        one.origin === "body" ? { ...one, name: readAsLatin1(one.name), value: readAsLatin1(one.value) } : one,
      ),
    ),
  },
  {
    id: "timestamp-taken-twice",
    title: "Clock read twice",
    what: "The client reads the clock for the base string and again for the header, and a second passes in between.",
    trigger: get("/r", withProtocol(["oauth_timestamp", "1700000001"])),
    fix: { text: "Read the clock once for each request and use that value." },
    apply: shiftTimestamp(-1),
    variants: [shiftTimestamp(1)],
  },
  {
    id: "signature-raw-in-query",
    title: "Signature not encoded in the query",
    what: "The client appends oauth_signature to the URL unencoded, so the server reads + as a space.",
    trigger: get("/r", { transport: "query" }),
    fix: {
      text: "Encode oauth_signature in the URL like every other value.",
      calls: { JavaScript: "encodeURIComponent(signature)" },
    },
    evidence: [
      "woocommerce/wc-api-ruby#1",
      "woocommerce/wc-api-ruby#2",
      "spring-attic/spring-security-oauth#53",
      "postmanlabs/postman-app-support#5982",
      "woocommerce/woocommerce#13632",
    ],
    apply: replaceStage("url", (write, input, all) => {
      const url = write(input, all);
      if (input.transport !== "query") return url;
      return url.replace(/(?<=[?&]oauth_signature=)[^&#]*/, () => input.signature);
    }),
  },
  {
    id: "params-in-two-places",
    title: "Protocol parameters in header and body",
    what: "The client sends the oauth_ parameters in the Authorization header and again, with the signature, in the form.",
    trigger: post([["a", "1"]]),
    fix: { text: "Send the protocol parameters in one place." },
    evidence: ["postmanlabs/postman-app-support#1866"],
    apply: replaceStage("body", (write, input, all) =>
      write(input.transport === "header" && input.form !== undefined ? { ...input, transport: "body" } : input, all),
    ),
  },
];

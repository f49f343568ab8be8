/**
 * Faults between signing and sending: what goes out is not what was signed (RFC 5849 3.5).
 *
 * @module
 */

import { sameOctets, toOctets, toText } from "../model/index.ts";
import { latin1Text } from "../platform/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { collected, isProtocol } from "./parameters.ts";
import { get, post, withProtocol } from "./requests.ts";

/** Another spelling is signed of values that are sent as meant. */
function respelled(spell: (value: string) => string | undefined): Apply {
  return collected((parameters) =>
    parameters.map((one) => {
      const signed = isProtocol(one) ? undefined : spell(toText(one.value));
      return signed === undefined ? one : { ...one, value: toOctets(signed) };
    }),
  );
}

const signedAs = (spellings: Readonly<Record<string, string>>): Apply => respelled((value) => spellings[value]);
const numbersAs = (spell: (number: number) => string): Apply =>
  respelled((value) => (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(value) ? spell(Number(value)) : undefined));
const clockMoved = (seconds: number): Apply =>
  collected((parameters) =>
    parameters.map((one) =>
      toText(one.name) === "oauth_timestamp" && /^[0-9]{1,15}$/.test(toText(one.value))
        ? { ...one, value: toOctets(String(Number(toText(one.value)) + seconds)) }
        : one,
    ),
  );

/** What comes in place of octets that are no UTF-8: the text that they are in Latin-1. */
function latin1Read(octets: Uint8Array): Uint8Array {
  const isUtf8 = sameOctets(octets, toText(octets));
  return isUtf8 ? octets : toOctets(latin1Text(octets));
}

/** See the module. */
export const SENDING: readonly Fault[] = [
  {
    id: "value-serialised-differently",
    title: "Value signed in another spelling than sent",
    what: "A boolean is signed as true or false and sent as 1 or 0, or the other way round.",
    stage: "collectParameters",
    trigger: post([["list", "0"]]),
    fix: { text: "Turn values into text once, before signing; sign and send that text." },
    evidence: ["https://github.com/Dropbox-PHP/dropbox-php/issues/11"],
    apply: signedAs({ "0": "false", "1": "true" }),
    also: [
      signedAs({ false: "0", true: "1" }),
      signedAs({ true: "True", false: "False" }),
      signedAs({ true: "1", false: "" }),
      signedAs({ "0": "False", "1": "True" }),
      signedAs({ "": "null" }),
      signedAs({ "": "None" }),
      numbersAs(String),
      numbersAs((number) => number.toFixed(2)),
      numbersAs((number) => (Number.isInteger(number) ? `${number}.0` : String(number))),
    ],
  },
  {
    id: "body-charset-differs",
    title: "Form sent in another charset than signed",
    what: "UTF-8 is signed and the form is sent in Latin-1.",
    stage: "collectParameters",
    trigger: post([["name", Uint8Array.of(0xe9)]]),
    fix: { text: "Send the form in UTF-8." },
    evidence: [],
    apply: collected((parameters) =>
      parameters.map((one) =>
        one.origin === "body" ? { ...one, name: latin1Read(one.name), value: latin1Read(one.value) } : one,
      ),
    ),
  },
  {
    id: "timestamp-taken-twice",
    title: "Clock read twice",
    what: "The clock is read for the base string and again for the header, and a second begins in between.",
    stage: "collectParameters",
    trigger: get("/r", withProtocol(["oauth_timestamp", "1700000001"])),
    fix: { text: "Read the clock once a request, and use that one value." },
    evidence: [],
    apply: clockMoved(-1),
    also: [clockMoved(1)],
  },
  {
    id: "signature-raw-in-query",
    title: "Signature not encoded in the query",
    what: "oauth_signature is appended to the URL as it is, so + arrives as a space.",
    stage: "url",
    trigger: get("/r", { transport: "query" }),
    fix: {
      text: "Encode oauth_signature in the URL like every other value.",
      calls: { JavaScript: "encodeURIComponent(signature)" },
    },
    evidence: [
      "https://github.com/woocommerce/wc-api-ruby/issues/1",
      "https://github.com/woocommerce/wc-api-ruby/pull/2",
      "https://github.com/spring-attic/spring-security-oauth/pull/53",
      "https://github.com/postmanlabs/postman-app-support/issues/5982",
      "https://github.com/woocommerce/woocommerce/pull/13632",
    ],
    apply: (stages) => ({
      ...stages,
      url(input, all) {
        const url = stages.url(input, all);
        if (input.transport !== "query") return url;
        return url.replace(/(?<=[?&]oauth_signature=)[^&#]*/, () => input.signature);
      },
    }),
  },
  {
    id: "params-in-two-places",
    title: "Protocol parameters in header and body",
    what: "The oauth_ parameters stand in the Authorization header and, with the signature, in the form again.",
    stage: "body",
    trigger: post([["a", "1"]]),
    fix: { text: "Send them in one place." },
    evidence: ["https://github.com/postmanlabs/postman-app-support/issues/1866"],
    apply: (stages) => ({
      ...stages,
      body: (input, all) =>
        stages.body(
          input.transport === "header" && input.form !== undefined ? { ...input, transport: "body" } : input,
          all,
        ),
    }),
  },
];

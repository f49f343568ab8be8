/** Texts that clients sign instead of a base string: texts of other schemes, and parts of the request. */

import { replaceStage } from "../../faults/helpers/stage-changes.ts";
import { COST } from "../../faults/index.ts";
import { toOctets, toText } from "../../model/index.ts";
import { possibleBaseStrings } from "../input/base-string-text.ts";
import type { EnvironmentCause, EnvironmentForm, KnownRequest } from "./environment.ts";

/** A given text is tried whole, and up to this many lines alone. */
const MOST_LINES = 50;

/** The name of a text, and the text in a request; "" if the request has none. */
const TEXTS: readonly (readonly [what: string, textOf: (known: KnownRequest) => string])[] = [
  [
    "account, consumer key, token, nonce and timestamp, as in the tokenPassport of SOAP",
    ({ request: { realm, protocolParameters } }) => {
      const names = ["oauth_consumer_key", "oauth_token", "oauth_nonce", "oauth_timestamp"];
      const values = names.map((name) => protocolParameters.find(([one]) => toText(toOctets(one)) === name)?.[1]);
      return [realm ?? "", ...values.map((value) => toText(toOctets(value ?? "")))].join("&");
    },
  ],
  ["its URL as it was sent", ({ request }) => request.url],
  ["its method and its URL", ({ request }) => `${request.method} ${request.url}`],
  ["its path and query", ({ request }) => request.url.replace(/^https?:\/\/[^/?#]*/i, "")],
  ["its body", ({ sent }) => toText(sent?.body ?? new Uint8Array())],
];

/** The client signed a text that is not a base string. */
export const OTHER_TEXTS: EnvironmentCause = {
  id: "signed-text",
  fix: "Sign the base string of RFC 5849 3.4.1: the method, the base string URI and the parameter string, each percent-encoded, joined with &.",
  cost: COST.evident,
  forms: function* (known) {
    const evidence = known.evidence?.baseString ?? "";
    const given = possibleBaseStrings(evidence).length === 0 ? evidence : "";
    const texts = [
      ...[
        given,
        given.trimEnd(),
        ...given.split(/\r?\n/, MOST_LINES).flatMap((line) => [line, line.replace(/^.*: /, "")]),
      ].map((text) => ["the text that you gave", text]),
      ...TEXTS.map(([what, textOf]) => [what, textOf(known)]),
    ] as const;
    const form = (what: string, textOf: (parameterString: string) => string): EnvironmentForm => ({
      what: `This is what was signed, and it is not a base string: ${what}.`,
      stages: replaceStage("baseString", (_, { parameterString }) => textOf(parameterString)),
    });
    for (const [what, text] of texts) if (text !== "") yield form(what!, () => text!);
    yield form("its parameter string", (parameterString) => parameterString);
  },
};

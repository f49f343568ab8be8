/** Further faults of encoders that a client uses in a part of the request only (RFC 5849 3.6). */

import { toOctets } from "../model/index.ts";
import { ENCODE } from "./correct-calls.ts";
import {
  type EncoderChange,
  type EncoderForm,
  encodeWith,
  inEachPlace,
  inParametersOf,
  inSome,
  leaveTextUnencoded,
} from "./encoder-changes.ts";
import type { FaultDefinition } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { FEW_PARTS } from "./further-encoding.ts";
import { get } from "./trigger-requests.ts";

const FIX = {
  text: "Encode all names and values of query, form and header with the same function, once.",
  calls: ENCODE,
};

const twice: EncoderChange = (encode) => (octets) => encode(toOctets(encode(octets)));

/** The places in which another fault does not have the same mistake already. */
const inSomeParameters = (what: string, change: EncoderChange, includes: readonly string[]) =>
  inEachPlace((place) => `${what}${place}.`, change)
    .filter((one) => / only\.$/.test(one.what!) && !/base string/.test(one.what!))
    .map((one) => [one.what!, one.apply, includes] as const);

/** Wrong encoders that clients use for the query or for the form only, because another function wrote it. */
const IN_ONE_PART: readonly EncoderForm[] = [
  ["writes a space as +", encodeWith({ spaceAsPlus: true }), ["space-as-plus"]],
  ["leaves ! ' ( ) * unencoded", encodeWith({ bare: "!'()*" }), ["encodeuricomponent-leftovers", "asterisk-bare"]],
  [
    "leaves * unencoded and writes a space as +",
    encodeWith({ bare: "*", spaceAsPlus: true }),
    ["space-as-plus", "asterisk-bare"],
  ],
  ["writes hex digits in lower case", encodeWith({ lowerCaseHex: true }), ["lowercase-hex"]],
  ["copies text unencoded", leaveTextUnencoded, ["some-text-not-encoded", ...FEW_PARTS]],
  ["encodes text twice", twice, ["some-text-encoded-twice"]],
];

export const FURTHER_ENCODING_PLACES_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    { id: "some-text-not-encoded", title: "Some names or values not encoded", trigger: get("/r?q=a%26b"), fix: FIX },
    inSomeParameters("The client copies text unencoded", leaveTextUnencoded, [
      ...["parameters-encoded-once", "protocol-values-encoded-once"],
      ...[...FEW_PARTS, "few-characters-escaped"],
    ]),
  ),
  faultInForms(
    {
      id: "part-encoded-differently",
      title: "Query or form encoded differently",
      trigger: get("/r?q=a%20b"),
      fix: FIX,
    },
    (["query", "form"] as const).flatMap((part): Form[] =>
      IN_ONE_PART.map(([what, change, includes = []]) => [
        `The client ${what} in the ${part} only.`,
        inParametersOf(part === "form" ? "body" : part)(change),
        includes,
      ]),
    ),
  ),
  faultInForms(
    {
      id: "url-values-not-encoded",
      title: "URLs among the values not encoded",
      trigger: get("/r?q=https%3A%2F%2Fa"),
      fix: FIX,
    },
    [
      [
        "The client copies values that are URLs unencoded.",
        inSome(leaveTextUnencoded, (right, wrong) =>
          /^[a-z]+:\/\//i.test(wrong.encodedValue) ? { ...right, encodedValue: wrong.encodedValue } : right,
        ),
      ],
    ],
  ),
  faultInForms(
    {
      id: "some-text-encoded-twice",
      title: "Some names or values encoded twice",
      trigger: get("/r?q=a%26b"),
      fix: FIX,
    },
    inSomeParameters("The client encodes text twice", twice, ["parameters-encoded-three-times"]),
  ),
];

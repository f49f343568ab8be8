/** Further faults of values that the client cuts before signing (RFC 5849 3.4.1.3.1). */

import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { changeParameters, changeValues, isProtocol, replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

const SIZES = [
  ...[16, 20, 24, 25, 30, 32, 36, 40, 48, 50, 60, 63, 64, 70, 72, 76, 80, 90, 99, 100, 120, 125, 127, 128, 140, 144],
  ...[150, 160, 180, 199, 200, 240, 250, 254, 255, 256, 280, 300, 400, 499, 500, 511, 512, 1000, 1023, 1024],
  ...[2000, 2047, 2048, 4000, 4095, 4096],
];

const cutOctets = (length: number): StageChange =>
  changeParameters((parameters) =>
    parameters.map((one) =>
      isProtocol(one) || one.value.length <= length ? one : { ...one, value: one.value.subarray(0, length) },
    ),
  );
const cutEncoded = (length: number): StageChange =>
  replaceStage("encodeParameters", (encode, parameters, stages) =>
    encode(parameters, stages).map((one) =>
      isProtocol(one) ? one : { ...one, encodedValue: one.encodedValue.slice(0, length) },
    ),
  );
const cutAtSize = (length: number): Form[] => [
  [
    `The client signs only the first ${length} characters of a value.`,
    changeValues((text) => (text.length > length ? Array.from(text).slice(0, length).join("") : undefined)),
  ],
  [`The client signs only the first ${length} octets of a value.`, cutOctets(length)],
  [`The client signs only the first ${length} characters of an encoded value.`, cutEncoded(length)],
];

/** What the client takes for the end of a value. */
const ENDS: readonly (readonly [name: string, end: string])[] = [
  ...["&", "?", "#", ";", "%", "+", ":", "/", "@", "|", "<", '"', "'", "\\", "(", "["].map(
    (one) => [one, one] as const,
  ),
  ["comma", ","],
  ["point", "."],
  ["space", " "],
  ["tab", "\t"],
  ["line feed", "\n"],
  ["carriage return", "\r"],
  ["NUL", "\0"],
];
const cutAtFirst = ([name, end]: (typeof ENDS)[number]): Form[] => [
  [
    `The client signs values only up to the first ${name}.`,
    changeValues((text) => (text.includes(end) ? text.slice(0, text.indexOf(end)) : undefined)),
  ],
  [
    `The client signs values only up to the last ${name}.`,
    changeValues((text) => (text.includes(end) ? text.slice(0, text.lastIndexOf(end)) : undefined)),
  ],
  [
    `The client signs values only from the character after the last ${name}.`,
    changeValues((text) => (text.includes(end) ? text.slice(text.lastIndexOf(end) + 1) : undefined)),
  ],
];

export const FURTHER_CUT_VALUES_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "values-cut",
      title: "Values cut before signing",
      trigger: get("/r?q=a%0D%0Ab"),
      fix: { text: "Sign whole values, whatever their length and the characters in them." },
    },
    comprising(
      ["line-breaks-changed", "values-trimmed", "query-decoded-twice"],
      [
        ["The client signs only the first line of a value.", changeValues((text) => text.split(/\r\n|[\r\n]/, 1)[0])],
        [
          "The client signs values only up to the first character that is not ASCII.",
          changeValues((text) => text.replace(/[^\0-\x7f].*$/s, "")),
          ["non-ascii-dropped"],
        ],
        [
          "The client signs only the first character of a value.",
          changeValues((text) => Array.from(text).slice(0, 1).join("")),
        ],
        [
          "The client signs values without their last character.",
          changeValues((text) => Array.from(text).slice(0, -1).join("")),
        ],
        [
          "The client signs values without their first character.",
          changeValues((text) => Array.from(text).slice(1).join("")),
        ],
        ...ENDS.flatMap(cutAtFirst),
        ...SIZES.flatMap(cutAtSize),
      ],
    ),
  ),
];

/** Further faults of sorting the parameters (RFC 5849 3.4.1.3.2, step 2). */

import { compareOctets, type EncodedParameter } from "../model/index.ts";
import { SORT } from "./correct-calls.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, faultInForms } from "./forms.ts";
import { reorder, replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

type Compare = (a: EncodedParameter, b: EncodedParameter) => number;

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName: Compare = (a, b) => byUnits(a.encodedName, b.encodedName);
const byValue: Compare = (a, b) => byUnits(a.encodedValue, b.encodedValue);
const byPair: Compare = (a, b) => byUnits(`${a.encodedName}=${a.encodedValue}`, `${b.encodedName}=${b.encodedValue}`);
const byNameIgnoringCase: Compare = (a, b) => byUnits(a.encodedName.toLowerCase(), b.encodedName.toLowerCase());
const byValueIgnoringCase: Compare = (a, b) => byUnits(a.encodedValue.toLowerCase(), b.encodedValue.toLowerCase());
const byNameLength: Compare = (a, b) => a.encodedName.length - b.encodedName.length;
const byPairLength: Compare = (a, b) =>
  a.encodedName.length + a.encodedValue.length - b.encodedName.length - b.encodedValue.length;
const inReverse =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(b, a);
const letters = (text: string): string => text.replace(/%..|[^A-Za-z0-9]/g, "");
const swapCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (one) => (one < "a" ? one.toLowerCase() : one.toUpperCase()));

/** Sorts again by another order; what is equal in it stays sorted. */
const sortBy = (...compares: readonly Compare[]): StageChange =>
  replaceStage("sortParameters", (sort, parameters) =>
    sort(parameters).sort((a, b) => compares.reduce((order, compare) => order || compare(a, b), 0)),
  );

/** Sorts by another order only; what is equal in it stays in the order of collection. */
const sortOnlyBy = (compare: Compare): StageChange =>
  replaceStage("sortParameters", (_sort, parameters) => [...parameters].sort(compare));

const SORT_FIX = { text: "Sort all parameters by the octets of the encoded names, then of the values.", calls: SORT };
export const FURTHER_ORDERING_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    { id: "sorted-in-reverse", title: "Sorted in descending order", trigger: get("/r?a=1&b=2"), fix: SORT_FIX },
    [
      ["The client sorts parameters in descending order.", reorder((sorted) => [...sorted].reverse())],
      [
        "The client sorts names in descending order, and values of equal names in ascending order.",
        sortBy(inReverse(byName)),
      ],
      [
        "The client sorts values of equal names in descending order.",
        sortBy(byName, inReverse(byValue)),
        ["equal-names-not-sorted-by-value"],
      ],
      ["The client sorts name=value strings in descending order.", sortBy(inReverse(byPair)), ["joined-pairs-sorted"]],
      [
        "The client signs parameters in the reverse order in which they were added.",
        replaceStage("sortParameters", (_sort, parameters) => [...parameters].reverse()),
        ["equal-names-not-sorted-by-value"],
      ],
    ],
  ),
  faultInForms(
    {
      id: "sorted-by-something-else",
      title: "Sorted by something else than the name",
      trigger: get("/r?a=9&b=1"),
      fix: SORT_FIX,
    },
    comprising(
      ["equal-names-not-sorted-by-value", "not-sorted"],
      [
        ["The client sorts parameters by value.", sortBy(byValue)],
        ["The client sorts parameters by value before encoding.", sortBy((a, b) => compareOctets(a.value, b.value))],
        ["The client sorts parameters by the length of the name.", sortBy(byNameLength)],
        ["The client sorts parameters by the length of the pair.", sortBy(byPairLength)],
        [
          "The client sorts parameters by the first character of the name only.",
          sortOnlyBy((a, b) => byUnits(a.encodedName.slice(0, 1), b.encodedName.slice(0, 1))),
          ["equal-names-not-sorted-by-value", "not-sorted"],
        ],
        [
          "The client ignores punctuation when it sorts names.",
          sortBy((a, b) => byUnits(letters(a.encodedName), letters(b.encodedName))),
          ["locale-sort", "natural-number-sort"],
        ],
        [
          "The client ignores punctuation and case when it sorts names.",
          sortBy((a, b) => byUnits(letters(a.encodedName).toLowerCase(), letters(b.encodedName).toLowerCase())),
          ["locale-sort", "case-insensitive-sort"],
        ],
        [
          "The client sorts _ before digits and letters.",
          sortBy((a, b) => byUnits(a.encodedName.replaceAll("_", " "), b.encodedName.replaceAll("_", " "))),
        ],
        [
          "The client sorts small letters before capital letters.",
          sortBy(
            (a, b) => byUnits(swapCase(a.encodedName), swapCase(b.encodedName)),
            (a, b) => byUnits(swapCase(a.encodedValue), swapCase(b.encodedValue)),
          ),
          ["case-insensitive-sort"],
        ],
        [
          "The client ignores case when it sorts names and values.",
          sortBy(byNameIgnoringCase, byValueIgnoringCase),
          ["case-insensitive-sort"],
        ],
        [
          "The client ignores case when it sorts names, and keeps the order of equal names.",
          sortOnlyBy(byNameIgnoringCase),
          ["case-insensitive-sort", "equal-names-not-sorted-by-value"],
        ],
        [
          "The client ignores case when it sorts name=value strings.",
          sortBy((a, b) =>
            byUnits(
              `${a.encodedName}=${a.encodedValue}`.toLowerCase(),
              `${b.encodedName}=${b.encodedValue}`.toLowerCase(),
            ),
          ),
          ["case-insensitive-sort", "joined-pairs-sorted"],
        ],
        [
          "The client sorts the names and the values apart, which mixes up the pairs.",
          reorder((sorted) => {
            const values = sorted.map(({ encodedValue }) => encodedValue).sort();
            return sorted.map((one, at) => ({ ...one, encodedValue: values[at]! }));
          }),
        ],
        [
          "The client sorts by the names as they are encoded a second time.",
          sortBy((a, b) => byUnits(a.encodedName.replaceAll("%", "%25"), b.encodedName.replaceAll("%", "%25"))),
        ],
        [
          "The client sorts names before encoding and does not sort values of equal names.",
          replaceStage("sortParameters", (_sort, parameters) =>
            [...parameters].sort((a, b) => compareOctets(a.name, b.name)),
          ),
          ["sorted-before-encoding", "equal-names-not-sorted-by-value"],
        ],
      ],
    ),
  ),
];

/** Further faults of sorting the parameters (RFC 5849 3.4.1.3.2, step 2). */

import { compareOctets, type EncodedParameter, type ParameterOrigin } from "../model/index.ts";
import { SORT } from "./correct-calls.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { isProtocol, replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

type Compare = (a: EncodedParameter, b: EncodedParameter) => number;
type Group = (parameter: EncodedParameter) => boolean;

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

const reorder = (change: (parameters: readonly EncodedParameter[]) => EncodedParameter[]): StageChange =>
  replaceStage("sortParameters", (sort, parameters) => change(sort(parameters)));

const isOwn: Group = (parameter) => !isProtocol(parameter);

/** Puts groups in a row, each sorted or in the order of collection. */
const groupsOf = (...groups: readonly (readonly [isIn: Group, isSorted: boolean])[]): StageChange =>
  replaceStage("sortParameters", (sort, parameters) =>
    groups.flatMap(([isIn, isSorted]) => {
      const group = parameters.filter(isIn);
      return isSorted ? sort(group) : group;
    }),
  );

const ORIGINS: readonly (readonly ParameterOrigin[])[] = [
  ["header", "query", "body"],
  ["header", "body", "query"],
  ["query", "body", "header"],
  ["body", "header", "query"],
  ["body", "query", "header"],
  ["query", "header", "body"],
];
const NAMES: Readonly<Record<ParameterOrigin, string>> = { header: "header", query: "query", body: "form" };

/** Query, form and header one after the other, each sorted or not. */
const byOrigin = (isSorted: boolean): Form[] =>
  ORIGINS.map((origins) => [
    `The client signs ${origins.map((origin) => NAMES[origin]).join(", then ")}${isSorted ? ", each sorted" : " unsorted"}.`,
    groupsOf(...origins.map((one) => [(parameter: EncodedParameter) => parameter.origin === one, isSorted] as const)),
    [isSorted ? "protocol-params-appended-unsorted" : "not-sorted"],
  ]);

/** Orders in which documentation often lists protocol parameters. */
const TOKEN_SECOND = ["consumer_key", "token", "signature_method", "signature", "timestamp", "nonce", "version"];
const TOKEN_LAST = [
  "consumer_key",
  "signature_method",
  "timestamp",
  "nonce",
  "version",
  "token",
  "callback",
  "verifier",
];

/** Puts the protocol parameters, where they stand, into the order of the list. */
const inOrderOf = (list: readonly string[], change: StageChange): StageChange => {
  const place = ({ encodedName }: EncodedParameter): number => list.indexOf(encodedName.slice("oauth_".length));
  return (stages) => {
    const { sortParameters, ...others } = change(stages);
    return {
      ...others,
      sortParameters: (parameters) =>
        sortParameters(parameters).sort((a, b) => (isProtocol(a) && isProtocol(b) ? place(a) - place(b) : 0)),
    };
  };
};
const OWN_FIRST = groupsOf([isOwn, true], [isProtocol, true]);
const PROTOCOL_FIRST = groupsOf([isProtocol, true], [isOwn, true]);

const nameIs =
  (name: string): Group =>
  (parameter) =>
    parameter.encodedName === name;
const PLACED = ["token", "callback", "verifier", "version", "consumer_key", "nonce", "timestamp", "signature_method"];
/** One parameter is put where the others are sorted already. */
const placedAlone = (name: string): Form[] => [
  [
    `The client appends ${name} after the sorted parameters.`,
    groupsOf([(one) => !nameIs(name)(one), true], [nameIs(name), true]),
  ],
  [
    `The client puts ${name} before the sorted parameters.`,
    groupsOf([nameIs(name), true], [(one) => !nameIs(name)(one), true]),
  ],
];
/** Moves the own parameter that was added first or last. */
const moveOwn = (from: 0 | -1, isToEnd: boolean): StageChange =>
  replaceStage("sortParameters", (sort, parameters) => {
    const moved = parameters.filter(isOwn).at(from);
    const others = sort(parameters.filter((one) => one !== moved));
    if (moved === undefined) return others;
    return isToEnd ? [...others, moved] : [moved, ...others];
  });

/** Faults of the sort itself, which are likelier than one parameter in another place. */
const ALL_SORTED = ["locale-sort", "protocol-params-appended-unsorted"];

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
  faultInForms(
    { id: "sorted-in-part", title: "Only some parameters sorted", trigger: get("/r?z=1&a=2"), fix: SORT_FIX },
    [
      [
        "The client signs its own parameters unsorted after the sorted protocol parameters.",
        groupsOf([isProtocol, true], [isOwn, false]),
        ["not-sorted", "protocol-params-appended-unsorted"],
      ],
      [
        "The client signs its own parameters unsorted before the sorted protocol parameters.",
        groupsOf([isOwn, false], [isProtocol, true]),
        ["not-sorted", "protocol-params-appended-unsorted"],
      ],
      [
        "The client signs its own parameters sorted before the unsorted protocol parameters.",
        groupsOf([isOwn, true], [isProtocol, false]),
        ["not-sorted", "protocol-params-appended-unsorted"],
      ],
      [
        "The client signs its own parameters sorted after the unsorted protocol parameters.",
        groupsOf([isProtocol, false], [isOwn, true]),
        ["not-sorted", "protocol-params-appended-unsorted"],
      ],
      ...[TOKEN_SECOND, TOKEN_LAST].flatMap((list): Form[] => [
        [
          "The client signs its own sorted parameters, then the protocol parameters in a fixed order.",
          inOrderOf(list, OWN_FIRST),
          ["not-sorted", "protocol-params-appended-unsorted"],
        ],
        [
          "The client signs the protocol parameters in a fixed order, then its own sorted parameters.",
          inOrderOf(list, PROTOCOL_FIRST),
          ["not-sorted", "protocol-params-appended-unsorted"],
        ],
      ]),
      ...PLACED.flatMap((name) => placedAlone(`oauth_${name}`)),
      ...placedAlone("oauth_body_hash"),
      [
        "The client appends parameters with an empty value after the sorted parameters.",
        groupsOf([({ encodedValue }) => encodedValue !== "", true], [({ encodedValue }) => encodedValue === "", true]),
      ],
      [
        "The client appends parameters with repeated names after the sorted parameters.",
        replaceStage("sortParameters", (sort, parameters) => {
          const counts = new Map<string, number>();
          for (const { encodedName } of parameters) counts.set(encodedName, (counts.get(encodedName) ?? 0) + 1);
          const isRepeated: Group = ({ encodedName }) => counts.get(encodedName)! > 1;
          return sort(parameters).sort((a, b) => Number(isRepeated(a)) - Number(isRepeated(b)));
        }),
      ],
      ["The client appends the last of its own parameters after the sorted parameters.", moveOwn(-1, true), ALL_SORTED],
      ["The client appends the first of its own parameters after the sorted parameters.", moveOwn(0, true), ALL_SORTED],
      ["The client puts the first of its own parameters before the sorted parameters.", moveOwn(0, false), ALL_SORTED],
      ["The client puts the last of its own parameters before the sorted parameters.", moveOwn(-1, false), ALL_SORTED],
      [
        "The client moves the first of the sorted parameters to the end.",
        reorder(([first, ...rest]) => (first === undefined ? [] : [...rest, first])),
      ],
      [
        "The client moves the last of the sorted parameters to the start.",
        reorder((sorted) => [...sorted.slice(-1), ...sorted.slice(0, -1)]),
      ],
      ...byOrigin(false),
      ...byOrigin(true),
    ],
  ),
];

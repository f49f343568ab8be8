/** Further faults of sorting only some of the parameters, or each group alone (RFC 5849 3.4.1.3.2, step 2). */

import type { EncodedParameter, ParameterOrigin } from "../model/index.ts";
import { SORT } from "./correct-calls.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { isProtocol, reorder, replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

type Group = (parameter: EncodedParameter) => boolean;

const isOwn: Group = (parameter) => !isProtocol(parameter);
const isInForm: Group = ({ origin }) => origin === "body";
const isNotInForm: Group = (parameter) => !isInForm(parameter);

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

const SORT_FIX = { text: "Sort all parameters together, not each group or place alone.", calls: SORT };

export const FURTHER_PARTIAL_SORTING_FAULTS: readonly FaultDefinition[] = [
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
      [
        "The client appends the form to the other parameters, which are sorted.",
        groupsOf([isNotInForm, true], [isInForm, false]),
        ["not-sorted"],
      ],
      [
        "The client appends the sorted form to the other parameters, which are sorted.",
        groupsOf([isNotInForm, true], [isInForm, true]),
      ],
      ...byOrigin(false),
      ...byOrigin(true),
    ],
  ),
];

/** Undocumented faults of sorting the parameters (RFC 5849 3.4.1.3.2, step 2). */

import type { EncodedParameter } from "../../model/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { SORT } from "../helpers/correct-calls.ts";
import { faultInForms } from "../helpers/forms.ts";
import { isProtocol, reorder, replaceStage } from "../helpers/stage-changes.ts";

type Group = (parameter: EncodedParameter) => boolean;

const isOwn: Group = (parameter) => !isProtocol(parameter);
const isInForm: Group = ({ origin }) => origin === "body";

/** Puts groups in a row, each sorted or in the order of collection. */
const groupsOf = (...groups: readonly (readonly [isIn: Group, isSorted: boolean])[]): StageChange =>
  replaceStage("sortParameters", (sort, parameters) =>
    groups.flatMap(([isIn, isSorted]) => {
      const group = parameters.filter(isIn);
      return isSorted ? sort(group) : group;
    }),
  );

/** The order in which documentation often lists protocol parameters. */
const LISTED = ["consumer_key", "token", "signature_method", "signature", "timestamp", "nonce", "version"];

/** Puts the protocol parameters into the order of the list, within the positions that they occupy. */
const asListed = (change: StageChange): StageChange => {
  const place = ({ encodedName }: EncodedParameter): number => LISTED.indexOf(encodedName.slice("oauth_".length));
  return (stages) => {
    const { sortParameters, ...others } = change(stages);
    return {
      ...others,
      sortParameters: (parameters) =>
        sortParameters(parameters).sort((a, b) => (isProtocol(a) && isProtocol(b) ? place(a) - place(b) : 0)),
    };
  };
};

/** Moves one parameter after the others have been sorted. */
const placedAlone = (name: string): Form[] => {
  const isNamed: Group = ({ encodedName }) => encodedName === `oauth_${name}`;
  const isOther: Group = (parameter) => !isNamed(parameter);
  return [
    [
      `${name}-last`,
      `The client appends oauth_${name} after the sorted parameters.`,
      groupsOf([isOther, true], [isNamed, true]),
    ],
    [
      `${name}-first`,
      `The client puts oauth_${name} before the sorted parameters.`,
      groupsOf([isNamed, true], [isOther, true]),
    ],
  ];
};
const PLACED = ["token", "callback", "verifier", "version", "consumer_key", "nonce", "timestamp", "signature_method"];

const SORT_FIX = { text: "Sort all parameters by the octets of the encoded names, then of the values.", calls: SORT };

export const UNDOCUMENTED_ORDERING_FAULTS: readonly FaultDefinition[] = [
  {
    id: "sorted-in-reverse",
    title: "Sorted in descending order",
    what: "The client sorts parameters in descending order.",
    trigger: "/r?a=1&b=2",
    fix: SORT_FIX,
    apply: reorder((sorted) => [...sorted].reverse()),
  },

  faultInForms(
    {
      id: "sorted-in-part",
      title: "Only some parameters sorted",
      trigger: "/r?z=1&a=2",
      fix: { text: "Sort all parameters together, not each group or place alone.", calls: SORT },
    },
    [
      [
        "own-unsorted-last",
        "The client signs its own parameters unsorted after the sorted protocol parameters.",
        groupsOf([isProtocol, true], [isOwn, false]),
      ],
      [
        "own-unsorted-first",
        "The client signs its own parameters unsorted before the sorted protocol parameters.",
        groupsOf([isOwn, false], [isProtocol, true]),
      ],
      [
        "protocol-listed-last",
        "The client signs its own sorted parameters, then the protocol parameters in a fixed order.",
        asListed(groupsOf([isOwn, true], [isProtocol, true])),
      ],
      [
        "protocol-listed-first",
        "The client signs the protocol parameters in a fixed order, then its own sorted parameters.",
        asListed(groupsOf([isProtocol, true], [isOwn, true])),
      ],
      ...PLACED.flatMap(placedAlone),
      [
        "first-moved",
        "The client moves the first of the sorted parameters to the end.",
        reorder(([first, ...rest]) => (first === undefined ? [] : [...rest, first])),
      ],
      [
        "form-last",
        "The client appends the sorted form to the other parameters, which are sorted.",
        groupsOf([(one) => !isInForm(one), true], [isInForm, true]),
      ],
    ],
  ),
];

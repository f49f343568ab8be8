/** Undocumented faults of joining the sorted parameters (RFC 5849 3.4.1.3.2, steps 3 and 4). */

import type { FaultDefinition, StageChange } from "../fault.ts";
import { type Form, faultInForms } from "../helpers/forms.ts";
import { replaceStage } from "../helpers/stage-changes.ts";
import { get } from "../helpers/trigger-requests.ts";

/** Joins name and value, and the pairs, with other separators. */
const joinBy = (equals: string, separator: string, quote = ""): StageChange =>
  replaceStage("joinParameters", (_join, parameters) =>
    parameters
      .map(({ encodedName, encodedValue }) => `${encodedName}${equals}${quote}${encodedValue}${quote}`)
      .join(separator),
  );

const JOIN_FIX = { text: "Join name and value with =, and the pairs with &, with nothing else around or between." };
const joinsPairs = (name: string, separator: string): Form => [
  `The client joins the parameters with ${name} instead of &.`,
  joinBy("=", separator),
];
const joinsNames = (name: string, equals: string): Form => [
  `The client joins name and value with ${name} instead of =.`,
  joinBy(equals, "&"),
];

export const UNDOCUMENTED_JOINING_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "pairs-joined-wrongly",
      title: "Parameters joined with something other than &",
      trigger: get("/r?a=1"),
      fix: JOIN_FIX,
    },
    [
      joinsPairs("&amp;", "&amp;"),
      joinsPairs(";", ";"),
      joinsPairs("line feeds", "\n"),
      joinsPairs("nothing", ""),
      joinsPairs("& between spaces", " & "),
    ],
  ),
  faultInForms(
    {
      id: "values-joined-wrongly",
      title: "Name and value joined with something other than =",
      trigger: get("/r?a=1"),
      fix: JOIN_FIX,
    },
    [
      joinsNames("nothing", ""),
      joinsNames("a colon", ":"),
      joinsNames("an encoded =", "%3D"),
      ["The client writes values in double quotes into the parameter string.", joinBy("=", "&", '"')],
    ],
  ),
];

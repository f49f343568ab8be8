/** Further faults of joining the sorted parameters (RFC 5849 3.4.1.3.2, steps 3 and 4). */

import type { EncodedParameter } from "../model/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { isProtocol, replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

/** Joins name and value, and the pairs, with other separators. */
const joinBy = (equals: string, separator: string, quote = ""): StageChange =>
  replaceStage("joinParameters", (_join, parameters) =>
    parameters
      .map(({ encodedName, encodedValue }) => `${encodedName}${equals}${quote}${encodedValue}${quote}`)
      .join(separator),
  );
const changeJoined = (change: (joined: string) => string): StageChange =>
  replaceStage("joinParameters", (join, parameters) => change(join(parameters)));
const joinPairs = (write: (parameter: EncodedParameter) => string, separator = "&"): StageChange =>
  replaceStage("joinParameters", (_join, parameters) => parameters.map(write).join(separator));

/** Joins with another separator where its own parameters are next to protocol parameters. */
const joinGroups = (separator: string): StageChange =>
  replaceStage("joinParameters", (_join, parameters) =>
    parameters
      .map((one, at) => {
        const before = parameters[at - 1];
        const isNewGroup = before !== undefined && isProtocol(one) !== isProtocol(before);
        return `${before === undefined ? "" : isNewGroup ? separator : "&"}${one.encodedName}=${one.encodedValue}`;
      })
      .join(""),
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

export const FURTHER_JOINING_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "pairs-joined-wrongly",
      title: "Parameters joined with something else than &",
      trigger: get("/r?a=1"),
      fix: JOIN_FIX,
    },
    [
      joinsPairs("&amp;", "&amp;"),
      joinsPairs(";", ";"),
      joinsPairs("line feeds", "\n"),
      joinsPairs("nothing", ""),
      joinsPairs("spaces", " "),
      joinsPairs("commas and spaces", ", "),
      joinsPairs("vertical bars", "|"),
      joinsPairs("plus signs", "+"),
      joinsPairs("&&", "&&"),
      joinsPairs("an encoded &", "%26"),
      joinsPairs("& between spaces", " & "),
      joinsPairs("& and a space", "& "),
      joinsPairs("?", "?"),
      joinsPairs("/", "/"),
      ["The client writes && between its own and the protocol parameters.", joinGroups("&&")],
      ["The client writes no & between its own and the protocol parameters.", joinGroups("")],
      [
        "The client writes && before the first protocol parameter.",
        changeJoined((joined) => joined.replace("&oauth_", "&&oauth_")),
      ],
      [
        "The client writes no & before the first protocol parameter.",
        changeJoined((joined) => joined.replace("&oauth_", "oauth_")),
      ],
      [
        "The client writes a space after each parameter.",
        joinPairs(({ encodedName, encodedValue }) => `${encodedName}=${encodedValue} `),
      ],
      ["The client writes & before the first parameter.", changeJoined((joined) => `&${joined}`)],
      ["The client writes & after the last parameter.", changeJoined((joined) => `${joined}&`)],
      ["The client writes ? before the first parameter.", changeJoined((joined) => `?${joined}`)],
      ["The client writes ? before the first parameter and & after the last.", changeJoined((joined) => `?${joined}&`)],
      ["The client writes a comma after the last parameter.", changeJoined((joined) => `${joined},`)],
      ["The client writes ? instead of the first &.", changeJoined((joined) => joined.replace("&", "?"))],
      [
        "The client cuts the last character of the parameter string off.",
        changeJoined((joined) => joined.slice(0, -1)),
      ],
      ...[255, 256, 1024].map(
        (length): Form => [
          `The client signs only the first ${length} characters of the parameter string.`,
          changeJoined((joined) => joined.slice(0, length)),
        ],
      ),
      ["The client writes the parameters with white space before them.", changeJoined((joined) => ` ${joined}`)],
      ["The client writes the parameters with a line feed after them.", changeJoined((joined) => `${joined}\n`)],
      ["The client joins the parameters as they stand in the Authorization header.", joinBy("=", ", ", '"')],
      [
        "The client joins the parameters as they stand in the Authorization header, without spaces.",
        joinBy("=", ",", '"'),
      ],
    ],
  ),
  faultInForms(
    {
      id: "values-joined-wrongly",
      title: "Name and value joined with something else than =",
      trigger: get("/r?a=1"),
      fix: JOIN_FIX,
    },
    comprising(
      ["parameters-encoded-three-times", "parameters-encoded-once"],
      [
        joinsNames("nothing", ""),
        joinsNames("a colon", ":"),
        joinsNames("a colon and a space", ": "),
        joinsNames("an encoded =", "%3D"),
        joinsNames("= between spaces", " = "),
        joinsNames("==", "=="),
        joinsNames("=>", "=>"),
        joinsNames("a space", " "),
        joinsNames("a comma", ","),
        joinsNames("&", "&"),
        [
          "The client writes values in double quotes into the parameter string.",
          joinBy("=", "&", '"'),
          ["values-in-quotes"],
        ],
        ["The client joins names and values without any separator.", joinBy("", "")],
        ["The client joins names and values with &, and pairs too.", joinBy("&", "&")],
        ["The client joins name and value with an encoded =, and pairs with an encoded &.", joinBy("%3D", "%26")],
        ["The client joins name and value with a colon, and pairs with commas.", joinBy(":", ",")],
        ["The client signs only the names of parameters.", joinPairs(({ encodedName }) => encodedName)],
        ["The client signs only the values of parameters.", joinPairs(({ encodedValue }) => encodedValue)],
        [
          "The client signs only the values of parameters, without separators.",
          joinPairs(({ encodedValue }) => encodedValue, ""),
        ],
        [
          "The client signs names and values the other way round.",
          joinPairs(({ encodedName, encodedValue }) => `${encodedValue}=${encodedName}`),
        ],
        [
          "The client signs parameters as a JSON object.",
          replaceStage("joinParameters", (_join, parameters) =>
            JSON.stringify(
              Object.fromEntries(parameters.map(({ encodedName, encodedValue }) => [encodedName, encodedValue])),
            ),
          ),
        ],
      ],
    ),
  ),
];

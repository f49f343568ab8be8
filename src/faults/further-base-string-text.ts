/** Further faults of the text of the base string after its parts were joined (RFC 5849 3.4.1.1). */

import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { replaceStage } from "./stage-changes.ts";

const AS_IT_IS = {
  text: "Pass the base string to the signature function exactly as it is: without quotes, white space or a line break.",
};

const changeText = (change: (baseString: string) => string): StageChange =>
  replaceStage("baseString", (join, input, all) => change(join(input, all)));
const addText = (name: string, before: string, after: string): Form => [
  `The client signs the base string with ${name}.`,
  changeText((text) => before + text + after),
];

export const FURTHER_BASE_STRING_TEXT_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "base-string-case-changed", title: "Base string in one case", fix: AS_IT_IS }, [
    ["The client converts the base string to upper case.", changeText((text) => text.toUpperCase())],
    ["The client converts the base string to lower case.", changeText((text) => text.toLowerCase())],
  ]),
  faultInForms({ id: "base-string-text-added", title: "Text added to the base string", fix: AS_IT_IS }, [
    addText("a line break after it", "", "\n"),
    addText("a carriage return and a line break after it", "", "\r\n"),
    addText("a line break before it", "\n", ""),
    addText("a space after it", "", " "),
    addText("a space before it", " ", ""),
    addText("an & after it", "", "&"),
    addText("an & before it", "&", ""),
    addText("%26 after it", "", "%26"),
    addText("a NUL after it", "", "\0"),
    addText("a byte order mark before it", "\ufeff", ""),
    addText("double quotes around it", '"', '"'),
    addText("single quotes around it", "'", "'"),
    addText("b'' around it, as Python prints octets", "b'", "'"),
    ...[64, 72, 76].map(
      (length): Form => [
        `The client signs the base string with a line break after each ${length} characters.`,
        changeText((text) => (text.match(new RegExp(`.{1,${length}}`, "gs")) ?? []).join("\n")),
      ],
    ),
    ["The client signs the base string twice in a row.", changeText((text) => text + text)],
    ["The client signs the base string in reverse.", changeText((text) => text.split("").reverse().join(""))],
    [
      "The client signs a JSON array of the parts of the base string.",
      changeText((text) => JSON.stringify(text.split("&"))),
    ],
  ]),
];

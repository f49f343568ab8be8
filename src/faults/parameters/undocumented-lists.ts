/** Undocumented faults of lists, which are signed as the text that a language writes for a list (RFC 5849 3.4.1.3.1). */

import { type Parameter, validUtf8Text } from "../../model/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { faultInForms } from "../helpers/forms.ts";
import { changeParameters, isProtocol, unsentParameter } from "../helpers/stage-changes.ts";

/** Python's repr of a text. */
const pythonText = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replace(/['\\]/g, "\\$&")}'`;

/** How languages write a list as text. */
export const LIST_NOTATIONS: readonly (readonly [
  name: string,
  how: string,
  write: (texts: readonly string[]) => string,
])[] = [
  ["python", "as Python prints it: ['a', 'b']", (texts) => `[${texts.map(pythonText).join(", ")}]`],
  ["json", 'as JSON: ["a","b"]', (texts) => JSON.stringify(texts)],
  ["java", "as Java prints it: [a, b]", (texts) => `[${texts.join(", ")}]`],
  ["array", "as the word Array", () => "Array"],
];

/** How a client recognises lists among its own parameters; `listName` returns the name of the list, or `undefined`. */
const KINDS: readonly (readonly [
  name: string,
  what: string,
  listName: (name: string, isRepeated: boolean) => string | undefined,
])[] = [
  ["repeated", "a repeated name", (name, isRepeated) => (isRepeated ? name : undefined)],
  ["brackets", "a name with brackets", (name) => (name.includes("[") ? name.split("[", 1)[0] : undefined)],
];

function signLists(listName: (typeof KINDS)[number][2], write: (typeof LIST_NOTATIONS)[number][2]): StageChange {
  return changeParameters((parameters) => {
    const counts = new Map<string, number>();
    const names = parameters.map((one) => (isProtocol(one) ? undefined : validUtf8Text(one.name)));
    for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    const lists = new Map<string, string[]>();
    const others: Parameter<Uint8Array>[] = [];
    for (const [at, one] of parameters.entries()) {
      const name = names[at];
      const list = name === undefined ? undefined : listName(name, counts.get(name)! > 1);
      const text = list === undefined ? undefined : validUtf8Text(one.value);
      if (list === undefined || text === undefined) others.push(one);
      else lists.set(list, [...(lists.get(list) ?? []), text]);
    }
    return [...others, ...Array.from(lists, ([name, texts]) => unsentParameter(name, write(texts)))];
  });
}

export const UNDOCUMENTED_LIST_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "list-signed-as-text",
      title: "List signed as text",
      trigger: "/r?a=1&a=2",
      fix: "Sign one parameter for each value of a list, exactly as you send them.",
    },
    KINDS.flatMap(([kind, what, listName]) =>
      LIST_NOTATIONS.map(
        ([list, how, write]): Form => [
          `${kind}-${list}`,
          `The client signs the values of ${what} ${how}.`,
          signLists(listName, write),
        ],
      ),
    ),
  ),
];

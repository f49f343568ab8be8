/** Further faults of lists: signed as the text that a language writes for a list or a map (RFC 5849 3.4.1.3.1). */

import { type Parameter, validUtf8Text } from "../model/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { changeParameters, isProtocol, unsentParameter } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

/** Writes the texts of a list. */
type WriteList = (texts: readonly string[]) => string;

/** Python's repr of a text: in single quotes, unless it contains one and no double quote. */
const pythonText = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
};
const between =
  (start: string, separator: string, end: string, write: (text: string) => string = (text) => text): WriteList =>
  (texts) =>
    start + texts.map(write).join(separator) + end;

const LISTS: readonly (readonly [how: string, write: WriteList])[] = [
  ["as Python prints it: ['a', 'b']", between("[", ", ", "]", pythonText)],
  ["as Python 2 prints it: [u'a', u'b']", between("[", ", ", "]", (text) => `u${pythonText(text)}`)],
  [
    "as Python prints a tuple: ('a', 'b')",
    (texts) => `(${texts.map(pythonText).join(", ")}${texts.length === 1 ? "," : ""})`,
  ],
  ["as Python prints a set: {'a', 'b'}", between("{", ", ", "}", pythonText)],
  ['as JSON: ["a","b"]', (texts) => JSON.stringify(texts)],
  ['as JSON with spaces, and as Ruby prints it: ["a", "b"]', between("[", ", ", "]", JSON.stringify)],
  ["as Java prints it: [a, b]", between("[", ", ", "]")],
  ["as Go prints it: [a b]", between("[", " ", "]")],
  ["with brackets and commas: [a,b]", between("[", ",", "]")],
  ["as PostgreSQL prints it: {a,b}", between("{", ",", "}")],
  ["as Scala prints it: List(a, b)", between("List(", ", ", ")")],
  ["as Groovy or Perl code writes it: ('a','b')", between("(", ",", ")", (text) => `'${text}'`)],
  ["as the word Array", () => "Array"],
  ["as the word array", () => "array"],
  ["as the word List", () => "List"],
  ["as [object Object]", () => "[object Object]"],
  ["as [object Array]", () => "[object Array]"],
  ["as System.String[]", () => "System.String[]"],
  ["as System.Object[]", () => "System.Object[]"],
  ["as System.Collections.Generic.List`1[System.String]", () => "System.Collections.Generic.List`1[System.String]"],
];

/** Which of the application's own parameters are lists, by the name that the list gets. */
const KINDS: readonly (readonly [what: string, listName: (name: string, isRepeated: boolean) => string | undefined])[] =
  [
    ["the values of a repeated name", (name, isRepeated) => (isRepeated ? name : undefined)],
    ["each value, as a list of one,", (name) => name],
    ["the values of a name with brackets", (name) => (name.includes("[") ? name.split("[", 1)[0] : undefined)],
    ["the values of a name with [] after it", (name) => (name.endsWith("[]") ? name.slice(0, -2) : undefined)],
    ["the values of a name with [], with its brackets,", (name) => (name.endsWith("[]") ? name : undefined)],
  ];

function signLists(listName: (typeof KINDS)[number][1], write: WriteList): StageChange {
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

export const FURTHER_LISTS_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "list-signed-as-text",
      title: "List signed as text",
      trigger: get("/r?a=1&a=2"),
      fix: { text: "Sign one parameter for each value of a list, exactly as you send them." },
    },
    comprising(
      ["empty-value-as-word", "values-in-quotes", "value-serialised-differently", "nested-object-stringified"],
      KINDS.flatMap(([what, listName]) =>
        LISTS.map(([how, write]): Form => [`The client signs ${what} ${how}.`, signLists(listName, write)]),
      ),
    ),
  ),
];

/** Faults of names that are repeated or look like lists (RFC 5849 3.4.1.3.1 and 3.4.1.3.2). */

import { type Parameter, type ParameterOrigin, specification, validUtf8Text } from "../../model/index.ts";
import { concatOctets, latin1Text, utf8Octets } from "../../platform/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { inForms } from "../helpers/forms.ts";
import { OAUTH_1_0A } from "../helpers/sources.ts";
import { changeNames, changeParameters, changeText, isProtocol, unsentParameter } from "../helpers/stage-changes.ts";
import { remove } from "../helpers/texts.ts";
import { post } from "../helpers/trigger-requests.ts";

/** What two parameters have in common if a client treats them as one. */
type KeyOf = (one: Parameter<Uint8Array>) => unknown;

const nameOf = ({ name }: Parameter<Uint8Array>): string => latin1Text(name);
const pairOf: KeyOf = ({ name, value }) => JSON.stringify([name, value].map(latin1Text));
const nameAndOrigin: KeyOf = (one) => `${one.origin} ${nameOf(one)}`;
const nameIn =
  (origin: ParameterOrigin): KeyOf =>
  (one) =>
    one.origin === origin ? nameOf(one) : one;

function keepFirst(keyOf: KeyOf): StageChange {
  return changeParameters((parameters) => {
    const seen = new Set();
    return parameters.filter((one) => seen.size < seen.add(keyOf(one)).size);
  });
}

function keepLast(keyOf: KeyOf): StageChange {
  return changeParameters((parameters) => {
    const last = new Map(parameters.map((one, at) => [keyOf(one), at]));
    return parameters.filter((one, at) => last.get(keyOf(one)) === at);
  });
}

/** The forms of a fault that signs one value of a repeated name: in every place, or in one place only. */
function formsByPlace(value: string, keep: (keyOf: KeyOf) => StageChange): readonly Form[] {
  const only = (place: string, origin: ParameterOrigin): Form => ({
    name: `in-${place}`,
    what: `The client signs only the ${value} value of a name that is repeated in the ${place}.`,
    apply: keep(nameIn(origin)),
  });
  return [{ name: "in-each-place", apply: keep(nameAndOrigin) }, only("query", "query"), only("form", "body")];
}

/** Drops the parameters of one origin whose names also occur in another origin. */
function dropOverridden(
  dropped: ParameterOrigin,
  kept: ParameterOrigin,
  isOverridden: (one: Parameter<Uint8Array>) => boolean = () => true,
): StageChange {
  return changeParameters((parameters) => {
    const names = new Set(parameters.filter(({ origin }) => origin === kept).map(nameOf));
    return parameters.filter((one) => one.origin !== dropped || !isOverridden(one) || !names.has(nameOf(one)));
  });
}

/** Replaces the parameters of each repeated name; the other parameters are unchanged. */
function changeRepeated(change: (group: readonly Parameter<Uint8Array>[]) => Parameter<Uint8Array>[]): StageChange {
  return changeParameters((parameters) => {
    const groups = new Map<string, Parameter<Uint8Array>[]>(parameters.map((one) => [nameOf(one), []]));
    for (const one of parameters) groups.get(nameOf(one))!.push(one);
    return [...groups.values()].flatMap((group) => (group.length === 1 ? group : change(group)));
  });
}

const renameRepeated = (bracketed: (name: string, index: number) => string): StageChange =>
  changeRepeated((group) =>
    group.map((one, at) => ({ ...one, name: changeText(one.name, (name) => bracketed(name, at)) })),
  );

const joinRepeated = (joint: string): StageChange =>
  changeRepeated((group) => [
    { ...group[0]!, value: concatOctets(group.flatMap(({ value }, at) => [utf8Octets(at === 0 ? "" : joint), value])) },
  ]);

/** How clients join the values of a list into one value, besides commas. */
export const LIST_JOINTS: readonly (readonly [
  name: string,
  how: string,
  join: (texts: readonly string[]) => string,
])[] = (
  [
    ["commas-and-spaces", "by commas and spaces", ", "],
    ["semicolons", "by semicolons", ";"],
    ["bars", "by vertical bars", "|"],
    ["spaces", "by spaces", " "],
    ["line-feeds", "by line feeds", "\n"],
    ["ampersands", "by &", "&"],
    ["nothing", "without a separator", ""],
  ] as const
).map(([name, how, joint]) => [name, `with its values joined ${how}`, (texts) => texts.join(joint)]);

const NESTED_RE = /^([^[\]]+)\[[^\]]+\]/;
const FIX = "Keep a list of pairs, not a map: RFC 5849 signs every pair.";

/** A text as Python prints it. */
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

export const REPEATED_NAMES_FAULTS: readonly FaultDefinition[] = [
  {
    id: "duplicate-last-wins",
    title: "Only the last value of a repeated name signed",
    what: "The client signs only the last value of a repeated name, as a map of parameters keeps it.",
    trigger: "/r?foo=3&foo=2&foo=1",
    fix: FIX,
    evidence: [
      "googleapis/signet#173",
      "googleapis/google-oauth-java-client#91",
      "bdbergeron/BDBOAuth1Manager#8",
      "daviddesberg/PHPoAuthLib#481",
      "request/request#612",
      "postmanlabs/postman-app-support#404",
    ],
    apply: keepLast(nameOf),
    variants: formsByPlace("last", keepLast),
  },
  {
    id: "duplicate-first-wins",
    title: "Only the first value of a repeated name signed",
    what: "The client signs only the first value of a repeated name.",
    trigger: "/r?foo=3&foo=2&foo=1",
    fix: FIX,
    evidence: ["https://github.com/mrjones/oauth/blob/HEAD/provider.go", "bytespider/jsOAuth#53"],
    apply: keepFirst(nameOf),
    variants: formsByPlace("first", keepFirst),
  },
  {
    id: "identical-pairs-deduplicated",
    title: "Identical pairs merged",
    what: "The client keeps pairs in a set, so it signs two identical pairs once.",
    trigger: "/r?a=1&a=1",
    fix: FIX,
    evidence: [
      "https://github.com/spring-attic/spring-security-oauth/blob/HEAD/spring-security-oauth/src/main/java/org/springframework/security/oauth/provider/filter/CoreOAuthProviderSupport.java",
      "Cimpress-MCP/oauth_reverse_proxy#6",
    ],
    apply: keepFirst(pairOf),
  },
  {
    id: "empty-first-duplicate-lost",
    title: "Empty first value of a repeated name lost",
    what: "The client treats a name with an empty value as not yet seen, so the next value replaces an empty first one.",
    trigger: "/r?a=&a=1",
    fix: FIX,
    evidence: [OAUTH_1_0A],
    apply: changeRepeated((group) => {
      const from = group.findIndex(({ value }) => value.length > 0);
      return from === -1 ? group.slice(-1) : group.slice(from);
    }),
  },
  {
    id: "array-joined-with-comma",
    title: "Values of a list joined with commas",
    what: "The client signs a list as one parameter with its values joined by commas, but sends the name once for each value.",
    trigger: post([
      ["id", "1"],
      ["id", "2"],
    ]),
    fix: FIX,
    evidence: ["ddo/oauth-1.0a#26", "bettiolo/oauth-signature-js#10"],
    apply: joinRepeated(","),
    variants: LIST_JOINTS.map(([name, how, join]) => ({
      name,
      what: `The client signs a list as one parameter ${how}.`,
      apply: joinRepeated(join(["", ""])),
    })),
  },
  {
    id: "array-index-appended",
    title: "Index added to repeated names",
    what: "The client signs repeated names as name[0] and name[1], but sends them without an index.",
    trigger: "/r?foo=ONE&foo=TWO",
    fix: FIX,
    evidence: ["ciaranj/node-oauth#34", "ciaranj/node-oauth#71"],
    apply: renameRepeated((name, index) => `${name}[${index}]`),
    variants: [
      {
        name: "brackets",
        what: "The client signs repeated names with [] after them, but sends them without brackets.",
        apply: renameRepeated((name) => `${name}[]`),
      },
      {
        name: "index-in-brackets",
        what: "The client signs repeated names[] as names[0] and names[1].",
        apply: renameRepeated((name, index) => name.replace(/(?:\[\])?$/, `[${index}]`)),
      },
      ...["[1]", ".0", "_0", "0", "_1", "1"].map(
        (first): Form => ({
          name: `from-${first}`,
          what: `The client signs repeated names with numbers from ${first} on, but sends them without a number.`,
          apply: renameRepeated((name, index) => name + first.replace(/\d/, (digit) => String(Number(digit) + index))),
        }),
      ),
    ],
  },
  {
    id: "brackets-stripped",
    title: "Brackets removed from names",
    what: "The client signs ids for the ids[] or ids[0] that it sends: it reads names as PHP does, or writes the brackets only into the request.",
    trigger: "/r?ids[]=1",
    fix: "Sign names with their brackets, as they are sent.",
    evidence: ["request/request#2734"],
    apply: changeNames(remove(/\[\]$/)),
    variants: [{ name: "index-too", apply: changeNames(remove(/\[\d*\]$/)) }],
  },
  {
    id: "nested-object-stringified",
    title: "Nested value signed as [object Object]",
    what: "The client holds names such as filter[0][field] as nested objects and signs the text of the object.",
    trigger: "/r?filter[0][field]=x",
    fix: "Flatten nested values to the names that you send before you sign them.",
    evidence: ["ddo/oauth-1.0a#49", "request/request#1177"],
    apply: changeParameters((parameters) => {
      const nested = new Set(parameters.flatMap(({ name }) => NESTED_RE.exec(validUtf8Text(name) ?? "")?.[1] ?? []));
      return [
        ...parameters.filter(({ name }) => !NESTED_RE.test(validUtf8Text(name) ?? "")),
        ...Array.from(nested, (name) => unsentParameter(name, "[object Object]")),
      ];
    }),
  },
  {
    id: "query-overrides-body",
    title: "Name in both query and form signed once",
    what: "The client merges query and form into one map, so it signs a name that is in both only once.",
    trigger: post([["a", "2"]], { url: "https://example.com/r?a=1" }),
    fix: FIX,
    evidence: [
      "request/request#612",
      "https://github.com/ruby-oauth/oauth/blob/HEAD/lib/oauth/request_proxy/rack_request.rb",
    ],
    apply: dropOverridden("body", "query"),
    variants: [
      { name: "body-overrides-query", apply: dropOverridden("query", "body") },
      {
        name: "body-overrides-plain-query",
        what: "Of a name in query and form, the client signs only the form's values, unless it needs encoding.",
        apply: dropOverridden("query", "body", ({ name }) => specification.percentEncode(name).length === name.length),
      },
    ],
  },
  {
    id: "list-signed-as-text",
    title: "List signed as text",
    trigger: "/r?a=1&a=2",
    fix: "Sign one parameter for each value of a list, exactly as you send them.",
    ...inForms(
      KINDS.flatMap(([kind, what, listName]) =>
        LIST_NOTATIONS.map(
          ([list, how, write]): Form => ({
            name: `${kind}-${list}`,
            what: `The client signs the values of ${what} ${how}.`,
            apply: signLists(listName, write),
          }),
        ),
      ),
    ),
  },
];

/** Further faults of names: the client signs another name than it sends (RFC 5849 3.4.1.3.1). */

import type { FaultDefinition } from "./fault.ts";
import { comprising, type Form, faultInForms } from "./forms.ts";
import { changeNames } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

/** What the client does to names, as the end of "The client signs …", and the change. */
type Row = readonly [how: string, change: (name: string) => string];

const isOwnName = (name: string): boolean => !name.startsWith("oauth_");
const camelCase = (name: string): string => name.replace(/[_-]([a-z])/g, (_, one: string) => one.toUpperCase());
const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Changes of any name, in words that follow "signs names". */
const SPELLINGS: readonly Row[] = [
  ["in lower case", (name) => name.toLowerCase()],
  ["in upper case", (name) => name.toUpperCase()],
  ["with a capital letter at the start", capitalized],
  ["with a capital letter at the start of each word", (name) => name.replace(/(?<![A-Za-z\d])[a-z]/g, capitalized)],
  ["with a small letter at the start", (name) => name.slice(0, 1).toLowerCase() + name.slice(1)],
  ["in camel case", camelCase],
  ["in camel case with a capital letter at the start", (name) => capitalized(camelCase(name))],
  ["with - instead of _", (name) => name.replaceAll("_", "-")],
  ["without _", (name) => name.replaceAll("_", "")],
  ["with x_ before them", (name) => `x_${name}`],
  ["with x before them", (name) => `x${name}`],
  ["with x- before them", (name) => `x-${name}`],
  ["with $ before them", (name) => `$${name}`],
  ["with : before them", (name) => `:${name}`],
  ["with @ before them", (name) => `@${name}`],
  ["with [] after them", (name) => `${name}[]`],
  ["with [0] after them", (name) => `${name}[0]`],
  ["with a space before them", (name) => ` ${name}`],
  ["with a space after them", (name) => `${name} `],
  ["with a colon after them", (name) => `${name}:`],
  ["in double quotes", (name) => `"${name}"`],
  ["in single quotes", (name) => `'${name}'`],
];

const inScopes = ([how, change]: Row): Form[] => [
  [`The client signs names ${how}.`, changeNames(change)],
  [
    `The client signs the application's own names ${how}.`,
    changeNames((name) => (isOwnName(name) ? change(name) : name)),
  ],
  [`The client signs oauth_ names ${how}.`, changeNames((name) => (isOwnName(name) ? name : change(name)))],
];

/** Changes of some names. */
const OTHERS: readonly Row[] = [
  ["pageSize as page_size", (name) => name.replace(/(?<=[a-z\d])[A-Z]/g, (one) => `_${one.toLowerCase()}`)],
  ["page_size as pageSize", (name) => (isOwnName(name) ? camelCase(name) : name)],
  ["pageSize as page-size", (name) => name.replace(/(?<=[a-z\d])[A-Z]/g, (one) => `-${one.toLowerCase()}`)],
  ["names without white space around them", (name) => name.trim()],
  ["names without spaces", (name) => name.replaceAll(" ", "")],
  ["spaces in names as _", (name) => name.replaceAll(" ", "_")],
  ["spaces in names as +", (name) => name.replaceAll(" ", "+")],
  [". and spaces in names as _, as PHP reads them", (name) => name.replace(/[. ]/g, "_")],
  [". in names as _", (name) => name.replaceAll(".", "_")],
  [". in names as -", (name) => name.replaceAll(".", "-")],
  ["- in names as _", (name) => name.replaceAll("-", "_")],
  ["names without - and _", (name) => (isOwnName(name) ? name.replace(/[-_]/g, "") : name)],
  ["names without punctuation", (name) => (isOwnName(name) ? name.replace(/[^\p{L}\p{N}]/gu, "") : name)],
  ["punctuation in names as _", (name) => name.replace(/[^\p{L}\p{N}]/gu, "_")],
  ["names without $ and @ at the start", (name) => name.replace(/^[$@]/, "")],
  ["a.b as b", (name) => name.replace(/^.*\./s, "")],
  ["a.b as a", (name) => name.replace(/\..*/s, "")],
  ["a[b] as a.b", (name) => name.replace(/\[([^[\]]+)\]/g, ".$1")],
  ["a.b as a[b]", (name) => name.replace(/\.([^.]+)/g, "[$1]")],
  ["a[b] as a_b", (name) => name.replace(/\[([^[\]]+)\]/g, "_$1")],
  ["a[b] as a-b", (name) => name.replace(/\[([^[\]]+)\]/g, "-$1")],
  ["a[b] as a:b", (name) => name.replace(/\[([^[\]]+)\]/g, ":$1")],
  ["a[b] as a['b']", (name) => name.replace(/\[([^[\]]+)\]/g, "['$1']")],
  ['a[b] as a["b"]', (name) => name.replace(/\[([^[\]]+)\]/g, '["$1"]')],
  ["a[b] as a(b)", (name) => name.replaceAll("[", "(").replaceAll("]", ")")],
  ["a[b] as a{b}", (name) => name.replaceAll("[", "{").replaceAll("]", "}")],
  ["a[b] as a", (name) => name.replace(/\[.*/s, "")],
  ["a[b] as b", (name) => name.replace(/^.*\[([^[\]]+)\]$/s, "$1")],
  ["a[b] as ab", (name) => name.replace(/[[\]]/g, "")],
  ["a[0] as a[]", (name) => name.replace(/\[\d+\]/g, "[]")],
  ["a[0] as a.0", (name) => name.replace(/\[(\d+)\]/g, ".$1")],
  ["a[0] as a0", (name) => name.replace(/\[(\d+)\]/g, "$1")],
  ["a[0] as a_0", (name) => name.replace(/\[(\d+)\]/g, "_$1")],
  ["a[0] as a", (name) => name.replace(/\[\d+\]/g, "")],
  ["a[0] as a[1], counted from 1", (name) => name.replace(/\[(\d+)\]/g, (_, at: string) => `[${Number(at) + 1}]`)],
  ["a[0][b] as a[0].b", (name) => name.replace(/\[([^[\]\d][^[\]]*)\]/g, ".$1")],
  ["a[] as a[0]", (name) => name.replace(/\[\]/g, "[0]")],
  ["a[] as a_", (name) => name.replace(/\[\]$/, "_")],
  ["a[] as a%5B%5D, encoded once more", (name) => name.replaceAll("[", "%5B").replaceAll("]", "%5D")],
  ["names without oauth_ at the start", (name) => name.replace(/^oauth_/, "")],
  ["names with oauth instead of oauth_", (name) => name.replace(/^oauth_/, "oauth")],
  ["names with oauth. instead of oauth_", (name) => name.replace(/^oauth_/, "oauth.")],
  ["names with auth_ instead of oauth_", (name) => name.replace(/^oauth_/, "auth_")],
  ["names with OAuth_ instead of oauth_", (name) => name.replace(/^oauth_/, "OAuth_")],
  ["names with x_auth_ instead of oauth_", (name) => name.replace(/^oauth_/, "x_auth_")],
  ["the application's own names with oauth_ before them", (name) => (isOwnName(name) ? `oauth_${name}` : name)],
  ...[8, 10, 16, 20, 24, 30, 31, 32, 64].map(
    (length): Row => [
      `only the first ${length} characters of names`,
      (name) => Array.from(name).slice(0, length).join(""),
    ],
  ),
];

export const FURTHER_NAMES_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "names-changed",
      title: "Names signed in another spelling",
      trigger: get("/r?pageSize=1"),
      fix: { text: "Sign names exactly as you send them." },
    },
    comprising(
      ["brackets-stripped"],
      [
        ...SPELLINGS.flatMap(inScopes),
        ...OTHERS.map(([how, change]): Form => [`The client signs ${how}.`, changeNames(change)]),
      ],
    ),
  ),
];

/** Further faults of the body: signed as a whole, or flattened (RFC 5849 3.4.1.3.1). */

import { concatOctets, utf8Octets } from "../platform/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { changeParameters, isProtocol, unsentParameter } from "./stage-changes.ts";
import { post, postBody } from "./trigger-requests.ts";

const AMPERSAND = Uint8Array.of(0x26);
const EQUALS = Uint8Array.of(0x3d);
const EMPTY = new Uint8Array();

/** Signs the body, which is not a form, as parameters. */
const signBody = (read: (body: string) => readonly (readonly [name: string, value: string])[]): StageChange =>
  changeParameters((parameters, { request }) => {
    const body = request?.body ?? "";
    const added = typeof body === "string" && body !== "" ? read(body) : [];
    return [...parameters, ...added.map(([name, value]) => unsentParameter(name, value))];
  });

/** Signs the form as one parameter, from its text with names and values unencoded. */
const signFormAs = (read: (text: Uint8Array) => readonly [name: Uint8Array, value: Uint8Array]): StageChange =>
  changeParameters((parameters) => {
    const form = parameters.filter((one) => one.origin === "body" && !isProtocol(one));
    if (form.length === 0) return parameters;
    const pieces = form.flatMap(({ name, value }, at) => [...(at === 0 ? [] : [AMPERSAND]), name, EQUALS, value]);
    const [name, value] = read(concatOctets(pieces));
    return [...parameters.filter((one) => !form.includes(one)), { name, value, origin: "body" }];
  });

/** How the name of a member of a nested object is made. */
type Nest = (outer: string, inner: string, isList: boolean) => string;

/** All texts, numbers and booleans of JSON with the names that they get. */
function flattened(json: unknown, nest: Nest, name = ""): [string, string][] {
  if (typeof json !== "object" || json === null) return [[name, String(json ?? "")]];
  const isList = Array.isArray(json);
  return Object.entries(json).flatMap(([inner, member]) =>
    flattened(member, nest, name === "" ? inner : nest(name, inner, isList)),
  );
}

const signFlattened = (nest: Nest): StageChange =>
  signBody((body) => {
    try {
      return /^\s*[[{]/.test(body) ? flattened(JSON.parse(body), nest) : [];
    } catch {
      return [];
    }
  });

/** JSON with each number as its own text after a NUL, so that 38.0 is not read as 38. */
const readNumbersAsText = (json: string): unknown =>
  JSON.parse(json.replace(JSON_PIECE_RE, (piece) => (piece.startsWith('"') ? piece : `"\\u0000${piece}"`)));
const JSON_PIECE_RE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** How a language writes a value of JSON as text. Members of lists and maps are written by `inner`. */
interface JsonTexts {
  readonly words: Readonly<Record<"null" | "true" | "false", string>>;
  readonly list: readonly [start: string, separator: string, end: string];
  readonly map: readonly [start: string, colon: string, separator: string, end: string];
  readonly inner: (text: string) => string;
}
const python = (text: string): string => (text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text}'`);
const WORDS = { null: "null", true: "true", false: "false" };
const JSON_TEXTS: readonly (readonly [how: string, texts: JsonTexts])[] = [
  ["as JSON with spaces", { words: WORDS, list: ["[", ", ", "]"], map: ["{", ": ", ", ", "}"], inner: JSON.stringify }],
  ["as JSON", { words: WORDS, list: ["[", ",", "]"], map: ["{", ":", ",", "}"], inner: JSON.stringify }],
  [
    "as Python prints them",
    {
      words: { null: "None", true: "True", false: "False" },
      list: ["[", ", ", "]"],
      map: ["{", ": ", ", ", "}"],
      inner: python,
    },
  ],
  [
    "as Ruby prints them",
    { words: { ...WORDS, null: "" }, list: ["[", ", ", "]"], map: ["{", "=>", ", ", "}"], inner: JSON.stringify },
  ],
  ["as Java prints them", { words: WORDS, list: ["[", ", ", "]"], map: ["{", "=", ", ", "}"], inner: (text) => text }],
  [
    "as Go prints them",
    { words: { ...WORDS, null: "<nil>" }, list: ["[", " ", "]"], map: ["map[", ":", " ", "]"], inner: (text) => text },
  ],
  [
    "as PHP prints them",
    { words: { null: "", true: "1", false: "" }, list: ["Array", "", ""], map: ["Array", "", "", ""], inner: () => "" },
  ],
  [
    "as JavaScript prints them",
    { words: WORDS, list: ["", ",", ""], map: ["[object Object]", "", "", ""], inner: (text) => text },
  ],
  [
    "as C# prints them",
    {
      words: { null: "", true: "True", false: "False" },
      list: ["[", ",", "]"],
      map: ["{", ":", ",", "}"],
      inner: JSON.stringify,
    },
  ],
];

function jsonText(json: unknown, texts: JsonTexts, write = (text: string) => text): string {
  const member = (one: unknown): string => jsonText(one, texts, texts.inner);
  if (typeof json === "string") return json.startsWith("\0") ? json.slice(1) : write(json);
  if (json === null || typeof json !== "object") return texts.words[`${json}` as "null" | "true" | "false"];
  if (Array.isArray(json)) return texts.list[0] + json.map(member).join(texts.list[1]) + texts.list[2];
  const [start, colon, separator, end] = texts.map;
  const members = Object.entries(json).map(([name, one]) => texts.inner(name) + colon + member(one));
  return start + (end === "" ? "" : members.join(separator) + end);
}

/** Signs the members of a JSON object, the nested ones as text. */
const signMembers = (texts: JsonTexts, isSigned: (json: unknown) => boolean = () => true): StageChange =>
  signBody((body) => {
    if (!/^\s*\{/.test(body)) return [];
    try {
      const members = Object.entries(readNumbersAsText(body) as object);
      return members.flatMap(([name, json]) => (isSigned(json) ? [[name, jsonText(json, texts)] as const] : []));
    } catch {
      return [];
    }
  });
const isPlain = (json: unknown): boolean => typeof json !== "object";

const NO_BODY = { text: "Sign parameters of the body only if its Content-Type is application/x-www-form-urlencoded." };
const SIGN_PAIRS = { text: "Sign each pair of the form as a parameter of its own." };

export const FURTHER_BODY_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "body-as-parameter",
      title: "Body signed as a parameter",
      trigger: postBody("application/json", '{"x":1}'),
      fix: NO_BODY,
    },
    [
      ["The client signs the body as the name of a parameter without a value.", signBody((body) => [[body, ""]])],
      ["The client signs the body as a parameter with an empty name.", signBody((body) => [["", body]])],
      ...["body", "data", "payload", "json", "content", "request", "0"].map(
        (name): Form => [`The client signs the body as a parameter named ${name}.`, signBody((body) => [[name, body]])],
      ),
    ],
  ),
  faultInForms(
    {
      id: "json-body-flattened",
      title: "Nested JSON signed as parameters",
      trigger: postBody("application/json", '{"x":{"y":1}}'),
      fix: NO_BODY,
    },
    [
      [
        "The client signs nested members of a JSON body as a[b] and a[0].",
        signFlattened((outer, inner) => `${outer}[${inner}]`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a[b] and lists as a[].",
        signFlattened((outer, inner, isList) => `${outer}[${isList ? "" : inner}]`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a.b and a.0.",
        signFlattened((outer, inner) => `${outer}.${inner}`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a.b and a[0].",
        signFlattened((outer, inner, isList) => (isList ? `${outer}[${inner}]` : `${outer}.${inner}`)),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a_b and a_0.",
        signFlattened((outer, inner) => `${outer}_${inner}`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body by their own names, and lists as repeated names.",
        signFlattened((outer, inner, isList) => (isList ? outer : inner)),
        ["json-body-as-params"],
      ],
      ...JSON_TEXTS.flatMap(([how, texts]): Form[] => [
        [
          `The client signs the members of a JSON body as parameters, lists and maps ${how}.`,
          signMembers(texts),
          ["json-body-as-params"],
        ],
        [
          `The client signs the members of a JSON body that are no lists, maps or null as parameters, ${how}.`,
          signMembers(texts, isPlain),
          ["json-body-as-params"],
        ],
      ]),
    ],
  ),
  faultInForms(
    {
      id: "form-as-one-parameter",
      title: "Form signed as one parameter",
      trigger: post([["a", "1"]]),
      fix: SIGN_PAIRS,
    },
    [
      ["The client signs the whole form as one name without a value.", signFormAs((text) => [text, EMPTY])],
      ["The client signs the whole form as the value of an empty name.", signFormAs((text) => [EMPTY, text])],
      ["The client signs the whole form as the value of body.", signFormAs((text) => [utf8Octets("body"), text])],
      ["The client signs the whole form as the value of data.", signFormAs((text) => [utf8Octets("data"), text])],
    ],
  ),
];

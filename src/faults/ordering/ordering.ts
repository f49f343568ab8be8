/** Faults of sorting (RFC 5849 3.4.1.3.2, step 2). */

import { type EncodedParameter, toText } from "../../model/index.ts";
import { latin1Text } from "../../platform/index.ts";
import { once } from "../../platform/slices.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { IMS_LTI } from "../helpers/sources.ts";
import { changeResult, isFrom, isOwn, isProtocol, reorder, replaceStage } from "../helpers/stage-changes.ts";

/** What an order compares. */
type Key = (parameter: EncodedParameter) => string;

/** Sorts the sorted parameters again by other keys. Parameters that these do not distinguish keep their places. */
function sortAgain(compare: (a: string, b: string) => number, ...keys: readonly Key[]): StageChange {
  return reorder((sorted) => sorted.sort((a, b) => keys.reduce((order, key) => order || compare(key(a), key(b)), 0)));
}

type Group = (parameter: EncodedParameter) => boolean;
type Sort = (parameters: EncodedParameter[]) => EncodedParameter[];
type Piece = (parameters: readonly EncodedParameter[], sort: Sort) => EncodedParameter[];

/** Concatenates groups of the parameters. */
function inRow(...pieces: readonly Piece[]): StageChange {
  return replaceStage("sortParameters", (sort, parameters) => pieces.flatMap((piece) => piece(parameters, sort)));
}

const sorted =
  (isIn: Group): Piece =>
  (parameters, sort) =>
    sort(parameters.filter(isIn));
/** Keeps the order of collection. */
const kept =
  (isIn: Group): Piece =>
  (parameters) =>
    parameters.filter(isIn);

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const encodedName: Key = (one) => one.encodedName;
const encodedValue: Key = (one) => one.encodedValue;
const nameText: Key = ({ name }) => toText(name);
const valueText: Key = ({ value }) => toText(value);
const nameOctets: Key = ({ name }) => latin1Text(name);
const valueOctets: Key = ({ value }) => latin1Text(value);
const joined: Key = (one) => `${one.encodedName}=${one.encodedValue}`;
const joinedTexts: Key = (one) => `${nameText(one)}=${valueText(one)}`;
const lowerCase =
  (key: Key): Key =>
  (one) =>
    key(one).toLowerCase();

/** Compares by the rules of English. The first collator loads the rules of all languages, so each is created on first use. */
function comparing(options: Intl.CollatorOptions = {}): (a: string, b: string) => number {
  const collator = once(() => new Intl.Collator("en", options));
  return (a, b) => collator().compare(a, b);
}

const byLocale = comparing();
const byNumericLocale = comparing({ numeric: true, caseFirst: "upper" });
const byLettersAndDigits = comparing({ ignorePunctuation: true });

const INTEGER_RE = /^(?:0|[1-9][0-9]{0,8})$/;

/** Digits that are not part of an escape. */
const NUMBERS_RE = /((?<!%[0-9A-Fa-f]?)\d+)/;

/** Compares runs of digits as numbers, and all other text by code unit. */
function byNumbers(a: string, b: string): number {
  const [these, those] = [a.split(NUMBERS_RE), b.split(NUMBERS_RE)];
  for (const [at, one] of these.entries()) {
    const other = those[at] ?? "";
    const order = /^\d+$/.test(one) && /^\d+$/.test(other) ? byNumericLocale(one, other) : byUnits(one, other);
    if (order !== 0) return order;
  }
  return these.length - those.length;
}

const FIX = "Sort by the octets of the encoded names, then of the encoded values.";

/** The order in which documentation often lists protocol parameters. */
const LISTED = ["consumer_key", "token", "signature_method", "signature", "timestamp", "nonce", "version"];

/** Puts the protocol parameters into the order of the list, within the positions that they occupy. */
const asListed = (change: StageChange): StageChange => {
  const place = ({ encodedName }: EncodedParameter): number => LISTED.indexOf(encodedName.slice("oauth_".length));
  const list = reorder((given) => given.toSorted((a, b) => (isProtocol(a) && isProtocol(b) ? place(a) - place(b) : 0)));
  return (stages) => list(change(stages));
};

/** Forms that move one parameter after sorting the others. */
const placedAlone = (name: string): Form[] => {
  const isNamed: Group = ({ encodedName }) => encodedName === `oauth_${name}`;
  const isOther: Group = (parameter) => !isNamed(parameter);
  return [
    {
      name: `${name}-last`,
      what: `The client appends oauth_${name} after the sorted parameters.`,
      apply: inRow(sorted(isOther), sorted(isNamed)),
    },
    {
      name: `${name}-first`,
      what: `The client puts oauth_${name} before the sorted parameters.`,
      apply: inRow(sorted(isNamed), sorted(isOther)),
    },
  ];
};
const PLACED = ["token", "callback", "verifier", "version", "consumer_key", "nonce", "timestamp", "signature_method"];

export const ORDERING_FAULTS: readonly FaultDefinition[] = [
  {
    id: "sorted-before-encoding",
    title: "Sorted before encoding",
    what: "The client sorts names and values before it encodes them, so text that starts with an escape ends up in the wrong place.",
    trigger: "/r?tag=perl&tag=%E3%83%96",
    fix: FIX,
    evidence: ["joestump/python-oauth2#75", "ciaranj/node-oauth#14", "lyokato/p5-oauth-lite#5", "geoffjentry/ROAuth#7"],
    apply: sortAgain(byUnits, nameOctets, valueOctets),
  },
  {
    id: "sorted-by-utf16-units",
    title: "Sorted by UTF-16 code unit before encoding",
    what: "The client sorts text before encoding, by UTF-16 code unit as its language compares strings, so characters above U+FFFF come before those from U+E000 to U+FFFF.",
    trigger: "/r?%EF%BD%A1=1&%F0%90%80%80=2",
    fix: FIX,
    evidence: [],
    apply: sortAgain(byUnits, nameText, valueText),
    variants: [
      {
        name: "values",
        what: "The client sorts the values of equal names by UTF-16 code unit, before it encodes them.",
        apply: sortAgain(byUnits, encodedName, valueText),
      },
    ],
  },
  {
    id: "joined-pairs-sorted",
    title: "name=value strings sorted",
    what: "The client joins each pair with = and sorts the joined strings, so = is compared with characters of longer names.",
    trigger: "/r?org=acme&org-country=US",
    fix: FIX,
    evidence: [
      "eclipse-ee4j/jersey#1105",
      "jdg/oauthconsumer#8",
      "OAuthSwift/OAuthSwift#283",
      "bytespider/jsOAuth#25",
      IMS_LTI,
    ],
    apply: sortAgain(byUnits, joined),
    variants: [{ name: "before-encoding", apply: sortAgain(byUnits, joinedTexts) }],
  },
  {
    id: "equal-names-not-sorted-by-value",
    title: "Values of equal names not sorted",
    what: "The client sorts parameters only by name; parameters with equal names keep their original order.",
    trigger: "/r?a=2&a=1",
    fix: "If names are equal, sort by the encoded values.",
    evidence: ["geoffjentry/ROAuth#7"],
    apply: changeResult("sortParameters", (sorted, parameters) => {
      const names = sorted.map(encodedName);
      return [...parameters].sort((a, b) => names.indexOf(a.encodedName) - names.indexOf(b.encodedName));
    }),
  },
  {
    id: "case-insensitive-sort",
    title: "Case-insensitive sort",
    what: "The client ignores case when it sorts names, so a name such as Title comes after the oauth_ parameters.",
    trigger: "/r?Title=x",
    fix: FIX,
    evidence: ["AFNetworking/AFOAuth1Client#36"],
    apply: sortAgain(byUnits, lowerCase(encodedName)),
    variants: [
      {
        name: "upper-case",
        apply: sortAgain(byUnits, (one) => one.encodedName.toUpperCase()),
      },
      {
        name: "then-by-value",
        what: "The client ignores case when it sorts names, and sorts equal ones by their values.",
        apply: sortAgain(byUnits, lowerCase(encodedName), encodedValue),
      },
      {
        name: "values-too",
        what: "The client ignores case when it sorts names and values.",
        apply: sortAgain(byUnits, lowerCase(encodedName), lowerCase(encodedValue)),
      },
      {
        name: "joined-pairs",
        what: "The client joins each pair with = and ignores case when it sorts the joined strings.",
        apply: sortAgain(byUnits, lowerCase(joined)),
      },
    ],
  },
  {
    id: "locale-sort",
    title: "Locale-aware sort",
    what: "The client sorts names and values by the rules of a locale, which order case and punctuation differently.",
    trigger: "/r?B=2&a1=1&a_b=3",
    fix: "Compare octets or code units; do not use a locale.",
    evidence: ["https://www.npmjs.com/package/oauth-simple-signature-check"],
    apply: sortAgain(byLocale, encodedName, encodedValue),
    variants: [
      { name: "joined-pairs", apply: sortAgain(byLocale, joined) },
      {
        name: "letters-and-digits",
        what: "The client sorts names by the rules of a locale that ignores punctuation, as sort in a shell does.",
        apply: sortAgain(byLettersAndDigits, encodedName),
      },
    ],
  },
  {
    id: "natural-number-sort",
    title: "Natural number sort",
    what: "The client compares runs of digits as numbers when it sorts.",
    trigger: "/r?in[10]=b&in[2]=a",
    fix: FIX,
    evidence: ["OpenMage/magento-lts#721"],
    apply: sortAgain(byNumbers, encodedName, encodedValue),
    variants: [{ name: "names-only", apply: sortAgain(byNumbers, encodedName) }],
  },
  {
    id: "not-sorted",
    title: "Not sorted",
    what: "The client signs parameters in the order in which they were added.",
    trigger: "/r?z=2&a=1",
    fix: FIX,
    evidence: ["WP-API/OAuth1#177", "WP-API/OAuth1#58"],
    apply: inRow(kept(() => true)),
    variants: [
      { name: "protocol-first", apply: inRow(kept(isProtocol), kept(isOwn)) },
      { name: "protocol-last", apply: inRow(kept(isOwn), kept(isProtocol)) },
      { name: "header-form-query", apply: inRow(kept(isFrom("header")), kept(isFrom("body")), kept(isFrom("query"))) },
    ],
  },
  {
    id: "protocol-params-appended-unsorted",
    title: "Request and protocol parameters sorted separately",
    what: "The client sorts request parameters and oauth_ parameters as two lists and appends one list to the other.",
    trigger: "/r?distance=14&pageLength=10",
    fix: "Put all parameters into one list, then sort it.",
    evidence: ["Mastercard/oauth1-signer-nodejs#3"],
    apply: inRow(sorted(isOwn), sorted(isProtocol)),
    variants: [
      { name: "protocol-first", apply: inRow(sorted(isProtocol), sorted(isOwn)) },
      {
        name: "query-header-form",
        apply: inRow(sorted(isFrom("query")), sorted(isFrom("header")), sorted(isFrom("body"))),
      },
    ],
  },
  {
    id: "integer-names-reordered",
    title: "Integer-like names moved to the front",
    what: "The client puts the sorted pairs into a plain object, which lists names that look like integers first, in numeric order.",
    trigger: "/r?9=3&10=2&-a=1",
    fix: "Keep sorted pairs in a list.",
    evidence: ["https://www.npmjs.com/package/oauth-simple-signature-check"],
    apply: reorder((all) => {
      const isInteger: Group = ({ encodedName }) => INTEGER_RE.test(encodedName);
      const integers = all.filter(isInteger).sort((a, b) => Number(a.encodedName) - Number(b.encodedName));
      return [...integers, ...all.filter((parameter) => !isInteger(parameter))];
    }),
  },
  {
    id: "sorted-in-reverse",
    title: "Sorted in descending order",
    what: "The client sorts parameters in descending order.",
    trigger: "/r?a=1&b=2",
    fix: FIX,
    apply: reorder((given) => given.toReversed()),
  },

  {
    id: "sorted-by-value",
    title: "Sorted by value",
    what: "The client sorts parameters by their values.",
    trigger: "/r?a=2&b=1",
    fix: FIX,
    apply: sortAgain(byUnits, encodedValue),
  },
  {
    id: "sorted-in-part",
    title: "Only some parameters sorted",
    trigger: "/r?z=1&a=2",
    fix: "Sort all parameters together, not each group or place alone.",
    what: "The client signs its own parameters unsorted after the sorted protocol parameters.",
    apply: inRow(sorted(isProtocol), kept(isOwn)),
    variants: [
      {
        name: "own-unsorted-first",
        what: "The client signs its own parameters unsorted before the sorted protocol parameters.",
        apply: inRow(kept(isOwn), sorted(isProtocol)),
      },
      {
        name: "protocol-listed-last",
        what: "The client signs its own sorted parameters, then the protocol parameters in a fixed order.",
        apply: asListed(inRow(sorted(isOwn), sorted(isProtocol))),
      },
      {
        name: "protocol-listed-first",
        what: "The client signs the protocol parameters in a fixed order, then its own sorted parameters.",
        apply: asListed(inRow(sorted(isProtocol), sorted(isOwn))),
      },
      ...PLACED.flatMap(placedAlone),
      {
        name: "first-moved",
        what: "The client moves the first of the sorted parameters to the end.",
        apply: reorder(([first, ...rest]) => (first === undefined ? [] : [...rest, first])),
      },
      {
        name: "form-last",
        what: "The client appends the sorted form to the other parameters, which are sorted.",
        apply: inRow(
          sorted((one) => one.origin !== "body"),
          sorted(isFrom("body")),
        ),
      },
    ],
  },
];

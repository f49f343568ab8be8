/**
 * Environment causes about one parameter: the client signed another value, or signed the parameter twice or not at all, or
 * signed one that it did not send.
 */

import { SIGN_VALUE_AS_SENT } from "../../faults/helpers/fixes.ts";
import { changeParameters, isProtocol } from "../../faults/helpers/stage-changes.ts";
import { COST, VALUE_CHANGES } from "../../faults/index.ts";
import { LIST_JOINTS, LIST_NOTATIONS } from "../../faults/parameters/repeated-names.ts";
import {
  bodyHashOf,
  type Parameter,
  type SigningInput,
  sameOctets,
  specification,
  toOctets,
  toText,
  validUtf8Text,
} from "../../model/index.ts";
import { SIGNATURE_METHODS } from "../../spec/signature-methods.ts";
import type { KnownValues } from "../input/diagnosis-input.ts";
import { type Hypothesis, priorOfTextChange } from "../search/hypothesis.ts";
import {
  type EnvironmentCause,
  type EnvironmentForm,
  environmentHypothesis,
  type KnownRequest,
} from "./environment.ts";
import { oneCharacterAway } from "./one-character-away.ts";
import { TIMESTAMP_CHANGES } from "./timestamp-changes.ts";

/** Only this many parameters are tried one by one. Longer values get no other spellings, or no changes of single characters. */
const MOST_PARAMETERS = 100;
const LONGEST_RESPELLED = 4096;
const LONGEST_VALUE = 256;
const MOST_CHARACTER_CHANGES = 10_000;

/** Parameters that libraries sign without sending them. */
const OFTEN_UNSENT: readonly (readonly [name: string, value: string])[] = [
  ["oauth_callback", "oob"],
  ["oauth_callback", ""],
  ["oauth_token", "null"],
  ["oauth_token", "undefined"],
  ["oauth_verifier", ""],
  ["oauth_signature", ""],
  ["oauth_token_secret", ""],
  ["realm", ""],
  ["format", "json"],
];

/** Values of protocol parameters that some libraries always sign, even if they send another value. */
const OFTEN_SIGNED: KnownValues = {
  oauth_signature_method: [
    ...SIGNATURE_METHODS,
    // Names that libraries give these methods.
    ...["HmacSHA1", "HmacSHA256", "HMACSHA1", "HMACSHA256", "SHA1", "SHA256", "SHA1withRSA", "SHA256withRSA"],
  ],
  oauth_version: ["1.0", "1.0a"],
  oauth_callback: ["oob"],
};

/** Names under which libraries sign a secret. */
const NAMES_OF_SECRETS = [
  "oauth_consumer_secret",
  "consumer_secret",
  "client_secret",
  "oauth_token_secret",
  "secret",
  "key",
];

type One = Parameter<Uint8Array>;
type Change = (all: readonly One[]) => readonly One[];

/** What the client did with the list of parameters that it signs. */
const signs = (of: string, what: string, change: Change, own: Partial<EnvironmentForm> = {}): EnvironmentForm => ({
  of,
  what: `${what}.`,
  stages: changeParameters((all) => [...change(all)]),
  ...own,
});

/** Changes the first parameter that has the same octets. */
const at =
  ({ name, value }: One, change: (all: readonly One[], index: number) => readonly One[]): Change =>
  (all) => {
    const index = all.findIndex((one) => sameOctets(one.name, name) && sameOctets(one.value, value));
    return index === -1 ? all : change(all, index);
  };

const textOf = ({ value }: One): string | undefined => validUtf8Text(value);
const nameOf = ({ name }: One): string => validUtf8Text(name) ?? "a parameter";

function parametersOf({ sources }: KnownRequest): readonly One[] {
  return specification.collectParameters(sources, specification).slice(0, MOST_PARAMETERS);
}

/** The forms of each parameter alone. */
const ofEach = (
  formsFor: (parameter: One, known: KnownRequest) => Iterable<EnvironmentForm>,
): EnvironmentCause["forms"] =>
  function* (known) {
    for (const parameter of parametersOf(known)) yield* formsFor(parameter, known);
  };

/** Causes about parameters combine with other causes. */
const OF_PARAMETER = { isSpecific: true, cost: COST.rare } as const;
const VALUE_CHANGED = {
  id: "value-changed",
  fix: SIGN_VALUE_AS_SENT,
  ...OF_PARAMETER,
};
const NOT_SENT = {
  id: "parameter-not-sent",
  fix: "Sign exactly the parameters that you send.",
  prior: 0.5,
  ...OF_PARAMETER,
};

/** The client signed another value of a parameter than it sent. */
function signedValue(parameter: One, sent: string, signed: string, how = "with another value"): EnvironmentForm {
  const name = nameOf(parameter);
  const changed = { ...parameter, value: toOctets(signed) };
  const replace = at(parameter, (all, index) => all.with(index, changed));
  return signs(name, `${name} was signed ${how}`, replace, { change: { name, signed, sent } });
}

/** The client signed another value of a parameter than it sent. */
export function valueHypothesis(parameter: One, sent: string, signed: string, prior: number): Hypothesis {
  return environmentHypothesis({ ...VALUE_CHANGED, prior }, signedValue(parameter, sent, signed));
}

function unsent([name, value]: readonly [string, string]): EnvironmentForm {
  const added: One = { name: toOctets(name), value: toOctets(value), origin: "header" };
  return signs(name, `${name} was signed but not sent as a parameter`, (all) => [...all, added]);
}

/** The client signed a parameter that it did not send. */
export function unsentHypothesis(pair: readonly [string, string]): Hypothesis {
  return environmentHypothesis(NOT_SENT, unsent(pair));
}

/** Forms for each other known value of a parameter. */
const knownForms = (parameter: One, known: KnownValues): EnvironmentForm[] => {
  const [name, value] = [validUtf8Text(parameter.name), textOf(parameter)];
  if (name === undefined || value === undefined || !Object.hasOwn(known, name)) return [];
  return known[name]!.filter((other) => other !== value).map((other) => signedValue(parameter, value, other));
};

/** Names of parameters that programs add to a request, for cache busting, CSRF protection, sessions, buttons and statistics. */
const ADDED_NAME_RE =
  /^(?:_|v|ver|via|src|source|_method|_token|_csrf|_wpnonce|authenticity_token|csrf\w*|cb|cachebuster|nocache|rand|utf8|submit|commit|lang|locale|debug|api_?key|appid|apitoken|callback|format|sid|phpsessid|jsessionid|session_?id|utm_\w+|fbclid|gclid|ref)$/i;
const isAdded = ({ name }: One): boolean => ADDED_NAME_RE.test(validUtf8Text(name) ?? "");
/** Programs often add or rename these. */
const LIKELY = { prior: 30, cost: COST.common };
const NOT_ADDED = { prior: 1, cost: COST.rare };

/** The most parameters at the end of a query or a form that may have been added together. */
const MOST_ADDED = 8;

/** Parameters that were added together: by link trackers, or by an HTTP client at the end of the query or the form. */
function addedForms(known: KnownRequest): EnvironmentForm[] {
  const parameters = parametersOf(known);
  const isTracker = ({ name }: One): boolean => /^utm_/i.test(validUtf8Text(name) ?? "");
  const ends = (["query", "body"] as const).flatMap((origin) => {
    const own = parameters.filter((one) => one.origin === origin && !isProtocol(one));
    // A query or form that is not signed at all is a separate fault.
    const lengths = Array.from({ length: Math.max(0, Math.min(MOST_ADDED, own.length - 1) - 1) }, (_, at) => at + 2);
    return lengths.map((length) => own.slice(-length));
  });
  const groups = [parameters.filter(isTracker), parameters.filter(isAdded), ...ends].filter(
    (added) => added.length > 1,
  );
  const forms = groups.map((added) => {
    const list = [...new Set(added.map(({ name }) => toText(name)))].join(" and ");
    const drop: Change = (all) =>
      all.filter((one) => !added.some(({ name, value }) => sameOctets(name, one.name) && sameOctets(value, one.value)));
    return signs(list, `${list} were sent but not signed`, drop, added.every(isAdded) ? {} : NOT_ADDED);
  });
  return [...new Map(forms.map((one) => [one.of, one])).values()];
}

const PROTOCOL_NAMES = ["consumer_key", "token", "timestamp", "nonce", "version", "callback", "verifier", "body_hash"];

/** Whether two names have the same letters, ignoring case, separators, oauth at the start and one extra letter. */
function resembles(name: string, right: string): boolean {
  const [one, other] = [name, right].map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .replace(/^x?oauth/, ""),
  );
  const [short, long] = one!.length < other!.length ? [one!, other!] : [other!, one!];
  if (short.length < 4 || long.length > short.length + 1) return false;
  return short === long || Array.from(long, (_, at) => long.slice(0, at) + long.slice(at + 1)).includes(short);
}

/** What is appended to a list's name for its first item; a digit counts up for later items. */
const ENDS_OF_NAMES = ["", "[]", "[0]", "[1]", ".0", ".1", "_0", "_1", "0", "1"];

/** Other values of the request or of the key that a client may sign as a parameter. */
function unsentOf(request: SigningInput): (readonly [name: string, value: string])[] {
  const { headers = [], method, url, body, signatureMethod, consumerSecret, tokenSecret, form } = request;
  const { path } = specification.splitUrl(url);
  const secrets = [consumerSecret, tokenSecret].filter((secret) => secret !== undefined && secret !== "");
  const hashes = [...new Set([bodyHashOf(signatureMethod), "SHA-256" as const])];
  return [
    ...headers
      .slice(0, MOST_PARAMETERS)
      .flatMap(([name, value]) => [[name, value] as const, [name.toLowerCase(), value] as const]),
    ["oauth_signature_method", signatureMethod],
    ["method", method],
    ["url", url],
    // Web servers pass the path to PHP in a parameter.
    ...["q", "url"].map((name) => [name, path.replace(/^\//, "")] as const),
    ["_url", path],
    ...(form === undefined ? hashes : []).map(
      (hash) => ["oauth_body_hash", specification.bodyHash(toOctets(body ?? ""), hash)] as const,
    ),
    ...secrets.flatMap((secret) => NAMES_OF_SECRETS.map((name) => [name, secret!] as const)),
  ];
}

/** Known values of parameters that are not in the request. */
function knownUnsent(known: KnownRequest): (readonly [name: string, value: string])[] {
  const sent = new Set(parametersOf(known).map(({ name }) => toText(name)));
  return Object.entries(known.knownValues ?? {}).flatMap(([name, values]) =>
    sent.has(name) ? [] : values.slice(0, MOST_KNOWN).map((value) => [name, value] as const),
  );
}

const MOST_KNOWN = 20;

/** The items of a value that is a list with commas; none if the value is not such a list. */
const itemsOf = (parameter: One): readonly string[] => {
  const items = (textOf(parameter) ?? "").split(",");
  const isList = validUtf8Text(parameter.name) !== undefined && items.length > 1 && items.length <= MOST_PARAMETERS;
  return isList ? items : [];
};

type Spelling = readonly [how: string, change: (value: string) => string];

/** Each value in other spellings, each once. */
const spelt = (spellingsOf: (name: string | undefined) => readonly Spelling[]): EnvironmentCause["forms"] =>
  ofEach(function* (parameter) {
    const value = textOf(parameter);
    if (value === undefined || value.length > LONGEST_RESPELLED) return;
    const signed = new Set([value]);
    for (const [place, [how, change]] of spellingsOf(validUtf8Text(parameter.name)).entries()) {
      const other = change(value);
      if (signed.has(other) || !other.isWellFormed()) continue;
      signed.add(other);
      yield { ...signedValue(parameter, value, other, how), prior: priorOfTextChange(place) };
    }
  });

const SPELLINGS = VALUE_CHANGES.map(({ how, change }): Spelling => [how, change]);
/** Encoded before signing: as common as encoding all twice. */
const ENCODED_BEFORE = SPELLINGS.filter(([, change]) => change === encodeURIComponent);

function otherSpellings(name: string | undefined): readonly Spelling[] {
  // A template with the name of the parameter, as in Postman, was not replaced before signing.
  const templates =
    name === undefined ? [] : [`{{${name}}}`, `{${name}}`, `\${${name}}`, `:${name}`, `%${name}%`, `@${name}`];
  return [
    ...SPELLINGS.filter((one) => !ENCODED_BEFORE.includes(one)),
    ...templates.map((template): Spelling => [`as ${template}, which was not replaced`, () => template]),
    ...(name === "oauth_timestamp" ? TIMESTAMP_CHANGES : []),
  ];
}

export const PARAMETER_CAUSES: readonly EnvironmentCause[] = [
  {
    id: "parameter-not-signed",
    fix: "Sign all parameters of the query, the form and the Authorization header, and add none after signing.",
    ...OF_PARAMETER,
    ...LIKELY,
    *forms(known) {
      yield* addedForms(known);
      for (const one of parametersOf(known)) {
        const drop = at(one, (all, index) => all.toSpliced(index, 1));
        yield signs(nameOf(one), `${nameOf(one)} was sent but not signed`, drop, isAdded(one) ? {} : NOT_ADDED);
      }
    },
  },
  {
    id: "parameter-misnamed",
    fix: "Send each protocol parameter under its name in RFC 5849 3.1.",
    ...OF_PARAMETER,
    ...LIKELY,
    forms: (known) => {
      const parameters = parametersOf(known);
      const sent = new Set(parameters.map(({ name }) => toText(name)));
      const missing = PROTOCOL_NAMES.map((name) => `oauth_${name}`).filter((name) => !sent.has(name));
      return parameters.flatMap((parameter) => {
        const name = toText(parameter.name);
        return missing
          .filter((right) => resembles(name, right))
          .map((right) => {
            const renamed = { ...parameter, name: toOctets(right) };
            return signs(
              right,
              `${right} was sent as ${name}`,
              at(parameter, (all, index) => all.with(index, renamed)),
            );
          });
      });
    },
  },
  {
    ...VALUE_CHANGED,
    prior: 1,
    forms: ofEach((parameter, { knownValues = {} }) => [
      ...knownForms(parameter, knownValues),
      ...knownForms(parameter, OFTEN_SIGNED),
    ]),
  },
  {
    id: "parameter-signed-twice",
    fix: "Sign each parameter as often as it is sent.",
    ...OF_PARAMETER,
    prior: 0.5,
    forms: ofEach((one) => [
      signs(
        nameOf(one),
        `${nameOf(one)} was signed twice`,
        at(one, (all, index) => [...all, all[index]!]),
      ),
    ]),
  },
  {
    id: "parameter-signed-apart",
    fix: "Sign the value that you send: join a list before signing, not after it.",
    ...OF_PARAMETER,
    prior: 0.5,
    forms: ofEach((parameter) => {
      const items = itemsOf(parameter);
      const name = nameOf(parameter);
      if (items.length === 0) return [];
      return ENDS_OF_NAMES.map((end) => {
        const itemName = (index: number): string => name + end.replace(/\d/, (digit) => String(Number(digit) + index));
        const signed = items.map((item, index) => ({
          ...parameter,
          name: toOctets(itemName(index)),
          value: toOctets(item),
        }));
        return signs(
          name,
          `${name} was signed as ${items.length} parameters ${end === "" ? "" : `from ${itemName(0)} on `}and sent as one value with commas`,
          at(parameter, (all, index) => all.toSpliced(index, 1, ...signed)),
        );
      });
    }),
  },
  {
    ...VALUE_CHANGED,
    prior: 0.5,
    forms: ofEach((parameter) => {
      const items = itemsOf(parameter);
      const writers = items.length === 0 ? [] : [...LIST_NOTATIONS, ...LIST_JOINTS];
      return writers.map(([, how, write]) => signedValue(parameter, items.join(","), write(items), how));
    }),
  },
  { ...VALUE_CHANGED, cost: COST.form, forms: spelt(() => ENCODED_BEFORE) },
  { ...VALUE_CHANGED, forms: spelt(otherSpellings) },
  {
    ...NOT_SENT,
    forms: (known) => {
      const pairs = [...OFTEN_UNSENT, ...unsentOf(known.request), ...knownUnsent(known)];
      return pairs.filter((pair) => pair.every((text) => text.isWellFormed())).map(unsent);
    },
  },
];

/** The values that are short enough for changes of single characters, the shortest first. */
function shortValues(known: KnownRequest): (readonly [parameter: One, value: string])[] {
  return parametersOf(known)
    .flatMap((parameter) => {
      const value = textOf(parameter);
      return value === undefined || value.length > LONGEST_VALUE ? [] : [[parameter, value] as const];
    })
    .toSorted(([, one], [, other]) => one.length - other.length);
}

/** Causes with many forms, which are tried alone. */
export const CHARACTER_CAUSES: readonly EnvironmentCause[] = [
  {
    // The clock was read in milliseconds, but the request contains only the seconds.
    ...VALUE_CHANGED,
    prior: 1,
    forms: (known) =>
      shortValues(known).flatMap(([parameter, seconds]) => {
        if (validUtf8Text(parameter.name) !== "oauth_timestamp" || !/^\d{10}$/.test(seconds)) return [];
        return ["", "."].flatMap((point) =>
          Array.from({ length: 1000 }, (_, milliseconds) => {
            const signed = `${seconds}${point}${String(milliseconds).padStart(3, "0")}`;
            const how = `with milliseconds${point === "" ? "" : " as a fraction"}`;
            return signedValue(parameter, seconds, signed, how);
          }),
        );
      }),
  },
  {
    ...VALUE_CHANGED,
    prior: priorOfTextChange(0),
    *forms(known) {
      let count = 0;
      for (const [parameter, value] of shortValues(known)) {
        for (const other of oneCharacterAway(value)) {
          if (!other.isWellFormed()) continue;
          if (count++ === MOST_CHARACTER_CHANGES) return;
          yield signedValue(parameter, value, other);
        }
      }
    },
  },
];

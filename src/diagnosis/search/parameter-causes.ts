/**
 * Environment causes about one parameter: it was signed with another value, not at all, or twice, or it was signed but is
 * not in the request.
 */

import { COST, VALUE_CHANGES } from "../../faults/index.ts";
import { LIST_JOINTS, LIST_NOTATIONS } from "../../faults/parameters/repeated-names.ts";
import {
  bodyHashOf,
  isProtocolParameter,
  type Parameter,
  type ParameterSources,
  type SigningInput,
  sameOctets,
  specification,
  toOctets,
  toText,
  validUtf8Text,
} from "../../model/index.ts";
import { SIGNATURE_METHODS } from "../../spec/signature-methods.ts";
import type { KnownValues } from "../input/diagnosis-input.ts";
import { type Hypothesis, PRIOR_OF_TEXT_CHANGE } from "./hypothesis.ts";
import { oneCharacterAway } from "./one-character-away.ts";
import { TIMESTAMP_CHANGES } from "./timestamp-changes.ts";

type Change = (parameters: readonly Parameter<Uint8Array>[], at: number) => readonly Parameter<Uint8Array>[];

/** More parameters are not tried one by one, and longer values are not tried in other spellings or character by character. */
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

/** Values of protocol parameters that libraries always sign, even if they send another value. */
const OFTEN_SIGNED: KnownValues = {
  oauth_signature_method: [
    ...SIGNATURE_METHODS,
    // Names of the same methods in libraries.
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

/** Hypotheses about each parameter of a request. They combine with other hypotheses. */
export function* parameterHypotheses(
  request: SigningInput,
  sources: ParameterSources,
  known: KnownValues = {},
): Generator<Hypothesis> {
  const parameters = specification.collectParameters(sources, specification).slice(0, MOST_PARAMETERS);
  yield* addedHypotheses(parameters);
  yield* misnamedHypotheses(parameters);
  for (const parameter of parameters) {
    yield* knownHypotheses(parameter, known);
    yield* knownHypotheses(parameter, OFTEN_SIGNED);
    yield* presenceHypotheses(parameter);
    yield* listHypotheses(parameter);
    yield* respellingHypotheses(parameter);
  }
  for (const [name, value] of [...OFTEN_UNSENT, ...unsentOf(request), ...knownUnsent(parameters, known)]) {
    if (name.isWellFormed() && value.isWellFormed()) yield unsentHypothesis([name, value]);
  }
}

/**
 * The hypothesis that the timestamp was signed with its milliseconds, followed by hypotheses that one character of one value
 * was changed, those about short values first.
 */
export function* characterHypotheses(sources: ParameterSources): Generator<Hypothesis> {
  const parameters = specification.collectParameters(sources, specification).slice(0, MOST_PARAMETERS);
  const short = parameters
    .flatMap((parameter) => {
      const value = validUtf8Text(parameter.value);
      return value === undefined || value.length > LONGEST_VALUE ? [] : [{ parameter, value }];
    })
    .toSorted((one, other) => one.value.length - other.value.length);
  for (const { parameter, value } of short) {
    if (validUtf8Text(parameter.name) === "oauth_timestamp") yield* millisecondHypotheses(parameter, value);
  }
  let count = 0;
  for (const { parameter, value } of short) {
    for (const other of oneCharacterAway(value)) {
      if (!other.isWellFormed()) continue;
      if (count++ === MOST_CHARACTER_CHANGES) return;
      yield valueHypothesis(parameter, value, other, 0.1);
    }
  }
}

/** The clock was read in milliseconds, but the request contains only the seconds. */
function millisecondHypotheses(parameter: Parameter<Uint8Array>, seconds: string): Hypothesis[] {
  if (!/^\d{10}$/.test(seconds)) return [];
  return ["", "."].flatMap((point) =>
    Array.from({ length: 1000 }, (_, milliseconds) => {
      const signed = `${seconds}${point}${String(milliseconds).padStart(3, "0")}`;
      return valueHypothesis(parameter, seconds, signed, 1, `with milliseconds${point === "" ? "" : " as a fraction"}`);
    }),
  );
}

function knownHypotheses(parameter: Parameter<Uint8Array>, known: KnownValues): Hypothesis[] {
  const [name, value] = [validUtf8Text(parameter.name), validUtf8Text(parameter.value)];
  if (name === undefined || value === undefined || !Object.hasOwn(known, name)) return [];
  return known[name]!.filter((other) => other !== value).map((other) => valueHypothesis(parameter, value, other, 1));
}

/** Names of parameters that programs add to a request, for cache busting, CSRF protection, sessions, buttons and statistics. */
const ADDED_NAME_RE =
  /^(?:_|v|ver|via|src|source|_method|_token|_csrf|_wpnonce|authenticity_token|csrf\w*|cb|cachebuster|nocache|rand|utf8|submit|commit|lang|locale|debug|api_?key|appid|apitoken|callback|format|sid|phpsessid|jsessionid|session_?id|utm_\w+|fbclid|gclid|ref)$/i;
const PRIOR_OF_ADDED = 30;

function presenceHypotheses(parameter: Parameter<Uint8Array>): Hypothesis[] {
  const name = validUtf8Text(parameter.name) ?? "a parameter";
  return [
    specific(
      `parameter-not-signed:${name}`,
      `${name} was sent but not signed`,
      "Sign all parameters of the query, the form and the Authorization header, and add none after signing.",
      ADDED_NAME_RE.test(name) ? PRIOR_OF_ADDED : 1,
      at(parameter, (all, index) => all.toSpliced(index, 1)),
      ADDED_NAME_RE.test(name) ? COST.common : COST.rare,
    ),
    specific(
      `parameter-signed-twice:${name}`,
      `${name} was signed twice`,
      "Sign each parameter as often as it is sent.",
      0.5,
      at(parameter, (all, index) => [...all, all[index]!]),
    ),
  ];
}

/** The most parameters at the end of a query or a form that may have been added together. */
const MOST_ADDED = 8;

/** Several parameters that were added together, by link trackers or, at the end of the query or the form, by an HTTP client. */
function addedHypotheses(parameters: readonly Parameter<Uint8Array>[]): Hypothesis[] {
  const isTracker = ({ name }: Parameter<Uint8Array>): boolean => /^utm_/i.test(validUtf8Text(name) ?? "");
  const isAdded = ({ name }: Parameter<Uint8Array>): boolean => ADDED_NAME_RE.test(validUtf8Text(name) ?? "");
  const ends = (["query", "body"] as const).flatMap((origin) => {
    const own = parameters.filter((one) => one.origin === origin && !isProtocolParameter([one.name, one.value]));
    // Not signing the query or the form at all is a separate fault.
    const lengths = Array.from({ length: Math.max(0, Math.min(MOST_ADDED, own.length - 1) - 1) }, (_, at) => at + 2);
    return lengths.map((length) => own.slice(-length));
  });
  const groups = [parameters.filter(isTracker), parameters.filter(isAdded), ...ends].filter(
    (added) => added.length > 1,
  );
  const hypotheses = groups.map((added) => {
    const list = [...new Set(added.map(({ name }) => toText(name)))].join(" and ");
    return specific(
      `parameter-not-signed:${list}`,
      `${list} were sent but not signed`,
      "Sign all parameters, and add none after signing.",
      added.every(isAdded) ? PRIOR_OF_ADDED : 1,
      (all) =>
        all.filter(
          (one) => !added.some(({ name, value }) => sameOctets(name, one.name) && sameOctets(value, one.value)),
        ),
      added.every(isAdded) ? COST.common : COST.rare,
    );
  });
  return [...new Map(hypotheses.map((one) => [one.id, one])).values()];
}

const PROTOCOL_NAMES = ["consumer_key", "token", "timestamp", "nonce", "version", "callback", "verifier", "body_hash"];

/** A protocol parameter that was signed under its name and sent under one that resembles it. */
function misnamedHypotheses(parameters: readonly Parameter<Uint8Array>[]): Hypothesis[] {
  const sent = new Set(parameters.map(({ name }) => toText(name)));
  const missing = PROTOCOL_NAMES.map((name) => `oauth_${name}`).filter((name) => !sent.has(name));
  return parameters.flatMap((parameter) => {
    const name = toText(parameter.name);
    return missing
      .filter((right) => resembles(name, right))
      .map((right) =>
        specific(
          `parameter-misnamed:${right}`,
          `${right} was sent as ${name}`,
          "Send each protocol parameter under its name in RFC 5849 3.1.",
          PRIOR_OF_ADDED,
          at(parameter, (all, index) => all.with(index, { ...all[index]!, name: toOctets(right) })),
          COST.common,
        ),
      );
  });
}

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

/** What follows the name of a list in the name of its first item, which may have a number. */
const ENDS_OF_NAMES = ["", "[]", "[0]", "[1]", ".0", ".1", "_0", "_1", "0", "1"];

/** A list that was sent as one value with commas, and signed as one parameter for each item, or in another notation. */
function listHypotheses(parameter: Parameter<Uint8Array>): Hypothesis[] {
  const name = validUtf8Text(parameter.name);
  const value = validUtf8Text(parameter.value) ?? "";
  const items = value.split(",");
  if (name === undefined || items.length < 2 || items.length > MOST_PARAMETERS) return [];
  const apart = ENDS_OF_NAMES.map((end) => {
    const nameOf = (index: number): string => name + end.replace(/\d/, (digit) => String(Number(digit) + index));
    const signed = items.map((item, index) => ({
      ...parameter,
      name: toOctets(nameOf(index)),
      value: toOctets(item),
    }));
    return specific(
      `parameter-signed-apart:${name}`,
      `${name} was signed as ${items.length} parameters ${end === "" ? "" : `from ${nameOf(0)} on `}and sent as one value with commas`,
      "Sign the value that you send: join a list before signing, not after it.",
      0.5,
      at(parameter, (all, index) => all.toSpliced(index, 1, ...signed)),
    );
  });
  const asText = [...LIST_NOTATIONS, ...LIST_JOINTS].map(([, how, write]) =>
    valueHypothesis(parameter, value, write(items), 0.5, how),
  );
  return [...apart, ...asText];
}

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
function knownUnsent(
  parameters: readonly Parameter<Uint8Array>[],
  known: KnownValues,
): (readonly [name: string, value: string])[] {
  const sent = new Set(parameters.map(({ name }) => toText(name)));
  return Object.entries(known).flatMap(([name, values]) =>
    sent.has(name) ? [] : values.slice(0, MOST_KNOWN).map((value) => [name, value] as const),
  );
}

const MOST_KNOWN = 20;

/** The client signed a parameter that it did not send. */
export function unsentHypothesis([name, value]: readonly [string, string]): Hypothesis {
  const added: Parameter<Uint8Array> = { name: toOctets(name), value: toOctets(value), origin: "header" };
  const fix = "Sign exactly the parameters that you send.";
  return specific(`parameter-not-sent:${name}`, `${name} was signed but not sent as a parameter`, fix, 0.5, (all) => [
    ...all,
    added,
  ]);
}

function respellingHypotheses(parameter: Parameter<Uint8Array>): Hypothesis[] {
  const value = validUtf8Text(parameter.value);
  if (value === undefined || value.length > LONGEST_RESPELLED) return [];
  const signed = new Set([value]);
  const name = validUtf8Text(parameter.name);
  const ofTimestamps = TIMESTAMP_CHANGES.map(([how, change]) => ({ how, change }));
  const changes = [
    ...VALUE_CHANGES,
    ...(name === undefined ? [] : templateChanges(name)),
    ...(name === "oauth_timestamp" ? ofTimestamps : []),
  ];
  return changes.flatMap(({ how, change }) => {
    const other = change(value);
    if (signed.has(other) || !other.isWellFormed()) return [];
    signed.add(other);
    const hypothesis = valueHypothesis(parameter, value, other, PRIOR_OF_TEXT_CHANGE, how);
    // As common as an encoder that encodes all values twice.
    return [change === encodeURIComponent ? { ...hypothesis, cost: COST.form } : hypothesis];
  });
}

/** The value is a template with the name of the parameter, as in Postman, and was not replaced before signing. */
function templateChanges(name: string): { readonly how: string; readonly change: () => string }[] {
  const templates = [`{{${name}}}`, `{${name}}`, `\${${name}}`, `:${name}`, `%${name}%`, `@${name}`];
  return templates.map((template) => ({ how: `as ${template}, which was not replaced`, change: () => template }));
}

/** The client signed another value of a parameter than it sent. */
export function valueHypothesis(
  parameter: Parameter<Uint8Array>,
  sent: string,
  signed: string,
  prior: number,
  how?: string,
): Hypothesis {
  const name = validUtf8Text(parameter.name) ?? "a parameter";
  const changed = { ...parameter, value: toOctets(signed) };
  const title = `${name} was signed ${how ?? "with another value"}`;
  const fix = "Sign exactly the value that you send: format it once, before signing.";
  const replace: Change = (all, index) => all.with(index, changed);
  return {
    ...specific(`value-changed:${name}`, title, fix, prior, at(parameter, replace)),
    change: { name, signed, sent },
  };
}

/** Applies a change to the first parameter that has the same octets. */
function at(
  { name, value }: Parameter<Uint8Array>,
  change: Change,
): (all: readonly Parameter<Uint8Array>[]) => readonly Parameter<Uint8Array>[] {
  return (all) => {
    const index = all.findIndex((one) => sameOctets(one.name, name) && sameOctets(one.value, value));
    return index === -1 ? all : change(all, index);
  };
}

function specific(
  id: string,
  title: string,
  fix: string,
  prior: number,
  change: (all: readonly Parameter<Uint8Array>[]) => readonly Parameter<Uint8Array>[],
  cost: number = COST.rare,
): Hypothesis {
  return {
    id,
    kind: "environment",
    title,
    what: `${title}.`,
    fix: { text: fix },
    prior,
    isSpecific: true,
    cost,
    alter: (computation) => {
      const { collectParameters } = computation.stages;
      const changed: typeof collectParameters = (sources, stages) => [...change(collectParameters(sources, stages))];
      return { ...computation, stages: { ...computation.stages, collectParameters: changed } };
    },
  };
}

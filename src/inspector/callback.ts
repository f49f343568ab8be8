/** Checks the checksum `control` of a callback of the gateway, and names the mistakes behind a wrong checksum. */

import { callbackControl, verifyCallback } from "../gateway/callback.ts";
import { base64Text, digest, type HashName, hexText, hmac } from "../platform/index.ts";
import { createRedactor } from "../redaction/index.ts";
import type { CallbackResult } from "./messages.ts";

/** The values that the checksum covers, in order. The control key follows them. */
const COVERED = ["status", "orderid", "merchant_order"] as const;
const KEY = "control key";
const HIDDEN = "***";

/** A sequence of query fields within any text. */
const QUERY_RE = /(?<![\w.~%[\]=-])[\w.~%[\]-]+=[^&\s"'<>#\\]*(?:&[\w.~%[\]-]+=[^&\s"'<>#\\]*)+/g;
/** The maximum length of a text that may be a callback. */
const LONGEST = 100_000;
/** More fields would make the search long. */
const MOST_FIELDS = 30;

/** The query of a callback in a pasted text: a URL, a query, a form, raw HTTP or a line of a log. */
export function callbackQueryIn(text: string): string | undefined {
  if (text.length > LONGEST || /\boauth_/i.test(text)) return undefined;
  return text.match(QUERY_RE)?.find((query) => {
    const fields = new URLSearchParams(query);
    return fields.has("control") && (fields.has("merchant_order") || fields.has("status"));
  });
}

/** Keys to check with. */
export interface CallbackKeys {
  /** Empty if no key was given. */
  readonly controlKey: string;
  /** Texts that a client may have used instead of the control key, by name. */
  readonly others: Readonly<Record<string, string>>;
}

/** Checks a callback. Nothing that it returns contains a key. */
export function checkCallback(query: string, keys: CallbackKeys): CallbackResult {
  const { controlKey, others } = keys;
  const fields = new URLSearchParams(query);
  const { text } = createRedactor({ secrets: [controlKey, ...Object.values(others)].filter((one) => one !== "") });
  const parts = [
    ...COVERED.map((name) => ({ name, value: text(fields.get(name) ?? "") })),
    { name: KEY, value: HIDDEN },
  ];
  const shown = { kind: "callback" as const, parts, received: text(fields.get("control") ?? "") };
  if (controlKey === "") {
    const headline =
      "This is a callback. To check its control, type the merchant's control key as the consumer secret.";
    return { ...shown, verdict: "unclear", headline, lines: [] };
  }
  const verdict = verifyCallback(query, { controlKey });
  const right = callbackControl(idsOf(fields), controlKey);
  if (verdict.verified) {
    return {
      ...shown,
      verdict: "right",
      headline: "This callback is valid: its control is the checksum.",
      lines: RIGHT,
      right,
    };
  }
  if (verdict.code !== "control-mismatch") {
    return {
      ...shown,
      verdict: "wrong",
      headline: `This callback is wrong: ${text(verdict.message)}.`,
      lines: [],
      right,
    };
  }
  const mistakes = mistakesThatMake(fields.get("control")!, textsOf(fields, query, text), keys);
  const headline = "This callback is wrong: its control is not the checksum.";
  return {
    ...shown,
    verdict: "wrong",
    headline,
    lines: mistakes.length === 0 ? UNKNOWN : named(mistakes),
    right,
  };
}

const RIGHT = [
  "It covers neither the amount nor the currency: read them from the answer to status.",
  "If your program computes another checksum, write that one into control: the page then names the mistake.",
];
const UNKNOWN = [
  "No known mistake produces this checksum. Most likely it was computed with a different control key (that of the sandbox, or of another merchant), or a value was changed.",
];

function named(mistakes: readonly string[]): string[] {
  if (mistakes.length === 1) return [`It is the checksum if ${mistakes[0]}.`];
  return [`It is the checksum in each of ${mistakes.length} cases:`, ...mistakes.map((one) => `- if ${one}`)];
}

function idsOf(fields: URLSearchParams): Parameters<typeof callbackControl>[0] {
  const [status, orderId, clientOrderId] = COVERED.map((name) => fields.get(name) ?? "") as [string, string, string];
  return { status, orderId, clientOrderId };
}

/** A method of computing a part of the checksum. `mistake` is absent for the correct method. */
interface Way<Value> {
  readonly mistake?: string;
  readonly value: Value;
}

/** Returns the text to hash for a key. */
type Text = (key: string) => string;
type Checksum = (text: string, message: string, key: string) => string;

/** The smallest sets of mistakes that produce this checksum, as clauses. */
function mistakesThatMake(control: string, texts: readonly Way<Text>[], keys: CallbackKeys): string[] {
  const found: { readonly count: number; readonly clause: string }[] = [];
  for (const text of texts) {
    for (const key of keysOf(keys)) {
      for (const checksum of CHECKSUMS) {
        const clauses = [text, key, checksum].flatMap(({ mistake }) => mistake ?? []);
        if (checksum.value(text.value(key.value), text.value(""), key.value) !== control) continue;
        found.push({ count: clauses.length, clause: clauses.join(", and ") });
      }
    }
  }
  const fewest = Math.min(...found.map(({ count }) => count));
  return [...new Set(found.filter(({ count }) => count === fewest).map(({ clause }) => clause))];
}

/** @param redact hides secrets in names of fields, which may contain anything */
function textsOf(fields: URLSearchParams, query: string, redact: (text: string) => string): Way<Text>[] {
  const values = COVERED.map((name) => fields.get(name) ?? "");
  const [status, orderId, clientOrderId] = values as [string, string, string];
  const others = [...fields].filter(([name]) => !(COVERED as readonly string[]).concat("control").includes(name));
  const further = others.slice(0, MOST_FIELDS).flatMap(([name, value]) => withMinorUnits(redact(name), value));
  const raw = COVERED.map((name) => new RegExp(`(?:^|&)${name}=([^&]*)`).exec(query)?.[1] ?? "");
  return [
    { value: (key) => status + orderId + clientOrderId + key },
    ...ordersOf([...COVERED, KEY]).map((order): Way<Text> => {
      return {
        mistake: orderText(order),
        value: (key) => order.map((name) => (name === KEY ? key : (fields.get(name) ?? ""))).join(""),
      };
    }),
    ...COVERED.map((name, at): Way<Text> => {
      return { mistake: `${name} is left out`, value: (key) => values.toSpliced(at, 1).join("") + key };
    }),
    ...COVERED.flatMap((name, at) =>
      further.map(([other, value]): Way<Text> => {
        return {
          mistake: `${other} is hashed instead of ${name}`,
          value: (key) => values.with(at, value).join("") + key,
        };
      }),
    ),
    ...further.map(([other, value]): Way<Text> => {
      return { mistake: `${other} is hashed too, before the key`, value: (key) => [...values, value, key].join("") };
    }),
    ...SEPARATORS.map((separator): Way<Text> => {
      return { mistake: `the parts are joined with “${separator}”`, value: (key) => [...values, key].join(separator) };
    }),
    { mistake: "the values are hashed as they are in the URL, not decoded", value: (key) => raw.join("") + key },
    { mistake: "the values are trimmed", value: (key) => values.map((value) => value.trim()).join("") + key },
  ];
}

const SEPARATORS = ["&", "|", ":", ",", ";", "+", "-", "_", " "];

/** The gateway's other checksums use amounts in minor units. */
function withMinorUnits(name: string, value: string): (readonly [name: string, value: string])[] {
  const minor = /^\d+\.\d{2}$/.test(value) ? String(Number(value.replace(".", ""))) : undefined;
  return [[name, value], ...(minor === undefined ? [] : [[`${name} in minor units`, minor] as const])];
}

/** Every order of the parts. */
function ordersOf(names: readonly string[]): string[][] {
  if (names.length <= 1) return [[...names]];
  return names.flatMap((name, at) => ordersOf(names.toSpliced(at, 1)).map((rest) => [name, ...rest]));
}

function orderText(order: readonly string[]): string {
  return order.join() === "status,merchant_order,orderid,control key"
    ? "orderid and merchant_order are swapped"
    : `the order is ${order.join(", ")}`;
}

function keysOf({ controlKey, others }: CallbackKeys): Way<string>[] {
  const ways: Way<string>[] = [
    { value: controlKey },
    { mistake: "the control key is left out", value: "" },
    { mistake: "white space around the control key is removed", value: controlKey.trim() },
    { mistake: "a line feed follows the control key", value: `${controlKey}\n` },
    { mistake: "the control key is in upper case", value: controlKey.toUpperCase() },
    { mistake: "the control key is in lower case", value: controlKey.toLowerCase() },
    { mistake: "the control key has no hyphens", value: controlKey.replaceAll("-", "") },
    ...Object.entries(others).map(([name, value]) => ({ mistake: `${name} is used as the control key`, value })),
  ];
  // A change without effect is not a mistake.
  return ways.filter(({ value }, at) => ways.findIndex((one) => one.value === value) === at);
}

const NAMES: Readonly<Partial<Record<HashName, string>>> = { md5: "MD5", sha256: "SHA-256", sha512: "SHA-512" };

const CHECKSUMS: readonly Way<Checksum>[] = [
  { value: (text) => hexText(digest("sha1", text)) },
  { mistake: "it is in upper-case digits", value: (text) => hexText(digest("sha1", text)).toUpperCase() },
  { mistake: "it is in base64, not in hexadecimal digits", value: (text) => base64Text(digest("sha1", text)) },
  ...(["md5", "sha256", "sha512"] as const).map((hash): Way<Checksum> => {
    return { mistake: `it is made with ${NAMES[hash]}`, value: (text) => hexText(digest(hash, text)) };
  }),
  {
    mistake: "it is an HMAC-SHA1 with the control key as its key",
    value: (_, message, key) => hexText(hmac("sha1", key, message)),
  },
];

/** Hides secrets and card data in texts, in every spelling that SECURITY.md lists. */

import { latin1Text, utf8Octets } from "../platform/index.ts";
import { atOnce, createSliceCounter, type InSlices } from "../platform/slices.ts";
import { SIGNATURE_METHODS } from "../spec/signature-methods.ts";
import { findCardData, findCodes } from "./card-data.ts";
import { mapTexts } from "./map-texts.ts";
import { createMatcher, PIECE_LENGTH } from "./matcher.ts";
import { maskedNumber, mergedReplacements, REDACTED, type Replacement } from "./replacements.ts";
import { formsOf, type Secret } from "./secret-forms.ts";
import { type View, viewsOf } from "./views.ts";

/** What a redactor hides. */
export interface RedactorOptions {
  /**
   * Shared secrets as text; private keys as PEM text, DER octets or a JWK. A text of fewer than four characters is hidden
   * only as a part of a signing key (`secret&tokensecret`), because too many ordinary words and numbers contain it.
   */
  readonly secrets?: readonly (Secret | undefined)[] | undefined;
  /** Card numbers that are known; others are recognized by their form. */
  readonly cardNumbers?: readonly string[] | undefined;
  /** Security codes of cards that are known; others are recognized by the name before them. */
  readonly cvv2?: readonly string[] | undefined;
  /** Texts that are not secret although they may share a piece with a secret: identifiers of clients and orders. */
  readonly publicTexts?: readonly string[] | undefined;
  /** Whether card data stays visible. Secrets never do. @default false */
  readonly showCardData?: boolean | undefined;
  /** Whether every number of 13 to 19 digits counts as a card number, even with a wrong check digit. @default false */
  readonly everyLongNumber?: boolean | undefined;
}

/** Hides secrets and card data. The time is proportional to the length of the text. */
export interface Redactor {
  /** The text with `(secret)` in the place of each secret, and `***1234` in the place of each card number. */
  text(text: string): string;
  /** Like `text`, in slices, between which other work can be done. */
  textInSlices(text: string): InSlices<string>;
  /** A copy of a value with all its texts redacted. Names of members stay. */
  value<Value>(value: Value): Value;
  /** The text with a dot in the place of each hidden character, so that positions stay as they are. */
  cover(text: string): string;
  /** Like `cover`, in slices. */
  coverInSlices(text: string): InSlices<string>;
}

/** A piece of a card number may have this many digits, because the first six may be shown. */
const SHOWN_DIGITS = 6;
/** Runs without hyphens and spaces must be longer, since they also arise from neighbouring words. */
const SHORTEST_SQUEEZED = 8;
/** A hexadecimal identifier. One in 60 random identifiers contains 13 decimal digits in a row. */
const HEXADECIMAL_ID_RE = /^(?=.*[a-f])[0-9a-f]{32,}$/i;
const DOT = "\u2022"; // •
const PRIVATE_KEY_RE = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;
/** Words of the protocol and of reports, shown even if a secret contains them. */
const PUBLIC_WORDS = [
  ...SIGNATURE_METHODS,
  "oauth_consumer_key oauth_token oauth_signature_method oauth_signature oauth_timestamp oauth_nonce oauth_version",
  "oauth_body_hash oauth_callback oauth_verifier authorization realm consumer secret token secret client secret shared secret consumer key private key",
  "public key signing key secret key signature base string parameters application/x-www-form-urlencoded content-type",
  "https://localhost https://127.0.0.1 https://example.com password request",
];

/**
 * Creates a redactor. With the secret `kd94hf93k423kf44`, it changes `signed with a2Q5NGhmOTNrNDIza2Y0NA==` to
 * `signed with (secret)`.
 */
export function createRedactor(options: RedactorOptions): Redactor {
  const { secrets = [], cardNumbers = [], cvv2 = [], showCardData = false, everyLongNumber = false } = options;
  const { publicTexts = [] } = options;
  const isCode = (value: string): boolean => /^[0-9]{3,4}$/.test(value.trim());
  const isNumber = (value: string): boolean => /^[0-9 +.-]{8,}$/.test(value);
  // Text in the place of a card number or a code is hidden like a secret.
  const others = showCardData
    ? []
    : [...cvv2.filter((one) => !isCode(one)), ...cardNumbers.filter((one) => !isNumber(one))];
  const forms = formsOf([...secrets, ...others]);
  const words = [...PUBLIC_WORDS, ...publicTexts];
  const matchers = [
    createMatcher([...forms.texts, ...forms.binary], {
      lettersAndDigitsOnly: false,
      shortestRun: PIECE_LENGTH,
      publicTexts: words,
    }),
    createMatcher(forms.texts, {
      lettersAndDigitsOnly: true,
      shortestRun: SHORTEST_SQUEEZED,
      publicTexts: words,
    }),
  ].filter((matcher) => matcher !== undefined);
  const numbers = showCardData ? [] : cardNumbers.filter(isNumber).map((number) => number.replace(/[^0-9]/g, ""));
  const numberMatcher = createMatcher(numbers.map(utf8Octets), {
    lettersAndDigitsOnly: true,
    shortestRun: SHOWN_DIGITS + 1,
    publicTexts,
  });
  const codes = new Set(cvv2.filter(isCode).map((code) => code.trim()));
  const kept = new Set(publicTexts);
  const hexadecimalIds = publicTexts.filter((text) => HEXADECIMAL_ID_RE.test(text));
  const isKept = (number: string): boolean => kept.has(number) || hexadecimalIds.some((id) => id.includes(number));

  function* replacementsIn(text: string): InSlices<Replacement[]> {
    const found: Replacement[] = [];
    const isSliceComplete = createSliceCounter(OCTETS_OF_SLICE);
    for (const view of viewsOf(text)) {
      for (const matcher of matchers) matcher(view, (range) => found.push({ ...range, by: REDACTED }));
      numberMatcher?.(view, (range, digits) => {
        found.push({ ...range, by: maskedNumber(numbers.includes(digits) ? digits : "") });
      });
      if (view.isLast && view.isForward) for (const one of recognizedIn(view)) found.push(one);
      if (isSliceComplete(view.octets.length)) yield;
    }
    return mergedReplacements(found, text);
  }

  /** What can be recognized in a view by its form. */
  function recognizedIn({ octets, rangeOf, isDecoded }: View): Replacement[] {
    const shown = latin1Text(octets);
    const found = Array.from(shown.matchAll(PRIVATE_KEY_RE), ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
      by: REDACTED,
    }));
    if (!showCardData) {
      found.push(...findCardData(shown, everyLongNumber, isKept));
      if (!isDecoded) found.push(...findCodes(shown, codes));
    }
    return found.map(({ start, end, by }) => ({ ...rangeOf(start, end - 1), by }));
  }

  function* replaced(text: string, by: (one: Replacement) => string): InSlices<string> {
    let at = 0;
    let result = "";
    for (const one of yield* replacementsIn(text)) {
      result += text.slice(at, one.start) + by(one);
      at = one.end;
    }
    return result + text.slice(at);
  }

  const textInSlices = (text: string): InSlices<string> => replaced(text, ({ by }) => by);
  const redactText = (text: string): string => atOnce(textInSlices(text));
  const coverInSlices = (text: string): InSlices<string> => replaced(text, ({ start, end }) => DOT.repeat(end - start));
  return {
    text: redactText,
    textInSlices,
    value: (value) => mapTexts(value, redactText),
    cover: (text) => atOnce(coverInSlices(text)),
    coverInSlices,
  };
}

/** The octets of views in one slice: about 10 milliseconds. */
const OCTETS_OF_SLICE = 2 ** 16;

/** Card numbers and cvv2, recognized by their names and by their form. */

import { maskedNumber, REDACTED, type Replacement } from "./replacements.ts";

/** 13 to 19 digits that no other digit touches. */
const PLAIN_NUMBER_RE = /(?<![0-9])[0-9]{13,19}(?![0-9])/g;
/** As printed on cards, 4-4-4-4 or 4-6-5, but not part of an identifier with hyphens. */
const GROUPED_NUMBER_RE =
  /(?<![0-9])(?:\d{4}([ +.-])\d{4}\1\d{4}\1\d{1,7}(?:\1\d{1,3})?|\d{4}([ +.-])\d{6}\2\d{5})(?![0-9a-f]|-[0-9a-f])/gi;
/** `cvv2=123`, in a form, in a path, in JSON or in XML. */
const CVV2_RE = /(cv[vc]-?2?[\s=:+"'\\>/]{1,12})([0-9][0-9a-z]*)/gi;
/** `card_number=4111…` in the same places. */
const NAMED_NUMBER_RE = /((?:card[-_. ]?(?:number|num|no)|\bpan)[\s=:+"'\\>/]{1,12})([0-9](?:[ +.-]?[0-9]){7,22})/gi;

/** Finds card data by its form. `isKept` returns true for numbers that are known to be something else. */
export function findCardData(text: string, everyNumber: boolean, isKept: (number: string) => boolean): Replacement[] {
  const found: Replacement[] = [];
  for (const { 1: name, 2: value, index } of text.matchAll(CVV2_RE)) {
    found.push({ start: index + name!.length, end: index + name!.length + value!.length, by: REDACTED });
  }
  for (const { 1: name, 2: value, index } of text.matchAll(NAMED_NUMBER_RE)) {
    found.push(numberAt(index + name!.length, value!));
  }
  for (const expression of [PLAIN_NUMBER_RE, GROUPED_NUMBER_RE]) {
    for (const { 0: number, index } of text.matchAll(expression)) {
      if (isKept(number) || !(everyNumber || hasCheckDigit(number))) continue;
      found.push(numberAt(index, number));
    }
  }
  return found;
}

function numberAt(start: number, number: string): Replacement {
  return { start, end: start + number.length, by: maskedNumber(number.replace(/[^0-9]/g, "")) };
}

/** Finds known security codes: three or four digits that stand alone. */
export function findCodes(text: string, codes: ReadonlySet<string>): Replacement[] {
  if (codes.size === 0) return [];
  return Array.from(text.matchAll(/(?<![0-9a-z])[0-9]{3,4}(?![0-9a-z])/gi))
    .filter(([code]) => codes.has(code))
    .map(({ 0: code, index }) => ({ start: index, end: index + code.length, by: REDACTED }));
}

/** The check digit of card numbers (ISO/IEC 7812-1, Luhn). */
function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number.replace(/[^0-9]/g, ""), Number).reverse();
  const sum = digits.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : (digit * 2) % 9 || digit), 0);
  return sum % 10 === 0;
}

/** Values of parameters that are card data by their names. */
export interface CardData {
  readonly cardNumbers: string[];
  readonly cvv2: string[];
}

const NUMBER_NAME_RE = /(?:^|[-_.])(?:card[-_.]?(?:number|num|no)|pan)$|^(?:cc|card)$|^cc[-_.]?(?:number|num|no)$/i;
const CVV2_NAME_RE = /cv[vc]2?$/i;

/** Whether a parameter contains a card number or a cvv2, by its name. */
export function isCardDataName(name: string): boolean {
  return NUMBER_NAME_RE.test(name) || CVV2_NAME_RE.test(name);
}

/** The card data among parameters, by their names. */
export function cardDataIn(parameters: Iterable<{ readonly name: string; readonly value: string }>): CardData {
  const [cardNumbers, cvv2]: [string[], string[]] = [[], []];
  for (const { name, value } of parameters) {
    if (NUMBER_NAME_RE.test(name)) cardNumbers.push(value);
    else if (CVV2_NAME_RE.test(name)) cvv2.push(value);
  }
  return { cardNumbers, cvv2 };
}

/** Checks a value before it is sent: its type and its length. */

import { ipAddressOctets } from "../platform/index.ts";
import type { OperationParameter, ValueType } from "./operations.ts";

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** No `expected` quotes the value, which may be card data. */
const CHECKS: Readonly<Record<ValueType, { readonly expected: string; readonly fits: (value: string) => boolean }>> = {
  text: { expected: "text", fits: () => true },
  digits: { expected: "digits only", fits: (value) => /^[0-9]+$/.test(value) },
  "card-number": { expected: "a card number, digits only", fits: (value) => /^[0-9]+$/.test(value) },
  cvv2: { expected: "three or four digits", fits: (value) => /^[0-9]{3,4}$/.test(value) },
  month: { expected: "a month of two digits, 01 to 12", fits: (value) => /^(?:0[1-9]|1[0-2])$/.test(value) },
  year: { expected: "a year of four digits", fits: (value) => /^[0-9]{4}$/.test(value) },
  amount: {
    expected: "an amount in the currency's highest unit with a point, such as 10.42",
    fits: (value) => /^(?:0|[1-9][0-9]*)\.[0-9]{1,3}$/.test(value) && /[1-9]/.test(value),
  },
  currency: { expected: "a currency code of ISO 4217, such as EUR", fits: (value) => CURRENCIES.has(value) },
  country: { expected: "a country code of two letters, such as DE", fits: (value) => /^[A-Z]{2}$/.test(value) },
  "ip-address": { expected: "an IPv4 or IPv6 address", fits: (value) => ipAddressOctets(value) !== undefined },
  url: {
    expected: "an absolute http or https URL",
    fits: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  },
};

/** Whether a value is an amount without a point, which may be in the currency's lowest unit. */
export function isWholeAmount(value: string, type: ValueType): boolean {
  return type === "amount" && /^[1-9][0-9]*$/.test(value);
}

/** What the value should be, if it does not fit its type or length. */
export function problemWith(
  value: string,
  { type, length }: OperationParameter,
  { wholeAmounts = false }: { readonly wholeAmounts?: boolean | undefined },
): string | undefined {
  const { expected, fits } = CHECKS[type];
  if (!fits(value) && !(wholeAmounts && isWholeAmount(value, type))) return `expected ${expected}`;
  if (length === undefined) return undefined;
  const [least, most] = length;
  // The gateway's tables count characters, not UTF-16 units.
  const count = [...value].length;
  if (count >= least && count <= most) return undefined;
  return `expected ${expected}, of ${least === most ? least : `${least} to ${most}`} characters, got ${count}`;
}

/** Whether messages must not quote a value of this type: someone may put one value of a card in place of another. */
export function isCardData(type: ValueType): boolean {
  return isSecret(type) || type === "month" || type === "year";
}

/** Whether values of this type are never shown. */
export function isSecret(type: ValueType): boolean {
  return type === "card-number" || type === "cvv2";
}

/** Checks the arguments of a call and turns them into the form of the request, in the order of the operation's table. */

import { quote } from "../oauth1/errors.ts";
import { ipAddressOctets } from "../platform/index.ts";
import type { CardData } from "../redaction/index.ts";
import { GatewayArgumentError } from "./errors.ts";
import type { Operation, OperationParameter, ValueType } from "./operations.ts";
import { redactUnknown } from "./redactors.ts";

export interface FormOptions {
  /** Whether to apply the rules of public documents too. */
  readonly publicChecks: boolean;
  /** Whether an amount may lack a decimal point. @default false */
  readonly wholeAmounts?: boolean;
  /** Parameter names to use instead of the table's, by argument. */
  readonly names?: Readonly<Record<string, string | undefined>> | undefined;
  /** Parameters that the table does not contain, by name in the request. They follow the others, unchecked. */
  readonly extra?: Readonly<Record<string, string>> | undefined;
}

export type FormPair = readonly [name: string, value: string];
type Arguments = Readonly<Record<string, unknown>>;

/**
 * Builds the form of a request.
 *
 * @throws {@link GatewayArgumentError} with the argument's name as `field`
 */
export function checkedForm(
  { parameters, oneOf, together }: Operation,
  args: Arguments,
  { publicChecks, wholeAmounts = false, names = {}, extra = {} }: FormOptions,
): readonly FormPair[] {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(parameters, name) && args[name] !== undefined);
  if (unknown !== undefined) {
    throw new GatewayArgumentError(unknown, "there is no such argument", "pass other parameters in `extra`");
  }
  const pairs: FormPair[] = [];
  const namesInUse = new Set<string>();
  for (const [argument, parameter] of Object.entries(parameters)) {
    const { name, otherNames = [], need, rulesFrom } = parameter;
    const value = args[argument];
    const isChecked = publicChecks || rulesFrom === "specification";
    if (value !== undefined) {
      const text = textOf(argument, value);
      if (isChecked) checkValue(argument, text, parameter, wholeAmounts);
      pairs.push([names[argument] ?? name, text]);
      for (const one of [name, ...otherNames]) namesInUse.add(one);
    } else if (isChecked && need === "required") {
      throw missing(argument, args);
    }
  }
  if (publicChecks) checkGroups(args, oneOf, together);
  return [...pairs, ...checkedExtra(extra, namesInUse)];
}

/** The card data of a call, which no message may show. */
export function cardDataOf({ parameters }: Operation, args: Arguments): CardData {
  const valuesOf = (type: "card-number" | "cvv2"): string[] =>
    Object.keys(parameters)
      .filter((argument) => parameters[argument]!.type === type)
      .map((argument) => args[argument])
      .filter((value) => typeof value === "string");
  return { cardNumbers: valuesOf("card-number"), cvv2: valuesOf("cvv2") };
}

/** Whether values of this type are never shown. */
export function isSecret(type: ValueType): boolean {
  return type === "card-number" || type === "cvv2";
}

/** create-card-ref needs both ids of the first payment: one id alone does not identify the payment. */
function missing(argument: string, args: Arguments): GatewayArgumentError {
  const other = { clientOrderId: "orderId", orderId: "clientOrderId" }[argument];
  const isAlone = other !== undefined && args[other] !== undefined;
  const message = isAlone ? `expected it together with ${other}, got ${other} alone` : "expected a value, got none";
  return new GatewayArgumentError(argument, message);
}

/** Applies the rules that hold for every value of every operation. */
function textOf(field: string, value: unknown): string {
  if (typeof value !== "string") {
    const hint = typeof value === "number" ? "pass text: a number loses zeros and digits" : undefined;
    throw new GatewayArgumentError(field, `expected text, got ${quote(value)}`, hint);
  }
  if (value === "") throw new GatewayArgumentError(field, "expected a value, got empty text");
  if (!value.isWellFormed()) throw new GatewayArgumentError(field, "expected text, got an unpaired UTF-16 surrogate");
  return value;
}

/** Whether a value has the format of its type, whatever its length. */
export function fitsType(type: ValueType, value: string): boolean {
  return CHECKS[type].fits(value);
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** No `expected` text quotes a value, because it may be card data. */
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
  boolean: { expected: '"true" or "false"', fits: (value) => value === "true" || value === "false" },
  currency: { expected: "a currency code of ISO 4217, such as EUR", fits: (value) => CURRENCIES.has(value) },
  country: { expected: "a country code of two letters, such as DE", fits: (value) => /^[A-Z]{2}$/.test(value) },
  "ip-address": { expected: "an IPv4 or IPv6 address", fits: (value) => ipAddressOctets(value) !== undefined },
  url: {
    expected: "an absolute http or https URL",
    fits: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  },
};

function checkValue(argument: string, value: string, parameter: OperationParameter, wholeAmounts: boolean): void {
  const { type, length: [least, most] = [0, Infinity], rulesFrom } = parameter;
  const { expected, fits } = CHECKS[type];
  const isWholeAmount = type === "amount" && /^[1-9][0-9]*$/.test(value);
  // The gateway's tables count characters, not UTF-16 units.
  const count = [...value].length;
  let problem = `expected ${expected}`;
  if (fits(value) || (wholeAmounts && isWholeAmount)) {
    if (count >= least && count <= most) return;
    problem += `, of ${least === most ? least : `${least} to ${most}`} characters, got ${count}`;
  }
  const message = CARD_TYPES.includes(type) ? problem : `${problem}, got ${quote(redactUnknown(value))}`;
  const hint = rulesFrom === "public" ? publicRuleHint(value, isWholeAmount) : undefined;
  throw new GatewayArgumentError(argument, message, hint);
}

/** Messages quote no value of these types, because a caller may confuse the values of a card. */
const CARD_TYPES: readonly ValueType[] = ["card-number", "cvv2", "month", "year"];

function publicRuleHint(value: string, isWholeAmount: boolean): string {
  const advice = isWholeAmount
    ? `for ${value} whole units, write "${value}.00"`
    : "this rule comes from public documents only";
  return `${advice}; to send it unchecked, set publicChecks: false in the options of this call`;
}

function checkGroups(args: Arguments, oneOf: Operation["oneOf"], together: Operation["together"]): void {
  const isPresent = (argument: string): boolean => args[argument] !== undefined;
  for (const group of oneOf) {
    const [first, second] = group.filter(isPresent);
    const expected = `expected one of ${group.join(", ")}`;
    if (first === undefined) throw new GatewayArgumentError(group[0]!, `${expected}, got none`);
    if (second !== undefined) throw new GatewayArgumentError(second, `${expected}, got both`);
  }
  for (const group of together) {
    const absent = group.find((argument) => !isPresent(argument));
    const present = group.find(isPresent);
    if (absent === undefined || present === undefined) continue;
    throw new GatewayArgumentError(absent, `expected it together with ${present}, got ${present} without it`);
  }
}

/** Rejects an extra parameter that the request already contains, even under another name. */
function checkedExtra(extra: Readonly<Record<string, string>>, namesInUse: ReadonlySet<string>): FormPair[] {
  return Object.entries(extra).map(([name, value]) => {
    if (name.startsWith("oauth_")) {
      throw new GatewayArgumentError(name, "a protocol parameter cannot be part of the form");
    }
    if (namesInUse.has(name)) throw new GatewayArgumentError(name, "the arguments have this parameter already");
    return [name, textOf(name, value)];
  });
}

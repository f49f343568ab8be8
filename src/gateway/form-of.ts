/**
 * From the arguments of a call to the pairs on the wire: checked, in the order of the table.
 *
 * @module
 */

import { quote } from "../oauth1/errors.ts";
import type { CardData } from "../redaction/index.ts";
import { isOfCard, isWholeAmount, wrongWith } from "./check-value.ts";
import { GatewayArgumentError } from "./errors.ts";
import type { Operation, Parameter } from "./operations.ts";
import { redactUnknown } from "./redactors.ts";

/** How far arguments are checked, and what they are called on the wire. */
export interface FormOptions {
  /** Whether what only public documents say is checked, too. */
  readonly publicChecks: boolean;
  /** Whether an amount may have no point. @default false */
  readonly wholeAmounts?: boolean | undefined;
  /** Other names than the table's, by argument. */
  readonly names: Readonly<Record<string, string | undefined>>;
  /** Parameters that the table does not know, by name on the wire; signed and sent after the others, unchecked. */
  readonly extra: Readonly<Record<string, string>>;
}

/** A pair on the wire. */
export type FormPair = readonly [name: string, value: string];

/**
 * Checks the arguments and turns them into pairs.
 *
 * @throws {@link GatewayArgumentError} that names the field
 */
export function formOf(
  { parameters, oneOf, together }: Operation,
  given: Readonly<Record<string, unknown>>,
  { publicChecks, wholeAmounts, names, extra }: FormOptions,
): readonly FormPair[] {
  if (given === null || typeof given !== "object") throw new GatewayArgumentError("arguments", "expected an object");
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name) && given[name] !== undefined);
  if (unknown !== undefined) {
    throw new GatewayArgumentError(unknown, "there is no such argument", "parameters of your own go into `extra`");
  }
  const pairs: FormPair[] = [];
  for (const [argument, parameter] of Object.entries(parameters)) {
    const value = given[argument];
    const isChecked = publicChecks || parameter.checked === "specification";
    if (value !== undefined) {
      const text = textOf(argument, value);
      if (isChecked) checkValue(argument, text, parameter, { wholeAmounts });
      pairs.push([names[argument] ?? parameter.name, text]);
    } else if (isChecked && parameter.need === "required") {
      throw missing(argument, given);
    }
  }
  if (publicChecks) checkGroups(given, oneOf, together);
  const taken = Object.keys(parameters).filter((argument) => given[argument] !== undefined);
  return [...pairs, ...checkExtra(extra, new Set(taken.flatMap((argument) => allNames(parameters[argument]!))))];
}

/** The card data of a call, which no message may show. */
export function cardDataOf({ parameters }: Operation, given: Readonly<Record<string, unknown>>): CardData {
  const valuesOf = (type: "card-number" | "cvv2"): string[] =>
    Object.keys(parameters)
      .filter((argument) => parameters[argument]!.type === type)
      .map((argument) => given[argument])
      .filter((value) => typeof value === "string");
  return { cardNumbers: valuesOf("card-number"), cvv2: valuesOf("cvv2") };
}

/** create-card-ref wants both ids of the first payment, since neither alone says which one is meant. */
function missing(argument: string, given: Readonly<Record<string, unknown>>): GatewayArgumentError {
  const other = { clientOrderId: "orderId", orderId: "clientOrderId" }[argument];
  const isUnpaired = other !== undefined && given[other] !== undefined;
  const why = isUnpaired ? `expected it together with ${other}, got ${other} alone` : "expected a value, got none";
  return new GatewayArgumentError(argument, why);
}

function textOf(argument: string, value: unknown): string {
  if (typeof value !== "string") {
    const hint = typeof value === "number" ? "a number loses zeros and digits: write it as text" : undefined;
    throw new GatewayArgumentError(argument, `expected text, got ${quote(value)}`, hint);
  }
  mustBeSendable(argument, value);
  return value;
}

function checkValue(
  argument: string,
  value: string,
  parameter: Parameter,
  options: Pick<FormOptions, "wholeAmounts">,
): void {
  const wrong = wrongWith(value, parameter, options);
  if (wrong === undefined) return;
  const message = isOfCard(parameter.type) ? wrong : `${wrong}, got ${quote(redactUnknown(value))}`;
  throw new GatewayArgumentError(argument, message, hintFor(value, parameter));
}

const ANYWAY = "publicChecks: false among the options of this call sends it all the same";

/** How to go on where only public documents say so. */
function hintFor(value: string, { type, checked }: Parameter): string | undefined {
  if (checked === "specification") return undefined;
  if (!isWholeAmount(value, type)) return `only public documents say so; ${ANYWAY}`;
  return `where ${value} whole units are meant, write "${value}.00"; ${ANYWAY}`;
}

/** What no value can be, whoever says so. */
function mustBeSendable(field: string, value: string): void {
  if (value === "") throw new GatewayArgumentError(field, "expected a value, got empty text");
  if (!value.isWellFormed()) throw new GatewayArgumentError(field, "expected text, got half of a character");
}

function checkGroups(
  given: Readonly<Record<string, unknown>>,
  oneOf: Operation["oneOf"],
  together: Operation["together"],
): void {
  const isGiven = (argument: string): boolean => given[argument] !== undefined;
  for (const group of oneOf) {
    const [first, second] = group.filter(isGiven);
    if (first === undefined) throw new GatewayArgumentError(group[0]!, `expected one of ${group.join(", ")}, got none`);
    if (second !== undefined) throw new GatewayArgumentError(second, `expected one of ${group.join(", ")}, got both`);
  }
  for (const group of together) {
    const absent = group.find((argument) => !isGiven(argument));
    const present = group.find(isGiven);
    if (absent === undefined || present === undefined) continue;
    throw new GatewayArgumentError(absent, `expected it together with ${present}, got ${present} without it`);
  }
}

function allNames({ name, otherNames = [] }: Parameter): readonly string[] {
  return [name, ...otherNames];
}

/** A parameter that stands there under another of its names would be there twice. */
function checkExtra(extra: Readonly<Record<string, string>>, taken: ReadonlySet<string>): FormPair[] {
  return Object.entries(extra).map(([name, value]) => {
    if (name.startsWith("oauth_")) throw new GatewayArgumentError(name, "belongs to the signature, not to the form");
    if (taken.has(name)) throw new GatewayArgumentError(name, "stands in the arguments already");
    if (typeof value !== "string") throw new GatewayArgumentError(name, `expected text, got ${quote(value)}`);
    mustBeSendable(name, value);
    return [name, value];
  });
}

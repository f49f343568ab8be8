/**
 * Checks the arguments of a call and turns them into the form of the request, in the order of the operation's table.
 */

import { quote } from "../oauth1/errors.ts";
import type { CardData } from "../redaction/index.ts";
import { isCardData, isWholeAmount, problemWith } from "./check-value.ts";
import { GatewayArgumentError } from "./errors.ts";
import type { Operation, OperationParameter } from "./operations.ts";
import { redactUnknown } from "./redactors.ts";

export interface FormOptions {
  /** Whether to check also what only public documents say. */
  readonly publicChecks: boolean;
  /** Whether an amount may have no point. @default false */
  readonly wholeAmounts?: boolean | undefined;
  /** Names in the request that differ from the table's, by argument. */
  readonly names: Readonly<Record<string, string | undefined>>;
  /** Parameters that the table does not have, by name in the request. They follow the others, unchecked. */
  readonly extra: Readonly<Record<string, string>>;
}

export type FormPair = readonly [name: string, value: string];
type Arguments = Readonly<Record<string, unknown>>;

/**
 * Makes the form of a request.
 *
 * @throws {@link GatewayArgumentError} with the argument's name as `field`
 */
export function checkedForm(
  { parameters, oneOf, together }: Operation,
  args: Arguments,
  { publicChecks, wholeAmounts, names, extra }: FormOptions,
): readonly FormPair[] {
  if (args === null || typeof args !== "object") throw new GatewayArgumentError("arguments", "expected an object");
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
      if (isChecked) checkValue(argument, text, parameter, { wholeAmounts });
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

/** create-card-ref needs both ids of the first payment: one id alone does not identify it. */
function missing(argument: string, args: Arguments): GatewayArgumentError {
  const other = { clientOrderId: "orderId", orderId: "clientOrderId" }[argument];
  const isAlone = other !== undefined && args[other] !== undefined;
  const message = isAlone ? `expected it together with ${other}, got ${other} alone` : "expected a value, got none";
  return new GatewayArgumentError(argument, message);
}

function textOf(argument: string, value: unknown): string {
  if (typeof value !== "string") {
    const hint = typeof value === "number" ? "pass text: a number loses zeros and digits" : undefined;
    throw new GatewayArgumentError(argument, `expected text, got ${quote(value)}`, hint);
  }
  mustBeSendable(argument, value);
  return value;
}

function checkValue(
  argument: string,
  value: string,
  parameter: OperationParameter,
  options: Pick<FormOptions, "wholeAmounts">,
): void {
  const problem = problemWith(value, parameter, options);
  if (problem === undefined) return;
  const message = isCardData(parameter.type) ? problem : `${problem}, got ${quote(redactUnknown(value))}`;
  throw new GatewayArgumentError(argument, message, hintFor(value, parameter));
}

function hintFor(value: string, { type, rulesFrom }: OperationParameter): string | undefined {
  if (rulesFrom === "specification") return undefined;
  const skip = "to send it unchecked, set publicChecks: false in the options of this call";
  if (!isWholeAmount(value, type)) return `this rule comes from public documents only; ${skip}`;
  return `for ${value} whole units, write "${value}.00"; ${skip}`;
}

/** Rules for every value, whatever the documents say. */
function mustBeSendable(field: string, value: string): void {
  if (value === "") throw new GatewayArgumentError(field, "expected a value, got empty text");
  if (!value.isWellFormed()) throw new GatewayArgumentError(field, "expected text, got an unpaired UTF-16 surrogate");
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

/** Rejects a parameter that the request has already, also under another of its names. */
function checkedExtra(extra: Readonly<Record<string, string>>, namesInUse: ReadonlySet<string>): FormPair[] {
  return Object.entries(extra).map(([name, value]) => {
    if (name.startsWith("oauth_")) {
      throw new GatewayArgumentError(name, "a protocol parameter cannot be part of the form");
    }
    if (namesInUse.has(name)) throw new GatewayArgumentError(name, "the arguments have this parameter already");
    return [name, textOf(name, value)];
  });
}

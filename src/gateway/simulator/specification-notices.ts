/** Finds values that the specification forbids in the arguments of a request, although a gateway may tolerate them. */

import type { Operation, Parties } from "../operations.ts";
import { isRecurring, isReference, type KnownCard } from "./cards.ts";
import type { Arguments } from "./order-answers.ts";

const PARTIES: Readonly<Record<keyof Parties, string>> = { source: "source of the money", receiver: "receiver" };

/**
 * Names the absent parties of an order. A transfer from the merchant's deposit needs no source. If an operation needs exactly
 * one of the arguments, their absence is an error, not a notice.
 */
export function absentParties({ path, parameters, parties = {}, oneOf }: Operation, args: Arguments): string[] {
  return (["source", "receiver"] as const).flatMap((party) => {
    const alternatives = parties[party] ?? [];
    const isNamed = alternatives.length === 0 || alternatives.some((argument) => (args[argument] ?? "") !== "");
    const isDeposit = party === "source" && args.deposit2card === "true";
    if (isNamed || isDeposit || oneOf.flat().includes(alternatives[0]!)) return [];
    const names = alternatives.map((argument) => parameters[argument]!.name).join(" or ");
    return [`${path} needs the ${PARTIES[party]}: send ${names}`];
  });
}

/**
 * Names the references that are not from an earlier payment of the merchant.
 *
 * @param find - finds the card of an earlier payment by one of its ids
 */
export function unknownReferences(
  { parameters, parties = {} }: Operation,
  args: Arguments,
  find: (id: string) => KnownCard | undefined,
): string[] {
  return [...(parties.source ?? []), ...(parties.receiver ?? [])].flatMap((argument) => {
    const id = args[argument];
    if (id === undefined || !isReference(argument)) return [];
    const { name } = parameters[argument]!;
    const card = find(id);
    if (card === undefined || id !== (isRecurring(argument) ? card.recurring : card.ref)) {
      return [`${name} is not from an earlier payment: a first payment is mandatory`];
    }
    // The specification describes this parameter as the card-ref-id of create-card-ref.
    if (argument !== "sendingCardRefId" || card.hasPaid) return [];
    return [`${name} is the dst-card-ref-id of an earlier payment, whose card only received money`];
  });
}

/** Reports an amount without a point: 1000 could be meant in the minor unit. */
export function amountWithoutPoint({ amount }: Arguments): string | undefined {
  if (amount === undefined || amount.includes(".")) return undefined;
  return "amount has no point: write the major unit with a point, such as 1000.00";
}

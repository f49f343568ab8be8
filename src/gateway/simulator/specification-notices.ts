/** Finds values that the specification forbids in the arguments of a request, although a gateway may tolerate them. */

import type { Operation } from "../operations.ts";
import type { Order } from "./orders.ts";

/** The arguments of a request, by the names in `OPERATIONS`. */
type Arguments = Readonly<Record<string, string | undefined>>;

/** Names the parties of an order that are absent. A transfer from the merchant's deposit has no source. */
export function absentParties({ path, parameters, parties = {} }: Operation, args: Arguments): string[] {
  return Object.entries(parties)
    .filter(([, alternatives]) => alternatives.every((argument) => (args[argument] ?? "") === ""))
    .filter(([party]) => !(party === "source of the money" && args.deposit2card === "true"))
    .map(([party, alternatives]) => {
      const names = alternatives.map((argument) => parameters[argument]!.name).join(" or ");
      return `${path} needs the ${party}: send ${names}`;
    });
}

type Ids = (card: NonNullable<Order["card"]>) => readonly (string | undefined)[];

const recurringIds: Ids = ({ recurringPaymentId, dstRecurringPaymentId }) => [
  recurringPaymentId,
  dstRecurringPaymentId,
];
const cardIds: Ids = ({ cardRefId, dstCardRefId }) => [cardRefId, dstCardRefId];

/** The arguments that repeat an id from an answer to create-card-ref. */
const REFERENCES: Readonly<Record<string, Ids>> = {
  cardRecurringPaymentId: recurringIds,
  destinationCardRecurringPaymentId: recurringIds,
  sendingCardRefId: cardIds,
  destinationCardRefId: cardIds,
};

/** Names the references that belong to no payment of the merchant. */
export function unknownReferences(
  { parameters }: Operation,
  args: Arguments,
  ordersOfMerchant: () => readonly Order[],
): string[] {
  return Object.entries(REFERENCES)
    .filter(([argument, ids]) => {
      const sent = args[argument];
      return (
        sent !== undefined && !ordersOfMerchant().some(({ card }) => card !== undefined && ids(card).includes(sent))
      );
    })
    .map(([argument]) => `${parameters[argument]!.name} is not from an earlier payment: a first payment is mandatory`);
}

/** The amount is in the major unit, and 1000 could be meant in the minor unit. */
export function amountWithoutPoint({ amount }: Arguments): string | undefined {
  if (amount === undefined || amount.includes(".")) return undefined;
  return "amount has no point: write the major unit with a point, such as 1000.00";
}

/** The cards of orders, and the references to them that create-card-ref returns. */

import { randomInt } from "node:crypto";
import type { Parties } from "../operations.ts";
import type { CardIds } from "./data.ts";

/** The ids of one card, of a payer or a receiver. */
export interface KnownCard {
  readonly ref: string | undefined;
  readonly unique: string | undefined;
  readonly recurring: string | undefined;
  /** Whether the card was the source of an order. A receiver's card may be unable to pay. */
  readonly hasPaid: boolean;
}

/** The ids of an order's cards. A payout and a transfer from the deposit have the receiver's card only. */
export type OrderCards = { readonly [Id in keyof CardIds]?: CardIds[Id] | undefined };

/** Whether an argument is a reference to a card rather than a card number. */
export function isReference(argument: string): boolean {
  return argument.endsWith("CardRefId") || isRecurring(argument);
}

export function isRecurring(argument: string): boolean {
  return argument.endsWith("RecurringPaymentId");
}

export interface Cards {
  /** Remembers the cards of an order under their ids. */
  add(login: string, cards: OrderCards): void;
  /** Finds a card of a merchant by its reference or its recurring payment. */
  find(login: string, id: string): KnownCard | undefined;
  /** The ids of the cards that the arguments of an order name; `undefined` if they name none. */
  ofOrder(login: string, parties: Parties, args: Readonly<Record<string, string>>): OrderCards | undefined;
  /** The ids of a card whose number is unknown. */
  ofPayment(): OrderCards;
  reset(): void;
}

/** The number of ids per run; their first digits differ from run to run. */
const PER_RUN = 100_000;

export function createCards(): Cards {
  /** By merchant and id. */
  const known = new Map<string, KnownCard>();
  /** By number, or by a reference that no payment has. */
  const byName = new Map<string, KnownCard>();
  let next = randomInt(PER_RUN) * PER_RUN + 1;
  const keyOf = (login: string, id: string): string => JSON.stringify([login, id]);

  function remember(login: string, card: KnownCard): void {
    for (const id of [card.ref, card.recurring]) {
      if (id === undefined) continue;
      const key = keyOf(login, id);
      known.set(key, { ...card, hasPaid: card.hasPaid || known.get(key)?.hasPaid === true });
    }
  }

  /** Creates new references for each order, but keeps the unique id of a known card. */
  function created(name: string | undefined): KnownCard {
    const id = next++;
    const [ref, recurring] = [String(100_000_000_000 + id), String(300_000_000_000 + id)];
    const unique = (name === undefined ? undefined : byName.get(name)?.unique) ?? String(200_000_000_000 + id);
    const card = { ref, unique, recurring, hasPaid: false };
    if (name !== undefined) byName.set(name, card);
    return card;
  }

  return {
    add(login, { cardRefId, unqCardRefId, recurringPaymentId, ...dst }) {
      remember(login, { ref: cardRefId, unique: unqCardRefId, recurring: recurringPaymentId, hasPaid: true });
      const { dstCardRefId: ref, dstUnqCardRefId: unique, dstRecurringPaymentId: recurring } = dst;
      remember(login, { ref, unique, recurring, hasPaid: false });
    },
    find: (login, id) => known.get(keyOf(login, id)),
    ofOrder(login, parties, args) {
      const cardOf = (party: keyof Parties): KnownCard | undefined => {
        const argument = parties[party]?.find((one) => args[one] !== undefined && one !== "accountNumber");
        if (argument === undefined) return undefined;
        const name = args[argument]!;
        const earlier = isReference(argument) ? (known.get(keyOf(login, name)) ?? byName.get(name)) : undefined;
        return earlier ?? created(name);
      };
      const [source, receiver] = [cardOf("source"), cardOf("receiver")];
      if (source === undefined && receiver === undefined) return undefined;
      return idsOf(source, receiver);
    },
    ofPayment: () => idsOf(created(undefined), undefined),
    reset() {
      known.clear();
      byName.clear();
    },
  };
}

function idsOf(source: KnownCard | undefined, receiver: KnownCard | undefined): OrderCards {
  return {
    cardRefId: source?.ref,
    unqCardRefId: source?.unique,
    recurringPaymentId: source?.recurring,
    dstCardRefId: receiver?.ref,
    dstUnqCardRefId: receiver?.unique,
    dstRecurringPaymentId: receiver?.recurring,
  };
}

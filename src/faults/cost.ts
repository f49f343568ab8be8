/** What it costs to name a cause: of causes that explain the same, only the cheapest are named. */

/** The costs, from the cause that is named first to the one that is named last. */
export const COST = {
  /** The request itself shows the cause, whatever the signature is. */
  evident: -1,
  /**
   * The common form of a fault with a page; a key or an address that the user named; an HTML form that can be read in another
   * way.
   */
  common: 0,
  /** Another form of a fault with a page, and a usual other address. */
  form: 1,
  /** A fault without a page, and a change of one parameter. */
  rare: 2,
  /** A change of all texts of a scope. The less likely the scope is, the more is added. */
  texts: 3,
  /** Another request or key, which nothing suggests. Naming one costs more than a change of texts in any scope. */
  guess: 200,
} as const;

/** The redactors of the gateway's client and simulator. They treat every long number as a card number, as it may be mistyped. */

import { createRedactor, type Redactor, type RedactorOptions } from "../redaction/index.ts";

/** Hides known and likely keys and card data. */
export function gatewayRedactor(options: RedactorOptions): Redactor {
  return createRedactor({ ...options, everyLongNumber: true });
}

/** Hides what looks like card data or a private key. */
export function redactUnknown(text: string): string {
  return gatewayRedactor({}).text(text);
}

/** The redactors of the gateway's client and simulator. Any long number there may be a card number, even a mistyped one. */

import { createRedactor, type Redactor, type RedactorOptions } from "../redaction/index.ts";

/** Hides keys and card data, known or not. */
export function gatewayRedactor(options: RedactorOptions): Redactor {
  return createRedactor({ ...options, everyLongNumber: true });
}

/** Hides what looks like card data or a private key. */
export function redactUnknown(text: string): string {
  return gatewayRedactor({}).text(text);
}

/** The one place that knows how secrets and card data look in a text, whatever its spelling. */

export type { CardData } from "./card-data.ts";
export { createRedactor, REDACTED, type Redactor, type RedactorOptions } from "./redactor.ts";
export { secretsOfRequest } from "./request-secrets.ts";
export type { Secret } from "./secret-forms.ts";

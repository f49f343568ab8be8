/** The one place that knows how secrets and card data look in a text, whatever its spelling. */

export type { CardData } from "./card-data.ts";
export { createRedactor, type Redactor, type RedactorOptions } from "./redactor.ts";
export { REDACTED } from "./replacements.ts";
export { secretsOfRequest } from "./request-secrets.ts";
export type { Secret } from "./secret-forms.ts";
export { hasText } from "./views.ts";

/** Recognises secrets and card data in a text, in every spelling that SECURITY.md lists. No other module does this. */

export { type CardData, isCardDataName } from "./card-data.ts";
export { createRedactor, type Redactor, type RedactorOptions } from "./redactor.ts";
export { REDACTED } from "./replacements.ts";
export { secretsOfRequest } from "./request-secrets.ts";
export type { Secret } from "./secret-forms.ts";
export { hasText } from "./views.ts";

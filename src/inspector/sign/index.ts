/** Signing in the page: converts the fields of a form to every stage, as data. */

export { type OperationForm, requestOfOperation } from "./operation-form.ts";
export { type SignForm, SignFormError } from "./sign-form.ts";
export {
  redactorOf,
  type SigningResult,
  type StageId,
  type StageText,
  signForm,
} from "./sign-request.ts";
export type { Span } from "./spans.ts";

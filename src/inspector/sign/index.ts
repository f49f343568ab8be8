/** Signing in the page: converts the fields of a form to every stage, as data. */

export {
  OPERATION_DESCRIPTIONS,
  type OperationDescription,
  type OperationForm,
  requestOfOperation,
  USUAL_PREFIX,
} from "./operation-form.ts";
export { type SignForm, SignFormError } from "./sign-form.ts";
export {
  redactorOf,
  type SigningResult,
  type StageId,
  type StageText,
  signForm,
} from "./sign-request.ts";
export type { Span } from "./spans.ts";

/** Keys in the page: recognises, repairs, converts and generates them. */

export {
  convertKey,
  fingerprintOf,
  isPrivateForm,
  KEY_SIZES,
  makeKey,
  pemOfKey,
  TARGET_FORMS,
  type TargetForm,
} from "./convert-key.ts";
export { KEY_FORMS } from "./key-forms.ts";
export { type KeyReport, reportOfKey } from "./key-text.ts";

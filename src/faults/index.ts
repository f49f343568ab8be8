/** The faults: known mistakes of clients, each a change to stages of the model. */

import { type Stages, specification } from "../model/index.ts";
import { BASE_STRING_FAULTS } from "./base-string.ts";
import { BASE_STRING_URI_FAULTS } from "./base-string-uri.ts";
import { BODY_FAULTS } from "./body.ts";
import { CHARSET_FAULTS } from "./charsets.ts";
import type { Fault, FaultDefinition } from "./fault.ts";
import { FURTHER_BASE_STRING_FAULTS } from "./further-base-string.ts";
import { FURTHER_BASE_STRING_PARTS_FAULTS } from "./further-base-string-parts.ts";
import { FURTHER_BASE_STRING_TEXT_FAULTS } from "./further-base-string-text.ts";
import { FURTHER_BASE_STRING_URI_FAULTS } from "./further-base-string-uri.ts";
import { FURTHER_BODY_FAULTS } from "./further-body.ts";
import { FURTHER_CHARSET_FAULTS } from "./further-charsets.ts";
import { FURTHER_COLLECTION_FAULTS } from "./further-collection.ts";
import { FURTHER_COMPOSING_FAULTS } from "./further-composing.ts";
import { FURTHER_CUT_VALUES_FAULTS } from "./further-cut-values.ts";
import { FURTHER_DIGEST_TEXT_FAULTS } from "./further-digest-text.ts";
import { FURTHER_ENCODING_FAULTS } from "./further-encoding.ts";
import { FURTHER_ENCODING_PLACES_FAULTS } from "./further-encoding-places.ts";
import { FURTHER_HMAC_FAULTS } from "./further-hmac.ts";
import { FURTHER_JOINING_FAULTS } from "./further-joining.ts";
import { FURTHER_KEY_FAULTS } from "./further-key.ts";
import { FURTHER_LISTS_FAULTS } from "./further-lists.ts";
import { FURTHER_NAMES_FAULTS } from "./further-names.ts";
import { FURTHER_ORDERING_FAULTS } from "./further-ordering.ts";
import { FURTHER_PARTIAL_SORTING_FAULTS } from "./further-partial-sorting.ts";
import { FURTHER_PATH_FAULTS } from "./further-path.ts";
import { FURTHER_PROTOCOL_VALUES_FAULTS } from "./further-protocol-values.ts";
import { FURTHER_QUERY_FAULTS } from "./further-query.ts";
import { FURTHER_REPLACED_CHARACTERS_FAULTS } from "./further-replaced-characters.ts";
import { FURTHER_RSA_FAULTS } from "./further-rsa.ts";
import { FURTHER_SENDING_FAULTS } from "./further-sending.ts";
import { FURTHER_SIGNATURE_FAULTS } from "./further-signature.ts";
import { FURTHER_SIGNATURE_TEXT_FAULTS } from "./further-signature-text.ts";
import { FURTHER_SPACES_FAULTS } from "./further-spaces.ts";
import { FURTHER_VALUES_FAULTS } from "./further-values.ts";
import { KEY_FAULTS } from "./key.ts";
import { ORDERING_FAULTS } from "./ordering.ts";
import { PARAMETERS_FAULTS } from "./parameters.ts";
import { PATH_FAULTS } from "./path.ts";
import { PERCENT_ENCODING_FAULTS } from "./percent-encoding.ts";
import { PROTOCOL_PARAMETERS_FAULTS } from "./protocol-parameters.ts";
import { QUERY_FAULTS } from "./query.ts";
import { REPEATED_NAMES_FAULTS } from "./repeated-names.ts";
import { RSA_FAULTS } from "./rsa.ts";
import { SENDING_FAULTS } from "./sending.ts";
import { SIGNATURE_FAULTS } from "./signature.ts";
import { get } from "./trigger-requests.ts";

export { fixFor } from "./correct-calls.ts";
export type { Fault, Fix } from "./fault.ts";
export { fixInLanguage, languageOfUserAgent } from "./fix-language.ts";
export { type Detector, UNMODELLED_MISTAKES } from "./unmodelled-mistakes.ts";

/** All faults, in the order of the stages that they change. */
export const FAULTS: readonly Fault[] = [
  ...PROTOCOL_PARAMETERS_FAULTS,
  ...QUERY_FAULTS,
  ...PARAMETERS_FAULTS,
  ...REPEATED_NAMES_FAULTS,
  ...BODY_FAULTS,
  ...PERCENT_ENCODING_FAULTS,
  ...CHARSET_FAULTS,
  ...ORDERING_FAULTS,
  ...BASE_STRING_URI_FAULTS,
  ...PATH_FAULTS,
  ...BASE_STRING_FAULTS,
  ...KEY_FAULTS,
  ...SIGNATURE_FAULTS,
  ...RSA_FAULTS,
  ...SENDING_FAULTS,
].map(complete);

/** Adds the stage that `apply` replaces, and the plain request that shows most faults. */
function complete(fault: FaultDefinition): Fault {
  const stages = fault.apply(specification);
  const names = Object.keys(specification) as (keyof Stages)[];
  const variants = (fault.variants ?? []).map((one) => (typeof one === "function" ? { apply: one } : one));
  return { trigger: get("/r"), ...fault, variants, stage: names.find((name) => stages[name] !== specification[name])! };
}

/** Further mistakes that the diagnosis names. They have no page, and no vector is needed to find them. */
export const FURTHER_FAULTS: readonly Fault[] = [
  ...FURTHER_QUERY_FAULTS,
  ...FURTHER_COLLECTION_FAULTS,
  ...FURTHER_PROTOCOL_VALUES_FAULTS,
  ...FURTHER_BODY_FAULTS,
  ...FURTHER_NAMES_FAULTS,
  ...FURTHER_LISTS_FAULTS,
  ...FURTHER_VALUES_FAULTS,
  ...FURTHER_CUT_VALUES_FAULTS,
  ...FURTHER_ENCODING_FAULTS,
  ...FURTHER_ENCODING_PLACES_FAULTS,
  ...FURTHER_SPACES_FAULTS,
  ...FURTHER_CHARSET_FAULTS,
  ...FURTHER_REPLACED_CHARACTERS_FAULTS,
  ...FURTHER_ORDERING_FAULTS,
  ...FURTHER_PARTIAL_SORTING_FAULTS,
  ...FURTHER_JOINING_FAULTS,
  ...FURTHER_BASE_STRING_URI_FAULTS,
  ...FURTHER_PATH_FAULTS,
  ...FURTHER_BASE_STRING_FAULTS,
  ...FURTHER_BASE_STRING_PARTS_FAULTS,
  ...FURTHER_BASE_STRING_TEXT_FAULTS,
  ...FURTHER_COMPOSING_FAULTS,
  ...FURTHER_KEY_FAULTS,
  ...FURTHER_HMAC_FAULTS,
  ...FURTHER_SIGNATURE_FAULTS,
  ...FURTHER_DIGEST_TEXT_FAULTS,
  ...FURTHER_SIGNATURE_TEXT_FAULTS,
  ...FURTHER_RSA_FAULTS,
  ...FURTHER_SENDING_FAULTS,
].map(complete);

/** Those with a page, and the further ones, which only the diagnosis names. */
export const ALL_FAULTS: readonly Fault[] = [...FAULTS, ...FURTHER_FAULTS];

const BY_ID: ReadonlyMap<string, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]));

/** The fault with a page in docs/faults under this id. */
export function faultOf(id: string): Fault | undefined {
  return BY_ID.get(id);
}

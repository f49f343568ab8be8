/** The faults: known mistakes of clients, each a change to stages of the model. */

import { type Stages, specification } from "../model/index.ts";
import { BASE_STRING_FAULTS } from "./base-string/base-string.ts";
import { COST } from "./cost.ts";
import { CHARSET_FAULTS } from "./encoding/charsets.ts";
import { PERCENT_ENCODING_FAULTS } from "./encoding/percent-encoding.ts";
import type { Fault, FaultDefinition, Form } from "./fault.ts";
import { fixOfStage } from "./helpers/correct-calls.ts";
import { get } from "./helpers/trigger-requests.ts";
import { KEY_FAULTS } from "./key/key.ts";
import { ORDERING_FAULTS } from "./ordering/ordering.ts";
import { BODY_FAULTS } from "./parameters/body.ts";
import { PARAMETERS_FAULTS } from "./parameters/parameters.ts";
import { PROTOCOL_PARAMETERS_FAULTS } from "./parameters/protocol-parameters.ts";
import { QUERY_FAULTS } from "./parameters/query.ts";
import { REPEATED_NAMES_FAULTS } from "./parameters/repeated-names.ts";
import { SENDING_FAULTS } from "./sending/sending.ts";
import { RSA_FAULTS } from "./signature/rsa.ts";
import { SIGNATURE_FAULTS } from "./signature/signature.ts";
import { createTextFaults, rankOfScope } from "./texts/text-faults.ts";
import { BASE_STRING_URI_FAULTS } from "./uri/base-string-uri.ts";
import { PATH_FAULTS } from "./uri/path.ts";

export { COST } from "./cost.ts";
export type { Fault, Fix, Form } from "./fault.ts";
export { fixFor } from "./helpers/correct-calls.ts";
export { fixInLanguage, languageOfCommand, languageOfUserAgent, typicalCalls } from "./helpers/fix-language.ts";
export { sentenceFor } from "./helpers/sentences.ts";
export { ordersOf, protocolOrderNamed, protocolOrders } from "./ordering/protocol-orders.ts";
export { createTextFilter, type Texts, textsOf, VALUE_CHANGES } from "./texts/text-faults.ts";
export { type Detector, UNMODELLED_MISTAKES } from "./unmodelled-mistakes.ts";

/** All rows, in the order of the stages that they change. */
const ROWS: readonly FaultDefinition[] = [
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
];

/** The faults with evidence: each has a page in docs/faults, is a mutant, and is detected by a vector. */
export const FAULTS: readonly Fault[] = ROWS.filter(({ evidence }) => evidence !== undefined).map(complete);

/** Completes a row with its stage, the code of its fix, and, by default, a plain request as the trigger. */
function complete(fault: FaultDefinition): Fault {
  const stages = fault.apply(specification);
  const names = Object.keys(specification) as (keyof Stages)[];
  const stage = names.find((name) => stages[name] !== specification[name])!;
  const { trigger: example = "/r", text } = fault;
  const trigger = typeof example === "string" ? get(example) : example;
  const fix = typeof fault.fix === "string" ? { text: fault.fix } : fault.fix;
  return {
    ...fault,
    trigger,
    fix: text === undefined ? fixOfStage(fix, stage, trigger.signatureMethod) : fix,
    stage,
  };
}

/**
 * All faults: first the faults with evidence, then the faults that only the diagnosis names. The latter are created on first use,
 * because there are many, and a valid request needs none.
 */
export function allFaults(): readonly Fault[] {
  all ??= [
    ...FAULTS,
    ...[...ROWS.filter(({ evidence }) => evidence === undefined), ...createTextFaults()].map(complete),
  ];
  return all;
}
let all: readonly Fault[] | undefined;

const BY_ID: ReadonlyMap<string, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]));

/** The fault with a page in docs/faults under this id. */
export function faultOf(id: string): Fault | undefined {
  return BY_ID.get(id);
}

/** A form of a fault. Baselines contain `form`, its permanent name: the id for the first form, and `id#name` for others. */
export interface FaultForm extends Pick<Form, "apply" | "whatFor"> {
  readonly form: string;
  readonly what: string;
  readonly languages: readonly string[] | undefined;
}

/** All forms of a fault, the most common one first. */
export function formsOf({ id, what, languages, apply, variants = [] }: Fault): readonly FaultForm[] {
  const others = variants.map(({ name, ...one }) => ({ what, languages, ...one, form: `${id}#${name}` }));
  return [{ form: id, what, languages, apply }, ...others];
}

/**
 * The cost of naming a form of a fault.
 *
 * @param at 0 for the common form, 1 for the first variant
 */
export function costOf(fault: Fault, at: number): number {
  if (fault.isEvident) return COST.evident;
  if (fault.text !== undefined) return COST.texts + rankOfScope(fault.text.scope);
  if (faultOf(fault.id) === undefined) return COST.rare;
  return at === 0 || fault.variants?.[at - 1]?.isCommon ? COST.common : COST.form;
}

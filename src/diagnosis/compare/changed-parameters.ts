/** Finds the parameters that were changed between signing and sending, from the base string that the client signed. */

import { decodedText, specification } from "../../model/index.ts";
import { REDACTED, type Redactor } from "../../redaction/index.ts";
import { mapTexts } from "../../redaction/map-texts.ts";
import type { ChangedParameter } from "../search/diagnosis.ts";
import { decodedTwice, pairOf, partsOf, without } from "./base-string.ts";

/** With more changes, the base string is that of another request. */
const MOST_CHANGES = 3;

/**
 * The changed parameters.
 *
 * @param right the correct base string
 * @param wrong the base string of the client
 * @returns no changes if the method or the URI differs, if the base string belongs to a different request, or if the signed
 * parameters are not encoded as RFC 5849 3.6 says: then a wrong encoder may have made the difference
 */
export function changedParameters(right: string, wrong: string): ChangedParameter[] {
  const [sent, signed] = [partsOf(right), partsOf(wrong)];
  if (sent === undefined || signed === undefined) return [];
  const isOther = sent.method !== signed.method || sent.uri !== signed.uri;
  if (isOther || !signed.parameters.every(isEncoded)) return [];
  const added = without(sent.parameters, signed.parameters).map((one) => pairOf(one));
  const changed = without(signed.parameters, sent.parameters).map((parameter): ChangedParameter => {
    const [name, value] = pairOf(parameter);
    const at = added.findIndex(([other]) => other === name);
    const [match] = at === -1 ? [] : added.splice(at, 1);
    // A signed value and a sent value of the same name are one change.
    return changeOf(name, { signed: value, ...(match && { sent: match[1] }) });
  });
  const changes = [...changed, ...added.map(([name, value]) => changeOf(name, { sent: value }))];
  // The same value may be written otherwise: a name without =.
  const isWriting = changes.some(({ signed: one, sent: other }) => one === other);
  return changes.length > MOST_CHANGES || isWriting ? [] : changes;
}

function isEncoded(parameter: string): boolean {
  const { percentEncode, percentDecode } = specification;
  const isCanonical = (text: string): boolean => percentEncode(percentDecode(text)) === text;
  return isCanonical(parameter) && pairOf(parameter).every((text) => isCanonical(decodedText(text)));
}

function changeOf(name: string, values: Omit<ChangedParameter, "name">): ChangedParameter {
  return { name: decodedTwice(name), ...mapTexts(values, decodedTwice) };
}

/** Redacts a change. The redactor recognizes card data by name, so it gets the name with each value. */
export function redactChange(
  { name, signed, sent, ...rest }: ChangedParameter,
  { text: redact }: Redactor,
): ChangedParameter {
  const shownName = redact(name);
  const shown = (value: string): string => {
    const text = redact(`${name}=${value}`);
    return text.startsWith(`${shownName}=`) ? text.slice(shownName.length + 1) : REDACTED;
  };
  return {
    name: shownName,
    ...(signed === undefined ? {} : { signed: shown(signed) }),
    ...(sent === undefined ? {} : { sent: shown(sent) }),
    ...rest,
  };
}

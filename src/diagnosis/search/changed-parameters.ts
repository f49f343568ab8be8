/** Finds the parameters that were changed between signing and sending, from the base string that the client signed. */

import { type OctetPair, type Parameter, sameOctets, specification, toText } from "../../model/index.ts";
import { REDACTED, type Redactor } from "../../redaction/index.ts";
import { baseStringOf, type Computation } from "../input/computation.ts";
import type { ChangedParameter } from "./diagnosis.ts";

/** With more changes, the base string belongs to a different request. */
const MOST_CHANGES = 3;

/**
 * The changed parameters.
 *
 * @param right the correct computation
 * @param parameters the parameters that were sent
 * @param signed the base string of the client
 * @returns no changes if the base string contains another method or URI, or belongs to a different request, or if the parameters are
 * not encoded as RFC 5849 3.6 says: then a wrong encoder may have made the difference
 */
export function changedParameters(
  right: Computation,
  parameters: readonly Parameter<Uint8Array>[],
  signed: string,
): ChangedParameter[] {
  const [method, uri, pairs, ...rest] = signed.split("&");
  const [rightMethod, rightUri] = baseStringOf(right).split("&");
  if (pairs === undefined || rest.length > 0 || method !== rightMethod || uri !== rightUri) return [];
  const parameterString = toText(specification.percentDecode(pairs));
  if (![pairs, ...parameterString.split(/[&=]/)].every(isEncoded)) return [];
  const onlySigned = specification.decodeForm(parameterString, specification);
  const onlySent: OctetPair[] = [];
  for (const { name, value } of parameters) {
    const at = onlySigned.findIndex((pair) => sameOctets(pair[0], name) && sameOctets(pair[1], value));
    if (at === -1) onlySent.push([name, value]);
    else onlySigned.splice(at, 1);
  }
  const changes = changesBetween(onlySigned, onlySent);
  return changes.length <= MOST_CHANGES ? changes : [];
}

function isEncoded(text: string): boolean {
  return specification.percentEncode(specification.percentDecode(text)) === text;
}

/** A signed and a sent value of the same name are one change. */
function changesBetween(signed: readonly OctetPair[], sent: readonly OctetPair[]): ChangedParameter[] {
  const added = [...sent];
  const changed = signed.map(([name, value]): ChangedParameter => {
    const at = added.findIndex(([other]) => toText(other) === toText(name));
    const [match] = at === -1 ? [] : added.splice(at, 1);
    return { name: toText(name), signed: toText(value), ...(match === undefined ? {} : { sent: toText(match[1]) }) };
  });
  return [...changed, ...added.map(([name, value]) => ({ name: toText(name), sent: toText(value) }))];
}

/** The redactor recognizes card data by its name, so it sees the name in front of each value. */
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

/**
 * Which parameters were changed between signing and sending, told by the base string that was signed.
 *
 * @module
 */

import { type OctetPair, type Parameter, sameOctets, specification, toText } from "../model/index.ts";
import { baseStringOf } from "./computation-cache.ts";
import type { Change } from "./diagnosis.ts";
import type { Computation } from "./hypothesis.ts";

/** More than this is another request, not a changed one. */
const MOST = 3;

/** The changes; none where a base string is no base string of this method and address, or of another request. */
export function changesOf(right: Computation, parameters: readonly Parameter<Uint8Array>[], signed: string): Change[] {
  const [method, uri, pairs, ...rest] = signed.split("&");
  const [rightMethod, rightUri] = baseStringOf(right).split("&");
  if (pairs === undefined || rest.length > 0 || method !== rightMethod || uri !== rightUri) return [];
  const left = specification
    .decodeForm(toText(specification.percentDecode(pairs)), specification)
    .map(([name, value]): OctetPair => [name, value]);
  const added: OctetPair[] = [];
  for (const { name, value } of parameters) {
    const at = left.findIndex((pair) => isSame(pair, [name, value]));
    if (at === -1) added.push([name, value]);
    else left.splice(at, 1);
  }
  const changes = changesBetween(left, added);
  return changes.length <= MOST ? changes : [];
}

/** Values of one name that stand on both sides are one change. */
function changesBetween(signed: readonly OctetPair[], sent: readonly OctetPair[]): Change[] {
  const later = [...sent];
  const changed = signed.map(([name, value]): Change => {
    const at = later.findIndex(([other]) => toText(other) === toText(name));
    const [match] = at === -1 ? [] : later.splice(at, 1);
    return { name: toText(name), signed: toText(value), ...(match === undefined ? {} : { sent: toText(match[1]) }) };
  });
  return [...changed, ...later.map(([name, value]) => ({ name: toText(name), sent: toText(value) }))];
}

function isSame(a: OctetPair, b: OctetPair): boolean {
  return sameOctets(a[0], b[0]) && sameOctets(a[1], b[1]);
}

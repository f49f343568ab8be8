/** The parts of the ids of faults of texts, which are permanent: the list in test/faults is kept as ids of vectors are. */

import { VALUE_CHANGES } from "../../src/faults/index.ts";
import { NAME_NOTATIONS, TEXT_CHANGES } from "../../src/faults/texts/text-changes.ts";
import { createTextFaults } from "../../src/faults/texts/text-faults.ts";

const LISTS = ["scopes", "changes", "changes of values", "changes of names"] as const;

export type TextFaultIds = Readonly<Record<(typeof LISTS)[number], readonly string[]>>;

export function textFaultIds(): TextFaultIds {
  const ids = (changes: readonly { readonly id: string }[]): string[] => changes.map(({ id }) => id);
  return {
    scopes: [...new Set(createTextFaults().map(({ text }) => text!.scope))],
    changes: ids(TEXT_CHANGES),
    "changes of values": ids(VALUE_CHANGES.slice(TEXT_CHANGES.length)),
    "changes of names": ids(NAME_NOTATIONS),
  };
}

/** The list with the new ids after those that it contains, which stay: a test fails if one of them is no longer in use. */
export function withNewIds(list: TextFaultIds, current: TextFaultIds): TextFaultIds {
  const lists = LISTS.map((name) => [name, [...new Set([...list[name], ...current[name]])]] as const);
  return Object.fromEntries(lists) as unknown as TextFaultIds;
}

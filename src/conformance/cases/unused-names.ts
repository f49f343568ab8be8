/**
 * Names of the parameters that cases add. A server may reject a name that occurs twice, so a case must not add one that the
 * valid request already has.
 */

import { specification, toText } from "../../model/index.ts";
import { latin1Octets } from "../../platform/index.ts";
import type { Pairs, ReceivedCase } from "./case.ts";
import { type Draft, isForm } from "./draft.ts";

/** Names that servers treat in their own way. A case that adds one of them shows nothing with another name. */
const SPECIAL = /^(?:oauth.*|realm|signature|format|debug|_method|__proto__|constructor|hasownproperty|tostring|\d+)$/;

/** Where an encoded name begins, also in a value that contains encoded pairs. */
const NAMES = /(^|&|%(?:25)*26)([^&=]+)/g;

/**
 * The case with names that the request does not have: if it has one of them, each name gets a prefix.
 *
 * @returns why there is no such case, if the request has a name that the case is about
 */
export function withUnusedNames(one: ReceivedCase, draft: Draft): ReceivedCase | string {
  const { query = "", form = "" } = one;
  const names = namesIn([query, form].flat());
  const taken = namesIn([draft.query, isForm(draft) ? draft.body : ""]);
  const shared = names.filter((name) => taken.includes(name));
  const special = shared.find(isSpecial);
  if (special !== undefined) return `the good request already has a parameter named ${special}`;
  if (shared.length === 0) return one;
  let prefix = "x-";
  while (names.some((name) => taken.includes(prefix + name))) prefix += "x-";
  const renamed = (text: string): string =>
    text.replace(NAMES, (_, start, name) => `${start}${namesIn([name]).some(isSpecial) ? "" : prefix}${name}`);
  const withPrefix = (pairs: Pairs): Pairs =>
    typeof pairs === "string" ? renamed(pairs) : [renamed(pairs[0]), renamed(pairs[1])];
  return {
    ...one,
    ...(one.query !== undefined && { query: withPrefix(one.query) }),
    ...(one.form !== undefined && { form: withPrefix(one.form) }),
  };
}

/** An encoded parameter whose name the request does not have. */
export function unusedPair(draft: Draft): string {
  return (withUnusedNames({ query: "probe=1" }, draft) as { readonly query: string }).query;
}

/** Decoded, in lower case, and without members: some servers ignore the case of names, or read `a[b]` as a member of `a`. */
function namesIn(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => specification.decodeForm(latin1Octets(text), specification))
    .map(([name]) =>
      toText(name)
        .toLowerCase()
        .replace(/[[.].*$/s, ""),
    );
}

function isSpecial(name: string): boolean {
  return SPECIAL.test(name);
}

/** Hypotheses about encoders that treat some characters of a request differently than RFC 5849 3.6. */

import { PLACES } from "../../faults/encoding/encoder-changes.ts";
import { encoderForm, type NamedEncoder } from "../../faults/encoding/named-encoders.ts";
import { type ParameterSources, specification, toText } from "../../model/index.ts";
import type { Hypothesis } from "../search/hypothesis.ts";

/** Characters that encoders treat differently, the likeliest first. Other characters that RFC 5849 escapes come after them. */
const OFTEN_DIFFERENT = "!'()*$~,:/@;[]+&=?# \n\r\t";
/** Of the eight likeliest characters that occur, every set of up to six is tried: at most 246 sets. */
const MOST_CHARACTERS = 8;
const LARGEST_SET = 6;

/**
 * For each set of the characters that occur: an encoder that leaves these characters unencoded, or escapes `~` if the set
 * contains `~`. Of all characters beyond {@link MOST_CHARACTERS}, only single ones, all, and all but one are tried. Then, for
 * each set of `-._~`: an encoder that escapes these. Named encoders are forms of faults, which are tried earlier.
 *
 * @param faults the faults of which these encoders are forms
 */
export function encoderHypotheses(sources: ParameterSources, faults: readonly Hypothesis[]): Hypothesis[] {
  const all = charactersOf(sources);
  const sets = [
    ...subsetsOf(all.slice(0, MOST_CHARACTERS)),
    ...all.slice(MOST_CHARACTERS).map((one) => [one]),
    ...all.map((one) => all.filter((other) => other !== one)),
    all,
  ];
  const spaces = all.includes(" ") ? [undefined, "+" as const] : [undefined];
  const seen = new Set([":"]);
  const bareSets = sets.flatMap((set) =>
    spaces.flatMap((space) => {
      const bare = set.filter((one) => one !== "~" && !(space && one === " ")).join("");
      const id = `${space ?? ""}${set.includes("~") ? "~" : ""}:${bare}`;
      if (seen.has(id)) return [];
      seen.add(id);
      const encoder = { ...(bare && { bare }), ...(set.includes("~") && { escaped: "~" }), ...(space && { space }) };
      return encodersOf(faultIdOf(bare, space), encoder, set.length, faults);
    }),
  );
  const escapedSets = subsetsOf([..."-._~"]).flatMap((set) =>
    encodersOf("unreserved-over-encoded", { escaped: set.join("") }, set.length, faults),
  );
  return [...bareSets, ...escapedSets];
}

/**
 * An encoder in each place, as a form of a fault.
 *
 * @param departures how many characters it treats differently: if encoders have the same effect, the one with the fewest is named
 */
function encodersOf(
  faultId: string,
  encoder: NamedEncoder,
  departures: number,
  faults: readonly Hypothesis[],
): Hypothesis[] {
  const fault = faults.find(({ id }) => id === faultId);
  if (fault === undefined) return [];
  return PLACES.map((place): Hypothesis => {
    const { what = "", whatFor, apply } = encoderForm(encoder, place);
    const alter: Hypothesis["alter"] = ({ stages, ...rest }) => ({ ...rest, stages: apply(stages) });
    return { ...fault, what, whatFor, languages: undefined, cost: fault.cost + departures, alter };
  });
}

/** The characters of the parameters that RFC 5849 escapes (punctuation, white space, controls), and `~`; the likeliest first. */
function charactersOf(sources: ParameterSources): string[] {
  const parameters = specification.collectParameters(sources, specification);
  const text = parameters.map(({ name, value }) => toText(name) + toText(value)).join("");
  const found = new Set(text.match(/[\0-,/:-@[-^`{-\x7f]/g));
  return [...new Set([...OFTEN_DIFFERENT, ...found])].filter((one) => found.has(one));
}

/** All sets of up to {@link LARGEST_SET} characters. */
function subsetsOf(characters: readonly string[]): string[][] {
  const sets = Array.from({ length: 2 ** characters.length }, (_, chosen) =>
    characters.filter((__, at) => (chosen >> at) % 2 === 1),
  );
  return sets.filter(({ length }) => length > 0 && length <= LARGEST_SET);
}

/** The fault of which an encoder with these unencoded characters is a form. */
function faultIdOf(bare: string, space: string | undefined): string {
  if (space !== undefined) return "space-as-plus";
  if (bare === "") return "tilde-encoded";
  if (bare === "*") return "asterisk-bare";
  return /^[!'()*]+$/.test(bare) ? "encodeuricomponent-leftovers" : "reserved-character-bare";
}

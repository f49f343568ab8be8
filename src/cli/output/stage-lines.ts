/** The stages of a computation, as explain, sign and capture print them. */

import type { Terminal } from "../../conformance/reporters/model/reporter.ts";
import type { ShownStages } from "../../diagnosis/input/shown-stages.ts";
import { visible } from "../../redaction/visible.ts";

/**
 * Formats the parameters with their origin, and each stage with its name.
 *
 * @param others what follows the base string, by name
 * @param show escapes a text, and may cut it
 */
export function stageLines(
  { parameters, parameterString, baseStringUri, baseString }: ShownStages,
  others: Readonly<Record<string, string | undefined>>,
  { bold }: Pick<Terminal["colors"], "bold">,
  { show = visible, most = Number.POSITIVE_INFINITY }: { readonly show?: typeof visible; readonly most?: number } = {},
): string[] {
  const pairs = parameters
    .slice(0, most)
    .map(({ origin, name, value }) => `  ${origin.padEnd(6)}  ${show(`${name} = ${value}`)}`);
  const rest = parameters.length - pairs.length;
  const stages = {
    "parameter-string": parameterString,
    "base-string-uri": baseStringUri,
    "base-string": baseString,
    ...others,
  };
  return [
    bold("parameters"),
    ...pairs,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...Object.entries(stages).flatMap(([name, text]) => (text === undefined ? [] : [bold(name), `  ${show(text)}`])),
  ];
}

/** The parts of a base string that has the form of RFC 5849 3.4.1.1. */

import { decodedText } from "../../model/index.ts";

/** The three parts of a base string. */
export interface BaseStringParts {
  readonly method: string;
  readonly uri: string;
  /** In order, each as `name%3Dvalue`. */
  readonly parameters: readonly string[];
}

/** The parts; `undefined` if a text does not have three. */
export function partsOf(baseString: string): BaseStringParts | undefined {
  const [method, uri, parameters, ...more] = baseString.split("&");
  if (method === undefined || uri === undefined || parameters === undefined || more.length > 0) return undefined;
  return { method, uri, parameters: parameters.split("%26") };
}

/** A name and a value as the base string contains them. */
export type Pair = readonly [name: string, value: string];

/** The name and the value of a parameter. @param equals the separator between them: `=` in a parameter string */
export function pairOf(parameter: string, equals: "%3D" | "=" = "%3D"): Pair {
  const [name = "", ...value] = parameter.split(equals === "=" ? equals : /%3d/i);
  return [name, value.join(equals)];
}

/** Decodes a name or a value that is encoded twice. */
export function decodedTwice(text: string): string {
  return decodedText(decodedText(text));
}

/** The first list without the items of the second, each removed as often as it occurs there. */
export function without(list: readonly string[], removed: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of removed) counts.set(one, (counts.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}

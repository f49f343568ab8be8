/**
 * Which parameter was changed after a request was signed, where the double can know.
 *
 * @module
 */

import { type JudgedRequest, type StageParameter, stagesOf } from "./stages.ts";

/**
 * The names of parameters that are not as they were signed: those that the body repeats otherwise than the header, and
 * those that differ from an earlier request with the same signature.
 */
export function alteredParameters(request: JudgedRequest, earlier: readonly JudgedRequest[]): string[] {
  const { parameters, signature } = stagesOf(request);
  const inHeader = new Map(
    parameters.filter(({ origin }) => origin === "header").map(({ name, value }) => [name, value]),
  );
  const otherwise = parameters
    .filter(({ name, value, repeated }) => repeated && inHeader.get(name) !== value)
    .map(({ name }) => name);
  if (otherwise.length > 0 || signature === undefined) return otherwise;
  const sent = encodeURIComponent(signature);
  const same = earlier.find(({ headers }) => headers.some(([, value]) => value.includes(sent)));
  return same === undefined ? [] : differentNames(stagesOf(same).parameters, parameters);
}

function differentNames(before: readonly StageParameter[], now: readonly StageParameter[]): string[] {
  const textOf = (all: readonly StageParameter[]): Map<string, string> => {
    const values = new Map<string, string>();
    for (const { name, value, origin } of all) values.set(name, `${values.get(name) ?? ""}\n${origin}=${value}`);
    return values;
  };
  const [first, second] = [textOf(before), textOf(now)];
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].filter((name) => first.get(name) !== second.get(name));
}

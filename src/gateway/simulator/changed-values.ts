/**
 * Which parameter was changed after a request was signed, where the double can know.
 *
 * @module
 */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { type StageParameter, stagesOf } from "./stages.ts";

/** What happened to one parameter between signing and sending. */
export interface Alteration {
  readonly name: string;
  /** `contradictory`: the body repeats a protocol parameter otherwise than the header has it. */
  readonly kind: "changed" | "added" | "removed" | "contradictory";
  /** What it was, where that is known. */
  readonly signed?: string;
}

/**
 * What is not as it was signed: protocol parameters that the body repeats otherwise than the header, and what differs from
 * an accepted request with the same signature.
 *
 * @param accepted - requests that came before; of one that was refused nobody knows what was signed
 */
export function alterationsOf(request: HttpRequest, accepted: readonly HttpRequest[]): readonly Alteration[] {
  const { parameters, signature } = stagesOf(request);
  const inHeader = new Map(
    parameters.filter(({ origin }) => origin === "header").map(({ name, value }) => [name, value]),
  );
  const otherwise = parameters.filter(({ name, value, repeated }) => repeated && inHeader.get(name) !== value);
  if (otherwise.length > 0) return otherwise.map(({ name }) => ({ name, kind: "contradictory" }));
  if (signature === undefined) return [];
  const sent = encodeURIComponent(signature);
  const same = accepted.find(({ headers }) => headers.some(([, value]) => value.includes(sent)));
  return same === undefined ? [] : differences(stagesOf(same).parameters, parameters);
}

function differences(signed: readonly StageParameter[], sent: readonly StageParameter[]): Alteration[] {
  const [before, now] = [valuesByName(signed), valuesByName(sent)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name): Alteration[] => {
    const [was, is] = [before.get(name), now.get(name)];
    if (was === undefined) return [{ name, kind: "added" }];
    if (is === undefined) return [{ name, kind: "removed", signed: was.join(", ") }];
    return was.join("\n") === is.join("\n") ? [] : [{ name, kind: "changed", signed: was.join(", ") }];
  });
}

/** Wherever it stands: moving a parameter from the query to the body changes no signature. */
function valuesByName(parameters: readonly StageParameter[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value, repeated } of parameters) {
    if (!repeated) values.set(name, [...(values.get(name) ?? []), value].sort());
  }
  return values;
}

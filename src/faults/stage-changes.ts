/** Functions from which faults are made: each returns stages of which one is replaced. */

import {
  isProtocolParameter,
  type Parameter,
  type ParameterSources,
  type Stages,
  toOctets,
  toText,
} from "../model/index.ts";
import type { StageChange } from "./fault.ts";

/** Replaces one stage by a function that gets the replaced stage first, then the arguments of the stage. */
export function replaceStage<Name extends keyof Stages>(
  name: Name,
  replacement: (original: Stages[Name], ...input: Parameters<Stages[Name]>) => ReturnType<Stages[Name]>,
): StageChange {
  return (stages) => ({
    ...stages,
    [name]: (...input: Parameters<Stages[Name]>) => replacement(stages[name], ...input),
  });
}

/** Changes the list of collected parameters. */
export function changeParameters(
  change: (parameters: Parameter<Uint8Array>[], sources: ParameterSources) => Parameter<Uint8Array>[],
): StageChange {
  return replaceStage("collectParameters", (collect, sources, stages) => change(collect(sources, stages), sources));
}

/** Changes the values of the application's own parameters, as text; `undefined` keeps a value. */
export function changeValues(change: (value: string) => string | undefined): StageChange {
  return changeParameters((parameters) =>
    parameters.map((one) => {
      const changed = isProtocol(one) ? undefined : change(toText(one.value));
      return changed === undefined ? one : { ...one, value: toOctets(changed) };
    }),
  );
}

/** Leaves some parameters out. */
export function dropParameters(
  isDropped: (parameter: Parameter<Uint8Array>, sources: ParameterSources) => boolean,
): StageChange {
  return changeParameters((parameters, sources) => parameters.filter((parameter) => !isDropped(parameter, sources)));
}

/** A parameter that is signed but not sent. */
export function unsentParameter(name: string, value: string): Parameter<Uint8Array> {
  return { name: toOctets(name), value: toOctets(value), origin: "header" };
}

/** Whether a parameter is a protocol parameter. */
export function isProtocol({ name, value }: Parameter<Uint8Array>): boolean {
  return isProtocolParameter([name, value]);
}

/** Functions that define faults: each returns stages in which one stage is replaced. */

import {
  type EncodedParameter,
  isProtocolParameter,
  type Parameter,
  type ParameterOrigin,
  type ParameterSources,
  type Stages,
  toOctets,
  validUtf8Text,
} from "../../model/index.ts";
import type { StageChange } from "../fault.ts";

/** Replaces one stage with a function that receives the replaced stage and then the arguments of the stage. */
export function replaceStage<Name extends keyof Stages>(
  name: Name,
  replacement: (original: Stages[Name], ...input: Parameters<Stages[Name]>) => ReturnType<Stages[Name]>,
): StageChange {
  return (stages) => ({
    ...stages,
    [name]: (...input: Parameters<Stages[Name]>) => replacement(stages[name], ...input),
  });
}

/** Changes the result of one stage. `change` also receives the arguments of the stage. */
export function changeResult<Name extends keyof Stages>(
  name: Name,
  change: (result: ReturnType<Stages[Name]>, ...input: Parameters<Stages[Name]>) => ReturnType<Stages[Name]>,
): StageChange {
  return (stages) => {
    const functions: StageFunctions = stages;
    return { ...stages, [name]: (...input: Parameters<Stages[Name]>) => change(functions[name](...input), ...input) };
  };
}

type StageFunctions = {
  readonly [Name in keyof Stages]: (...input: Parameters<Stages[Name]>) => ReturnType<Stages[Name]>;
};

/** Changes the list of collected parameters. */
export function changeParameters(
  change: (parameters: Parameter<Uint8Array>[], sources: ParameterSources) => Parameter<Uint8Array>[],
): StageChange {
  return changeResult("collectParameters", change);
}

/** Changes the values of the application's own parameters, as text; `undefined` keeps a value. */
export function changeValues(change: (value: string) => string | undefined): StageChange {
  return changeEach((one) => (isProtocol(one) ? one : withValue(one, changeText(one.value, change))));
}

/** Changes the values of the protocol parameters, as text. */
export function changeProtocolValues(change: (value: string) => string): StageChange {
  return changeEach((one) => (isProtocol(one) ? withValue(one, changeText(one.value, change)) : one));
}

/** Changes the names of all parameters, as text. */
export function changeNames(change: (name: string) => string): StageChange {
  return changeEach((one) => {
    const name = changeText(one.name, change);
    return name === one.name ? one : { ...one, name };
  });
}

/** The parameter with another value; the same object if the value is the same object. */
function withValue(parameter: Parameter<Uint8Array>, value: Uint8Array): Parameter<Uint8Array> {
  return value === parameter.value ? parameter : { ...parameter, value };
}

/** Changes each parameter alone. The same parameter object gives the same result object, so that its encoding can be cached. */
function changeEach(change: (parameter: Parameter<Uint8Array>) => Parameter<Uint8Array>): StageChange {
  const results = new WeakMap<Parameter<Uint8Array>, Parameter<Uint8Array>>();
  const changed = (parameter: Parameter<Uint8Array>): Parameter<Uint8Array> => {
    const result = results.get(parameter) ?? change(parameter);
    results.set(parameter, result);
    return result;
  };
  return changeParameters((parameters) => parameters.map(changed));
}

/** Changes octets as text. Returns the same octets if they are not UTF-8, or if the text does not change. */
export function changeText(octets: Uint8Array, change: (text: string) => string | undefined): Uint8Array {
  const text = validUtf8Text(octets);
  const changed = text === undefined ? undefined : change(text);
  return changed === undefined || changed === text ? octets : toOctets(changed);
}

/** Leaves out the parameters that pass all tests. */
export function dropParameters(
  ...tests: readonly ((parameter: Parameter<Uint8Array>, sources: ParameterSources) => boolean)[]
): StageChange {
  return changeParameters((parameters, sources) =>
    parameters.filter((parameter) => !tests.every((test) => test(parameter, sources))),
  );
}

/** A parameter that is signed but not sent. */
export function unsentParameter(name: string, value: string): Parameter<Uint8Array> {
  return { name: toOctets(name), value: toOctets(value), origin: "header" };
}

/** Whether a parameter is a protocol parameter. */
export function isProtocol({ name, value }: Parameter<Uint8Array>): boolean {
  return isProtocolParameter([name, value]);
}

/** Whether a parameter is one of the application's own. */
export function isOwn(parameter: Parameter<Uint8Array>): boolean {
  return !isProtocol(parameter);
}

/** Tests whether a parameter comes from a place. */
export function isFrom(origin: ParameterOrigin): (parameter: Parameter<Uint8Array>) => boolean {
  return (parameter) => parameter.origin === origin;
}

/** Changes each encoded parameter. */
export function changeEncoded(change: (parameter: EncodedParameter) => EncodedParameter): StageChange {
  return changeResult("encodeParameters", (parameters) => parameters.map(change));
}

/** Changes the sorted parameters. */
export function reorder(change: (parameters: EncodedParameter[]) => EncodedParameter[]): StageChange {
  return changeResult("sortParameters", change);
}

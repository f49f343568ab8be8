import { describe, expect, test } from "vitest";
import { triggerOf } from "../../scripts/fault-pages/signed-trigger.ts";
import {
  FIRST_FIELD_OF_STAGE,
  firstDifferingField,
  TRACE_FIELDS,
  type TraceField,
} from "../../scripts/fault-pages/trace-difference.ts";
import type { Fault } from "../../src/faults/fault.ts";
import { allFaults, formsOf } from "../../src/faults/index.ts";
import { type SigningInput, type Stages, specification, type Trace, trace } from "../../src/model/index.ts";
import { REQUESTS } from "./form-requests.ts";

const right = new Map<SigningInput, Trace>();
/** The correct computation. */
function traceOf(request: SigningInput): Trace {
  const traced = right.get(request) ?? trace(request);
  right.set(request, traced);
  return traced;
}

/** The first value of each request that a form of a fault changes. */
const changedBy = (apply: Fault["apply"], requests: readonly SigningInput[]): (TraceField | undefined)[] =>
  requests.map((request) => firstDifferingField(traceOf(request), trace(request, apply(specification))));

/** The values that a form can change first: those of the stages that it replaces, and the later ones. */
function changeable(apply: Fault["apply"]): readonly TraceField[] {
  const stages = apply(specification);
  const names = (Object.keys(specification) as (keyof Stages)[]).filter((name) => stages[name] !== specification[name]);
  return TRACE_FIELDS.slice(Math.min(...names.map((name) => TRACE_FIELDS.indexOf(FIRST_FIELD_OF_STAGE[name]))));
}

/** Faults of all stages. */
const some = (faults: readonly Fault[]): readonly Fault[] => faults.filter((_, at) => at % 16 === 0);

describe("every form of a fault", () => {
  const problemsOf = (faults: readonly Fault[]): string[] =>
    faults
      .filter(({ text }) => text === undefined)
      .flatMap((fault) =>
        formsOf(fault).flatMap(({ apply }, at) => {
          // The smallest request shows the common form, and nearly all others.
          const onTrigger = changedBy(apply, [triggerOf(fault)]);
          const found = at === 0 || onTrigger[0] !== undefined ? onTrigger : changedBy(apply, REQUESTS);
          const changed = found.filter((field) => field !== undefined);
          const isFine = changed.length > 0 && changed.every((field) => changeable(apply).includes(field));
          return isFine ? [] : [`form ${at} of ${fault.id} changes first: ${changed.join(" ") || "nothing"}`];
        }),
      );

  test("changes a request, and nothing before the stages that it replaces: some faults", () => {
    expect(problemsOf(some(allFaults()))).toEqual([]);
  });

  test("changes a request, and nothing before the stages that it replaces", { tags: ["deep"] }, () => {
    expect(problemsOf(allFaults())).toEqual([]);
  });
});

const ownPairs = ({ url }: SigningInput): [string, string][] => [...new URL(url).searchParams];
const protocolPairs = ({ protocolParameters = [] }: SigningInput): string[][] =>
  protocolParameters.map((pair) => pair.map(String));
const encodedPairs = ({ parameterString }: Trace): string[][] =>
  parameterString.split("&").map((pair) => pair.split("="));
const namesOf = (pairs: readonly (readonly string[])[]): string[] => pairs.map(([name]) => name!);
const valuesOf = (pairs: readonly (readonly string[])[]): string[] => pairs.map(([, value]) => value!);

/** The texts of a request in each scope, and the first value of the computation that contains them. */
const SCOPES: Readonly<
  Record<string, readonly [TraceField, (request: SigningInput, traced: Trace) => readonly string[]]>
> = {
  values: ["parameters", (request) => valuesOf(ownPairs(request))],
  "own-names": ["parameters", (request) => namesOf(ownPairs(request))],
  "protocol-names": ["parameters", (request) => namesOf(protocolPairs(request))],
  names: ["parameters", (request) => namesOf([...ownPairs(request), ...protocolPairs(request)])],
  "encoded-values": ["parameterString", (_, traced) => valuesOf(encodedPairs(traced))],
  encoded: ["parameterString", (_, traced) => encodedPairs(traced).flat()],
  "protocol-values": ["parameters", (request) => valuesOf(protocolPairs(request))],
  "consumer-secret": ["key", ({ consumerSecret = "" }) => [consumerSecret]],
  "token-secret": ["key", ({ tokenSecret = "" }) => [tokenSecret]],
  secrets: ["key", ({ consumerSecret = "", tokenSecret = "" }) => [consumerSecret, tokenSecret]],
  "unencoded-consumer-secret": ["key", ({ consumerSecret = "" }) => [consumerSecret]],
  "unencoded-token-secret": ["key", ({ tokenSecret = "" }) => [tokenSecret]],
  key: ["key", (_, { key = "" }) => [key]],
  method: ["baseString", ({ method }) => [method]],
  uri: ["baseStringUri", (_, { baseStringUri }) => [baseStringUri]],
  path: ["baseStringUri", ({ url }) => [new URL(url).pathname]],
  host: ["baseStringUri", ({ url }) => [new URL(url).host]],
  "parameter-string": ["parameterString", (_, { parameterString }) => [parameterString]],
  "base-string": ["baseString", (_, { baseString }) => [baseString]],
  signature: ["signature", (_, { signature = "" }) => [signature]],
};

describe("every change of a text in a scope", () => {
  const problemsOf = (faults: readonly Fault[]): string[] => {
    const requests = new Map<string, SigningInput>();
    return faults.flatMap(({ id, text, trigger, apply }) => {
      if (text === undefined) return [];
      const key = JSON.stringify(trigger);
      const request = requests.get(key) ?? trigger;
      requests.set(key, request);
      const [field, textsOf] = SCOPES[text.scope]!;
      // Where the client leaves out the encoding, the correct text is the encoded one.
      const correct = text.scope.startsWith("unencoded-") ? encodeURIComponent : String;
      const isChanged = textsOf(request, traceOf(request)).some((one) => text.change(one) !== correct(one));
      const [changed] = changedBy(apply, [request]);
      return changed === (isChanged ? field : undefined) ? [] : [`${id} changes first: ${changed ?? "nothing"}`];
    });
  };

  test("changes the texts of its scope, and nothing if there is no such text: some faults", () => {
    expect(problemsOf(some(allFaults()))).toEqual([]);
  });

  test("changes the texts of its scope, and nothing if there is no such text", { tags: ["deep"] }, () => {
    expect(problemsOf(allFaults())).toEqual([]);
  });
});

/** Writes results as the shape of the JSON report describes them. */

import type { Shape, ValueOf } from "../../../shapes/shape.ts";
import type { CaseResult, PropertyResult, RunCauses } from "../../runner/index.ts";
import { CASE, type ImplementationReport, PROPERTY, RUN } from "./report-shape.ts";

/** The members that a shape requires, and its other members with or without a value. */
type Members<Value> = { readonly [Name in keyof Value]: Value[Name] | Extract<undefined, Value[Name]> };

/** The part of a value that the shape describes. Leaves out members without a value, and empty lists that the shape forbids. */
export function shaped<const Of extends Shape>(shape: Of, value: Members<ValueOf<Of>>): ValueOf<Of> {
  return partOf(shape, value) as ValueOf<Of>;
}

function partOf(shape: Shape, value: unknown): unknown {
  const { allOf: [whole] = [] } = shape;
  if (whole !== undefined) return partOf(whole, value);
  if (!("type" in shape)) return value;
  if (shape.type === "array") {
    const { items } = shape;
    const list = (value as readonly unknown[]).map((item) => ("length" in items ? item : partOf(items, item)));
    return list.length < (shape.minItems ?? 0) ? undefined : list;
  }
  if (shape.type !== "object" || shape.properties === undefined) return value;
  const own = value as Readonly<Record<string, unknown>>;
  const members = Object.entries(shape.properties).map(([name, member]) => {
    return [name, own[name] === undefined ? undefined : partOf(member, own[name])] as const;
  });
  return Object.fromEntries(members.filter(([, part]) => part !== undefined));
}

/** The causes of a run. */
export function plainCauses(found: RunCauses): Pick<ImplementationReport, "causes" | "causesIncomplete"> {
  const causes = found.causes.map((cause) => ({ ...cause, ...found, contradicts: 0 as const }));
  return { causes: shaped(RUN.properties.causes, causes), causesIncomplete: found.limitReached };
}

/** The result of a vector, with any verdict. */
export function plainCase(result: CaseResult): Omit<ValueOf<typeof CASE>, "verdict"> & Pick<CaseResult, "verdict"> {
  const { rules, verdict, difference, explained, verifier, finding, ...rest } = result;
  return {
    ...shaped(CASE, {
      ...rest,
      ...difference,
      verdict: "fail",
      differences: explained?.differences,
      rule: rules.join(", "),
      finding: verdict === "pass" ? undefined : finding,
      verifier: verdict === "pass" || verdict === "not-offered" ? undefined : verifier,
    }),
    verdict,
  };
}

/** The result of a property. */
export function plainProperty(result: PropertyResult): ValueOf<typeof PROPERTY> {
  const { title: statement, counterexample, difference, failures } = result;
  return shaped(PROPERTY, {
    ...result,
    statement,
    failures: failures?.map(({ explained, ...one }) => ({
      ...one,
      causes: explained?.causes ?? [],
      differences: explained?.differences ?? [],
    })),
    counterexample: counterexample && difference && { ...counterexample, difference },
  });
}

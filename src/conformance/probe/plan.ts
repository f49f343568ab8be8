/** Selects the cases of a run from the table, for each signature method and place that the server accepts. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { Check, Good } from "./check.ts";
import { createGood, methodsOf } from "./good.ts";
import { lateReplay } from "./late-replay.ts";
import { PreflightError, type PreflightOptions } from "./preflight.ts";

/** What the user wants to run. */
export interface Selection {
  readonly checks: readonly Check[];
  /** The beginnings of the ids of cases to run. @default all */
  readonly only?: readonly string[] | undefined;
}

/** A check, and how its requests are sent. */
export interface Planned {
  readonly check: Check;
  /** The client whose requests are sent. */
  readonly good: Good;
  /** The names and ids of the cases to run. */
  readonly names: readonly (readonly [name: string, id: string])[];
}

/** All checks for the usual signature method and place, and some for each other pair of them that the server accepts. */
export function planOf(probe: Selection, variants: readonly Good[]): Planned[] {
  const usual = variants[0]!;
  return variants.flatMap((good) => {
    const isOtherPlace = good.place !== usual.place;
    const isOtherKind = isRsaMethod(good.key.method) !== isRsaMethod(usual.key.method);
    const isFirstOfKind = good === variants.find(({ key }) => isRsaMethod(key.method) === isRsaMethod(good.key.method));
    const isSelectedCheck = ({ everywhere = false, byMethod = false }: Check): boolean =>
      good === usual ||
      (isOtherPlace
        ? everywhere && good.key.method === usual.key.method
        : byMethod || (everywhere && isOtherKind && isFirstOfKind));
    const suffix = good === usual ? "" : `/${good.place}/${good.key.method}`.toLowerCase();
    return probe.checks.filter(isSelectedCheck).map((check) => planCheck(probe, check, good, suffix));
  });
}

/** The cases of one check. */
export function planCheck(probe: Selection, check: Check, good: Good, suffix: string): Planned {
  const names = Object.keys(check.cases(good)).map(
    (name) => [name, `probe/${check.id}/${name.toLowerCase()}${suffix}`] as const,
  );
  return { check, good, names: names.filter(([, id]) => isSelected(probe, id)) };
}

/** Whether the user wants the case with this id. */
function isSelected({ only }: Pick<Selection, "only">, id: string): boolean {
  return only === undefined || only.some((start) => isBelow(id, start));
}

/** Whether an id is the given one, or begins with it. */
function isBelow(id: string, start: string): boolean {
  return `${id}/`.startsWith(`${start}/`);
}

/** @throws {@link PreflightError} if the user wants a case that this server and these credentials do not have */
export function checkSelection({ only = [] }: Pick<Selection, "only">, planned: readonly Planned[]): void {
  const ids = planned.flatMap(({ names }) => names.map(([, id]) => id));
  const missing = only.find((start) => !ids.some((id) => isBelow(id, start)));
  if (missing === undefined) return;
  throw new PreflightError(
    `no case has the id ${missing} here`,
    "leave out the last part of the id to run the whole check",
  );
}

/** The requests of all cases with the first signature method and the header, without sending any. */
export function requestsOf(
  selection: Selection,
  options: Omit<PreflightOptions, "send" | "acceptance">,
): { readonly id: string; readonly requests: readonly HttpRequest[] }[] {
  const method = options.method ?? methodsOf(options.credentials)[0]!;
  const good = createGood({ ...options, method, place: "header", clockAhead: 0 });
  const planned = [...planOf(selection, [good]), planCheck(selection, lateReplay(good).check, good, "")];
  return planned.flatMap(({ check, names }) => {
    const cases = check.cases(good);
    return names.map(([name, id]) => {
      const one = cases[name]!();
      return { id, requests: typeof one === "string" ? [] : one.flatMap(({ send }) => send) };
    });
  });
}

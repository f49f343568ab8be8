/** The events of a run. Reporters get nothing else. */

import type { DriverProblem, Hello } from "../drivers/index.ts";
import type { Corroborated } from "./answers/corroboration.ts";
import type { RunCauses } from "./results/evidence.ts";
import type { CaseResult, PropertyResult } from "./results/result.ts";

/** The options of a run that decide what it asks. */
export interface RunSettings {
  readonly profile?: string;
  /** In alphabetical order. */
  readonly filter?: readonly string[];
  readonly quick?: boolean;
  readonly exhaustive?: boolean;
  /** Generated cases for each property; absent if every small request is a case. */
  readonly runs?: number;
}

/** Stands for an implementation whose driver sent no hello. */
export const UNKNOWN: Hello["implementation"] = { name: "(unknown)", version: "", language: "" };

/** What reports call one case of a run. */
export type Unit = "vector" | "case" | "request";

/** What a run consists of. */
export interface RunStart {
  /** {@link UNKNOWN} if the driver sent no hello. */
  readonly implementation: Hello["implementation"];
  /** @default "vector" */
  readonly unit?: Unit;
  /** Number of vectors, or of the other units. */
  readonly total: number;
  /** How many published sources state vectors that are asked unchanged; absent if none does. */
  readonly sources?: number;
  /** Number of properties. */
  readonly properties: number;
  /** Seed of the generated cases, if there are any. */
  readonly seed?: number;
  readonly settings?: RunSettings;
}

/** Why a run ended early. */
export interface Stopped {
  readonly reason: "max-failures" | "driver-broken" | "interrupted" | "max-requests" | "server";
  readonly message: string;
}

/**
 * The events in order: start; a case for each vector; progress and result of each property; what the references computed;
 * the causes if something failed; what was not checked; notes about measurements without a verdict; end.
 */
export type RunEvent =
  | ({ readonly type: "start" } & RunStart)
  | { readonly type: "case"; readonly result: CaseResult }
  /** The number of answered vectors. After the first failure, their results follow later. */
  | { readonly type: "vector-progress"; readonly done: number; readonly failed: number }
  /** The search for the causes of failing vectors begins. */
  | { readonly type: "search"; readonly failures: number }
  | { readonly type: "property-start"; readonly id: string }
  // `total` is absent if the number of cases is not known before.
  | { readonly type: "property-progress"; readonly id: string; readonly done: number; readonly total?: number }
  | { readonly type: "property"; readonly result: PropertyResult }
  | ({ readonly type: "driver-problem" } & DriverProblem)
  | ({ readonly type: "causes" } & RunCauses)
  /** How the references computed the inputs. */
  | ({ readonly type: "corroboration" } & Corroborated)
  /** A sentence about something that the run should have checked but could not. Such a run is not reported as a success. */
  | { readonly type: "unchecked"; readonly text: string }
  | { readonly type: "note"; readonly text: string }
  | ({ readonly type: "stopped" } & Stopped)
  | { readonly type: "end"; readonly milliseconds: number };

/** The events of one type, in their order. */
export function eventsOf<Type extends RunEvent["type"]>(
  events: readonly RunEvent[],
  type: Type,
): Extract<RunEvent, { readonly type: Type }>[] {
  return events.filter((event) => event.type === type) as Extract<RunEvent, { readonly type: Type }>[];
}

/** An event without its type. */
export function withoutType<Event extends RunEvent>({ type: _, ...content }: Event): Omit<Event, "type"> {
  return content;
}

/**
 * The events of a run. Reporters read nothing else.
 *
 * @module
 */

import type { Hello } from "../drivers/index.ts";
import type { Trouble } from "../vectors/index.ts";
import type { CaseResult, PropertyResult } from "./result.ts";

/** What a run was asked for: the same in all shards of a run. */
export interface RunSettings {
  readonly profile?: string;
  /** In alphabetical order. */
  readonly filter?: readonly string[];
  readonly quick?: boolean;
  /** Generated cases for each property. */
  readonly runs?: number;
}

/** An implementation whose driver sent no hello. */
export const UNKNOWN: Hello["implementation"] = { name: "(unknown)", version: "", language: "" };

/** What a run consists of. */
export interface RunStart {
  /** {@link UNKNOWN} where the driver sent no hello. */
  readonly implementation: Hello["implementation"];
  /** Number of vectors. */
  readonly total: number;
  /** Number of properties. */
  readonly laws: number;
  /** Of the generated cases, where there are any. */
  readonly seed?: number;
  /** The part of the whole that this run is. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly settings?: RunSettings;
}

/** The events in their order: start, a case for each vector, progress and result of each property, end. */
export type RunEvent =
  | ({ readonly type: "start" } & RunStart)
  | { readonly type: "case"; readonly result: CaseResult }
  | { readonly type: "law-progress"; readonly id: string; readonly done: number; readonly total: number }
  | { readonly type: "law"; readonly result: PropertyResult }
  /** What belongs to no case: output between answers, a driver that had to be restarted. */
  | { readonly type: "driver-trouble"; readonly trouble: Trouble; readonly message: string; readonly stderr: string }
  /** The run ends before everything was asked. */
  | {
      readonly type: "stopped";
      readonly reason: "max-failures" | "driver-broken" | "interrupted";
      readonly message: string;
    }
  | { readonly type: "end"; readonly milliseconds: number };

/** The options of `countersign check`. */

import { randomInt } from "node:crypto";
import type { Shard } from "../../conformance/runner/index.ts";
import { PROFILES, type Profile } from "../../conformance/vectors/index.ts";
import { UsageError } from "../exit-codes.ts";
import { LARGEST, readNumber } from "../input/read-number.ts";
import { readName } from "../input/similar-names.ts";

/** As they were typed; the help text of the command says what each one does. */
export interface CheckOptions {
  readonly builtin?: string;
  readonly module?: string;
  readonly exec?: boolean;
  readonly filter?: readonly string[];
  readonly profile?: string;
  readonly quick?: boolean;
  readonly shard?: string;
  readonly json?: boolean;
  readonly report?: readonly string[];
  readonly vectors?: string;
  readonly runs?: string;
  readonly seed?: string;
  readonly replay?: string;
  readonly counterexamples?: string;
  readonly references?: boolean;
  readonly jobs?: string;
  readonly inFlight?: string;
  readonly timeout?: string;
  readonly restarts?: string;
  readonly maxFailures?: string;
  readonly minRun?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly doctor?: boolean;
}

/** In CI the seed must be given: otherwise nobody could repeat the run. */
export function readSeed(text: string | undefined): number {
  if (text !== undefined) return readNumber("--seed", text);
  if (!process.env.CI) return randomInt(LARGEST);
  throw new UsageError(
    "--seed is required in CI",
    "give --seed a number that the log shows, such as that of the build: --seed 5849",
  );
}

/** `2/4` is the second of four. */
export function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index = "0", count = "0"] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new UsageError(`--shard must be index/count, such as 2/4, got ${JSON.stringify(text)}`);
}

export function readProfile(name: string | undefined): Profile | undefined {
  return name === undefined ? undefined : PROFILES.get(readName("--profile", name, [...PROFILES.keys()]));
}

/**
 * What `countersign check` takes, and how its texts become numbers and names.
 *
 * @module
 */

import { randomInt } from "node:crypto";
import type { Shard } from "../../conformance/runner/index.ts";
import { PROFILES, type Profile } from "../../conformance/vectors/index.ts";
import { UsageError } from "../exit-codes.ts";
import { LARGEST, readNumber } from "../input/read-number.ts";

/** What the command takes, as it was typed. */
export interface CheckOptions {
  /** A built-in implementation. @default "countersign" */
  readonly builtin?: string;
  /** A module with an implementation. */
  readonly module?: string;
  /** One process for each question. */
  readonly exec?: boolean;
  /** Any of these names. */
  readonly filter?: readonly string[];
  readonly profile?: string;
  /** The small set of vectors that notices every known fault, and no laws. */
  readonly quick?: boolean;
  /** `index/count`, from 1 on. */
  readonly shard?: string;
  readonly json?: boolean;
  /** `format` or `format=file`. */
  readonly report?: readonly string[];
  /** Folder with vectors; the shipped ones where absent. */
  readonly vectors?: string;
  /** Cases for each law. @default "100" */
  readonly runs?: string;
  /** Of the generated cases; compulsory in CI, random elsewhere. */
  readonly seed?: string;
  /** `law:seed:index`: this one generated case and nothing else. */
  readonly replay?: string;
  /** Folder of counterexamples: run first, and new ones saved to it. */
  readonly counterexamples?: string;
  /** Whether the references are judged beside it. @default only beside a built-in one */
  readonly references?: boolean;
  /** Copies of the driver. @default "1" */
  readonly jobs?: string;
  /** Open questions for each copy. @default 64; with --exec one for each processor; 1 within this process */
  readonly inFlight?: string;
  /** Milliseconds of silence that are borne while a question is open. */
  readonly timeout?: string;
  /** How often the driver may be started again. */
  readonly restarts?: string;
  /** After so many failures the run ends. */
  readonly maxFailures?: string;
  /** So many vectors have to be judged. @default "1" */
  readonly minRun?: string;
  /** File of known failures. */
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** Whether the driver is judged first. @default true */
  readonly doctor?: boolean;
}

/** A run in CI that nobody can repeat is worth little. */
export function readSeed(text: string | undefined): number {
  if (text !== undefined) return readNumber("--seed", text);
  if (!process.env.CI) return randomInt(LARGEST);
  throw new UsageError(
    "--seed is compulsory in CI",
    "give --seed a number that your log shows, such as that of the build",
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

/** A profile by its name. */
export function readProfile(name: string | undefined): Profile | undefined {
  if (name === undefined) return undefined;
  const profile = PROFILES.get(name);
  if (profile !== undefined) return profile;
  throw new UsageError(`--profile must be one of ${[...PROFILES.keys()].join(", ")}, got ${JSON.stringify(name)}`);
}

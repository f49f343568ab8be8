/**
 * What a check runs: vectors, properties, seed, the part of them that was asked for.
 *
 * @module
 */

import { PROPERTIES, type Property } from "../conformance/properties/index.ts";
import {
  filterProperties,
  filterVectors,
  type Named,
  type Outside,
  type RunSettings,
  type SavedCase,
  type Shard,
} from "../conformance/runner/index.ts";
import {
  isInProfile,
  loadRules,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
  quickVectors,
  type Rule,
  type TestCase,
  type VerificationVector,
  verificationCases,
} from "../conformance/vectors/index.ts";
import { type CheckOptions, readProfile, readSeed, readShard } from "./check-options.ts";
import { readCounterexamples } from "./counterexamples.ts";
import { UsageError } from "./exit-codes.ts";
import { readNumber } from "./read-number.ts";
import { checkVectorsFolder } from "./vectors-folder.ts";

/** What is run, the same for each implementation. */
export interface Plan {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly vectors: readonly TestCase[];
  readonly properties: readonly Property[];
  readonly seed: number;
  readonly indices: { readonly first: number; readonly count: number };
  readonly shard?: Shard;
  /** As asked for, to be told apart from other runs. */
  readonly settings?: RunSettings;
  /** What is no part of the profile. */
  readonly outside?: Outside;
  /** Ids of the vectors with fewer than two origins, where the folder tells. */
  readonly thin: ReadonlySet<string>;
  /** How many vectors for verifiers no question can put: they stand on more than it tells. */
  readonly notExpressible: number;
  readonly saved: readonly SavedCase[];
  /** Every vector and property there is, run or not. */
  readonly all: () => readonly Named[];
}

/** The plan that the options ask for. */
export function makePlan(options: CheckOptions): Plan {
  checkVectorsFolder(options.vectors);
  const rules = loadRules(options.vectors);
  const profile = readProfile(options.profile);
  const shard = readShard(options.shard);
  const ownVectors = loadVectors(options.vectors);
  const verifications = loadVerificationVectors(options.vectors);
  const common = {
    rules,
    ...(profile === undefined ? {} : { outside: profile.outside }),
    ...(shard === undefined ? {} : { shard }),
    all: () => {
      const vectors = [...ownVectors, ...verificationCases(verifications).cases];
      return [...vectors.map(({ id, rule }) => ({ id, rules: [rule] })), ...PROPERTIES];
    },
  };
  const replay = options.replay === undefined ? undefined : readReplay(options.replay);
  if (replay !== undefined) return { ...common, vectors: [], saved: [], thin: new Set(), notExpressible: 0, ...replay };
  const runs = options.quick ? 0 : readNumber("--runs", options.runs ?? "100");
  const properties = runs === 0 ? [] : filterProperties(PROPERTIES, options.filter);
  const verify = verificationCases(options.quick ? [] : filterVerify(verifications, options.filter));
  const chosen = options.quick ? quickVectors(ownVectors, options.vectors) : ownVectors;
  const vectors = [...filterVectors(chosen, options.filter), ...verify.cases];
  return {
    ...common,
    vectors: profile === undefined ? vectors : vectors.filter((vector) => isInProfile(vector, profile)),
    properties:
      profile === undefined ? properties : properties.filter((property) => property.rules.some(profile.hasRule)),
    seed: properties.length === 0 ? 0 : readSeed(options.seed),
    indices: { first: 0, count: runs },
    settings: settingsOf(options, runs),
    thin: loadWeaklyCorroborated(options.vectors),
    notExpressible: verify.inexpressible.length,
    saved: readCounterexamples(options.counterexamples),
  };
}

function settingsOf({ profile, filter = [], quick }: CheckOptions, runs: number): RunSettings {
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(filter.length === 0 ? {} : { filter: [...filter].sort() }),
    ...(quick === undefined ? {} : { quick }),
    runs,
  };
}

/** Filtered as the questions that they become, before they do: that takes the time of reading each request. */
function filterVerify(
  verifications: readonly VerificationVector[],
  filters: readonly string[] | undefined,
): readonly VerificationVector[] {
  const asked = verifications.map((vector) => {
    const { id, rule, level, flags } = vector;
    return { id, rule, level, flags, input: { operation: "verify" as const }, expected: { valid: true }, vector };
  });
  return filterVectors(asked, filters).map(({ vector }) => vector);
}

function readReplay(text: string): Pick<Plan, "properties" | "seed" | "indices"> {
  const [, id, seed = "", index = ""] = /^([a-z-]+):(\d+):(\d+)$/.exec(text) ?? [];
  if (id === undefined) throw new UsageError(`--replay must be property:seed:index, got ${JSON.stringify(text)}`);
  const properties = PROPERTIES.filter((property) => property.id === id);
  if (properties.length === 0)
    throw new UsageError(`--replay must name a property, and none is called ${JSON.stringify(id)}`);
  return {
    properties,
    seed: readNumber("--replay", seed),
    indices: { first: readNumber("--replay", index), count: 1 },
  };
}

/** What a check runs: vectors, properties, the seed, and the part of them that the options select. */

import { PROPERTIES, type Property } from "../../conformance/properties/index.ts";
import {
  filterProperties,
  filterVectors,
  type Named,
  type Outside,
  type RunSettings,
  type SavedCase,
  type Shard,
} from "../../conformance/runner/index.ts";
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
} from "../../conformance/vectors/index.ts";
import { UsageError } from "../exit-codes.ts";
import { readNumber } from "../input/read-number.ts";
import { unknownName } from "../input/similar-names.ts";
import { checkVectorsFolder } from "../vectors/vectors-folder.ts";
import { readCounterexamples } from "./counterexamples.ts";
import { type CheckOptions, readProfile, readSeed, readShard } from "./options.ts";

/** What is run, the same for each implementation. */
export interface Plan {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly vectors: readonly TestCase[];
  readonly laws: readonly Property[];
  readonly seed: number;
  readonly indices: { readonly first: number; readonly count: number };
  readonly shard?: Shard;
  /** What the report states about the selection. */
  readonly settings?: RunSettings;
  /** Inputs outside the profile. */
  readonly outside?: Outside;
  /** The ids of the vectors that fewer than two independent sources confirm. */
  readonly weaklyCorroborated: ReadonlySet<string>;
  /** How many vectors for verifiers depend on a policy that no question can express. */
  readonly notExpressible: number;
  readonly saved: readonly SavedCase[];
  /** Every vector and property that exists, selected or not. */
  readonly all: () => readonly Named[];
}

/** Makes the plan that the options ask for. */
export async function makePlan(options: CheckOptions): Promise<Plan> {
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
  if (options.replay !== undefined) {
    const none = { vectors: [], saved: [], weaklyCorroborated: new Set<string>(), notExpressible: 0 };
    return { ...common, ...none, ...readReplay(options.replay) };
  }
  const runs = options.quick ? 0 : readNumber("--runs", options.runs ?? "100");
  const laws = runs === 0 ? [] : filterProperties(PROPERTIES, options.filter);
  const verify = verificationCases(options.quick ? [] : filterVerify(verifications, options.filter));
  const chosen = options.quick ? quickVectors(ownVectors, options.vectors) : ownVectors;
  const vectors = [...filterVectors(chosen, options.filter), ...verify.cases];
  return {
    ...common,
    vectors: profile === undefined ? vectors : vectors.filter((vector) => isInProfile(vector, profile)),
    laws: profile === undefined ? laws : laws.filter((law) => law.rules.some(profile.hasRule)),
    seed: laws.length === 0 ? 0 : readSeed(options.seed),
    indices: { first: 0, count: runs },
    settings: settingsOf(options, runs),
    weaklyCorroborated: loadWeaklyCorroborated(options.vectors),
    notExpressible: verify.inexpressible.length,
    saved: await readCounterexamples(options.counterexamples),
  };
}

/** Nothing is selected: the filter may be misspelt. */
export function nothingMatches({ all }: Plan, filters: readonly string[] = []): UsageError {
  const names = all().flatMap(({ id, rules }) => [id, ...id.split("/"), ...rules]);
  const message = `no vector and no property matches ${JSON.stringify(filters)}`;
  return unknownName(message, filters[0] ?? "", names, "to list the vectors, run: countersign vectors list");
}

function settingsOf({ profile, filter = [], quick }: CheckOptions, runs: number): RunSettings {
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(filter.length === 0 ? {} : { filter: [...filter].sort() }),
    ...(quick === undefined ? {} : { quick }),
    runs,
  };
}

/** Filters before the questions are made from the vectors: making them takes time. */
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

function readReplay(text: string): Pick<Plan, "laws" | "seed" | "indices"> {
  const [, id, seed = "", index = ""] = /^([a-z-]+):(\d+):(\d+)$/.exec(text) ?? [];
  if (id === undefined) throw new UsageError(`--replay must be property:seed:index, got ${JSON.stringify(text)}`);
  const laws = PROPERTIES.filter((law) => law.id === id);
  if (laws.length === 0) {
    const message = `--replay must name a property, and none is called ${JSON.stringify(id)}`;
    throw unknownName(
      message,
      id,
      PROPERTIES.map((law) => law.id),
    );
  }
  return { laws, seed: readNumber("--replay", seed), indices: { first: readNumber("--replay", index), count: 1 } };
}

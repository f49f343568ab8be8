/** The plan of a check: the seed, and the vectors and properties that the options select. */

import { randomInt } from "node:crypto";
import { hardRequests } from "../../conformance/properties/hard-requests.ts";
import { PROPERTIES } from "../../conformance/properties/index.ts";
import {
  filterProperties,
  filterVectors,
  generatedIndices,
  type Result,
  type Run,
} from "../../conformance/runner/index.ts";
import {
  defined,
  isInProfile,
  loadRules,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
  PROFILES,
  quickVectors,
  verificationCases,
} from "../../conformance/vectors/index.ts";
import { LARGEST, readNumber } from "../input/read-number.ts";
import { readName, unknownName } from "../input/similar-names.ts";
import { checkVectorsFolder } from "../input/vectors-folder.ts";
import type { CheckOptions } from "../options/check.ts";
import { howToList } from "../output/commands-to-paste.ts";
import { UsageError } from "../process/exit-codes.ts";
import { readCounterexamples } from "./counterexamples.ts";

/** The parts to run, which are the same for each implementation. */
export interface Plan extends Omit<Run, "driver" | "emit"> {
  /** The ids of the vectors that fewer than two independent sources confirm. */
  readonly weaklyCorroborated: ReadonlySet<string>;
  /** The number of vectors for verifiers that depend on a policy which no question can express. */
  readonly notExpressible: number;
  /** Every vector and property that exists, selected or not. */
  readonly all: () => readonly Pick<Result, "id" | "rules">[];
}

/** Creates the plan that the options describe. */
export async function makePlan(options: CheckOptions): Promise<Plan> {
  checkVectorsFolder(options.vectors);
  const rules = loadRules(options.vectors);
  const name = options.profile;
  const profile = name === undefined ? undefined : PROFILES.get(readName("--profile", name, [...PROFILES.keys()]));
  const ownVectors = loadVectors(options.vectors);
  const verifications = loadVerificationVectors(options.vectors);
  const common = {
    rules,
    allowsOpen: readName("--open", options.open ?? "accept", ["accept", "warn", "fail"]) !== "fail",
    ...(profile === undefined ? {} : { outside: profile.outside }),
    all: () => {
      const vectors = [...ownVectors, ...verificationCases(verifications).cases];
      return [...vectors.map(({ id, rule }) => ({ id, rules: [rule] })), ...PROPERTIES];
    },
  };
  const none = { vectors: [], saved: [], weaklyCorroborated: new Set<string>(), notExpressible: 0 };
  if (options.replay !== undefined) {
    return { ...common, ...none, ...readReplay(options.replay) };
  }
  if (options.exhaustive) {
    const properties = PROPERTIES.filter(({ id }) => id === "agrees-with-model");
    const indices = { first: 0, count: 0 };
    return { ...common, ...none, properties, seed: 0, indices, listed: hardRequests, settings: { exhaustive: true } };
  }
  const { quick, filter = [] } = options;
  const runs = quick ? 0 : readNumber("--runs", options.runs ?? "100");
  const properties = runs === 0 ? [] : filterProperties(PROPERTIES, filter);
  const received = quick ? [] : filterVectors(verifications, filter);
  const verify = verificationCases(received);
  const chosen = filterVectors(quick ? quickVectors(ownVectors, options.vectors) : ownVectors, filter);
  const vectors = [...chosen, ...verify.cases];
  return {
    ...common,
    vectors: profile === undefined ? vectors : vectors.filter((vector) => isInProfile(vector, profile)),
    properties:
      profile === undefined ? properties : properties.filter((property) => property.rules.some(profile.hasRule)),
    seed: properties.length === 0 ? 0 : readSeed(options.seed),
    indices: generatedIndices(runs, options.updateBaseline),
    settings: defined({
      profile: name,
      filter: filter.length === 0 ? undefined : [...filter].sort(),
      quick,
      runs,
    }),
    weaklyCorroborated: loadWeaklyCorroborated(options.vectors),
    notExpressible: verify.inexpressible.length,
    saved: await readCounterexamples(options.counterexamples),
  };
}

/** The error if nothing is selected: the filter may be misspelt. */
export function nothingMatches({ all }: Plan, { filter = [], vectors }: CheckOptions): UsageError {
  const beginnings = (id: string): string[] => id.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"));
  const names = all().flatMap(({ id, rules }) => [...beginnings(id), ...rules]);
  const message = `no vector and no property matches ${JSON.stringify(filter)}`;
  return unknownName(message, filter[0] ?? "", names, howToList(vectors));
}

function readReplay(text: string): Pick<Plan, "properties" | "seed" | "indices"> {
  const [, id, seed = "", index = ""] = /^([a-z-]+):(\d+):(\d+)$/.exec(text) ?? [];
  if (id === undefined) throw new UsageError(`--replay must be property:seed:index, got ${JSON.stringify(text)}`);
  const properties = PROPERTIES.filter((property) => property.id === id);
  if (properties.length === 0) {
    const ids = PROPERTIES.map((property) => property.id);
    throw unknownName(`--replay must name a property, and none is called ${JSON.stringify(id)}`, id, ids);
  }
  return {
    properties,
    seed: readNumber("--replay", seed),
    indices: { first: readNumber("--replay", index), count: 1 },
  };
}

/** Matches the numbers that `--seed` accepts. */
const SEED_RE = /^\d{1,20}$/;

/** In CI the seed must be given so that the run can be repeated. The id of a run in CI may be longer than a seed. */
export function readSeed(text: string | undefined): number {
  if (text !== undefined)
    return SEED_RE.test(text) ? Number(BigInt(text) % BigInt(LARGEST + 1)) : readNumber("--seed", text);
  if (!process.env.CI) return randomInt(LARGEST);
  throw new UsageError(
    "--seed is required in CI",
    "give --seed a number from the log of CI, such as the id of the run: --seed 5849",
  );
}

/** The kill matrix: which vectors and which property detect each fault. */

import { loadVectors, type Vector } from "../../src/conformance/vectors/index.ts";
import { FAULTS, type Fault } from "../../src/faults/index.ts";
import { quickCover, smallestCover } from "./cover.ts";
import { type IdleGroup, idleGroupOf } from "./idle-vectors.ts";
import { type PropertyKill, propertyKills } from "./property-kills.ts";
import { NPM_REFERENCES, type ReferenceKills, referenceKills } from "./reference-kills.ts";
import {
  MOST_MISSED_BY_QUICK,
  missedFaults,
  SHAPES,
  type ShapeKills,
  type ShapeName,
  shapeKills,
} from "./shape-kills.ts";
import { MOST_STARTS, type VaryKill, varyKills } from "./vary-kills.ts";
import { type Kills, vectorKills } from "./vector-kills.ts";

export interface Matrix {
  readonly vectors: readonly Vector[];
  readonly byVectors: Kills;
  readonly byProperties: ReadonlyMap<string, PropertyKill | undefined>;
  /** The starts that `capture --vary` needs for a fault; only for those that can show in a form post with two varied fields. */
  readonly byVary: ReadonlyMap<string, VaryKill | undefined>;
  /** The faults that the npm references, and then oauthlib, detect in generated requests if the model has the fault too. */
  readonly byReferences: readonly [ReferenceKills, ReferenceKills];
  /** Ids of the quick vectors. */
  readonly quick: readonly string[];
  /** What is detected in each shape of signers. */
  readonly byShape: readonly ShapeKills[];
  /** The vectors that detect no fault. */
  readonly idle: readonly Vector[];
}

/**
 * Takes a minute on one core.
 *
 * @param otherLanguages - the faults that the npm references miss and the reference in another language detects
 */
export async function makeMatrix(
  otherLanguages: (missed: readonly Fault[]) => Promise<ReferenceKills>,
): Promise<Matrix> {
  const vectors = loadVectors();
  const byVectors = vectorKills(FAULTS, vectors);
  const killing = new Set([...byVectors.values()].flat());
  const quick = quickCoverOfShapes(quickCover(byVectors, vectors), vectors);
  const byNpm = await referenceKills(FAULTS, NPM_REFERENCES);
  return {
    vectors,
    byVectors,
    byProperties: await propertyKills(FAULTS),
    byVary: await varyKills(FAULTS, VARY_SEED),
    byReferences: [byNpm, await otherLanguages(FAULTS.filter(({ id }) => !isDetected(id, [byNpm])))],
    quick,
    byShape: SHAPE_NAMES.map((name) => shapeKills(name, FAULTS, vectors, quick)),
    idle: vectors.filter(({ id }) => !killing.has(id)),
  };
}

const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];

/** The quick vectors, and those that a shape needs besides them. */
function quickCoverOfShapes(cover: readonly string[], vectors: readonly Vector[]): string[] {
  let quick = new Set(cover);
  for (const name of SHAPE_NAMES) {
    const { missedByQuick } = shapeKills(name, FAULTS, vectors, [...quick]);
    const detecting = new Set([...missedByQuick.values()].flat());
    const ids = vectors.map(({ id }) => id).filter((id) => detecting.has(id));
    if (missedByQuick.size > MOST_MISSED_BY_QUICK) quick = new Set([...quick, ...smallestCover(missedByQuick, ids)]);
  }
  return vectors.map(({ id }) => id).filter((id) => quick.has(id));
}

const ADD_VECTOR = "add one that shows it, as docs/contributing/add-a-family-of-vectors.md describes";
const GENERATE_IN_DOMAIN = "let src/conformance/properties/generators.ts make more requests inside of their domains";
const GENERATE_REQUESTS = "let src/conformance/properties/generators.ts make requests that show it";

/** The share of the faults that the references must detect without vectors if the model has the fault too. */
const LEAST_BY_NPM = 0.8;
const LEAST_BY_ALL = 0.95;

const MOST_QUICK_VECTORS = 200;

/** The seed of CI. */
const VARY_SEED = 5849;

/** Whether `capture --vary` finds a fault in as few starts as documented. */
export function isFoundByVary(kill: VaryKill | undefined): kill is VaryKill {
  return kill !== undefined && kill.starts <= MOST_STARTS;
}

function isDetected(fault: string, groups: readonly ReferenceKills[]): boolean {
  return groups.some(({ kills }) => kills.get(fault) != null);
}

/** How many faults the groups of references detect. */
export function detectedBy(groups: readonly ReferenceKills[]): number {
  return FAULTS.filter(({ id }) => isDetected(id, groups)).length;
}

export function titleOf(groups: readonly ReferenceKills[]): string {
  return groups.map(({ title }) => title).join(" and ");
}

function problemsOfReferences([npm, other]: Matrix["byReferences"]): string[] {
  const missed = FAULTS.filter(({ id }) => !isDetected(id, [npm]));
  const unmeasured = missed.filter(({ id }) => !other.kills.has(id)).map(({ id }) => id);
  if (unmeasured.length > 0)
    return [`not measured with ${other.title}: ${unmeasured.join(", ")}; run npm run mutants -- --references`];
  const floors = [
    [[npm], LEAST_BY_NPM],
    [[npm, other], LEAST_BY_ALL],
  ] as const;
  return floors
    .filter(([groups, least]) => detectedBy(groups) < least * FAULTS.length)
    .map(([groups]) => {
      const counts = `${detectedBy(groups)} of ${FAULTS.length}`;
      return `${titleOf(groups)} detect only ${counts} faults that the model has too; ${GENERATE_IN_DOMAIN}`;
    });
}

/** Problems of the matrix, one sentence each. */
export function problemsOf({
  vectors,
  byVectors,
  byProperties,
  byVary,
  byReferences,
  byShape,
  quick,
  idle,
}: Matrix): string[] {
  const open = new Set(vectors.filter((vector) => vector.open !== undefined).map(({ id }) => id));
  // Properties accept what RFC 5849 leaves open.
  const isOpen = (fault: string): boolean => byVectors.get(fault)!.every((id) => open.has(id));
  return [
    ...[...byVectors]
      .filter(([, ids]) => ids.length === 0)
      .map(([fault]) => `no vector detects ${fault}; ${ADD_VECTOR}`),
    ...[...byProperties]
      .filter(([fault, kill]) => kill === undefined && !isOpen(fault))
      .map(([fault]) => `no property detects ${fault}; ${GENERATE_REQUESTS}`),
    ...[...byVary]
      .filter(([, kill]) => !isFoundByVary(kill))
      .map(
        ([fault]) =>
          `capture --vary does not find ${fault} in ${MOST_STARTS} starts; let placeholders.ts make values that show it`,
      ),
    ...problemsOfReferences(byReferences),
    ...(quick.length > MOST_QUICK_VECTORS
      ? [`${quick.length} quick vectors are more than ${MOST_QUICK_VECTORS}; let groupOf in cover.ts make fewer groups`]
      : []),
    ...byShape.flatMap((kills) =>
      missedFaults(kills).map((fault) => `no vector detects ${fault} in the shape "${kills.name}"; ${ADD_VECTOR}`),
    ),
    ...byShape
      .filter(({ missedByQuick }) => missedByQuick.size > MOST_MISSED_BY_QUICK)
      .map(
        ({ name, missedByQuick }) =>
          `the quick vectors miss ${[...missedByQuick.keys()].join(", ")} in the shape "${name}"`,
      ),
    ...idle
      .filter((vector) => idleGroupOf(vector) === undefined)
      .map(({ id }) => `${id} detects no fault and is in no group of idle vectors`),
  ];
}

export function idleByReason({ idle }: Matrix): ReadonlyMap<IdleGroup, readonly Vector[]> {
  const groups = new Map<IdleGroup, Vector[]>();
  for (const vector of idle) {
    const reason = idleGroupOf(vector);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), vector]);
  }
  return groups;
}

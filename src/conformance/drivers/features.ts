/**
 * Features of inputs that some libraries do not support: those of the table of inputs, and policies of verifiers.
 */

import {
  type AnyInput,
  featureTest,
  REMOVABLE,
  SIGNING_FEATURES,
  type SigningFeature,
  type VectorInput,
  withoutFeature,
} from "../vectors/index.ts";
import { receivedMembers } from "./received-members.ts";
import { signerInput } from "./signer-input.ts";
import { POLICIES, type Policy, restsOn } from "./verifier-policies.ts";

/** A feature, by its name in hello. */
export type Feature = SigningFeature | Policy;

/** What a library without the feature cannot take, by feature. */
export const CANNOT_TAKE: ReadonlyMap<Feature, string> = new Map<Feature, string>([...SIGNING_FEATURES, ...POLICIES]);

/** All features. */
export const FEATURE_NAMES: readonly Feature[] = [...CANNOT_TAKE.keys()];

/** The features in a list that an input has. */
export function featuresIn<Name extends Feature>(names: readonly Name[], input: VectorInput): readonly Name[] {
  if (names.length === 0) return names;
  const has = featureTest(membersOf(input));
  return names.filter((name) => {
    if (!isPolicy(name)) return has(name);
    return input.operation === "verify" && restsOn(name, input);
  });
}

/** Takes away each of the features that the input has, as far as that is possible. */
export function withoutFeatures(input: AnyInput, without: readonly Feature[]): AnyInput {
  const wanted = REMOVABLE.filter((feature) => without.includes(feature));
  return wanted.reduce(
    (one, feature) => (featuresIn([feature], one as VectorInput).length > 0 ? withoutFeature(feature, one) : one),
    input,
  );
}

function membersOf(input: VectorInput): AnyInput {
  if (input.operation === "verify") return receivedMembers(input);
  return input.operation === "base-string" ? (signerInput(input) ?? input) : input;
}

function isPolicy(name: Feature): name is Policy {
  return POLICIES.has(name as Policy);
}

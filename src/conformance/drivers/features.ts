/** The features of inputs that an implementation need not support. */

import {
  type AnyInput,
  CANNOT_TAKE,
  type Feature,
  featureTest,
  REMOVABLE,
  type VectorInput,
  withoutFeature,
} from "../vectors/index.ts";
import { receivedMembers } from "./received-members.ts";
import { signerInput } from "./signer-input.ts";

/** All features. */
export const FEATURE_NAMES: readonly Feature[] = [...CANNOT_TAKE.keys()];

/** Which of the listed features an input has. */
export function featuresIn(names: readonly Feature[], input: VectorInput): readonly Feature[] {
  return names.length === 0 ? names : names.filter(featureTest(membersOf(input)));
}

/** Removes the listed features from an input one by one, where that is possible. */
export function withoutFeatures(input: AnyInput, without: readonly Feature[]): AnyInput {
  const wanted = REMOVABLE.filter((name) => without.includes(name));
  const [feature] = featuresIn(wanted, input as VectorInput);
  if (feature === undefined) return input;
  return withoutFeatures(withoutFeature(feature, input), wanted.slice(wanted.indexOf(feature) + 1));
}

function membersOf(input: VectorInput): AnyInput {
  if (input.operation === "verify") return { ...input, ...receivedMembers(input) };
  return input.operation === "base-string" ? (signerInput(input) ?? input) : input;
}

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

/** The features in a list that an input has. */
export function featuresIn(names: readonly Feature[], input: VectorInput): readonly Feature[] {
  return names.length === 0 ? names : names.filter(featureTest(membersOf(input)));
}

/** Takes away each of the features that the input has, as far as that is possible. */
export function withoutFeatures(input: AnyInput, without: readonly Feature[]): AnyInput {
  let one = input;
  let has: ReturnType<typeof featureTest> | undefined;
  for (const feature of REMOVABLE.filter((name) => without.includes(name))) {
    has ??= featureTest(membersOf(one as VectorInput));
    if (!has(feature)) continue;
    one = withoutFeature(feature, one);
    has = undefined;
  }
  return one;
}

function membersOf(input: VectorInput): AnyInput {
  if (input.operation === "verify") return { ...input, ...receivedMembers(input) };
  return input.operation === "base-string" ? (signerInput(input) ?? input) : input;
}

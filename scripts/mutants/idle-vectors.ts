/**
 * Why a vector that no fault fails is kept all the same, by group.
 *
 * @module
 */

import type { Operation, Vector } from "../../src/conformance/vectors/index.ts";

/** A group of vectors and the reason; a vector belongs to the first group that it fits. */
export interface Reason {
  readonly group: string;
  readonly fits: (vector: Vector) => boolean;
  readonly reason: string;
}

const asked =
  (...operations: readonly Operation[]) =>
  ({ input }: Vector): boolean =>
    operations.includes(input.operation);

const made =
  (...families: readonly string[]) =>
  ({ source }: Vector): boolean =>
    source.kind === "generated" && families.includes(source.generator);

/** See the module. */
export const REASONS: readonly Reason[] = [
  {
    group: "verify-signature",
    fits: asked("verify-signature"),
    reason: "Asks a verifier; the mutants are signers, which verify as the specification does.",
  },
  {
    group: "authorization-header-parsing",
    fits: asked("authorization-header-parsing"),
    reason: "Asks who reads a header; clients write one.",
  },
  {
    group: "percent-decoding",
    fits: asked("percent-decoding"),
    reason: "Asks who decodes; no fault of a client is in the decoder by itself, only in what it is given.",
  },
  {
    group: "refusals",
    fits: ({ expected }) => "refused" in expected,
    reason: "Has to be refused, and every mutant refuses what the specification refuses.",
  },
  {
    group: "published values",
    fits: ({ source }) => source.kind === "published",
    reason: "Is the right value of a published source, for whoever checks against that source.",
  },
  {
    group: "percent-encoding/control-characters",
    fits: made("control-characters"),
    reason: "Is one entry of an encoder's table; an encoder with one wrong entry fails this one alone.",
  },
  {
    group: "base-string-uri/url-parts",
    fits: made("url-parts"),
    reason: "Looks like a part that is left out of the URI, and is none.",
  },
  {
    group: "parameters/form-syntax",
    fits: made("form-syntax"),
    reason: "Is syntax that only a reader of forms meets whose own rules differ.",
  },
  {
    group: "body/body-hash",
    fits: made("body-hash"),
    reason: "Is the same path with a body that other serialisers leave alone.",
  },
];

/** The reason of a vector that kills nothing. */
export function reasonFor(vector: Vector): Reason | undefined {
  return REASONS.find(({ fits }) => fits(vector));
}

/** The groups of vectors that detect no fault, and the reasons why the suite contains them. */

import type { Operation, Vector } from "../../src/conformance/vectors/index.ts";

/** A vector belongs to the first group that matches it. */
export interface IdleGroup {
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

export const IDLE_GROUPS: readonly IdleGroup[] = [
  {
    group: "verify-signature",
    fits: asked("verify-signature"),
    reason: "They test verifiers. The mutants are signers, which verify as the specification does.",
  },
  {
    group: "authorization-header-parsing",
    fits: asked("authorization-header-parsing"),
    reason: "They test parsers of headers. Clients only write headers.",
  },
  {
    group: "percent-decoding",
    fits: asked("percent-decoding"),
    reason: "They test decoders. No fault of a client is in the percent-decoder itself.",
  },
  {
    group: "refusals",
    fits: ({ expected }) => "refused" in expected,
    reason: "A signer must refuse them, and every mutant refuses what the specification refuses.",
  },
  {
    group: "published values",
    fits: ({ source }) => source.kind === "published",
    reason: "They contain the correct values of a published source, for comparison with that source.",
  },
  {
    group: "percent-encoding/control-characters",
    fits: made("control-characters"),
    reason: "Each one tests one entry of an encoder's table.",
  },
  {
    group: "base-string-uri/url-parts",
    fits: made("url-parts"),
    reason: "They contain text that looks like a part of the URL that is left out.",
  },
  {
    group: "parameters/form-syntax",
    fits: made("form-syntax"),
    reason: "They detect form parsers with other rules.",
  },
  {
    group: "body/body-hash",
    fits: made("body-hash"),
    reason: "They test bodies that serializers do not change.",
  },
];

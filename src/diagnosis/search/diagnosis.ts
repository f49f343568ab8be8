/** The result of a diagnosis, as data. */

import type { Fix } from "../../faults/index.ts";
import type { SigningInput } from "../../model/index.ts";
import type { Scheme } from "../../requests/pasted-request.ts";
import type { NotDiagnosed, Notice } from "../input/parsed-input.ts";

export type { NotDiagnosed, Notice };

/** A reason for a wrong signature. */
export interface Cause {
  /** Permanent. docs/faults has a page with this name for each fault with evidence. */
  readonly id: string;
  /** `fault`: the client computes the signature wrongly. `environment`: it used a different key, URL, method or parameters. */
  readonly kind: "fault" | "environment";
  readonly title: string;
  /** One sentence that describes what the client did. */
  readonly what: string;
  /** Languages and functions for which the cause is typical. */
  readonly languages?: readonly string[] | undefined;
  /** The signed value and the sent value, if the cause affects one parameter. */
  readonly change?: ChangedParameter;
  readonly fix: Fix;
}

/** A request for which different causes give different signatures. */
export interface DistinguishingRequest {
  /** The request without secrets: sign it with your own secrets, and diagnose the result. */
  readonly request: SigningInput;
  /** The ids of the alternatives, in groups that produce the same signature. */
  readonly groups: readonly (readonly string[])[];
}

/** A parameter that was changed after it was signed. */
export interface ChangedParameter {
  readonly name: string;
  /** The signed value; absent if the parameter was added later. */
  readonly signed?: string;
  /** The sent value; absent if the parameter was removed. */
  readonly sent?: string;
  /** True if the parameter was sent and signed, but in another order, so that the absent value is in another place. */
  readonly isMoved?: boolean;
}

/** The first value that is wrong, and where it is wrong. Positions are UTF-16 code units, counted from 1. */
export interface StageDifference {
  readonly stage: "base-string" | "key" | "signature";
  /** The part of the base string with the difference. */
  readonly part?: "method" | "base-string-uri" | "parameter-string";
  /** The decoded name of the parameter with the difference. */
  readonly parameter?: string;
  /** Present if a whole parameter is missing, extra or in the wrong place. */
  readonly mismatch?: ParameterMismatch;
  /** Absent if the values are secret. */
  readonly at?: Place;
}

/** Different parameters in the same place, with their decoded names. */
export interface ParameterMismatch {
  /**
   * `missing`: the client did not sign the expected parameter. `extra`: it signed another one too. `moved`: the order differs.
   */
  readonly kind: "missing" | "extra" | "moved";
  readonly expected?: string;
  readonly actual?: string;
  /** Whether a missing or extra parameter is in both base strings, so that the client signed it more or less often. */
  readonly isRepeated?: boolean;
}

/** The expected and the actual text around the first difference. */
export interface Place {
  readonly position: number;
  /** The end of the common text before the difference. */
  readonly before: string;
  /** The text from the difference on; empty at the end of the value. */
  readonly expected: string;
  readonly actual: string;
  /** The first character or escape, fully decoded. */
  readonly expectedMeans: string;
  readonly actualMeans: string;
}

interface DiagnosisBase {
  readonly notices: readonly Notice[];
  /** The number of combinations of causes that were tried. */
  readonly tried: number;
  /** Where the client's base string first differs from the correct one. */
  readonly difference?: StageDifference;
  /**
   * The parameters that differ, sent and signed, in the form of the parameter string. If several differ, or a whole parameter
   * is missing, extra or moved, an equal parameter before and after them is included.
   */
  readonly parameterTable?: readonly ChangedParameter[];
  /** How many parameters differ, if `parameterTable` shows only the first 20 of them. */
  readonly parametersDiffering?: number;
  /** The correct signature; only with the option `showSignature`. */
  readonly expectedSignature?: string;
  /** The scheme that this result assumes, if the scheme of the request is not known (`schemeIsAssumed`). */
  readonly assumedScheme?: Scheme;
  /** The method that this result assumes, if the method of the request is not known (`methodIsAssumed`). */
  readonly assumedMethod?: string;
  /** Whether the client's base string is correct for this request; absent if no base string was given. */
  readonly baseStringIsCorrect?: boolean;
  /** Present if the given base string does not give the client's signature. The causes do not depend on it. */
  readonly unusedBaseString?: UnusedBaseString;
}

/** A given base string that does not give the signature. */
export interface UnusedBaseString {
  /** The parameters whose values show that it is of another request; empty if it may be of this one. */
  readonly differing: readonly string[];
}

/** The signature is valid or, without signature or key, the client's base string is correct. */
export interface RightSignature extends DiagnosisBase {
  readonly kind: "right";
  /** Why only the base string was compared; absent if the signature was checked. */
  readonly unchecked?: "signature-missing" | "key-missing";
}

/** Like {@link RightSignature}, but a server would reject the request, for each notice whose `rejects` is true. */
export interface RejectedRequest extends DiagnosisBase {
  readonly kind: "rejected";
  /** Why only the base string was compared; absent if the signature was checked. */
  readonly unchecked?: "signature-missing" | "key-missing";
}

/** These causes together reproduce the signature exactly. Usually there is only one cause. */
export interface ExplainedSignature extends DiagnosisBase {
  readonly kind: "explained";
  readonly causes: readonly [Cause, ...Cause[]];
}

/** Each of several alternatives reproduces the signature. This request does not distinguish them. */
export interface AmbiguousSignature extends DiagnosisBase {
  readonly kind: "ambiguous";
  readonly alternatives: readonly (readonly Cause[])[];
  readonly distinguishingRequest?: DistinguishingRequest;
  /** Whether the search stopped at its limit, so that there may be more alternatives. */
  readonly limitReached: boolean;
}

/** The signature is valid for the client's base string, but that base string contains other parameters than the request. */
export interface ChangedRequest extends DiagnosisBase {
  readonly kind: "changed";
  readonly changes: readonly ChangedParameter[];
}

/** No known cause reproduces the signature. */
export interface UnexplainedSignature extends DiagnosisBase {
  readonly kind: "unknown";
  /** Whether the search stopped at its limit before it tried everything. */
  readonly limitReached: boolean;
  /** Causes that explain only the base string or only the signature. */
  readonly partialCauses: readonly Cause[];
  /** Whether the client used the correct key: the public key opens the signature, or the key signs the given base string. */
  readonly keyIsRight?: boolean;
}

/** The result of {@link diagnose}. */
export type Diagnosis =
  | RightSignature
  | RejectedRequest
  | ExplainedSignature
  | AmbiguousSignature
  | ChangedRequest
  | UnexplainedSignature
  | NotDiagnosed;

/** The causes that together reproduce the signature: one list, several if the request does not distinguish them, or none. */
export function alternativesOf(diagnosis: Diagnosis): readonly (readonly Cause[])[] {
  if (diagnosis.kind === "explained") return [diagnosis.causes];
  return diagnosis.kind === "ambiguous" ? diagnosis.alternatives : [];
}

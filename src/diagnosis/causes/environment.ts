/**
 * Environment causes as data: the client computes a signature correctly, but signs a request other than the one it sends, or uses
 * another key. The request determines the possible forms of a cause.
 */

import type { StageChange } from "../../faults/fault.ts";
import { COST } from "../../faults/index.ts";
import type { ParameterSources, SigningInput } from "../../model/index.ts";
import type { PastedRequest } from "../../requests/pasted-request.ts";
import type { DiagnosisInput } from "../input/diagnosis-input.ts";
import type { Hypothesis } from "../search/hypothesis.ts";

/** The request, and what the caller knows about it. */
export interface KnownRequest
  extends Pick<DiagnosisInput, "key" | "evidence" | "otherKeys" | "origins" | "addresses" | "knownValues"> {
  readonly request: SigningInput;
  readonly sources: ParameterSources;
  /** The request as it was sent, if known. */
  readonly sent?: PastedRequest | undefined;
  /** Whether the scheme of the sent request is a guess, so that signing the other scheme is no mistake. */
  readonly schemeIsAssumed: boolean;
  /** Hides secrets in parts of addresses, before they are shown. */
  readonly redact: (text: string) => string;
}

/** Defaults for all forms of a cause; a form may have its own values. No form costs less than its cause. */
interface Shared extends Partial<Pick<Hypothesis, "cost" | "prior" | "isSpecific">> {}

/** An environment cause. */
export interface EnvironmentCause extends Shared {
  /** Permanent, in kebab case. Several rows with the same id are one cause. */
  readonly id: string;
  readonly fix: string;
  /** The likeliest form first. */
  readonly forms: (known: KnownRequest) => Iterable<EnvironmentForm>;
  /** What a request needs to have this cause. @default a request with most kinds of parameters, see `exampleOf` */
  readonly example?:
    | (Partial<Omit<KnownRequest, "request">> & { readonly request?: Partial<SigningInput> })
    | undefined;
}

/** What the client did with one request. */
export interface EnvironmentForm extends Shared, Pick<Hypothesis, "change"> {
  /** What the id names after its colon, such as a host. */
  readonly of?: string;
  /** One sentence. */
  readonly what: string;
  /** What differs in the request that the client signed. */
  readonly request?: (request: SigningInput) => Partial<SigningInput>;
  /** Signed parameters that differ from the sent ones. */
  readonly sources?: Partial<ParameterSources>;
  readonly stages?: StageChange;
}

/** The likelihood of an environment cause, on the scale of the number of public reports about a fault. */
const ENVIRONMENT_PRIOR = 3;

/** Makes a hypothesis of a form. */
export function environmentHypothesis(
  { id, fix, forms: _, example: __, ...shared }: Partial<EnvironmentCause> & Pick<EnvironmentCause, "id" | "fix">,
  { of, what, request, sources, stages, ...own }: EnvironmentForm,
  sent?: ParameterSources,
): Hypothesis {
  return {
    id: of === undefined ? id : `${id}:${of}`,
    kind: "environment",
    title: what.replace(/\.$/, ""),
    what,
    fix: { text: fix },
    prior: ENVIRONMENT_PRIOR,
    cost: COST.guess,
    ...shared,
    ...own,
    alter: (computation) => ({
      request: request ? { ...computation.request, ...request(computation.request) } : computation.request,
      stages: stages ? stages(computation.stages) : computation.stages,
      ...(sources
        ? { sources: (all) => ({ ...(computation.sources?.(all) ?? sent!), ...sources }) }
        : computation.sources && { sources: computation.sources }),
    }),
  };
}

/** All forms of the causes that fit a request. */
export function* environmentHypotheses(
  causes: readonly EnvironmentCause[],
  known: KnownRequest,
): Generator<Hypothesis> {
  for (const cause of causes) {
    for (const form of cause.forms(known)) yield environmentHypothesis(cause, form, known.sources);
  }
}

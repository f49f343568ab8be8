/**
 * Test cases and vectors. `vector-json.ts` reads the vectors of the files in `vectors/`. A vector for verifiers, in
 * `vectors/verifier.json`, states a server, a request that it receives, and the correct verdict.
 */

import type { HttpRequest, Parameter, VectorInput } from "./input.ts";
import type { StageValues } from "./stages.ts";
import type { VerificationServer } from "./verification-server.ts";

export type { VerificationKeyEntry, VerificationLimits, VerificationServer } from "./verification-server.ts";

/**
 * How binding a rule and its vectors are. `MAY`: RFC 5849 leaves the point open, so no answer is a failure. `gateway` marks
 * what only one payment gateway's documentation requires.
 */
export const LEVELS = ["MUST", "SHOULD", "MAY", "gateway"] as const;

export type Level = (typeof LEVELS)[number];

/** The members that test cases and vectors of both kinds share. */
export interface CaseDescription {
  /** `area/topic/number`; permanent, never used again. */
  readonly id: string;
  readonly comment: string;
  /** Id of a rule in `vectors/rules.json`. */
  readonly rule: string;
  readonly level: Level;
  /** Flags of the input, not of the result. */
  readonly flags: readonly string[];
}

/** One question to an implementation, with the correct answer. */
export interface TestCase extends CaseDescription {
  readonly input: VectorInput;
  /** The correct value of each stage, or that the implementation must refuse the input. */
  readonly expected: StageValues | { readonly refused: true };
  /**
   * What RFC 5849 leaves open about the input, as the end of a sentence: a refusal, or another answer that the RFC could
   * also mean, is reported as such and is not a failure. For a verifier, so is the opposite verdict.
   */
  readonly open?: string;
  /** Where the published source prints a wrong value. */
  readonly disputed?: { readonly stage: string; readonly reason: string };
  /** For reports: what the request to a verifier tests. */
  readonly verifier?: VerifierContext;
  /** Absent for a case that no file states. */
  readonly source?: VectorSource;
}

/** What the request of a test case for verifiers tests, for people who read a report. */
export interface VerifierContext {
  /** The policy that the correct verdict rests on. */
  readonly policy: string;
  /** The mistakes of verifiers that a wrong verdict shows. */
  readonly mistakes: readonly Pick<Fault, "id" | "what">[];
  /** Ids of published vulnerabilities with such a mistake. */
  readonly cves: readonly string[];
}

/** A test case that a file in `vectors/` states. */
export interface Vector extends TestCase {
  readonly source: VectorSource;
  /** The stages whose values the source itself prints; the others follow from the RFC. */
  readonly published: readonly string[];
  /** The wrong value that the source prints; `expected` contains the correct one. */
  readonly disputed?: { readonly stage: string; readonly published: unknown; readonly reason: string };
}

/** Where a vector comes from. */
export type VectorSource =
  /** Id of a source in `vectors/sources.json`, and the place in it. */
  | { readonly kind: "published"; readonly source: string; readonly section: string }
  /** Our own. `generator` is the topic of the id. */
  | { readonly kind: "generated"; readonly generator: string };

/** A numbered requirement that vectors refer to. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
}

/** A publication that vectors come from. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly license: string;
}

/** The checks of a verifier, in order. A vector names the one that decides its verdict. */
export const LAYERS = [
  "limits",
  "parse",
  "protocol-parameters",
  "method",
  "transport-security",
  "timestamp",
  "credentials",
  "key",
  "signature",
  "body-hash",
  "nonce",
] as const;

export type Layer = (typeof LAYERS)[number];

/** A request that the same server received before. */
export interface EarlierRequest {
  readonly now: number;
  readonly request: HttpRequest;
  readonly accepted: boolean;
}

/** The verifier must accept the request. */
export interface ExpectedAcceptance {
  readonly accept: {
    readonly consumerKey: string;
    readonly token?: string;
    readonly signatureMethod: string;
    /** The parameters that the signature covers. */
    readonly parameters: readonly Parameter[];
  };
}

/** The verifier must reject the request. */
export interface ExpectedRefusal {
  /** The code of the rejection. */
  readonly refuse: string;
  /** Codes that are equally correct, because another verifier may check in another order or classify failures differently. */
  readonly alsoAcceptable?: readonly string[];
}

/** One vector for verifiers. Its id begins with `verifier/`. */
export interface VerificationVector extends CaseDescription {
  readonly layer: Layer;
  /** Ids in `vectors/faults.json`: the mistakes that this vector detects. */
  readonly faults?: readonly string[];
  readonly cves?: readonly string[];
  readonly source: VectorSource;
  readonly server: VerificationServer;
  /** Requests that the server receives first, one after the other. */
  readonly earlier?: readonly EarlierRequest[];
  readonly request: HttpRequest;
  readonly expected: ExpectedAcceptance | ExpectedRefusal;
  /** Why a stricter verifier may reject a request that is accepted here. */
  readonly mayRefuse?: string;
  /** Why a more lenient verifier may accept a request that is rejected here. */
  readonly mayAccept?: string;
}

/** A mistake of verifiers or clients. */
export interface Fault {
  readonly id: string;
  /** Who makes the mistake. */
  readonly side: "verifier" | "client";
  readonly what: string;
  /** Why no vector can detect it; absent if a vector does. */
  readonly unshown?: string;
}

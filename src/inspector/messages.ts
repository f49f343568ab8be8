/** The messages between page and worker. They can be cloned, and contain no HTML. */

import type { Explanation } from "../diagnosis/index.ts";
import type { ShownStages } from "../diagnosis/input/shown-stages.ts";
import type { CorrectedRequest } from "../diagnosis/text/corrected-request.ts";
import type { Scheme } from "../requests/index.ts";

/** The user's input to explain. An empty text means that the value is absent. */
export interface ExplainInput {
  /** The pasted text, or the octets of a dropped file. */
  readonly request: string | Uint8Array;
  /** The number of the request in a HAR file or a Postman collection, from 1. */
  readonly entry: string;
  /** The scheme that the user chose for a request that names no scheme; empty if the user chose none. */
  readonly scheme: Scheme | "";
  readonly consumerSecret: string;
  readonly tokenSecret: string;
  /** PEM of a public key, a certificate or a private key. */
  readonly rsaKey: string;
  /** The base string that the client logged. */
  readonly baseString: string;
  /** The answer of the server. */
  readonly response: string;
  /** The language of the fix, such as "Python"; empty for the language of the client. */
  readonly language: string;
  readonly showCardData: boolean;
}

/** A request of a file that contains several. */
export interface ShownEntry {
  readonly number: number;
  readonly label: string;
}

/** The scheme for a request that names no scheme. */
export interface ShownScheme {
  readonly name: Scheme;
  /** Whether the scheme is assumed, rather than chosen by the user. */
  readonly isAssumed: boolean;
}

/** The result of checking a callback of the gateway. */
export interface CallbackResult {
  readonly kind: "callback";
  readonly verdict: "right" | "wrong" | "unclear";
  readonly headline: string;
  readonly lines: readonly string[];
  /** The parts that are hashed, in order. The control key is hidden. */
  readonly parts: readonly { readonly name: string; readonly value: string }[];
  /** The field `control`. */
  readonly received: string;
  /** The correct value; absent without a control key. */
  readonly right?: string;
}

/** The result. Its texts come from the request and may be hostile, but contain no secrets. */
export type ExplainResult =
  | { readonly kind: "nothing" }
  | { readonly kind: "choose"; readonly entries: readonly ShownEntry[] }
  | CallbackResult
  | { readonly kind: "problem"; readonly message: string; readonly hint?: string | undefined }
  | {
      readonly kind: "verdict";
      readonly verdict: "right" | "wrong" | "unclear";
      readonly explanation: Explanation;
      /** The scheme of the result, if the request names no scheme. */
      readonly scheme?: ShownScheme | undefined;
      /** The findings from the server's answer. */
      readonly serverLines: readonly string[];
      readonly stages?: ShownStages | undefined;
      /** The request, signed again with a new nonce and timestamp. Secrets and card data in it are masked. */
      readonly correction?: CorrectedRequest | undefined;
    };

/** A request to try. */
export interface Example {
  readonly request: string;
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

/** The tasks of the worker by name, each with its input and its answer. */
export interface Tasks {
  readonly explain: { readonly input: ExplainInput; readonly result: ExplainResult };
  /** An example with the fault whose id is the input; a valid request for an empty input. */
  readonly example: { readonly input: string; readonly result: Example };
}

/** A message to the worker. It ends the previous task. */
export interface Question<Name extends keyof Tasks = keyof Tasks> {
  readonly id: number;
  readonly task: Name;
  readonly input: Tasks[Name]["input"];
}

/** A message from the worker. */
export type Reply =
  | { readonly id: number; readonly kind: "progress"; readonly tried: number }
  | { readonly id: number; readonly kind: "result"; readonly result: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly message: string };

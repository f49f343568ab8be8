/** The error of `authenticate`, for requests that the verifier rejects. */

import type { PublicResponse, Rejected } from "./verdict.ts";

/**
 * The error for a rejected request. A framework may send an error's message, `code`, stack or JSON members to the client,
 * so all of these contain only what `publicResponse` contains: there is no `code`, and `verdict`, which contains the
 * reason, is not serialized.
 *
 * @example
 * ```ts
 * import { AuthenticationError, createVerifier, MemoryNonceStore } from "countersign";
 *
 * const verifier = createVerifier({ nonceStore: new MemoryNonceStore(), credentials: () => undefined });
 * try {
 *   await verifier.authenticate({ method: "GET", url: "https://gateway.example/status", headers: {} });
 * } catch (error) {
 *   if (!(error instanceof AuthenticationError)) throw error;
 *   error.verdict.code; // => "protocol-parameters-missing"
 *   error.publicResponse.status; // => 401
 * }
 * ```
 */
export class AuthenticationError extends Error {
  override readonly name: string = "AuthenticationError";
  /** HTTP status of the response. Express, Fastify and Koa send it if nothing handles the error. */
  readonly status: number;
  /** What to send to the client. */
  readonly publicResponse: PublicResponse;
  readonly #verdict: Rejected;

  constructor(verdict: Rejected) {
    super(verdict.publicResponse.message);
    this.status = verdict.status;
    this.publicResponse = verdict.publicResponse;
    this.#verdict = verdict;
  }

  /** Why the verifier rejected the request, for the log of the operator. Do not send it to the client. */
  get verdict(): Rejected {
    return this.#verdict;
  }
}

/** The error of `authenticate`, for requests that the verifier rejects. */

import type { Problem, PublicResponse, Rejected, RejectionCode, UnprovenClaims } from "./verdict.ts";

/**
 * A request that was not accepted. Its members are those of {@link Rejected}, except for its message: that is the public
 * one, because frameworks may send the message of an error to the client. `problems` has the messages for the log.
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
 *   error.code; // => "protocol-parameters-missing"
 *   error.publicResponse.status; // => 401
 * }
 * ```
 */
export class AuthenticationError extends Error {
  override readonly name: string = "AuthenticationError";
  readonly code: RejectionCode;
  /** HTTP status of the response. Express, Fastify and Koa send it if nothing handles the error. */
  readonly status: number;
  /** What to send to the client. */
  readonly publicResponse: PublicResponse;
  /** For the log of the operator. */
  readonly problems: readonly Problem[];
  /** What the request claims; nothing of it is proven. */
  readonly claimed: UnprovenClaims | undefined;

  constructor({ code, status, publicResponse, problems, claimed }: Rejected) {
    super(publicResponse.message);
    this.code = code;
    this.status = status;
    this.publicResponse = publicResponse;
    this.problems = problems;
    this.claimed = claimed;
  }
}

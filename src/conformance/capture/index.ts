/** Capture: verifies every request that a client sends to a server on this machine. */

export {
  type CannedAnswers,
  type CaptureServer,
  type CaptureServerOptions,
  startCaptureServer,
} from "./capture-server.ts";
export {
  type CapturedRequest,
  type Computation,
  type IncomingRequest,
  isNamed,
  isRight,
} from "./captured-request.ts";
export type { ExpectedCredentials } from "./expected-credentials.ts";
export { isRedacted, RECORD, recordLine, requestOfRecord } from "./record.ts";
export { resultOf } from "./result.ts";
export { type CaptureVerifier, createCaptureVerifier, type Explain } from "./verification.ts";

/**
 * The conformance suite as a function: it registers the vectors and the properties as tests of vitest, node:test, Jest or
 * Mocha.
 *
 * @module
 */

export type {
  Answer,
  AnyCredentials,
  Declared,
  ExactQuestion,
  Later,
  Question,
  Sent,
  Signer,
  UnsignedRequest,
  Verifier,
} from "./implementation.ts";
export type { SuiteOptions } from "./options.ts";
export { testSigner, testVerifier } from "./test-implementation.ts";
export type { DescribeFunction, TestBody, TestFunction } from "./test-runner.ts";

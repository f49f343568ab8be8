/** The rules of RFC 5849 that define each stage of the model. */

import type { Stages } from "../../model/index.ts";

/** Ids of rules, or their beginnings up to a hyphen. */
export const RULES_OF_STAGE: Readonly<Record<keyof Stages, readonly string[]>> = {
  percentEncode: ["rfc5849-3.6-"],
  encodeForSending: ["rfc5849-3.6-"],
  percentDecode: ["rfc5849-3.6-"],
  decodeForm: ["rfc5849-3.4.1.3.1-"],
  encodeForm: ["rfc5849-3.5.2-"],
  splitUrl: ["rfc5849-3.4.1.2-"],
  protocolParameters: ["rfc5849-3.1-", "rfc5849-3.3-"],
  collectParameters: ["rfc5849-3.4.1.3.1-"],
  encodeParameters: ["rfc5849-3.4.1.3.2-1", "rfc5849-3.6-"],
  sortParameters: ["rfc5849-3.4.1.3.2-2", "rfc5849-3.4.1.3.2-3"],
  joinParameters: ["rfc5849-3.4.1.3.2-4"],
  parameterString: ["rfc5849-3.4.1.3.2-"],
  authority: ["rfc5849-3.4.1.2-1", "rfc5849-3.4.1.2-2"],
  path: ["rfc5849-3.4.1.2-3"],
  baseStringUri: ["rfc5849-3.4.1.2-"],
  method: ["rfc5849-3.4.1.1-2"],
  baseString: ["rfc5849-3.4.1.1-"],
  key: ["rfc5849-3.4.2-1", "rfc5849-3.4.4-1"],
  signature: ["rfc5849-3.4.2-2", "rfc5849-3.4.3-1", "rfc5849-3.4.4-1", "hmac-sha2-", "rsa-sha2-"],
  bodyHash: ["body-hash-"],
  authorizationHeader: ["rfc5849-3.5.1-"],
  url: ["rfc5849-3.5.3-"],
  body: ["rfc5849-3.5.2-"],
};

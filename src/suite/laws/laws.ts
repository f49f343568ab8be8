/**
 * The laws. Each is one sentence and the few lines that check it.
 *
 * @module
 */

import { baseStringSeparates } from "./base-string-law.ts";
import { bodyHashIsHash, hmacIsHmac } from "./hash-laws.ts";
import type { Law } from "./law.ts";
import { decodingUndoesEncoding, encodingDecodesBack, formDecodesBack, headerParsesBack } from "./round-trip-laws.ts";
import {
  agreesWithModel,
  choosesNonceAndTimestamp,
  orderIsFree,
  sendsWhatItSigns,
  signingIsDeterministic,
} from "./signing-laws.ts";
import { signatureVerifies, verificationAgrees } from "./verifying-laws.ts";

/** All laws, in the order in which they are run. */
export const LAWS: readonly Law[] = [
  agreesWithModel,
  orderIsFree,
  encodingDecodesBack,
  decodingUndoesEncoding,
  formDecodesBack,
  sendsWhatItSigns,
  baseStringSeparates,
  headerParsesBack,
  signatureVerifies,
  verificationAgrees,
  signingIsDeterministic,
  choosesNonceAndTimestamp,
  hmacIsHmac,
  bodyHashIsHash,
];

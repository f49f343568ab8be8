/** The list of properties. */

import { baseStringSeparates } from "./base-string-property.ts";
import { bodyHashIsHash, hmacIsHmac } from "./hash-properties.ts";
import type { Property } from "./property.ts";
import {
  decodingUndoesEncoding,
  encodingDecodesBack,
  formDecodesBack,
  headerParsesBack,
} from "./round-trip-properties.ts";
import {
  agreesWithModel,
  choosesNonceAndTimestamp,
  orderIsFree,
  sendsWhatItSigns,
  signingIsDeterministic,
} from "./signing-properties.ts";
import { signatureVerifies, verificationAgrees } from "./verifying-properties.ts";

/** All properties, in the order in which they are run. */
export const PROPERTIES: readonly Property[] = [
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

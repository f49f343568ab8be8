/** The list of properties. */

import { baseStringSeparates } from "./base-string-property.ts";
import { orderIsByOctets, reservedCharactersAreEncodedTwice, spaceIs2520 } from "./base-string-text-properties.ts";
import { acceptsNoCollision } from "./collision-property.ts";
import type { Property } from "./property.ts";
import {
  agreesWithModel,
  choosesNonceAndTimestamp,
  orderIsFree,
  sendsWhatItSigns,
  signatureVerifies,
  signingIsDeterministic,
  verificationAgrees,
} from "./signing-properties.ts";
import {
  bodyHashIsHash,
  decodingUndoesEncoding,
  encodingDecodesBack,
  formDecodesBack,
  headerParsesBack,
  hmacIsHmac,
} from "./stage-properties.ts";

/** All properties, in the order in which they are run. */
export const PROPERTIES: readonly Property[] = [
  agreesWithModel,
  spaceIs2520,
  reservedCharactersAreEncodedTwice,
  orderIsByOctets,
  orderIsFree,
  encodingDecodesBack,
  decodingUndoesEncoding,
  formDecodesBack,
  sendsWhatItSigns,
  baseStringSeparates,
  headerParsesBack,
  signatureVerifies,
  verificationAgrees,
  acceptsNoCollision,
  signingIsDeterministic,
  choosesNonceAndTimestamp,
  hmacIsHmac,
  bodyHashIsHash,
];

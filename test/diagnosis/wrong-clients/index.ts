/** The clients written by hand. */

import type { WrongClient } from "./client.ts";
import { componentEncoder } from "./component-encoder.ts";
import { digestCut } from "./digest-cut.ts";
import { emptyAndSecret } from "./empty-and-secret.ts";
import { formForgotten } from "./form-forgotten.ts";
import { hexSignature } from "./hex-signature.ts";
import { keyByTemplate } from "./key-by-template.ts";
import { keyHashed } from "./key-hashed.ts";
import { keyOfOneSecret } from "./key-of-one-secret.ts";
import { latin1Encoder } from "./latin1-encoder.ts";
import { linesJoined } from "./lines-joined.ts";
import { lowerCaseHex } from "./lower-case-hex.ts";
import { methodAsTyped } from "./method-as-typed.ts";
import { nonceUpperCased } from "./nonce-upper-cased.ts";
import { objectParameters } from "./object-parameters.ts";
import { pairsSortedJoined } from "./pairs-sorted-joined.ts";
import { pathDecoder } from "./path-decoder.ts";
import { portAndSort } from "./port-and-sort.ts";
import { portKept } from "./port-kept.ts";
import { queryEncodedAgain } from "./query-encoded-again.ts";
import { queryForgotten } from "./query-forgotten.ts";
import { realmSigned } from "./realm-signed.ts";
import { right } from "./right.ts";
import { rsaHashedTwice } from "./rsa-hashed-twice.ts";
import { rsaPss } from "./rsa-pss.ts";
import { rsaSha1NamedSha256 } from "./rsa-sha1-named-sha256.ts";
import { schemeLeftOut } from "./scheme-left-out.ts";
import { secretsRaw } from "./secrets-raw.ts";
import { sha1ForAll } from "./sha1-for-all.ts";
import { slashSafe } from "./slash-safe.ts";
import { sortedDescending } from "./sorted-descending.ts";
import { sortedRaw } from "./sorted-raw.ts";
import { thirdPartRaw } from "./third-part-raw.ts";
import { trailingAmpersand } from "./trailing-ampersand.ts";
import { urlEncoder } from "./url-encoder.ts";

export type { WrongClient } from "./client.ts";

/** The one with nothing wrong. */
export const RIGHT_CLIENT: WrongClient = right;

/** See the module; the right one is not among them. */
export const WRONG_CLIENTS: readonly WrongClient[] = [
  urlEncoder,
  componentEncoder,
  objectParameters,
  pairsSortedJoined,
  sortedRaw,
  thirdPartRaw,
  portKept,
  pathDecoder,
  keyOfOneSecret,
  keyByTemplate,
  secretsRaw,
  hexSignature,
  sha1ForAll,
  formForgotten,
  queryForgotten,
  realmSigned,
  queryEncodedAgain,
  methodAsTyped,
  slashSafe,
  lowerCaseHex,
  latin1Encoder,
  portAndSort,
  emptyAndSecret,
  linesJoined,
  nonceUpperCased,
  sortedDescending,
  schemeLeftOut,
  digestCut,
  trailingAmpersand,
  keyHashed,
  rsaPss,
  rsaHashedTwice,
  rsaSha1NamedSha256,
];

/** All families, in the order of their vectors in a file. */

import type { Family } from "../types.ts";
import { bodiesUnsigned } from "./bodies-unsigned.ts";
import { bodyHashes } from "./body-hash.ts";
import { bodyHashInRequests } from "./body-hash-in-requests.ts";
import { controlCharacters } from "./control-characters.ts";
import { controlCharactersInRequests } from "./control-characters-in-requests.ts";
import { formSyntax } from "./form-syntax.ts";
import { fragmentsInRequests } from "./fragments-in-requests.ts";
import { furtherProtocolParameters } from "./further-protocol-parameters.ts";
import { gatewayCreateCardRef } from "./gateway-create-card-ref.ts";
import { gatewayPanEligibility } from "./gateway-pan-eligibility.ts";
import { gatewayPayout } from "./gateway-payout.ts";
import { gatewayTransfer } from "./gateway-transfer.ts";
import { gatewayTransferByRef } from "./gateway-transfer-by-ref.ts";
import { gatewayValues } from "./gateway-values.ts";
import { headerValues } from "./header-values.ts";
import { hosts } from "./hosts.ts";
import { httpMethods } from "./http-methods.ts";
import { identities } from "./identities.ts";
import { inheritedNames } from "./inherited-names.ts";
import { longValues } from "./long-values.ts";
import { nameOrderEncoded } from "./name-order-encoded.ts";
import { nameOrderJoined } from "./name-order-joined.ts";
import { nameOrderLocale } from "./name-order-locale.ts";
import { nameOrderUtf16 } from "./name-order-utf16.ts";
import { notUtf8Decoding } from "./not-utf8-decoding.ts";
import { notUtf8Form } from "./not-utf8-form.ts";
import { notUtf8Query } from "./not-utf8-query.ts";
import { octetsEncoding } from "./octets-encoding.ts";
import { parameterCount } from "./parameter-count.ts";
import { paths } from "./paths.ts";
import { printableAsciiForm } from "./printable-ascii-form.ts";
import { printableAsciiQuery } from "./printable-ascii-query.ts";
import { querySyntax } from "./query-syntax.ts";
import { realmInHeader } from "./realm-in-header.ts";
import { realmInRequests } from "./realm-in-requests.ts";
import { realmRead } from "./realm-read.ts";
import { repeatedNames } from "./repeated-names.ts";
import { schemeWhiteSpace } from "./scheme-white-space.ts";
import { secretsPlaintext } from "./secrets-plaintext.ts";
import { secretsSignature } from "./secrets-signature.ts";
import { shortSecrets } from "./short-secrets.ts";
import { signatureMethods } from "./signature-methods.ts";
import { signatureNames } from "./signature-names.ts";
import { transports } from "./transports.ts";
import { urisInRequests } from "./uris-in-requests.ts";
import { urlParts } from "./url-parts.ts";
import { urlSpellings } from "./url-spellings.ts";
import { utf8Encoding } from "./utf8-encoding.ts";
import { utf8InRequests } from "./utf8-in-requests.ts";

export const FAMILIES: readonly Family[] = [
  ...signatureMethods,
  parameterCount,
  nameOrderEncoded,
  nameOrderUtf16,
  nameOrderJoined,
  nameOrderLocale,
  printableAsciiForm,
  printableAsciiQuery,
  controlCharacters,
  controlCharactersInRequests,
  utf8Encoding,
  utf8InRequests,
  octetsEncoding,
  notUtf8Query,
  notUtf8Form,
  notUtf8Decoding,
  querySyntax,
  formSyntax,
  inheritedNames,
  repeatedNames,
  longValues,
  hosts,
  paths,
  urlParts,
  httpMethods,
  transports,
  realmInRequests,
  realmInHeader,
  realmRead,
  headerValues,
  secretsSignature,
  secretsPlaintext,
  identities,
  furtherProtocolParameters,
  bodyHashes,
  bodyHashInRequests,
  bodiesUnsigned,
  fragmentsInRequests,
  urlSpellings,
  urisInRequests,
  signatureNames,
  shortSecrets,
  gatewayCreateCardRef,
  gatewayPanEligibility,
  gatewayTransfer,
  gatewayTransferByRef,
  gatewayPayout,
  gatewayValues,
  schemeWhiteSpace,
];

/** All families, in the order of their vectors in a file. */

import type { Family } from "../types.ts";
import { bodiesUnsigned } from "./bodies-unsigned.ts";
import { bodyHashes, bodyHashInRequests } from "./body-hashes.ts";
import { controlCharacters, controlCharactersInRequests } from "./control-characters.ts";
import { formSyntax, querySyntax } from "./form-syntax.ts";
import { furtherProtocolParameters } from "./further-protocol-parameters.ts";
import {
  gatewayCreateCardRef,
  gatewayPanEligibility,
  gatewayPayout,
  gatewayTransfer,
  gatewayTransferByRef,
  gatewayValues,
} from "./gateway.ts";
import { headerValues, schemeWhiteSpace } from "./headers.ts";
import { httpMethods } from "./http-methods.ts";
import { identities } from "./identities.ts";
import { inheritedNames } from "./inherited-names.ts";
import { longValues } from "./long-values.ts";
import { nameOrderEncoded, nameOrderJoined, nameOrderLocale, nameOrderUtf16 } from "./name-order.ts";
import { notUtf8Decoding, notUtf8Form, notUtf8Query, octetsEncoding } from "./not-utf8.ts";
import { parameterCount } from "./parameter-count.ts";
import { printableAsciiForm, printableAsciiQuery } from "./printable-ascii.ts";
import { realmInHeader, realmInRequests, realmRead } from "./realms.ts";
import { repeatedNames } from "./repeated-names.ts";
import { secretsPlaintext, secretsSignature, shortSecrets } from "./secrets.ts";
import { signatureMethods } from "./signature-methods.ts";
import { signatureNames } from "./signature-names.ts";
import { transports } from "./transports.ts";
import { fragmentsInRequests, hosts, paths, urisInRequests, urlParts, urlSpellings } from "./urls.ts";
import { utf8Encoding, utf8InRequests } from "./utf8.ts";

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

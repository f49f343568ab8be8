/** All stages, as RFC 5849 specifies them. */

import { authorizationHeader } from "./authorization-header.ts";
import { baseString, method } from "./base-string.ts";
import { authority, baseStringUri, path } from "./base-string-uri.ts";
import { decodeForm, encodeForm } from "./form.ts";
import { key } from "./key.ts";
import { encodeParameters, joinParameters, parameterString, sortParameters } from "./parameter-string.ts";
import { collectParameters } from "./parameters.ts";
import { percentDecode, percentEncode } from "./percent-encoding.ts";
import { bodyHash, protocolParameters } from "./protocol-parameters.ts";
import { signature } from "./signature.ts";
import { splitUrl } from "./split-url.ts";
import type { Stages } from "./stages.ts";
import { body, url } from "./transport.ts";

export const specification: Stages = {
  percentEncode,
  encodeForSending: percentEncode,
  percentDecode,
  decodeForm,
  encodeForm,
  splitUrl,
  protocolParameters,
  collectParameters,
  encodeParameters,
  sortParameters,
  joinParameters,
  parameterString,
  authority,
  path,
  baseStringUri,
  method,
  baseString,
  key,
  signature,
  bodyHash,
  authorizationHeader,
  url,
  body,
};

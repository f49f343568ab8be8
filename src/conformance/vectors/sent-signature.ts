/** Finds the signature in a request that a client sent. */

import { specification, toText } from "../../model/index.ts";

/** The parts of a signed request that can have the signature. */
export interface SentParts {
  readonly authorization?: string;
  readonly url?: string;
  readonly body?: string;
}

const NAME = "oauth_signature";
/** Longer headers are not searched, in characters: no real header is longer, and the search must end soon. */
const LONGEST_HEADER = 65_536;
// A name, and a value with or without quotes: a header that violates the RFC can still have a signature.
const HEADER_PARAMETER_RE = /(?<=^|[\s,])([^\s,="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/g;
const FORM_PARAMETER_RE = /(?:^|[?&])oauth_signature=([^&#]*)/; // in a form or a query

/** The value of `oauth_signature`, decoded, from the header, else the body, else the URL; `undefined` if none has it. */
export function sentSignature({ authorization = "", url = "", body = "" }: SentParts): string | undefined {
  const inForm = (FORM_PARAMETER_RE.exec(body) ?? FORM_PARAMETER_RE.exec(url))?.[1]?.replaceAll("+", " ");
  const encoded = inHeader(authorization) ?? inForm;
  return encoded === undefined ? undefined : decode(encoded);
}

function inHeader(text: string): string | undefined {
  if (text.length > LONGEST_HEADER) return undefined;
  for (const [, name, quoted, bare] of text.matchAll(HEADER_PARAMETER_RE)) if (name === NAME) return quoted ?? bare;
  return undefined;
}

/** Text with a lone surrogate, or too long for a signature, stays as it is. */
function decode(text: string): string {
  if (text.length > LONGEST_HEADER || !text.isWellFormed()) return text;
  return toText(specification.percentDecode(text));
}

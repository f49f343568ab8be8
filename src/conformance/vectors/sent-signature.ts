/**
 * Finds the signature in what a client sends.
 *
 * @module
 */

import { specification, toText } from "../../model/index.ts";

/** What a client may show of the request that it signed. */
export interface SentParts {
  readonly authorization?: string;
  readonly url?: string;
  readonly body?: string;
}

const NAME = "oauth_signature";
/** Characters of a header that are looked at: a header is no place for more, and the search must end soon. */
const LONGEST_HEADER = 65_536;
// A name, and a value in quotes or without: also headers that are none by the RFC hold a signature.
const HEADER_PARAMETER_RE = /(?<=^|[\s,])([^\s,="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/g;
const FORM_PARAMETER_RE = /(?:^|[?&])oauth_signature=([^&#]*)/; // the pair of a form or a query

/** The value of `oauth_signature`, decoded; `undefined` where it stands nowhere. The header is looked at first. */
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

/** A text that has no octets, or too many for a signature, stands for itself. */
function decode(text: string): string {
  if (text.length > LONGEST_HEADER || !text.isWellFormed()) return text;
  return toText(specification.percentDecode(text));
}

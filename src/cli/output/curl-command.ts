/** A signed request as a curl command that sends exactly what was signed. */

import type { SignedRequest } from "../../index.ts";
import { shellWord } from "./shell-word.ts";

/** A body that is not a form. */
export interface BodyFile {
  readonly file?: string | undefined;
  readonly contentType?: string | undefined;
}

/** Writes one line for a POSIX shell. Two options keep curl from changing the URL: no globbing, dot segments stay. */
export function curlCommand(
  { method, url, headers, body }: SignedRequest,
  { file, contentType }: BodyFile = {},
): string {
  const sent = { ...headers, ...(contentType === undefined ? {} : { "content-type": contentType }) };
  const form = typeof body === "string" ? ["--data-raw", body] : [];
  const words = [
    ...["curl", "--globoff", "--path-as-is"],
    ...(method === "HEAD" ? ["--head"] : ["--request", method]),
    ...Object.entries(sent).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...(file === undefined ? form : ["--data-binary", `@${file}`]),
    url,
  ];
  return words.map(shellWord).join(" ");
}

/** A signed request as text that can be pasted: a curl command, and the part that contains the signature. */

import type { SignedRequest, Transport } from "../oauth1/index.ts";

/** Quotes a word if it needs quotes. In single quotes, only the single quote itself is special. */
export function shellWord(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes a curl command that sends exactly what was signed. Two options keep curl from changing the URL: no globbing,
 * dot segments stay.
 *
 * @param bodyFile a body that is not a form
 */
export function curlCommand(
  { method, url, headers, body }: Pick<SignedRequest, "method" | "url" | "headers" | "body">,
  bodyFile?: { readonly file: string; readonly contentType: string },
): string {
  const sent = bodyFile === undefined ? headers : { ...headers, "content-type": bodyFile.contentType };
  // For an empty body, curl would add the Content-Type of a form, so it is sent only if a body is usual.
  const isSent = typeof body === "string" && (body !== "" || !/^(?:GET|HEAD)$/.test(method));
  const form = isSent ? ["--data-raw", body] : [];
  const words = [
    ...["curl", "--globoff", "--path-as-is"],
    ...(method === "HEAD" ? ["--head"] : ["--request", method]),
    ...Object.entries(sent).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...(bodyFile === undefined ? form : ["--data-binary", `@${bodyFile.file}`]),
    url,
  ];
  return words.map(shellWord).join(" ");
}

/** The part of a signed request that contains the signature. */
export function signedPart(
  { authorization, url, body }: Pick<SignedRequest, "authorization" | "url" | "body">,
  transport: Transport = "header",
): string {
  const header = `Authorization: ${authorization}`;
  switch (transport) {
    case "query":
      return url;
    case "body":
      return String(body);
    case "header-and-body":
      return `${header}\n\n${body}`;
    default:
      return header;
  }
}

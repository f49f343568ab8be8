/** The frame of a page that is one file: its parts are inline, and it loads and sends nothing. */

import { createHash } from "node:crypto";
import { type Markup, markup } from "./markup.ts";

/** What a page consists of. */
export interface HtmlParts {
  readonly title: Markup;
  readonly style: string;
  readonly script: string;
  readonly body: Markup;
  /** Whether elements may have style attributes. @default false */
  readonly hasStyleAttributes?: boolean;
  /** Further rules of the content security policy. @default none */
  readonly furtherRules?: readonly string[];
}

/** The whole document, with a policy that allows exactly these parts, by their hashes. */
export function htmlDocument(parts: HtmlParts): Markup {
  const { title, style, script, body, hasStyleAttributes = false, furtherRules = [] } = parts;
  const policy = [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    ...(hasStyleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    `script-src '${hash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ...furtherRules,
  ].join("; ");
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
${body}
<script>${{ html: script }}</script>
</body>
</html>
`;
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

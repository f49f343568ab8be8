/**
 * HTML that escapes whatever is put into it.
 *
 * @module
 */

import { escapeHtml } from "./escape-html.ts";
import { visible } from "./visible.ts";

/** HTML that was made by {@link markup}. */
export interface Markup {
  readonly html: string;
}

type Value = Markup | readonly Markup[] | string | number | undefined;

/** A template of HTML: text in it is escaped and made visible; other markup stays what it is, and undefined is nothing. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { html: strings.map((string, at) => string + htmlOf(values[at])).join("") };
}

/** Text of several lines, for inside of `pre`. */
export function lines(text: string): Markup {
  return { html: text.split(/\r?\n/).map(htmlOf).join("\n") };
}

function htmlOf(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "number") return value.toLocaleString("en");
  if (typeof value === "string") return escapeHtml(visible(value));
  return "html" in value ? value.html : value.map(htmlOf).join("");
}

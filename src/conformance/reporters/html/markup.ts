/** Templates of HTML and XML that escape all text. */

import { counted, visible } from "../../../redaction/visible.ts";

/** HTML or XML made by {@link markup}. */
export interface Markup {
  readonly html: string;
}

type Value = Markup | readonly Markup[] | string | number | undefined;

/** A template of HTML or XML. Text in it is escaped and made visible; markup is inserted as it is; `undefined` adds nothing. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { html: strings.map((string, at) => string + htmlOf(values[at])).join("") };
}

/** Text of several lines, for the inside of `pre`. */
export function lines(text: string): Markup {
  return { html: text.split(/\r?\n/).map(htmlOf).join("\n") };
}

function htmlOf(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "number") return counted(value);
  if (typeof value === "string") return escapeHtml(visible(value));
  return "html" in value ? value.html : value.map(htmlOf).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for content and for quoted attributes. Does not make invisible characters visible. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

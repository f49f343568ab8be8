/** Reads the form of an HTML page, such as the launch page of LTI, as the request that a browser sends. */

import { latin1Octets } from "../platform/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { RequestTextError } from "./input-error.ts";
import { withoutEntities } from "./literals.ts";
import type { PastedRequest } from "./pasted-request.ts";

const LARGEST = 2 ** 20;
const FORM_RE = /<form\b([^>]{0,999})>([\s\S]*?)(?:<\/form>|$)/gi;
const FIELD_RE =
  /<(input|button|textarea|select)\b((?:[^>"']|"[^"]{0,9999}"|'[^']{0,9999}'){0,999})>(?:([^<]*)<\/textarea>)?/gi;

/**
 * @param text each octet is a character from U+0000 to U+00FF
 * @returns `undefined` if no form is signed
 */
export function readHtmlForm(text: string, entry: string | undefined): PastedRequest | undefined {
  if (text.length > LARGEST) return undefined;
  const forms = [...text.matchAll(FORM_RE)].flatMap(([, attributes = "", content = ""]) => {
    const pairs = pairsIn(content);
    const url = attributeOf(attributes, "action") ?? "";
    const method = (attributeOf(attributes, "method") ?? "GET").toUpperCase();
    return pairs.some(([name]) => name === "oauth_signature") ? [{ method, url, pairs, isSigned: true }] : [];
  });
  if (forms.length === 0) return undefined;
  const { method, url, pairs } = chooseEntry(forms, "an HTML page", entry);
  if (!/^https?:\/\//i.test(url)) {
    throw new RequestTextError("the action of the form is not an absolute URL", "write the whole URL into its action");
  }
  const form = pairs.map((pair) => pair.map(encoded).join("=")).join("&");
  if (method === "GET") return { method, url: `${url.replace(/\?.*/s, "")}?${form}`, headers: [], isSearched: true };
  const headers = [["Content-Type", "application/x-www-form-urlencoded"]] as const;
  return { method, url, headers, body: latin1Octets(form), isSearched: true };
}

/** The fields that the form sends. A button is sent only if LTI signed it. */
function pairsIn(content: string): [name: string, value: string][] {
  return [...content.matchAll(FIELD_RE)].flatMap(([, tag = "", attributes = "", inner = ""]): [string, string][] => {
    const name = attributeOf(attributes, "name") ?? "";
    const type = (
      attributeOf(attributes, "type") ?? (tag.toLowerCase() === "button" ? "submit" : "text")
    ).toLowerCase();
    const isButton = /^(?:submit|button|image|reset)$/.test(type) && !name.startsWith("ext_");
    const isOff = /^(?:checkbox|radio)$/.test(type) && !/\bchecked\b/i.test(attributes);
    if (name === "" || isButton || isOff || /\sdisabled\b/i.test(attributes)) return [];
    return [
      [name, tag.toLowerCase() === "textarea" ? withoutEntities(inner) : (attributeOf(attributes, "value") ?? "")],
    ];
  });
}

function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : withoutEntities(value);
}

/** As browsers encode a form. */
function encoded(octets: string): string {
  const escaped = (octet: string): string => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  return octets
    .replace(/\r?\n/g, "\r\n")
    .replace(/[^A-Za-z0-9*._ -]/g, escaped)
    .replaceAll(" ", "+");
}

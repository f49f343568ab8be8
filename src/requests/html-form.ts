/** Reads the form of an HTML page, such as the launch page of LTI, as the request that a browser sends. */

import { latin1Octets } from "../platform/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { formOf, type Pair } from "./form-text.ts";
import { RequestTextError } from "./input-error.ts";
import { withoutEntities } from "./literals.ts";
import { FORM_TYPE, type PastedRequest } from "./pasted-request.ts";

const LARGEST = 2 ** 20;
const FORM_RE = /<form\b([^<>]{0,999})>([\s\S]*?)(?:<\/form>|$)/gi;
const FIELD_RE = /<(input|textarea|select)\b((?:[^<>"']|"[^"]{0,9999}"|'[^']{0,9999}'){0,999})>/gi;

/**
 * @param text each octet is a character from U+0000 to U+00FF
 * @returns `undefined` if no form is signed
 */
export function readHtmlForm(text: string, entry: string | undefined): PastedRequest | undefined {
  if (text.length > LARGEST) return undefined;
  const forms = [...text.matchAll(FORM_RE)].flatMap(([, attributes = "", content = ""]) => {
    const fields = fieldsIn(content);
    const url = attributeOf(attributes, "action") ?? "";
    const method = (attributeOf(attributes, "method") ?? "GET").toUpperCase();
    return fields.some(({ name }) => name === "oauth_signature") ? [{ method, url, fields, isSigned: true }] : [];
  });
  if (forms.length === 0) return undefined;
  const { method, url, fields } = chooseEntry(forms, "an HTML page", entry);
  if (!/^https?:\/\//i.test(url)) {
    throw new RequestTextError("the action of the form is not an absolute URL", "write the whole URL into its action");
  }
  const pairs = fields.map(({ name, value }): Pair => {
    if (value !== undefined) return [name, value];
    throw new RequestTextError(
      "the form has a field whose value is not in the page: a textarea or a select",
      "send the form, and copy the request from the developer tools of the browser as cURL",
    );
  });
  const { form } = formOf(pairs);
  const repairs = ["the fields of an HTML form were encoded"];
  if (method === "GET") return { method, url: `${url.replace(/\?.*/s, "")}?${form}`, headers: [], repairs };
  const headers = [["Content-Type", FORM_TYPE]] as const;
  return { method, url, headers, body: latin1Octets(form), repairs };
}

/** The fields that the form sends. If `value` is absent, the page does not contain it. A button is sent only if LTI signed it. */
function fieldsIn(content: string): { name: string; value?: string }[] {
  return [...content.matchAll(FIELD_RE)].flatMap(([, kind = "", attributes = ""]) => {
    const name = attributeOf(attributes, "name") ?? "";
    const type = attributeOf(attributes, "type") ?? "";
    const isButton = /^(?:submit|button|image|reset)$/i.test(type) && !name.startsWith("ext_");
    const isTicked = /^(?:checkbox|radio)$/i.test(type);
    if (name === "" || isButton || isSet(attributes, "disabled") || (isTicked && !isSet(attributes, "checked")))
      return [];
    if (!/input/i.test(kind)) return [{ name }];
    return [{ name, value: attributeOf(attributes, "value") ?? (isTicked ? "on" : "") }];
  });
}

/** Whether an attribute is there, with or without a value. */
function isSet(attributes: string, name: string): boolean {
  return new RegExp(`(?:^|\\s)${name}(?:[\\s=/]|$)`, "i").test(attributes.replace(/"[^"]*"|'[^']*'/g, ""));
}

function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : withoutEntities(value);
}

/** What a text contains beside the request that was found in it. */

import { specification } from "../../model/index.ts";
import { latin1Text } from "../../platform/index.ts";
import { octetsOfLiteral, percentEncoded } from "../literals.ts";
import { type NamedValue, ofBrackets } from "./named-values.ts";
import { MOST_LINES } from "./only-one.ts";
import { isNoBody, mayContainParameters } from "./value-names.ts";

const PARAMETER_LINE_RE = /^\s*[\w.[\]-]{1,60}\s?=(?!>)\s?([^\s{[(](?:.*[^\s,;])?)[\s,;]*$/;
/** Two or more parameters. */
const FORM_IN_LINE_RE =
  /(?<=(?:^|[\s"'])(?:\w{1,40}=[[(]?)?)(?!oauth_problem=)[^\s"'=&?:]{1,200}=[^\s"'=&]{0,9999}(?:&[^\s"'=&]{1,200}=[^\s"'=&]{0,9999})+/;

/** The parameters that no form of the request contains: values in brackets such as `params: {`, at any depth. */
export function unusedParameters(values: readonly NamedValue[], forms: readonly string[]): NamedValue[] {
  const areOfParameters = ofBrackets(false, ({ name }, isWithin) => isWithin || mayContainParameters(name));
  const sent = forms.flatMap((form) => specification.decodeForm(form, specification));
  const keyOf = (name: string, value: string): string => `${percentEncoded(name)}=${percentEncoded(value)}`;
  const keys = new Set(sent.map(([name, value]) => keyOf(latin1Text(name), latin1Text(value))));
  return values.filter((one) => areOfParameters(one.within) && !isNoBody(one) && !keys.has(keyOf(one.name, one.value)));
}

/** Reports the lines that look like parameters but are no part of the request, and the first that is a form. */
export function unusedLines(
  text: string,
  body: string | undefined,
  used: ReadonlySet<string>,
  parameters: readonly NamedValue[],
): { repairs: string[]; unusedForm?: number | undefined } {
  const lines = text.split("\n").flatMap((whole, index) => {
    return octetsOfLiteral(whole)
      .split("\n")
      .map((line) => ({ line, number: index + 1 }));
  });
  const inLines = lines.flatMap(({ line, number }) => {
    const [form] = FORM_IN_LINE_RE.exec(line) ?? [];
    const [, value = form] = PARAMETER_LINE_RE.exec(line) ?? [];
    const isUsed =
      value === undefined ||
      (body !== undefined && body !== "" && line.includes(body)) ||
      [line.trim(), value, value.slice(1, -1), form ?? ""].some((one) => one !== "" && used.has(one));
    return isUsed ? [] : [{ number, isForm: form !== undefined }];
  });
  const unused = [...inLines, ...parameters.map(({ line }) => ({ number: line, isForm: true }))];
  if (unused.length === 0) return { repairs: [] };
  const numbers = [...new Set(unused.map(({ number }) => number))].sort((one, other) => one - other);
  const [what, were] = numbers.length === 1 ? ["line", "was"] : ["lines", "were"];
  const more = numbers.length > MOST_LINES ? ", …" : "";
  return {
    repairs: [`${what} ${numbers.slice(0, MOST_LINES).join(", ")}${more} of the text ${were} not used`],
    unusedForm: unused.find(({ isForm }) => isForm)?.number,
  };
}

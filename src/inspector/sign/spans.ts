/** Finds the position of each parameter in each text of a signed request. */

import { type NameValue, type ParameterOrigin, parseForm, percentEncode } from "../../oauth1/index.ts";

/** A part of a text that belongs to one parameter. Positions are UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The index of the parameter in the list of the signed parameters. */
  readonly parameter: number;
}

/** The data of a parameter that the spans need. */
export interface PlacedParameter {
  readonly index: number;
  readonly origin: ParameterOrigin;
  readonly encodedName: string;
  readonly encodedValue: string;
}

/** The spans of texts that follow each other, with a separator between them. */
export function spansOfList(
  parts: readonly { readonly parameter: number; readonly text: string }[],
  separator: string,
  from = 0,
): Span[] {
  let at = from;
  return parts.map(({ parameter, text }) => {
    const span = { start: at, end: at + text.length, parameter };
    at = span.end + separator.length;
    return span;
  });
}

/** The spans of the pairs of a query or a form body, each at its place in a text. */
export function spansOfPairs(text: string, from: number, parameters: readonly PlacedParameter[]): Span[] {
  const left = [...parameters];
  const spans: Span[] = [];
  let at = from;
  for (const pair of text.slice(from).split("&")) {
    const end = at + pair.length;
    const [sent] = parseForm(pair);
    const found = sent === undefined ? -1 : left.findIndex((one) => isSame(one, sent));
    if (found !== -1) spans.push({ start: at, end, parameter: left.splice(found, 1)[0]!.index });
    at = end + 1;
  }
  return spans;
}

/** The spans of the parameters of an Authorization header that our signer wrote. */
export function spansInHeader(header: string, parameters: readonly PlacedParameter[]): Span[] {
  return parameters.flatMap(({ index, encodedName, encodedValue }) => {
    const text = `${encodedName}="${encodedValue}"`;
    const start = header.indexOf(text, header.indexOf('oauth_consumer_key="') - 1);
    return start === -1 ? [] : [{ start, end: start + text.length, parameter: index }];
  });
}

function isSame({ encodedName, encodedValue }: PlacedParameter, [name, value]: NameValue): boolean {
  return percentEncode(name) === encodedName && percentEncode(value) === encodedValue;
}

/**
 * How a header, query or form is laid out: all of it but the values. Clients write one request like the other, so what
 * was found out of a layout once holds for whatever is laid out alike.
 *
 * @module
 */

import { detached, detachedOctets } from "./detached.ts";
import { isProtocolName } from "./protocol-names.ts";
import type { ReceivedName, ReceivedText } from "./received-parameters.ts";

/** A layout. */
export interface TextLayout {
  readonly places: readonly Place[];
  /** The octets behind the last value. */
  readonly ending: Uint8Array;
}

/** Where a value stands. */
export interface Place {
  /** The octets between it and the value before it; from the start for the first. */
  readonly before: Uint8Array;
  /** Where its name starts in these. */
  readonly nameAt: number;
  readonly name: ReceivedName;
}

/**
 * The layout of a text; `undefined` where something in it has a spelling of its own, or a name is no text or has no equals
 * sign: there what comes in front does not tell where a value starts.
 */
export function layoutOf({ text, at, parameters }: ReceivedText): TextLayout | undefined {
  const places: Place[] = [];
  let end = 0;
  for (const { name, nameAt, ...value } of parameters) {
    const valueAt = value.valueAt - at;
    const before = text.slice(end, valueAt);
    if (typeof name.decoded !== "string" || valueAt > text.length) return undefined;
    if (!before.endsWith("=") && !before.endsWith('="')) return undefined;
    places.push({ before: detachedOctets(before), nameAt: nameAt - at - end, name: keptName(name, name.decoded) });
    end = value.valueEnd - at;
  }
  return { places, ending: detachedOctets(text.slice(end)) };
}

/** Nothing of the text that a name was cut out of may stay with it: there are values in that. */
function keptName(name: ReceivedName, decoded: string): ReceivedName {
  const encoded = isProtocolName(name.encoded) ? name.encoded : detached(name.encoded);
  return { ...name, encoded, decoded: detached(decoded) };
}

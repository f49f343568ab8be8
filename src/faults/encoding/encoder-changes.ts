/** Wrong percent-encoders, and the places in which a client uses one. */

import { type EncodedParameter, escapeOctet, validUtf8Text } from "../../model/index.ts";
import { concatOctets, latin1Octets, utf8Octets } from "../../platform/index.ts";
import type { Form, StageChange } from "../fault.ts";
import { inForms } from "../helpers/forms.ts";
import { changeText, isProtocol, replaceStage } from "../helpers/stage-changes.ts";

type Encoder = (octets: Uint8Array) => string;

/** Derives a wrong encoder from a given encoder, so that two changes can be combined. */
export type EncoderChange = (encode: Encoder) => Encoder;

/** Returns the same wrong encoder for the same encoder, so that cached results of an encoder are found again. */
function once(change: EncoderChange): EncoderChange {
  const changed = new WeakMap<Encoder, Encoder>();
  return (encode) => {
    const known = changed.get(encode) ?? change(encode);
    changed.set(encode, known);
    return known;
  };
}

/** Uses the wrong encoder for names, values, secrets and the parts of the base string, as most clients do. */
export function inAllEncoding(change: EncoderChange): StageChange {
  const changed = once(change);
  return (stages) => ({ ...stages, percentEncode: changed(stages.percentEncode) });
}

/** Uses the wrong encoder for names and values only, not for the parts of the base string. */
export function inNamesAndValues(change: EncoderChange): StageChange {
  const changed = once(change);
  return replaceStage("encodeParameters", (encode, parameters, stages) =>
    encode(parameters, { ...stages, percentEncode: changed(stages.percentEncode) }),
  );
}

/** Uses the wrong encoder only for the three parts of the base string. */
export function inPartsOfBaseString(change: EncoderChange): StageChange {
  const changed = once(change);
  return replaceStage("baseString", (join, input, stages) =>
    join(input, { ...stages, percentEncode: changed(stages.percentEncode) }),
  );
}

/** Uses the wrong encoder for some names and values: `choose` gets each parameter, encoded correctly and wrongly. */
export function inSome(
  change: EncoderChange,
  choose: (right: EncodedParameter, wrong: EncodedParameter) => EncodedParameter,
): StageChange {
  const changed = once(change);
  return replaceStage("encodeParameters", (encode, parameters, stages) => {
    const wrong = encode(parameters, { ...stages, percentEncode: changed(stages.percentEncode) });
    return encode(parameters, stages).map((right, at) => choose(right, wrong[at]!));
  });
}

const inValues = (change: EncoderChange): StageChange =>
  inSome(change, (right, { encodedValue }) => ({ ...right, encodedValue }));
const inOwnParameters = (change: EncoderChange): StageChange =>
  inSome(change, (right, wrong) => (isProtocol(right) ? right : wrong));

/** Uses a wrong encoder in some place. */
export type EncoderPlace = (change: EncoderChange) => StageChange;

/** All places: the end of a form's name, the words for the place in a sentence, and the change. */
export const PLACES: readonly (readonly [name: string, place: string, use: EncoderPlace])[] = [
  ["in=all", "", inAllEncoding],
  ["in=names-and-values", " in names and values", inNamesAndValues],
  ["in=values", " in values only", inValues],
  ["in=own-parameters", " in the application's own parameters only", inOwnParameters],
];

/**
 * The wrong encoder in each place.
 *
 * @param name the beginning of each form's name; empty if the name consists of the place
 * @param what returns the sentence for a place, which is empty or begins with a space
 */
export function inEachPlace(name: string, what: (place: string) => string, change: EncoderChange): Form[] {
  return PLACES.map(([end, place, use]) => ({
    name: [name, end].filter(Boolean).join("&"),
    what: what(place),
    apply: use(change),
  }));
}

/** A wrong encoder, which gives a form in each place. */
export interface EncoderForm {
  /** The beginning of the forms' names; empty if a name consists of the place. */
  readonly name: string;
  /** A sentence that ends with a comma or nothing instead of a period; a place is appended. */
  readonly what: string;
  readonly change: EncoderChange;
}

/** The members of a fault that follow from its encoders. Each encoder may be used in every place. */
export function encoderInForms(forms: readonly EncoderForm[]): ReturnType<typeof inForms> {
  return inForms(
    forms.flatMap(({ name, what, change }) =>
      inEachPlace(name, (place) => `${place === "" ? what.replace(/,$/, "") : what}${place}.`, change),
    ),
  );
}

/** Changes text before it is encoded. Octets that are not UTF-8 are unchanged. */
export function beforeEncoding(change: (text: string) => string): EncoderChange {
  return (encode) => (octets) => encode(changeText(octets, change));
}

/** How an encoder differs from RFC 5849 3.6. */
export interface EncoderRules {
  /** Characters that it leaves unencoded although RFC 5849 3.6 escapes them. */
  readonly bare?: string;
  /** Unreserved punctuation that it escapes. */
  readonly escaped?: string;
  /** What it writes for a space. */
  readonly space?: "+";
  /** The case of its hex digits. */
  readonly hex?: "lower";
}

/** The permanent name of an encoder, such as `bare=*&space=%2B`. It contains every rule of the encoder. */
export function encoderName({ bare, escaped, space, hex }: EncoderRules): string {
  return Object.entries({ bare, escaped, space, hex })
    .flatMap(([rule, value]) => (value === undefined ? [] : `${rule}=${encodeURIComponent(value)}`))
    .join("&");
}

const PIECE_RE = /%[0-9A-Fa-f]{2}|[-._~]/g;
const escapeOf = (character: string): string => escapeOctet(character.charCodeAt(0));

/** An encoder that differs in several rules. */
export function encodeWith({ bare = "", escaped = "", space, hex }: EncoderRules): EncoderChange {
  const write = (piece: string): string => (hex === undefined ? piece : piece.toLowerCase());
  const changed = new Map([
    ...Array.from(bare, (one) => [escapeOf(one), one] as const),
    ...Array.from(escaped, (one) => [one, write(escapeOf(one))] as const),
    ...(space === undefined ? [] : [["%20", space] as const]),
  ]);
  // The period is the only unreserved character with a meaning in expressions.
  const pieces = hex === undefined ? new RegExp([...changed.keys()].join("|").replace(".", "\\."), "gi") : PIECE_RE;
  const change = (piece: string): string => changed.get(piece.toUpperCase()) ?? write(piece);
  return (encode) => (octets) => encode(octets).replace(pieces, change);
}

/** Leaves apparent escapes as they are. */
export const skipEscapes: EncoderChange = (encode) => (octets) => encode(octets).replace(/%25(?=[0-9A-F]{2})/gi, "%");

/** Converts text to other octets than UTF-8. Octets that are not UTF-8 are unchanged. */
export function convertTextBy(convert: (text: string) => Uint8Array): EncoderChange {
  return (encode) => (octets) => {
    const text = validUtf8Text(octets);
    return encode(text === undefined ? octets : convert(text));
  };
}

/** Copies text as it is. Octets that are not UTF-8 cannot be copied into a text, so they are escaped. */
export const leaveTextUnencoded: EncoderChange = (encode) => (octets) => validUtf8Text(octets) ?? encode(octets);

const LATIN1_RE = /^[\u0000-\u007f]*[\u0080-\u00ff][\u0000-\u00ff]*$/;

/** The octets of a text that was encoded as UTF-8 twice, as they were after the first time; `undefined` for other octets. */
export function utf8SentTwice(octets: Uint8Array): Uint8Array | undefined {
  const text = validUtf8Text(octets);
  if (text === undefined || !LATIN1_RE.test(text)) return undefined;
  const octetsBefore = latin1Octets(text);
  return validUtf8Text(octetsBefore) === undefined ? undefined : octetsBefore;
}

/**
 * A conversion to the octets of another charset. Text whose Latin-1 octets are valid UTF-8 is not converted: it was sent encoded
 * as UTF-8 twice, so a client that signs its Latin-1 octets signs UTF-8.
 */
export function unlessSentTwice(change: EncoderChange): EncoderChange {
  return (encode) => {
    const changed = change(encode);
    return (octets) => (utf8SentTwice(octets) === undefined ? changed(octets) : encode(octets));
  };
}

const ASCII_RE = /^[\u0000-\u007f]*$/;

/** Converts each character, {@link unlessSentTwice}. A surrogate pair is one character, and ASCII text is unchanged. */
export function convertCharacters(recode: (character: string, code: number) => Uint8Array): EncoderChange {
  return unlessSentTwice(
    convertTextBy((text) =>
      ASCII_RE.test(text)
        ? utf8Octets(text)
        : concatOctets(Array.from(text, (one) => recode(one, one.codePointAt(0)!))),
    ),
  );
}

/** Converts only the characters that are not ASCII. */
export function convertNonAscii(recode: (character: string) => Uint8Array): EncoderChange {
  return convertCharacters((character, code) => (code > 0x7f ? recode(character) : utf8Octets(character)));
}

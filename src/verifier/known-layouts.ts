/**
 * How the requests that were accepted are laid out. A client's next request mostly is laid out alike, and then need
 * not be taken apart to be read.
 *
 * Only who signs rightly is learned from, so nobody else can push out what is known.
 *
 * @module
 */

import type { LoadedText, ParameterReader, ReceivedParameter, ReceivedText } from "../oauth1/received-parameters.ts";
import { layoutOf, type TextLayout } from "../oauth1/text-layout.ts";

/** What of a request holds parameters. */
export interface Texts<Text> {
  readonly query: Text | undefined;
  readonly header: Text | undefined;
  readonly body: Text | undefined;
}

/** A request that was accepted. */
export interface Lesson {
  readonly texts: Texts<ReceivedText>;
  readonly list: readonly ReceivedParameter[];
  /** Those that the base string has, in its order. */
  readonly sorted: readonly ReceivedParameter[];
  /** How many layouts had been learned when it was read. */
  readonly learned: number;
}

interface Layout {
  readonly texts: Texts<TextLayout>;
  /** The numbers, in the list, of the parameters of the base string, in its order. */
  readonly order: readonly number[];
}

/** What a known layout tells of a request. */
export interface KnownRequest {
  readonly list: readonly ReceivedParameter[];
  /** Those that the base string has, in its order, but that other values of equal names may want another one. */
  readonly sorted: ReceivedParameter[];
}

/** How many are known. */
const MOST = 8;

/**
 * Larger requests are rare, and are always taken apart: layouts that differ in the end only would each have them looked
 * at from the beginning.
 */
const MOST_OCTETS = 8192;
const MOST_PARAMETERS = 64;

/** Layouts, the last that was seen first. */
export class KnownLayouts {
  readonly #known: Layout[] = [];
  #learned = 0;

  /** How many were learned so far. */
  get learned(): number {
    return this.#learned;
  }

  /** Reads a request whose layout is known: query, header, body. */
  read(texts: Texts<LoadedText>, reader: ParameterReader, longest: number): KnownRequest | undefined {
    if (lengthOf(texts) > MOST_OCTETS) return undefined;
    for (let index = 0; index < this.#known.length; index++) {
      const { texts: layout, order } = this.#known[index]!;
      const list = readLike(texts, layout, reader, longest);
      if (list === undefined) continue;
      if (index > 0) this.#known.unshift(...this.#known.splice(index, 1));
      return { list, sorted: order.map((number) => list[number]!) };
    }
    return undefined;
  }

  /** Remembers the layout of a request, where it has one. */
  learn({ texts: received, list, sorted, learned }: Lesson): void {
    // Requests that are on their way together are mostly laid out alike: one is enough, and the others are quicker done.
    if (learned !== this.#learned) return;
    if (list.length > MOST_PARAMETERS || lengthOf(received) > MOST_OCTETS) return;
    const { query, header, body } = received;
    const texts = { query: query && layoutOf(query), header: header && layoutOf(header), body: body && layoutOf(body) };
    if ((query && !texts.query) || (header && !texts.header) || (body && !texts.body)) return;
    this.#learned += 1;
    this.#known.unshift({ texts, order: sorted.map((parameter) => list.indexOf(parameter)) });
    if (this.#known.length > MOST) this.#known.pop();
  }
}

function lengthOf({ query, header, body }: Texts<LoadedText>): number {
  return (query?.text.length ?? 0) + (header?.text.length ?? 0) + (body?.text.length ?? 0);
}

function readLike(
  { query, header, body }: Texts<LoadedText>,
  layout: Texts<TextLayout>,
  reader: ParameterReader,
  longest: number,
): ReceivedParameter[] | undefined {
  const parameters: ReceivedParameter[] = [];
  const isAlike =
    isLike(query, layout.query, reader, longest, parameters) &&
    isLike(header, layout.header, reader, longest, parameters) &&
    isLike(body, layout.body, reader, longest, parameters);
  return isAlike ? parameters : undefined;
}

function isLike(
  text: LoadedText | undefined,
  layout: TextLayout | undefined,
  reader: ParameterReader,
  longest: number,
  parameters: ReceivedParameter[],
): boolean {
  if (text === undefined || layout === undefined) return text === layout;
  return reader.like(text, layout, longest, parameters);
}

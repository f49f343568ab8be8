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

/** How many are known. Each that a request does not have takes a look at its beginning. */
const MOST = 8;

/** Layouts, the last that was seen first. */
export class KnownLayouts {
  readonly #known: Texts<TextLayout>[] = [];

  /** The parameters of a request with a known layout: query, header, body. */
  read(texts: Texts<LoadedText>, reader: ParameterReader, longest: number): ReceivedParameter[] | undefined {
    for (let index = 0; index < this.#known.length; index++) {
      const parameters = readLike(texts, this.#known[index]!, reader, longest);
      if (parameters === undefined) continue;
      if (index > 0) this.#known.unshift(...this.#known.splice(index, 1));
      return parameters;
    }
    return undefined;
  }

  /** Remembers the layout of a request, where it has one. */
  learn({ query, header, body }: Texts<ReceivedText>): void {
    const layout = {
      query: query && layoutOf(query),
      header: header && layoutOf(header),
      body: body && layoutOf(body),
    };
    if ((query && !layout.query) || (header && !layout.header) || (body && !layout.body)) return;
    this.#known.unshift(layout);
    if (this.#known.length > MOST) this.#known.pop();
  }
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

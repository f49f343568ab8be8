/** A request as it is on the wire. */

/** A header field as sent: the name in any case, the value unchanged. */
export type HeaderField = readonly [name: string, value: string];

/** A request on the wire: what a client sends and a server receives. */
export interface HttpRequest {
  /** As on the request line. */
  readonly method: string;
  /** The absolute URL, or the request target (`/path?query`), exactly as sent: not decoded, not normalized. */
  readonly url: string;
  /** In the order received; a name can occur more than once. */
  readonly headers: readonly HeaderField[];
  /** The octets as sent, not decoded and not parsed; absent or empty for no body. */
  readonly body?: Uint8Array | undefined;
}

/** All values of a header field, in order. Field names are case-insensitive (RFC 7230 3.2). */
export function headerValues({ headers }: Pick<HttpRequest, "headers">, name: string): string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [given, value] of headers) {
    if (given.length === wanted.length && given.toLowerCase() === wanted) values.push(value);
  }
  return values;
}

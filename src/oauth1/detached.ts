/**
 * What is kept for longer than the request that it was cut out of.
 *
 * @module
 */

/** A copy. A text that was cut out of a longer one keeps all of that alive, here a whole header or body. */
export function detached(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** Octets of latin1 text, in memory of their own: what `Buffer.from` gives shares its memory with whatever came just before. */
export function detachedOctets(latin1: string): Uint8Array {
  const octets = Buffer.alloc(latin1.length);
  octets.write(latin1, "latin1");
  return octets;
}

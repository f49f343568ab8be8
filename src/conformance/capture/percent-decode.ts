/**
 * Percent-decoding for texts of which nobody knows whether they are well encoded.
 *
 * @module
 */

/** As UTF-8; a percent sign that begins no escape stays one. */
export function percentDecode(text: string): string {
  const octets = text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(octets, "latin1").toString("utf8");
}

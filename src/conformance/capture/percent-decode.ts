/** Percent-decodes texts that may be encoded wrongly. */

/** Decodes as UTF-8. A percent sign that does not start an escape stays as it is. */
export function percentDecode(text: string): string {
  const octets = text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(octets, "latin1").toString("utf8");
}

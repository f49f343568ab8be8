/** Bodies that are not form-encoded. */

/** Descriptions and bodies. */
export const BODIES: readonly (readonly [what: string, body: string])[] = [
  ["no octet", ""],
  ["JSON", '{"amount":"10.42","currency":"EUR"}'],
  ["JSON with a line feed at the end", '{"amount":"10.42"}\n'],
  ["JSON with text outside ASCII", '{"name":"José","mark":"😀"}'],
  ["XML with CR LF", '<?xml version="1.0"?>\r\n<order/>\r\n'],
  ["a byte order mark first", "\ufeff{}"],
  ["NUL", "\x00"],
  ["what looks like a form", "a=1&b=2"],
  ["more than a block of the hash", "0123456789".repeat(120)],
];

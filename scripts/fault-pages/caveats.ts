/** Remarks on pages of faults. */

/** Uncertainties about a mistake, by its id. */
export const CAVEATS: ReadonlyMap<string, string> = new Map([
  [
    "header-leading-comma",
    "HTTP allows a recipient to skip empty list elements, so a server may accept this header. Many servers do not, and RFC 5849 3.5.1 shows no such header.",
  ],
  ["nonce-too-long", "This does not violate RFC 5849: the limit is set by the server."],
  [
    "multibyte-lost",
    "For 写 (U+5199), the last octet of its UTF-8 and the low octet of its code unit are both 99, so this well-known example does not show which one the client keeps. The request on this page does.",
  ],
  [
    "identical-pairs-deduplicated",
    "If the same pair is in the header and in the form, some servers expect it to be signed once. Within one place, it always counts twice.",
  ],
]);

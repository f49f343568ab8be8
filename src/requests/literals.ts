/** Undoes the escapes of string literals, as JSON, JavaScript, Python, Ruby, Go, PHP and the logs of programs write them. */

import { specification } from "../model/index.ts";
import { latin1Octets, latin1Text, utf8Octets } from "../platform/index.ts";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v" };

/**
 * The octets of a literal, as characters from U+0000 to U+00FF.
 *
 * @param inner the literal without its quotation marks
 */
export function octetsOfLiteral(inner: string): string {
  const utf16 = (escapes: string): string => {
    const units = escapes.slice(2).split("\\u");
    return latin1Text(utf8Octets(String.fromCharCode(...units.map((digits) => Number.parseInt(digits, 16)))));
  };
  return inner.replace(
    /\\x([0-9a-fA-F]{2})|((?:\\u[0-9a-fA-F]{4}){1,999})|\\([\s\S])/g,
    (_, octet?: string, units?: string, one: string = "") => {
      if (units !== undefined) return utf16(units);
      return octet === undefined ? (ESCAPES[one] ?? one) : String.fromCharCode(Number.parseInt(octet, 16));
    },
  );
}

/**
 * Undoes the escapes in a string of JavaScript, or in `$'…'` of a shell.
 *
 * @param other what any other escaped character, or line feed, stands for
 */
export function unescapedString(inner: string, other: (character: string) => string): string {
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u\{0*([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(\r?\n|[\s\S]))/g,
    (_, x?: string, braced?: string, u?: string, long?: string, one: string = "") => {
      const code = x ?? braced ?? u ?? long;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16) % 0x110000);
      return ESCAPES[one] ?? other(one);
    },
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">", nbsp: " " };

/** Replaces the character references of HTML, once. */
export function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi,
    (entity, hex?: string, decimal?: string, name = "") => {
      if (hex === undefined && decimal === undefined) return ENTITIES[name.toLowerCase()] ?? entity;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10ffff ? entity : latin1Text(utf8Octets(String.fromCodePoint(code)));
    },
  );
}

/** Percent-encodes the UTF-8 of a text. */
export function percentEncodedText(text: string): string {
  return specification.percentEncode(utf8Octets(text));
}

/** Percent-encodes octets as RFC 5849 does. */
export function percentEncoded(octets: string): string {
  return specification.percentEncode(latin1Octets(octets));
}

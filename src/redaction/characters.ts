/** Classes of octets. */

/** The value of a digit of base64 or base64url. */
export function base64Digit(octet: number): number | undefined {
  if (octet >= 0x61 && octet <= 0x7a) return octet - 0x61 + 26;
  if (octet >= 0x41 && octet <= 0x5a) return octet - 0x41;
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30 + 52;
  if (octet === 0x2b || octet === 0x2d) return 62; // + -
  return octet === 0x2f || octet === 0x5f ? 63 : undefined; // / _
}

/** The value of a hexadecimal digit in either case. */
export function hexDigit(octet: number | undefined): number | undefined {
  if (octet === undefined) return undefined;
  if (isDigit(octet)) return octet - 0x30;
  const lower = octet | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : undefined;
}

export function isDigit(octet: number): boolean {
  return octet >= 0x30 && octet <= 0x39;
}

export function isWhitespace(octet: number): boolean {
  return octet === 0x20 || (octet >= 0x09 && octet <= 0x0d);
}

/** A letter of ASCII in lower case; a plus sign as the space that it stands for in a form; anything else as it is. */
export function folded(octet: number): number {
  if (octet >= 0x41 && octet <= 0x5a) return octet | 0x20;
  return octet === 0x2b ? 0x20 : octet;
}

/** Whether a folded octet is a letter, a digit or a part of a character beyond ASCII. */
export function isLetterOrDigit(octet: number): boolean {
  return (octet >= 0x61 && octet <= 0x7a) || isDigit(octet) || octet >= 0x80;
}

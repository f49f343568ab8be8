/** Decodes host names with characters beyond ASCII (IDNA), whose labels are in Punycode (RFC 3492). */

const PREFIX = "xn--";

/** The most characters of a label in the DNS (RFC 1035 2.3.4). */
const LONGEST_LABEL = 63;

/** A host name in lower case, with its `xn--` labels decoded (IDNA). As in the URL standard, invalid labels stay as they are. */
export function hostToUnicode(host: string): string {
  return host
    .toLowerCase()
    .split(".")
    .map((label) => decodedLabel(label) ?? label)
    .join(".");
}

function decodedLabel(label: string): string | undefined {
  if (!label.startsWith(PREFIX) || label.length > LONGEST_LABEL) return undefined;
  try {
    const text = punycodeText(label.slice(PREFIX.length));
    // URL parsers no longer check labels in ASCII, but they check labels that they encode.
    return new URL(`https://${text}/`).hostname === label ? text : undefined;
  } catch {
    return undefined;
  }
}

// The parameters of RFC 3492 5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_CODE_POINT = 0x80;

/**
 * Decodes one label (RFC 3492 6.2).
 *
 * @throws Error for a label that is cut, or has characters that Punycode does not have
 */
function punycodeText(label: string): string {
  const end = label.lastIndexOf("-");
  const characters = [...label.slice(0, Math.max(end, 0))];
  let codePoint = INITIAL_CODE_POINT;
  let bias = INITIAL_BIAS;
  let position = 0;
  for (let at = end + 1; at < label.length; ) {
    const before = position;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = Number.parseInt(label.charAt(at++), BASE);
      if (Number.isNaN(digit)) throw new Error("expected a digit of Punycode");
      // Letters are 0 to 25 and digits 26 to 35; parseInt does the reverse.
      const value = digit < 10 ? digit + 26 : digit - 10;
      position += value * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (value < threshold) break;
      weight *= BASE - threshold;
    }
    const count = characters.length + 1;
    bias = adaptedBias(position - before, count, before === 0);
    codePoint += Math.floor(position / count);
    position %= count;
    characters.splice(position++, 0, String.fromCodePoint(codePoint));
  }
  return characters.join("");
}

/** RFC 3492 6.1. */
function adaptedBias(distance: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(distance / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW));
}

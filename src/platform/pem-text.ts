/** Finds the PEM block in a file, and repairs damage that copying or environment variables did. */

import { latin1Text } from "./index.ts";

/** A repaired PEM block. */
export interface PemText {
  /** What follows BEGIN. */
  readonly label: string;
  readonly pem: string;
  /** What was wrong. */
  readonly repairs: readonly string[];
  /** The labels of the other blocks in the file. */
  readonly otherLabels: readonly string[];
}

const BLOCK_RE = /-----BEGIN ([A-Z0-9 ]{1,40})-----((?:(?!-----BEGIN )[\s\S])*?)-----END \1-----/g;
const LONGEST_LINE = 76;
const USUAL_LINE_RE = /.{1,64}/g;

/** Returns the block, or the block of the private key if the file has several; `undefined` if it has none. */
export function findPem(octets: Uint8Array): PemText | undefined {
  const { text, repairs } = decode(octets);
  const blocks = [...text.matchAll(BLOCK_RE)];
  const block = blocks.find(([, label]) => label!.includes("PRIVATE")) ?? blocks[0];
  if (block === undefined) return undefined;
  const [whole, label, body] = block;
  const otherLabels = blocks.filter((one) => one !== block).map(([, other]) => other!);
  const damages = damagesOf(text.slice(text.lastIndexOf("\n", block.index) + 1), whole, body!);
  const pem = `-----BEGIN ${label}-----\n${linesOf(body!).join("\n")}\n-----END ${label}-----\n`;
  return { label: label!, pem, repairs: [...repairs, ...damages], otherLabels };
}

/** The text of a file. Only its ASCII characters matter. */
function decode(octets: Uint8Array): { readonly text: string; readonly repairs: readonly string[] } {
  const isWide = octets[0] === 0xff && octets[1] === 0xfe;
  const text = isWide ? new TextDecoder("utf-16le").decode(octets.subarray(2)) : latin1Text(octets);
  const withoutMark = text.replace(/^\xef\xbb\xbf/, "");
  const plain = withoutMark.replace(/(?:\\{1,4}r)?\\{1,4}n/g, "\n");
  const repairs = [
    ...(isWide ? ["it is encoded in UTF-16"] : []),
    ...(withoutMark === text ? [] : ["it starts with a byte order mark"]),
    ...(plain === withoutMark ? [] : ["its line feeds were written as \\n"]),
  ];
  return { text: plain, repairs };
}

/** @param from the text of the file from the line on which the block starts */
function damagesOf(from: string, whole: string, body: string): string[] {
  const lines = body.split(/\r?\n/).map((line) => line.trim());
  const isWithout = lines.some((line) => !isHeader(line) && (/\s/.test(line) || line.length > LONGEST_LINE));
  const isLost = lines.length < 3 || lines[0] !== "" || isWithout;
  const isIndented = !isLost && (/^[ \t]+\S/m.test(whole) || /^[ \t]/.test(from));
  return [
    ...(isLost ? ["its line feeds are lost"] : []),
    ...(isIndented ? ["its lines are indented"] : []),
    ...(/^[^-]*["']\s*-----BEGIN/.test(from) ? ["it is in quotation marks"] : []),
  ];
}

function isHeader(line: string): boolean {
  return line.includes(":");
}

/** Header lines (RFC 1421) stay as they are; the base64 is split into lines of the usual length. */
function linesOf(body: string): string[] {
  const lines = body.split(/\r?\n/).map((line) => line.trim());
  const headers = lines.filter(isHeader);
  const base64 = lines
    .filter((line) => !isHeader(line))
    .join("")
    .replace(/\s/g, "");
  const wrapped = base64.match(USUAL_LINE_RE) ?? [];
  return headers.length === 0 ? wrapped : [...headers, "", ...wrapped];
}

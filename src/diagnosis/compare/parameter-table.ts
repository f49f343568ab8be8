/** Compares the parameters of two base strings, row by row. */

import type { ChangedParameter } from "../search/diagnosis.ts";
import { type Pair, pairOf, partsOf } from "./base-string.ts";

/** Comparing more parameters would take too long for a server that explains requests from strangers. */
const MOST_COMPARED = 300;
/** The most rows with a difference. */
const MOST_ROWS = 20;

/** See {@link parameterTable}. */
export interface ParameterTable {
  readonly rows: readonly ChangedParameter[];
  /** The number of differing rows, given only if some are left out. */
  readonly differing?: number;
}

/**
 * The parameters that differ, decoded once, and the equal parameters directly before and after them.
 *
 * @param sent the base string of the request as it was sent
 * @param signed the base string that the client signed
 * @returns `undefined` if something other than a parameter differs
 */
export function parameterTable(sent: string, signed: string): ParameterTable | undefined {
  const rows = alignedPairs(sent, signed);
  if (rows === undefined) return undefined;
  // If the base strings share no name, the client joined or encoded parameters differently.
  if (!rows.some((row) => row.every((pair) => pair !== undefined))) return undefined;
  const differing = [...rows.keys()].filter((at) => !isEqual(rows[at]!));
  const [first, last] = [differing[0], differing[Math.min(differing.length, MOST_ROWS) - 1]];
  if (first === undefined || last === undefined) return undefined;
  // A single differing value needs no neighbouring rows.
  if (differing.length === 1 && rows[first]!.every((pair) => pair !== undefined))
    return { rows: [rowOf(rows[first]!)] };
  const [sentAlone, signedAlone] = [namesAlone(rows, 0), namesAlone(rows, 1)];
  const shown = rows.flatMap((row, at) => {
    const isNextTo = at === first - 1 || at === last + 1;
    const isBetween = at >= first && at <= last;
    if (!(isEqual(row) ? isNextTo : isBetween)) return [];
    const [left, right] = row;
    const isMoved = left === undefined ? sentAlone.has(right![0]) : right === undefined && signedAlone.has(left[0]);
    return [{ ...rowOf(row), ...(isMoved ? { isMoved } : {}) }];
  });
  return { rows: shown, ...(differing.length > MOST_ROWS && { differing: differing.length }) };
}

/** The names of the parameters on one side that are alone in their row. A moved parameter is alone on both sides. */
function namesAlone(rows: readonly Row[], side: 0 | 1): Set<string> {
  return new Set(rows.flatMap((row) => (row[1 - side] === undefined ? [row[side]![0]] : [])));
}

/**
 * All parameters of two base strings, in rows. Parameters of the same name are in one row.
 *
 * @returns `undefined` if a base string does not have three parts, or contains too many parameters
 */
export function alignedPairs(sent: string, signed: string): Row[] | undefined {
  return alignedBy((text) => partsOf(text)?.parameters.map((one) => pairOf(one)), sent, signed);
}

/** All parameters of two parameter strings, in rows; `undefined` if one has too many. */
export function alignedParameters(sent: string, signed: string): Row[] | undefined {
  return alignedBy((text) => text.split("&").map((one) => pairOf(one, "=")), sent, signed);
}

function alignedBy(
  pairsOf: (text: string) => Pair[] | undefined,
  ...texts: readonly [sent: string, signed: string]
): Row[] | undefined {
  const [sent, signed] = texts.map(pairsOf);
  if (sent === undefined || signed === undefined) return undefined;
  return Math.max(sent.length, signed.length) > MOST_COMPARED ? undefined : aligned(sent, signed);
}

export type Row = readonly [sent: Pair | undefined, signed: Pair | undefined];

/** The longest common subsequence of the names shares rows; every other parameter gets its own row. */
function aligned(sent: readonly Pair[], signed: readonly Pair[]): Row[] {
  // common[i][j]: how many names are in common from sent[i] and signed[j] to the end.
  const common = Array.from({ length: sent.length + 1 }, () => new Array<number>(signed.length + 1).fill(0));
  for (let i = sent.length - 1; i >= 0; i -= 1) {
    for (let j = signed.length - 1; j >= 0; j -= 1) {
      common[i]![j] = hasSameName(sent[i]!, signed[j]!)
        ? common[i + 1]![j + 1]! + 1
        : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  while (i < sent.length || j < signed.length) {
    const [left, right] = [sent[i], signed[j]];
    if (left !== undefined && right !== undefined && hasSameName(left, right)) rows.push([sent[i++], signed[j++]]);
    else if (right === undefined || (left !== undefined && common[i + 1]![j]! >= common[i]![j + 1]!))
      rows.push([sent[i++], undefined]);
    else rows.push([undefined, signed[j++]]);
  }
  return rows;
}

function hasSameName([name]: Pair, [other]: Pair): boolean {
  return name === other;
}

function isEqual([sent, signed]: Row): boolean {
  return sent !== undefined && signed !== undefined && sent[1] === signed[1];
}

/** Values that look alike once they are decoded are shown as they are in the base string. */
function rowOf([sent, signed]: Row): ChangedParameter {
  const [left, right] = [sent?.[1], signed?.[1]];
  const isAlike = left !== right && left !== undefined && right !== undefined && decoded(left) === decoded(right);
  const shown = isAlike ? (text: string): string => text : decoded;
  return {
    name: decoded((sent ?? signed)![0]),
    ...(left === undefined ? {} : { sent: shown(left) }),
    ...(right === undefined ? {} : { signed: shown(right) }),
  };
}

/** Decodes escapes of ASCII once. Other octets may belong to no character, so they stay escaped. */
function decoded(text: string): string {
  return text.replace(/%([0-7][0-9A-Fa-f])/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

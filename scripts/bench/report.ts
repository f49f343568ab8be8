/** The result of a run, as `--json` prints it, and the format of its figures. */

import { median } from "./measure.ts";
import { type Table, UNITS } from "./tables.ts";

export interface Report {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
    /** Load averages of one minute when the run started and ended. */
    readonly load: readonly [number, number];
  };
  /** Whether the run measured only one short round of each row. */
  readonly isQuick: boolean;
  readonly minutes: number;
  readonly results: readonly TableResult[];
}

export interface TableResult {
  readonly id: string;
  readonly rounds: number;
  readonly rows: readonly RowResult[];
}

export interface RowResult {
  readonly name: string;
  /** Median of the rounds. */
  readonly figure: number;
  /** Ratios to the first row of the same round: lowest, median and highest. */
  readonly ratio?: readonly [number, number, number];
}

export function resultOf(table: Table, samples: ReadonlyMap<string, readonly number[]>): TableResult {
  const floor = samples.get(table.rows[0]!.name)!;
  const rows = table.rows.map(({ name }): RowResult => {
    const own = samples.get(name)!;
    const ratios = own.map((figure, round) => figure / floor[round]!);
    const ratio = [Math.min(...ratios), median(ratios), Math.max(...ratios)] as const;
    return { name, figure: median(own), ...(table.hasRatios ? { ratio } : {}) };
  });
  return { id: table.id, rounds: floor.length, rows };
}

/** The figure in its unit, without the unit. */
export function figureText({ unit }: Pick<Table, "unit">, figure: number): string {
  const value = figure / UNITS[unit];
  return value.toFixed(value >= 1000 ? 0 : value >= 100 ? 1 : 2);
}

/** The ratio as text; empty for a row without ratios. */
export function ratioText({ ratio }: RowResult): string {
  if (ratio === undefined) return "";
  const [lowest, middle, highest] = ratio.map((one) => one.toFixed(2));
  return lowest === highest ? middle! : `${middle} (${lowest}–${highest})`;
}

/** The bound of a row, and whether it is met by the ratio, or by the figure if the row has no ratios. */
export function boundText({ unit, rows, isWorstBounded }: Table, row: RowResult): string {
  const most = rows.find(({ name }) => name === row.name)?.most;
  if (most === undefined) return "";
  const [, middle = row.figure / UNITS[unit], highest = 0] = row.ratio ?? [];
  return `≤ ${most}${(isWorstBounded ? highest : middle) > most ? " exceeded" : ""}`;
}

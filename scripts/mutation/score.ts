/** Reads Stryker's report: which mutants survived, and the score without those that change nothing. */

/** A mutant that no test can detect, and why. */
export interface Equivalent {
  readonly file: string;
  /** The line of the source on which it begins, without indentation. */
  readonly line: string;
  /** The part that is replaced. */
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

/** The part of the report that is read (https://github.com/stryker-mutator/mutation-testing-elements, report schema 2). */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The result of a run. */
export interface Score {
  /** Mutants that count: those that could be run, without the equivalent ones. */
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  /** A line for each survivor: place, what stands there, and by what it was replaced. */
  readonly survivors: readonly string[];
}

/** A mutant that never ends is detected too. */
const KILLED = ["Killed", "Timeout"];
const SURVIVED = ["Survived", "NoCoverage"];

/** @param equivalents the mutants that do not count */
export function scoreOf({ files }: StrykerReport, equivalents: readonly Equivalent[]): Score {
  const survivors: string[] = [];
  let killed = 0;
  let equivalent = 0;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split("\n");
    for (const { status, location, replacement = "", mutatorName } of mutants) {
      if (KILLED.includes(status)) killed++;
      if (!SURVIVED.includes(status)) continue;
      const [line, original] = [lines[location.start.line - 1]!.trim(), textAt(lines, location)];
      const isEquivalent = equivalents.some(
        (one) => one.file === file && one.line === line && one.original === original && one.replacement === replacement,
      );
      const place = `${file}:${location.start.line}:${location.start.column}`;
      if (isEquivalent) equivalent++;
      else survivors.push(`${place} ${status} ${mutatorName}\n  - ${original}\n  + ${replacement}`);
    }
  }
  return { mutants: killed + survivors.length, killed, equivalent, survivors };
}

function textAt(lines: readonly string[], { start, end }: Mutant["location"]): string {
  const text = lines.slice(start.line - 1, end.line);
  const last = text.length - 1;
  return text
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join("\n    ");
}

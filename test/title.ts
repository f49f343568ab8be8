import { type RunnerTestCase, type TestOptions, test } from "vitest";

/** The maximum length of a test title including its groups, so that it fits on one line of a report. */
export const LONGEST_TITLE = 120;

/** What is wrong with the full title of a test, such as `group > test`. `undefined` if nothing is. */
export function titleProblem({
  fullTestName: title,
  suite,
}: Pick<RunnerTestCase, "fullTestName" | "suite">): string | undefined {
  if (suite === undefined) return `this test is in no describe, whose title is its subject: ${title.slice(0, 200)}`;
  if (title.length <= LONGEST_TITLE) return undefined;
  return `this title has ${title.length} characters, at most ${LONGEST_TITLE} are allowed: ${title.slice(0, 200)}`;
}

const LONGEST_VALUE = 45;

/** Formats a value for a title: on one line, cut off with "…" if it is long. */
function shown(value: unknown): string {
  const json = JSON.stringify(Buffer.isBuffer(value) ? value.toString("latin1") : value);
  const text = json.startsWith('"') && json !== '""' ? json.slice(1, -1) : json;
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}

type Body<Row extends readonly unknown[]> = (...row: Columns<Row>) => unknown;
type Columns<Row> = { -readonly [Column in keyof Row]: Row[Column] };

/** Like `test.each`, for values that may be too long for a title: each `%s` shows the start of a column. */
export function testEach<const Row extends readonly unknown[]>(
  rows: readonly Row[],
): (title: string, ...given: [body: Body<Row>] | [options: TestOptions, body: Body<Row>]) => void {
  return (title, ...given) => {
    const [options, body] = given.length === 1 ? [{}, given[0]] : given;
    for (const row of rows) {
      const columns = row.values();
      test(
        title.replace(/%s/g, () => shown(columns.next().value)),
        options,
        () => body(...(row as Columns<Row>)),
      );
    }
  };
}

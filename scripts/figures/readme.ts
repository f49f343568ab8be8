/**
 * Fills the generated parts of the README, which are marked by comments:
 *
 * - `<!-- NAME -->` to `<!-- end of NAME -->`: a table, such as `figures`
 * - `<!-- output from "text" -->` to `<!-- end of output -->`: the output of the preceding code block, from the first line
 *   that begins with the text
 */

const TABLE_RE = /(<!-- (figures|found) -->\n)[\s\S]*?(<!-- end of \2 -->)/g;
const OUTPUT_RE = /(<!-- output from "([^"]*)" -->\n)[\s\S]*?(<!-- end of output -->)/g;
/** The duration of a run, which differs each time. */
const DURATION_RE = /^ {2}[0-9.]+ s$/;

/** The tables of the README, in Markdown. */
export type Tables = Readonly<Record<"figures" | "found", string>>;

/**
 * @param tables - the tables by their names
 * @param run - runs the commands of a code block, and returns their output
 * @throws Error if the table's place is missing, or if the output has no line that begins with the text
 */
export function fillReadme(text: string, tables: Tables, run: (commands: string) => string): string {
  const missing = Object.keys(tables).find((name) => !text.includes(`<!-- ${name} -->\n`));
  if (missing !== undefined)
    throw new Error(`the README has no place for a table; add <!-- ${missing} --> and <!-- end of ${missing} -->`);
  return text
    .replace(TABLE_RE, (_, begin: string, name: keyof Tables, end: string) => `${begin}\n${tables[name]}\n\n${end}`)
    .replace(OUTPUT_RE, (_, begin: string, from: string, end: string, offset: number) => {
      const commands = shellBlocks(text.slice(0, offset)).at(-1);
      if (commands === undefined)
        throw new Error(`the README has no code block before the output from ${JSON.stringify(from)}`);
      const lines = run(commands)
        .trimEnd()
        .split("\n")
        .filter((line) => !DURATION_RE.test(line));
      const first = lines.findIndex((line) => line.startsWith(from));
      if (first === -1) throw new Error(`the commands print no line that begins with ${JSON.stringify(from)}`);
      const shown = [...(first > 0 ? ["…"] : []), ...lines.slice(first)];
      return `${begin}\n\`\`\`\n${shown.join("\n")}\n\`\`\`\n\n${end}`;
    });
}

/** The contents of the `sh` code blocks of a Markdown text. */
export function shellBlocks(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands]) => commands!);
}

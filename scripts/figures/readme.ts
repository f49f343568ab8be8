/**
 * Fills the generated parts of the README, which are marked by comments:
 *
 * - `<!-- figures -->` to `<!-- end of figures -->`: the table of what is tested
 * - `<!-- output from "text" -->` to `<!-- end of output -->`: the output of the preceding code block, from the first line
 *   that begins with the text
 */

const FIGURES_RE = /(<!-- figures -->\n)[\s\S]*?(<!-- end of figures -->)/;
const OUTPUT_RE = /(<!-- output from "([^"]*)" -->\n)[\s\S]*?(<!-- end of output -->)/g;

/**
 * @param table - the table of figures
 * @param run - runs the commands of a code block, and returns their output
 * @throws Error if the table's place is missing, or if the output has no line that begins with the text
 */
export function fillReadme(text: string, table: string, run: (commands: string) => string): string {
  if (!FIGURES_RE.test(text))
    throw new Error("the README has no place for the figures; add <!-- figures --> and <!-- end of figures -->");
  return text
    .replace(FIGURES_RE, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
    .replace(OUTPUT_RE, (_, begin: string, from: string, end: string, offset: number) => {
      const commands = shellBlocks(text.slice(0, offset)).at(-1);
      if (commands === undefined)
        throw new Error(`the README has no code block before the output from ${JSON.stringify(from)}`);
      const lines = run(commands).trimEnd().split("\n");
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

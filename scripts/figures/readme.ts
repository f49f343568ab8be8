/**
 * Fills the parts of the README that a program writes, which stand between comments:
 *
 * - `<!-- figures -->` to `<!-- end of figures -->`: the table of what is proven
 * - `<!-- output from "text" -->` to `<!-- end of output -->`: what the commands of the block above print, from the first
 *   line that begins with the text
 */

const FIGURES_RE = /(<!-- figures -->\n)[\s\S]*?(<!-- end of figures -->)/;
const OUTPUT_RE = /(<!-- output from "([^"]*)" -->\n)[\s\S]*?(<!-- end of output -->)/g;

/**
 * @param table - the table of figures
 * @param run - runs the commands of a block, and returns what they print
 * @throws Error where a part is missing, or the output has no line with the text
 */
export function fillReadme(text: string, table: string, run: (commands: string) => string): string {
  if (!FIGURES_RE.test(text)) throw new Error("the README has no place for the figures");
  return text
    .replace(FIGURES_RE, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
    .replace(OUTPUT_RE, (_, begin: string, from: string, end: string, offset: number) => {
      const commands = shellBlocks(text.slice(0, offset)).at(-1);
      if (commands === undefined) throw new Error(`no commands stand above the output from ${JSON.stringify(from)}`);
      const lines = run(commands).trimEnd().split("\n");
      const first = lines.findIndex((line) => line.startsWith(from));
      if (first === -1) throw new Error(`the commands print no line that begins with ${JSON.stringify(from)}`);
      const shown = [...(first > 0 ? ["…"] : []), ...lines.slice(first)];
      return `${begin}\n\`\`\`\n${shown.join("\n")}\n\`\`\`\n\n${end}`;
    });
}

/** The commands that a text asks its reader to run. */
export function shellBlocks(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands]) => commands!);
}

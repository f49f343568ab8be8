/** Reads documentation comments: the text, and the tags that the API reference shows. */

/** One documentation comment, its texts in Markdown with `{@link}` unresolved. */
export interface DocComment {
  readonly description: string;
  /** The texts by parameter name. */
  readonly params: ReadonlyMap<string, string>;
  readonly returns: string | undefined;
  readonly throws: readonly string[];
  readonly defaultValue: string | undefined;
  readonly examples: readonly string[];
  /** Whether the comment describes the file. */
  readonly isOfModule: boolean;
}

const LINK_RE = /\{@link\s+([^}|\s]+)\s*(?:\|?\s*([^}]+))?\}/g;

/** @param value - the comment between `/*` and `*\/` */
export function readDocComment(value: string): DocComment {
  const lines = value
    .replace(/^\*/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  const parts = splitAtTags(lines);
  const all = (tag: string): string[] => parts.filter((part) => part.tag === tag).map(({ text }) => text);
  return {
    description: all("")[0] ?? "",
    params: new Map(all("param").map(readParam)),
    returns: all("returns")[0],
    throws: all("throws"),
    defaultValue: all("default")[0],
    examples: all("example"),
    isOfModule: all("module").length > 0,
  };
}

/** The first sentence, for tables. */
export function summaryOf(comment: DocComment | undefined): string {
  const [paragraph = ""] = (comment?.description ?? "").split("\n\n");
  const text = paragraph.replaceAll("\n", " ");
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}

/** Replaces each `{@link}` with the result of `resolve` for its target and text. */
export function replaceLinks(text: string, resolve: (target: string, text: string) => string): string {
  return text.replace(LINK_RE, (_, target: string, label?: string) =>
    resolve(target, label?.trim() ?? `\`${target}\``),
  );
}

interface Part {
  /** Empty for the description. */
  readonly tag: string;
  readonly text: string;
}

function splitAtTags(lines: readonly string[]): Part[] {
  const parts: { tag: string; lines: string[] }[] = [{ tag: "", lines: [] }];
  let isInFence = false;
  for (const line of lines) {
    if (line.startsWith("```")) isInFence = !isInFence;
    const tag = isInFence ? null : /^@(\w+)\s*(.*)$/.exec(line);
    // A default value stands at the end of the line that describes the option.
    const withDefault = isInFence ? null : /^(.*?)\s*@default (.*)$/.exec(line);
    if (tag !== null) parts.push({ tag: tag[1]!, lines: [tag[2]!] });
    else if (withDefault !== null) {
      parts.at(-1)!.lines.push(withDefault[1]!);
      parts.push({ tag: "default", lines: [withDefault[2]!] });
    } else parts.at(-1)!.lines.push(line);
  }
  return parts.map(({ tag, lines: own }) => ({ tag, text: own.join("\n").trim() }));
}

function readParam(text: string): [string, string] {
  const [, name = "", description = ""] = /^(\S+)\s*(?:-\s+)?([\s\S]*)$/.exec(text) ?? [];
  return [name, description];
}

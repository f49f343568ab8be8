/** Draws the output of a command as a terminal shows it, as SVG. */

/** The width of the terminal. */
export const COLUMNS = 108;
const CHARACTER = 7.83;
const LINE = 19;
const PADDING = 20;
const TITLE = 34;

/** SVG attributes for the SGR codes that the reporters use. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'class="bold"',
  2: 'class="dim"',
  31: 'class="red"',
  32: 'class="green"',
  33: 'class="yellow"',
};

/**
 * @param ansi text with the escape codes of colours
 * @param label the description for screen readers
 */
export function terminalPicture(ansi: string, label: string): string {
  const lines = ansi.trimEnd().split("\n").flatMap(wrapped);
  const width = Math.round(COLUMNS * CHARACTER + 2 * PADDING);
  const height = TITLE + lines.length * LINE + PADDING;
  const rows = lines.map((line, at) => `<text y="${TITLE + (at + 1) * LINE - 5}" x="${PADDING}">${spans(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve" aria-label="${escapeXml(label)}">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d7dce5; white-space: pre; }
.bold { font-weight: 700; fill: #fff; } .dim { fill: #7f8a9c; } .red { fill: #ff7b85; } .green { fill: #6fd8a0; } .yellow { fill: #f0c264; }
</style>
<rect width="${width}" height="${height}" rx="10" fill="#161b24"/>
<circle cx="22" cy="18" r="5.5" fill="#ff5f57"/><circle cx="41" cy="18" r="5.5" fill="#febc2e"/><circle cx="60" cy="18" r="5.5" fill="#28c840"/>
${rows.join("\n")}
</svg>
`;
}

/** Wraps a line like a terminal. Escape codes have no width. */
function wrapped(line: string): string[] {
  const rows = [""];
  let column = 0;
  for (const [piece] of line.matchAll(/\x1b\[\d+m|./gu)) {
    if (!piece.startsWith("\x1b") && column++ === COLUMNS) {
      rows.push("");
      column = 1;
    }
    rows[rows.length - 1] += piece;
  }
  return rows;
}

function spans(line: string): string {
  const [first = "", ...rest] = line.split("\x1b[");
  const pieces = rest.map((piece) => {
    const [, code = "", text = ""] = /^(\d+)m(.*)$/s.exec(piece) ?? [];
    const style = STYLES[code];
    return style === undefined ? escapeXml(text) : `<tspan ${style}>${escapeXml(text)}</tspan>`;
  });
  return escapeXml(first) + pieces.join("");
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(" ", "\u00a0");
}

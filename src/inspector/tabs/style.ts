/** The style of elements that only these tabs contain: marked parameters, tables wider than the page, the scheme choice. */

const HUES = [210, 150, 30, 280, 340, 90];

/** Colours for the pieces of a text that belong to parameters. Adjacent pieces have different colours. */
const COLOURS = HUES.map(
  (hue, at) => `.colour-${at} { background: light-dark(hsl(${hue} 70% 92%), hsl(${hue} 35% 22%)); }`,
).join("\n");

export const TAB_STYLE: string = `
main > [role=tablist] { padding-inline: 0; }
.part > h2 { font-size: 1.05rem; margin: 1.2rem 0 .4rem; }
.part:first-child > h2 { margin-top: 0; }
.stage h3 { font-size: .86rem; color: var(--soft); margin: 0; }
.stack { padding: .8rem 0 3rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .8rem; }
.input-part { display: grid; gap: .8rem; }
fieldset.scheme { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin-bottom: .8rem; padding: .3rem .9rem .6rem; font-size: .9rem; }
.scheme .check { margin: 0; display: flex; align-items: center; gap: .4rem; }
.scheme .check input { margin: 0; }
fieldset { border: 1px solid var(--line); border-radius: 8px; display: grid; gap: .8rem; margin: 0; min-width: 0; }
.wide { overflow-x: auto; }
caption { text-align: start; color: var(--soft); font-size: .86rem; padding-bottom: .3rem; }
tr.parameter { cursor: default; }
span.parameter { border-radius: 3px; }
${COLOURS}
.lit, tr.lit > * { background: var(--accent); color: var(--page); }
.origin { white-space: nowrap; overflow-wrap: normal; }
.buttons { display: flex; flex-wrap: wrap; gap: .4rem; margin: .2rem 0; }
.octets { white-space: pre; }
.wide code.long { display: inline-block; min-width: 9rem; }
.levels { min-width: 12rem; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .6rem; margin: 0; }
.levels dt { color: var(--soft); font-size: .78rem; }
.levels dd { margin: 0; }
`;

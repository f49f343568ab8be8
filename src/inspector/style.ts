/** The style of the inspector: light and dark, wide and narrow. It loads no other files. */

import { TAB_STYLE } from "./tabs/style.ts";

export const STYLE: string = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --text: #1c2330; --soft: #566072; --line: #cfd5df; --code: #f1f3f7;
  --good: #12693f; --good-back: #e2f4ea; --bad: #a81e2d; --bad-back: #fde8ea; --warn: #7a4f00; --warn-back: #fdf1d8;
  --accent: #2550c4;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --card: #1a1f28; --text: #e5e9f0; --soft: #a3aec0; --line: #3a4454; --code: #12161d;
    --good: #5fd39a; --good-back: #14352a; --bad: #ff9aa1; --bad-back: #452026; --warn: #f0c264; --warn-back: #3a2f14;
    --accent: #9bb8ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
header, main, [role=tablist] { max-width: 88rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.2rem; padding-bottom: .4rem; }
h1 { font-size: 1.3rem; margin: 0; letter-spacing: -.01em; }
h2, h3, h4, p { margin: 0; }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
h4 { font-size: .86rem; font-weight: 600; color: var(--soft); }
.promise { color: var(--soft); font-size: .9rem; }
.promise strong { color: var(--good); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button, input, select, textarea { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .4rem .7rem; max-width: 100%; }
button { cursor: pointer; font-size: .86rem; }
button:hover { border-color: var(--accent); }
textarea { width: 100%; font-family: var(--mono); font-size: .82rem; line-height: 1.45; resize: vertical; unicode-bidi: plaintext; }
code, pre { font-family: var(--mono); font-size: .82rem; unicode-bidi: isolate; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; margin: .3rem 0 0; white-space: pre-wrap; max-height: 24rem; overflow: auto; }
[role=tablist] { display: flex; gap: .3rem; flex-wrap: wrap; padding-top: .5rem; }
[role=tab] { border-radius: 8px 8px 0 0; font-size: .95rem; }
[role=tab][aria-selected=true] { background: var(--accent); color: var(--page); border-color: var(--accent); }
.explain { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; padding: .8rem 0 3rem; align-items: start; }
.input { display: grid; gap: .8rem; position: sticky; top: .8rem; }
.field label { font-weight: 600; font-size: .9rem; display: block; margin-bottom: .2rem; }
.field input { width: 100%; }
.reveal { display: none; }
.hint, .empty, .status { color: var(--soft); font-size: .86rem; }
.row { display: flex; gap: .4rem; flex-wrap: wrap; align-items: center; }
.row input[type=file] { border: 0; padding: 0; background: none; font-size: .86rem; color: var(--soft); min-width: 0; }
::file-selector-button { font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .4rem .7rem; margin-inline-end: .6rem; cursor: pointer; }
::file-selector-button:hover { border-color: var(--accent); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .8rem; align-items: start; }
details > summary { cursor: pointer; color: var(--accent); font-size: .9rem; width: fit-content; }
details .field { margin-top: .7rem; }
.check { display: block; margin-top: .7rem; }
.check input { width: auto; }
.result { min-width: 0; }
.verdict { font-size: 1.15rem; line-height: 1.35; border-radius: 10px; padding: .7rem .9rem; font-weight: 650; }
.right { background: var(--good-back); color: var(--good); }
.wrong { background: var(--bad-back); color: var(--bad); }
.unclear { background: var(--warn-back); color: var(--warn); }
.lines { white-space: pre-wrap; padding: .5rem .2rem 0; }
.fix, .or { padding-top: .35rem; }
.or { color: var(--soft); }
.part > ol { margin: .3rem 0 0; padding-inline-start: 1.4rem; }
.id { font-weight: 400; font-size: .78rem; }
.cause { background: var(--card); border: 1px solid var(--line); border-inline-start: 4px solid var(--bad); border-radius: 8px; padding: .5rem .8rem; margin-top: .6rem; }
.cause h3 { margin: 0; white-space: normal; }
.cause .compare { margin-top: .4rem; }
.compare { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .2rem .8rem; margin: 0; background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; }
.compare dt { color: var(--soft); font-size: .84rem; }
.compare dd { margin: 0; }
mark { color: inherit; border-radius: 3px; font-weight: 700; padding: 0 .1em; }
mark.expected { background: var(--good-back); color: var(--good); }
mark.actual { background: var(--bad-back); color: var(--bad); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; background: var(--card); }
th, td { text-align: start; padding: .3rem .6rem; border: 1px solid var(--line); vertical-align: top; font-weight: 400; }
th { overflow-wrap: break-word; }
th code { overflow-wrap: anywhere; display: inline-block; min-width: 6rem; }
th code, td code, dd code { unicode-bidi: plaintext; }
.lines + .compare, .fix + .compare { margin-top: .6rem; }
ul.empty { margin: .3rem 0 0; padding-inline-start: 1.2rem; }
thead th { color: var(--soft); font-size: .82rem; font-weight: 600; }
.stage { margin-top: .7rem; }
.stage .row { justify-content: space-between; }
.entries { padding-inline-start: 1.6rem; display: grid; gap: .3rem; }
[hidden] { display: none !important; }
@media (max-width: 60rem) {
  .explain { grid-template-columns: minmax(0, 1fr); }
  .input { position: static; }
  .reveal { display: block; }
  .input > .field:first-child textarea { height: 9rem; }
  header, main, [role=tablist] { padding-left: .8rem; padding-right: .8rem; }
}
${TAB_STYLE}`;

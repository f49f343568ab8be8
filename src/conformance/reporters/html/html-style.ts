/** The style of the HTML report: light and dark, wide and narrow, screen and print. */

/** Loads no file. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --text: #1c2330; --soft: #5b6577; --line: #dfe3ea; --code: #f1f3f7;
  --good: #16794c; --good-back: #e2f4ea; --bad: #b42332; --bad-back: #fde8ea; --warn: #8a5a00; --warn-back: #fdf1d8;
  --accent: #2f5bd0; --none: #b9c0cc;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --card: #1a1f28; --text: #e5e9f0; --soft: #9aa5b8; --line: #2d3543; --code: #12161d;
    --good: #5fd39a; --good-back: #14352a; --bad: #ff8b93; --bad-back: #452026; --warn: #f0c264; --warn-back: #3a2f14;
    --accent: #8fb0ff; --none: #4a5467;
  }
}
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main, header.top, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
#findings:focus { outline: none; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; }
h1, h2, h3, p { margin: 0; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .8rem; }
h2 small { font-weight: 400; color: var(--soft); font-size: .95rem; margin-left: .4rem; }
code, pre, .mono { font-family: var(--mono); font-size: .86em; unicode-bidi: bidi-override; direction: ltr; overflow-wrap: anywhere; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .7rem .9rem; margin: .4rem 0; white-space: pre-wrap; font-size: .82rem; }
.soft { color: var(--soft); }
header.top { padding-top: 2rem; }
.brand { display: flex; gap: .6rem; align-items: baseline; flex-wrap: wrap; color: var(--soft); font-size: .92rem; }
.brand b { color: var(--text); letter-spacing: .01em; }
.verdict { display: flex; gap: 1rem; align-items: flex-start; margin: 1rem 0 1.4rem; }
.verdict .mark { flex: none; width: 3rem; height: 3rem; border-radius: 50%; display: grid; place-items: center; font-size: 1.5rem; font-weight: 700; }
.verdict h1 { font-size: clamp(1.45rem, 4.2vw, 2.1rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
.verdict p { color: var(--soft); margin-top: .3rem; }
.good { color: var(--good); } .good.mark { background: var(--good-back); }
.bad { color: var(--bad); } .bad.mark { background: var(--bad-back); }
.warn { color: var(--warn); } .warn.mark { background: var(--warn-back); }
.bar { display: block; width: 100%; height: 10px; border-radius: 5px; }
.bar .passed { fill: var(--good); } .bar .failed { fill: var(--bad); } .bar .known { fill: var(--warn); } .bar .refused { fill: var(--accent); } .bar .open { fill: var(--soft); } .bar .notOffered { fill: var(--none); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .7rem; margin: 1rem 0 0; padding: 0; }
.tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .6rem .9rem; }
.tiles dt { color: var(--soft); font-size: .82rem; display: flex; align-items: center; gap: .4rem; }
.tiles dd { margin: 0; white-space: nowrap; font-size: 1.35rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.dot { width: .6rem; height: .6rem; border-radius: 50%; flex: none; }
.dot.passed { background: var(--good); } .dot.failed { background: var(--bad); } .dot.known { background: var(--warn); } .dot.refused { background: var(--accent); } .dot.open { background: var(--soft); } .dot.notOffered { background: var(--none); }
.notice { background: var(--warn-back); color: var(--warn); border-radius: 10px; padding: .8rem 1rem; margin: 1rem 0 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 0 0 .8rem; }
.card > summary { padding: .85rem 1.1rem; cursor: pointer; display: grid; grid-template-columns: auto 1fr auto; gap: .2rem .8rem; align-items: baseline; list-style: none; }
.card > summary::-webkit-details-marker { display: none; }
.card > summary::before { content: "▸"; color: var(--soft); transition: transform .12s; }
.card[open] > summary::before { transform: rotate(90deg); }
.card > summary strong { font-weight: 600; }
.card > summary .meta { grid-column: 2 / -1; color: var(--soft); font-size: .86rem; }
.card > .body { padding: 0 1.1rem 1rem; border-top: 1px solid var(--line); }
.card h3 { font-size: .95rem; font-weight: 500; margin: 1rem 0 .3rem; overflow-wrap: anywhere; }
.count { background: var(--bad-back); color: var(--bad); border-radius: 99px; padding: .05rem .65rem; font-size: .84rem; font-weight: 600; white-space: nowrap; }
.count.warn { background: var(--warn-back); color: var(--warn); }
.compare { display: grid; grid-template-columns: auto 1fr; gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; margin: .4rem 0; }
.compare > * { background: var(--code); padding: .45rem .8rem; margin: 0; }
.compare dt { color: var(--soft); font-size: .82rem; }
.compare dd { min-width: 0; white-space: pre-wrap; }
mark { border-radius: 3px; padding: .1em 0; color: inherit; font-weight: 650; }
.expected mark { background: var(--good-back); color: var(--good); box-shadow: 0 0 0 2px var(--good-back); }
.actual mark { background: var(--bad-back); color: var(--bad); box-shadow: 0 0 0 2px var(--bad-back); }
.why { margin: .5rem 0; }
.run { display: flex; gap: .5rem; align-items: stretch; }
.run pre { flex: 1; min-width: 0; }
button, input, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .45rem .8rem; }
button { cursor: pointer; }
.run button { margin: .4rem 0; font-size: .84rem; }
details.more { margin: .4rem 0; }
details.more > summary { cursor: pointer; color: var(--accent); font-size: .9rem; width: fit-content; }
.card > summary .id { font-weight: 400; color: var(--soft); }
.ids { padding: 0; margin: .4rem 0; list-style: none; font-size: .9rem; }
.families { columns: 22rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; overflow-wrap: normal; font-weight: 600; color: var(--soft); font-size: .82rem; }
th, td { padding: .35rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.scroll { overflow-x: auto; }
.filter { display: flex; gap: .6rem; flex-wrap: wrap; margin: 1.5rem 0 0; align-items: center; }
.filter select { flex: 0 1 20rem; min-width: 0; }
.filter input { flex: 1 1 14rem; min-width: 0; }
tr:last-child td { border-bottom: 0; }
tr:target td { background: var(--warn-back); }
.v { font-weight: 600; font-size: .84rem; color: var(--bad); }
.v.pass { color: var(--good); } .v.refused, .v.open { color: var(--accent); } .v.not-offered { color: var(--soft); } .v.known-failure, .v.explained { color: var(--warn); }
[hidden] { display: none !important; }
footer { color: var(--soft); font-size: .86rem; padding-top: 2rem; padding-bottom: 2.5rem; }
@media (max-width: 40rem) {
  main, header.top, footer { padding-left: .8rem; padding-right: .8rem; }
  .card > summary { grid-template-columns: auto 1fr; }
  .card > summary .count { grid-column: 2; justify-self: start; }
  .compare { grid-template-columns: 1fr; }
  .compare dt { padding-bottom: 0; }
  .compare dt + dd { margin-top: -1px; }
  .filter select { flex-basis: 100%; }
  .tiles { grid-template-columns: repeat(2, 1fr); gap: .4rem; }
  .tiles div { display: flex; justify-content: space-between; align-items: baseline; gap: .4rem; padding: .3rem .6rem; }
  .tiles dd { font-size: 1rem; }
}
@media print {
  :root { --page: #fff; --card: #fff; --code: #fff; --text: #000; --soft: #444; --line: #bbb; --good: #0b5; --bad: #b00; }
  body { font-size: 11pt; }
  .filter, .run button, .skip { display: none; }
  .card, pre, .compare { break-inside: avoid; }
  .card > summary::before { content: ""; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;

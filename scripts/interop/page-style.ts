/** The style of the scoreboard: light and dark, wide and narrow. It loads nothing. */

export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --text: #1c2330; --soft: #5b6577; --line: #dfe3ea; --code: #f1f3f7;
  --good: #16794c; --bad: #b42332; --open: #8a5a00; --none: #b9c0cc; --accent: #2f5bd0; --heat: 196, 60, 72;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --card: #1a1f28; --text: #e5e9f0; --soft: #9aa5b8; --line: #2d3543; --code: #12161d;
    --good: #5fd39a; --bad: #ff8b93; --open: #f0c264; --none: #4a5467; --accent: #8fb0ff; --heat: 255, 120, 130;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, main, footer { max-width: 1500px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 32px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; }
h2 { margin: 40px 0 8px; font-size: 20px; }
p { max-width: 75ch; margin: 0 0 12px; }
a { color: var(--accent); }
.soft, footer { color: var(--soft); }
footer { padding-top: 32px; padding-bottom: 48px; font-size: 14px; }
.figures { display: flex; flex-wrap: wrap; gap: 12px; margin: 20px 0; padding: 0; list-style: none; }
.figures li { padding: 10px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--soft); font-size: 14px; }
.figures b { display: block; color: var(--text); font-size: 22px; line-height: 1.2; }
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; margin: 0 0 12px; }
.filters input[type=search], .filters select { padding: 7px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font: inherit; }
.filters input[type=search] { width: 280px; }
.scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
table { border-collapse: separate; border-spacing: 0; font-size: 14px; }
th, td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
tr:last-child > * { border-bottom: 0; }
thead th { position: sticky; top: 0; z-index: 2; background: var(--card); vertical-align: bottom; font-weight: 600; }
th:first-child { position: sticky; left: 0; z-index: 1; background: var(--card); text-align: left; }
thead th:first-child { z-index: 3; }
#implementations { width: 100%; }
#implementations :is(th, td):nth-child(-n+3) { text-align: left; }
#implementations td:nth-child(2) { width: 30%; }
#implementations .version { color: var(--soft); font-weight: 400; }
.bar { display: flex; min-width: 140px; height: 10px; overflow: hidden; border-radius: 5px; background: var(--line); }
.bar i { display: block; height: 100%; }
.bar .right { background: var(--good); } .bar .differs { background: var(--bad); } .bar .open { background: var(--open); }
.key { display: inline-flex; align-items: center; gap: 6px; margin-right: 16px; font-size: 14px; color: var(--soft); }
.key.good { --key: var(--good); } .key.bad { --key: var(--bad); } .key.maybe { --key: var(--open); }
.key::before { content: ""; width: 10px; height: 10px; border-radius: 3px; background: var(--key); }
#matrix th:first-child { min-width: 280px; max-width: 340px; white-space: normal; font-weight: 500; }
#matrix thead th:not(:first-child) { height: 190px; padding: 0; min-width: 34px; font-weight: 500; }
#matrix thead span { display: block; width: 34px; margin: 0 auto; padding: 8px 0; writing-mode: vertical-rl; transform: rotate(180deg); text-align: left; line-height: 34px; }
#matrix td { min-width: 34px; padding: 0; text-align: center; }
#matrix button { width: 100%; min-height: 32px; padding: 2px 4px; border: 0; background: rgba(var(--heat), var(--strength, .1)); color: inherit; font: inherit; cursor: pointer; }
#matrix button:hover, #matrix button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
#matrix tr.group th { color: var(--soft); font-size: 12px; letter-spacing: .04em; text-transform: uppercase; }
dialog { width: min(860px, 94vw); padding: 20px 24px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: inherit; }
dialog::backdrop { background: rgba(0, 0, 0, .45); }
dialog h3 { margin: 0 0 4px; font-size: 18px; }
dialog dl { margin: 14px 0 0; }
dt { margin-top: 10px; color: var(--soft); font-size: 13px; }
dd { margin: 2px 0 0; padding: 8px 10px; border-radius: 6px; background: var(--code); font: 13px/1.5 var(--mono); overflow-wrap: anywhere; }
dialog form { margin-top: 16px; text-align: right; }
dialog button { padding: 7px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); color: inherit; font: inherit; cursor: pointer; }
details { margin: 6px 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
summary { padding: 8px 14px; cursor: pointer; }
details dl { margin: 0; padding: 0 14px 14px; }
[hidden] { display: none !important; }
`;

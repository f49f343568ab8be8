/** The style of the page with the list of requests, added to the inspector's style. */

import { STYLE } from "../style.ts";

export const LIVE_STYLE: string = `${STYLE}
.live { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1.5rem; padding: .8rem 0 3rem; align-items: start; }
.list { display: grid; gap: .6rem; }
.requests { list-style: none; margin: 0; padding: 0; display: grid; gap: .3rem; }
.requests a { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 .6rem; color: inherit; text-decoration: none; background: var(--card); border: 1px solid var(--line); border-inline-start-width: 5px; border-radius: 8px; padding: .35rem .6rem; font-size: .9rem; }
.requests a:hover { border-color: var(--accent); }
.requests a[aria-current] { outline: 2px solid var(--accent); }
.requests a.row-right { border-inline-start-color: var(--good); }
.requests a.row-wrong { border-inline-start-color: var(--bad); }
.row-right .what { color: var(--good); }
.row-wrong .what { color: var(--bad); font-weight: 600; }
.number, time { color: var(--soft); font-variant-numeric: tabular-nums; }
.target { grid-column: 1 / 3; color: var(--soft); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.requests .status { text-align: end; }
.notices { grid-column: 1 / -1; color: var(--warn); }
.panels { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; padding-top: .6rem; }
.panels .wide { max-height: 22rem; overflow-y: auto; margin-top: .5rem; }
.controls { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: .8rem; padding-top: .6rem; align-items: start; }
.control fieldset { gap: .5rem; background: var(--card); }
.control .field input[type=checkbox] { width: auto; }
legend { font-weight: 650; }
.action { display: inline-block; background: var(--card); color: inherit; border: 1px solid var(--line); border-radius: 8px; padding: .4rem .7rem; font-size: .86rem; text-decoration: none; }
.action:hover { border-color: var(--accent); }
.live .result > .row { justify-content: space-between; }
.live .check { margin: 0; font-size: .86rem; }
.about { margin-bottom: .5rem; }
.verdict { margin-top: .7rem; }
.live .part > h2 { font-size: 1rem; }
@media (max-width: 60rem) { .live { grid-template-columns: minmax(0, 1fr); } }
`;

/** The report of a load run: for the terminal, and as the last section of docs/data/performance.md. */

import type { Check } from "../load/checks.ts";

/** The results of a run. */
export interface LoadReport {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string; readonly load: number };
  readonly orders: number;
  readonly inFlight: number;
  /** Medians of the rounds. */
  readonly perSecond: { readonly gateway: number; readonly bare: number };
  /** The time for a request, as a ratio to the bare server; the median of the rounds. */
  readonly ratio: number;
  readonly checks: readonly Check[];
}

export const HEADING = "\n## Orders through the gateway simulator\n";

export function terminalReport({ orders, inFlight, perSecond, ratio, checks }: LoadReport): string {
  const row = (name: string, speed: number, times: number): string =>
    `${name.padEnd(18)}${speed.toFixed(0).padStart(7)} requests/s ${times.toFixed(1).padStart(6)} × the time`;
  const lines = [
    `${orders} orders, ${inFlight} in flight, each with four requests`,
    row("bare server", perSecond.bare, 1),
    row("gateway simulator", perSecond.gateway, ratio),
    ...checks.map(({ name, ok, detail }) => `${ok ? "ok    " : "FAILED"}  ${name}: ${detail}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The section, with its heading. */
function pageSection({ machine, orders, inFlight, perSecond, ratio, checks }: LoadReport): string {
  const found = checks.map(({ name, detail }) => `- ${name}: ${detail}`).join("\n");
  return `${HEADING}
\`npm run bench -- load-gateway --docs\` writes this section. ${orders.toLocaleString("en")} orders, ${inFlight} in flight: each is paid through the control API, called
back, asked for its status, and gets a card reference. Client, simulator and the merchant's server share one process of Node, as
in a test. The bare server is one of \`node:http\` in this process that gets the same requests and looks at none of them. The ratio
is that of the time for a request, so it has the client's part: the RSA signature of 2048 bits and the check of the answer.

${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}; the load average was ${machine.load.toFixed(1)} when the run started.

| | requests/s | ratio |
| --- | ---: | ---: |
| bare server | ${perSecond.bare.toFixed(0)} | 1.0 |
| client, simulator and merchant | ${perSecond.gateway.toFixed(0)} | ${ratio.toFixed(1)} |

${found}
`;
}

/** The page with the section, which replaces an earlier one. */
export function withSection(page: string, report: LoadReport): string {
  return page.split(HEADING)[0] + pageSection(report);
}

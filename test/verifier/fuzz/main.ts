/**
 * `npm run fuzz`: writes octets on raw sockets of HTTP/1.1 and HTTP/2 to every adapter, and compares what the servers do with
 * the model.
 *
 * Options: `--runs 3000`, or `--minutes 60` instead; `--seed`; `--target "Fastify on HTTP/2"`, which may be repeated;
 * `--replay FILE` runs the plan in a file instead. The exit code is 1 if a plan fails.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { seed as defaultSeed } from "../../seed.ts";
import { fuzz } from "./fuzz.ts";
import * as http1 from "./http1.ts";
import * as http2 from "./http2.ts";
import type { Plan } from "./plan.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3000" },
    minutes: { type: "string" },
    seed: { type: "string", default: String(defaultSeed) },
    target: { type: "string", multiple: true },
    replay: { type: "string" },
  },
});

const here = (name: string): URL => new URL(name, import.meta.url);
const readPlans = (file: string | URL): Plan[] => [JSON.parse(readFileSync(file, "utf8"))].flat();

const saved = readPlans(values.replay ?? here("./counterexamples.json"));
const isLimitedByTime = values.minutes !== undefined;
const { runs, failure } = await fuzz({
  seed: Number(values.seed),
  runs: values.replay === undefined ? (isLimitedByTime ? Number.MAX_SAFE_INTEGER : Number(values.runs)) : saved.length,
  ...(isLimitedByTime && { milliseconds: Number(values.minutes) * 60_000 }),
  saved,
  targets: here("./targets.ts"),
  ...(values.target !== undefined && { only: values.target }),
});
if (failure === undefined) {
  process.stdout.write(`${runs} plans with seed ${values.seed}: no server failed\n`);
} else {
  const { plan, problem, shrinks } = failure;
  const octets = plan.protocol === 1 ? http1.octetsOf(plan) : http2.octetsOf(plan);
  process.stdout.write(
    `${plan.target}: ${problem}
found in run ${runs} with seed ${values.seed}, made smaller ${shrinks} times

${JSON.stringify(octets.toString("latin1").slice(0, 500))}

To repeat it, save this in a file and run: npm run fuzz -- --replay FILE
To run it first every time, add it to test/verifier/fuzz/counterexamples.json:

${JSON.stringify(plan)}
`,
  );
  process.exitCode = 1;
}

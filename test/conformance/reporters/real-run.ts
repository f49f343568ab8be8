import { type Implementation, inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { countersign } from "../../../src/conformance/implementations/index.ts";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { type RunEvent, run } from "../../../src/conformance/runner/index.ts";
import type { StageValues } from "../../../src/conformance/vectors/index.ts";
import { rules, vectors } from "./made.ts";

/** This package, but percent-encoding as encodeURIComponent does it, and breaking on a parameter string. */
const WRONG: Implementation = {
  ...countersign,
  about: { name: "wrong", version: "1.0", language: "JavaScript" },
  operations: {
    ...countersign.operations,
    "percent-encoding": ({ text }): StageValues => ({
      "percent-encoding": encodeURIComponent(String(text)),
    }),
    "parameter-string": (): StageValues => {
      throw new Error("out of cheese");
    },
  },
};

/** The events of a real run of a wrong implementation; `part` chooses vectors and cases, as a shard does. */
export async function realRun(part?: { readonly index: number; readonly count: number }): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const isOwn = (_: unknown, at: number): boolean => part === undefined || at % part.count === part.index - 1;
  await run({
    vectors: vectors
      .filter(({ id }) => /^(percent-encoding|parameter-string|base-string-uri)\//.test(id))
      .filter(isOwn),
    rules,
    properties: PROPERTIES.filter(({ id }) =>
      ["encoding-decodes-back", "hmac-is-hmac", "decoding-undoes-encoding"].includes(id),
    ),
    driver: inProcessDriver(WRONG),
    seed: 7,
    indices:
      part === undefined
        ? { first: 0, count: 30 }
        : { first: (part.index - 1) * (30 / part.count), count: 30 / part.count },
    saved: [],
    now: () => 0,
    emit: (event) => void events.push(event.type === "start" && part !== undefined ? { ...event, shard: part } : event),
  });
  return events;
}

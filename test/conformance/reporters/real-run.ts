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

/** The events of a real run of a wrong implementation. */
export async function realRun(): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  await run({
    vectors: vectors.filter(({ id }) => /^(percent-encoding|parameter-string|base-string-uri)\//.test(id)),
    rules,
    properties: PROPERTIES.filter(({ id }) =>
      ["encoding-decodes-back", "hmac-is-hmac", "decoding-undoes-encoding"].includes(id),
    ),
    driver: inProcessDriver(WRONG),
    seed: 7,
    indices: { first: 0, count: 30 },
    saved: [],
    now: () => 0,
    emit: (event) => void events.push(event),
  });
  return events;
}

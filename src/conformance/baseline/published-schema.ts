/** The schema that the package publishes as `vectors/baseline.schema.json`. */

import { publishedSchema } from "../../shapes/published-schema.ts";
import { BASELINE } from "./schema.ts";

/** As JSON: the format that is written. Format 1 is only read, so it is no longer published. */
export function baselineSchema(): object {
  return publishedSchema({
    title: "Known failures of an implementation",
    description:
      "A baseline for countersign check --baseline: known failures that it suppresses, each with its reason. A failure that no entry names fails the check; an entry that no longer suppresses anything is stale. An unknown field is an error.",
    ...BASELINE,
  });
}

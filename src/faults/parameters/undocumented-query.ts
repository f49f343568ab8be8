/** Undocumented faults of splitting the query (RFC 5849 3.4.1.3.1). */

import type { FaultDefinition } from "../fault.ts";
import { PARSE_QUERY } from "../helpers/correct-calls.ts";
import { faultInForms } from "../helpers/forms.ts";
import { changeQuery } from "./query.ts";

const FIX = {
  text: "Split the query at & and each pair at its first =, decode each name and value once, and read + as a space.",
  calls: PARSE_QUERY,
};

export const UNDOCUMENTED_QUERY_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "query-split-wrongly", title: "Query split wrongly", trigger: "/r?a=1&b=2", fix: FIX }, [
    [
      "question-mark",
      "The client signs the first name with ? before it.",
      changeQuery((query) => (query === "" ? "" : `?${query}`)),
    ],
    [
      "first-pair",
      "The client signs only the text before the first & of the query.",
      changeQuery((query) => query.split("&", 1)[0]!),
    ],
    [
      "semicolons",
      "The client splits the decoded query at ; too.",
      changeQuery((query) => query.replaceAll(";", "&").replace(/%3B/gi, "&")),
    ],
  ]),
];

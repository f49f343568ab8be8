/** The options of `countersign explain`. */

import { MOST_COMBINATIONS } from "../../diagnosis/search/search-work.ts";
import { REQUEST_FORMATS } from "../../requests/request-formats.ts";
import type { OptionRow, OptionsOf } from "./option.ts";

export const OPTIONS = [
  ["--format <format>", `${REQUEST_FORMATS.join(", ")} (default: the text decides)`],
  ["--entry <entry>", "the number of a request in a HAR file, a collection or a log, or a part of its URL"],
  ["--scheme <scheme>", "http or https, for a raw request without a scheme (default: both are tried)"],
  ["--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET"],
  ["--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET"],
  ["--public-key-file <file>", "or COUNTERSIGN_PUBLIC_KEY; PEM"],
  ["--private-key-file <file>", "your own RSA key instead, or COUNTERSIGN_PRIVATE_KEY; PEM, or a file with DER"],
  ["--also-secret-file <file>", "another consumer secret that the client may have used; repeatable"],
  ["--also-public-key-file <file>", "another public key that may be the correct one; repeatable"],
  ["--base-string-file <file>", "the base string that the client signed, if it logs it"],
  ["--server-response <file>", "what the server answered: its base string and its error codes are compared"],
  ["--signature <signature>", "the client's signature, if the request has none"],
  ["--origin <origin>", "another address of the service, as scheme://host[/path]; repeatable"],
  ["--now <seconds>", "compare the timestamp with this time"],
  [
    "--deep",
    `try all pairs of causes, which can take minutes, instead of at most ${MOST_COMBINATIONS / 1000},000 combinations`,
  ],
  ["--show-signature", "print the correct signature too"],
  ["--show-values", "print card numbers and cvv2; secrets stay hidden"],
  ["--lang <language>", "the programming language of the fix (default: by the User-Agent or the cause)"],
  ["--trace", "print the parameters, their string, the URI and the base string first"],
  ["--fixed", "print the corrected header and a curl command; needs the secret or --private-key-file"],
  ["--fresh", "with --fixed: a new nonce and the current time"],
  ["--json", "print one JSON document"],
  ["--given <file>", "everything that is known, as one JSON document (- for standard input); implies --json"],
  ["--quiet", "print only the verdict", ["verbose"]],
  ["--verbose", "also print the number of combinations tried and the time of the search"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type ExplainOptions = OptionsOf<typeof OPTIONS>;

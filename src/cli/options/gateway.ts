/** The options of `countersign gateway`. */

import type { OptionRow, OptionsOf } from "./option.ts";

export const OPTIONS = [
  ["--port <port>", "port of 127.0.0.1 (default: a free one)"],
  ["--listen <address:port>", "IP address and port to listen on, such as 0.0.0.0:8080 in a container"],
  ["--tls", "https, with a certificate made for this run"],
  ["--data <file>", "merchants, keys, endpoints and earlier payments, as JSON"],
  ["--write-sample <dir>", "write keys, data and .env of a sample merchant for --port (default: 8080), and end"],
  ["--schema", "print the JSON Schema of that file"],
  ["--path-prefix <path>", "path in front of version and operation; repeatable (default: both known)"],
  ["--host-name <name>", "host in the URL instead of 127.0.0.1"],
  ["--origin <origin>", "origin that clients sign, if not the server's own"],
  ["--clock-tolerance <seconds>", "how far a timestamp may differ from the clock (default: 300)"],
  ["--rejection-status <status>", "status of the page for a wrong signature: 403 or 401 (default: 403)"],
  ["--no-public-checks", "skip checks of arguments that come only from public documents"],
  ["--redis <url>", "store nonces on Redis; needs the package @redis/client"],
  ["--explain", "send the reason of a rejection in the header countersign-explanation"],
  ["--strict [codes]", "reject requests that get a notice: any, or one of these codes with commas between them"],
  ["--no-line-feeds", "answer without a line feed after each value (default with --strict: every second answer)"],
  [
    "--fail <mode>",
    "let every request fail: declined, error, validation-error, processing, slow, cut-off, 401, 403, 429, 502, malformed, wrong-content-type",
  ],
  ["--har <file>", "write the last requests as HAR when the command ends"],
  ["--slow <milliseconds>", "delay of the failure mode slow (default: 60000)"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type GatewayCommandOptions = OptionsOf<typeof OPTIONS>;

/** The options of `countersign probe`. */

import { REPORTER_NAMES } from "../../conformance/reporters/names.ts";
import type { OptionRow, OptionsOf } from "./option.ts";

export const OPTIONS = [
  ["--consumer-key <key>", "the identifier of a client that is made for tests", "required"],
  ["--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET"],
  ["--token <token>", "the identifier of the token (default: none)"],
  ["--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET"],
  ["--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM of an RSA key, or a file with DER"],
  ["--signature-method <method>", "of the good request (default: each that the server accepts)"],
  ["--method <method>", "HTTP method of the good request (default: POST with a form, otherwise GET)"],
  ["--form <name=value>", "a form parameter of the good request, not encoded; repeatable"],
  ["--header <field>", "a header field of the good request, as Name: value; repeatable"],
  ["--origin <origin>", "scheme://host[:port] that clients sign, if it is not that of the URL"],
  ["--profile <name>", "gateway: a form post to an operation of the gateway that moves no money"],
  ["--accepted-status <range>", "the status of accepted requests (default: 200-299)"],
  ["--accepted-header <field>", "response header of accepted requests, as Name: pattern"],
  ["--accepted-body <pattern>", "a regular expression that the body of accepted requests fits"],
  ["--i-may-test <host>", "the host of the URL; required unless the server is on this machine"],
  ["--repeats-are-harmless", "requests to this URL may be repeated, whatever their method, form and query"],
  ["--rate <number>", "requests a second (default: 10; no limit for a server on this machine)"],
  ["--max-requests <number>", "end the run after this many requests (default: 10000)"],
  ["--timeout <ms>", "maximum wait for an answer (default: 10000)"],
  ["--ca-file <file>", "PEM of the certificate authority of the server"],
  ["--only <id>", "only this check or case, such as probe/replay; repeatable"],
  ["--other-consumer-key <key>", "a second client, to check nonces and secrets of other clients"],
  ["--other-consumer-secret-file <file>", "or COUNTERSIGN_OTHER_CONSUMER_SECRET"],
  ["--fail-on-open", "also fail on differences where the RFC is open"],
  ["--dry-run", "print the requests and send nothing"],
  ["--report <format[=file]>", `${REPORTER_NAMES.join(", ")}; repeatable (default: terminal)`],
  ["--json", "the same as --report json"],
  ["--quiet", "print only failures and the last line", ["verbose"]],
  ["--verbose", "also print a line for every case"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type ProbeCommandOptions = OptionsOf<typeof OPTIONS>;

/** The options of `countersign sign`. */

import { SIGNATURE_METHODS } from "../../spec/signature-methods.ts";
import type { OptionRow, OptionsOf } from "./option.ts";

export const OPTIONS = [
  ["--url <url>", "absolute http or https URL, percent-encoded", "required"],
  ["--consumer-key <key>", "the identifier of the client", "required"],
  ["--signature-method <method>", `${SIGNATURE_METHODS.join(", ").replace(/, (?=\w+$)/, " or ")} (default: HMAC-SHA1)`],
  ["--method <method>", "HTTP method (default: POST with a form or body, otherwise GET)"],
  ["--form <name=value>", "a form parameter, not encoded; repeatable"],
  ["--form-file <file>", "form parameters, form-encoded; - is standard input"],
  ["--body-file <file>", "a body that is not a form; - is standard input"],
  ["--content-type <type>", "type of that body in the curl command"],
  ["--body-hash [hash]", "sign a hash of the body (oauth_body_hash), with the hash of the method or SHA-1"],
  ["--token <token>", "the identifier of the token"],
  ["--consumer-secret-file <file>", "or COUNTERSIGN_CONSUMER_SECRET"],
  ["--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET"],
  ["--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM, or a file with DER"],
  ["--passphrase-file <file>", "or COUNTERSIGN_PASSPHRASE"],
  ["--nonce <nonce>", "default: 128 random bits"],
  ["--timestamp <seconds>", "default: now"],
  ["--no-oauth-version", "leave oauth_version out"],
  ["--realm <realm>", "realm of the header; may be empty"],
  ["--transport <where>", "header, body, query or header-and-body (default: header)"],
  ["--charset <charset>", "charset in the Content-Type of a form: utf-8 or iso-8859-1 (default: none)"],
  ["--protocol-parameter <name=value>", "oauth_callback and similar ones; repeatable"],
  ["--curl", "print a complete curl command"],
  ["--trace", "print every stage except the key first"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type SignCommandOptions = OptionsOf<typeof OPTIONS>;

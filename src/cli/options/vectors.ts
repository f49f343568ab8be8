/** The options of `countersign vectors`. */

import type { OptionRow, OptionsOf } from "./option.ts";

export const FILTER = [
  "--filter <text>",
  "only vectors with this id (or its beginning), rule, level, operation, stage or flag, and properties with this id or rule; repeatable",
] as const;
export const VECTORS = ["--vectors <folder>", "other vectors than those of the package"] as const;

export const SELECTION = [FILTER, VECTORS] as const;

/** The options as they were typed. */
export type VectorsOptions = OptionsOf<typeof SELECTION>;

export const ADDED = [
  VECTORS,
  ["--rule <id>", "the rule that they test (default for a counterexample: the first rule of the property)"],
  ["--comment <text>", "what they show, in one line"],
  ["--source <id>", "the publication of the request, in sources.json"],
  ["--section <text>", "the place in it: a section, a test, a file"],
  ["--source-title <text>", "for a new source: what it is"],
  ["--source-url <url>", "for a new source: its address"],
  ["--license <name>", "for a new source: its SPDX identifier, or unknown"],
  ["--scheme <scheme>", "http or https, for a raw request without a scheme"],
  ["--consumer-secret-file <file>", "the published secret, or COUNTERSIGN_CONSUMER_SECRET"],
  ["--token-secret-file <file>", "or COUNTERSIGN_TOKEN_SECRET"],
  ["--private-key-file <file>", "or COUNTERSIGN_PRIVATE_KEY; PEM, or a file with DER"],
  ["--signature <signature>", "the published signature, if the request has none"],
  ["--base-string-file <file>", "the published base string"],
  ["--disputed <reason>", "why a published value is wrong, with the section that decides it"],
] as const satisfies readonly OptionRow[];

/** The options as they were typed. */
export type AddOptions = OptionsOf<typeof ADDED>;

/** What programs use as a secret by mistake. */

import { around } from "../helpers/texts.ts";
import { type Row, type TextChange, textChanges } from "./text-changes.ts";

/** One of the two secrets in the key. */
export type SecretKind = "consumer" | "token";

/** What languages print for a value that is absent, or that is not a text. */
const WORDS = {
  nil: "nil",
  "null-in-capitals": "NULL",
  false: "false",
  "0": "0",
  object: "[object Object]",
  space: " ",
};

/** The names of secrets in files of variables, such as .env. */
const VARIABLES: Readonly<Record<SecretKind, readonly string[]>> = {
  consumer: ["CONSUMER_SECRET", "OAUTH_CONSUMER_SECRET"],
  token: ["TOKEN_SECRET", "ACCESS_TOKEN_SECRET"],
};

const withFix = (fix: string, rows: readonly Row[]): TextChange[] => textChanges(rows).map((one) => ({ ...one, fix }));

/** Changes that affect only secrets, because programs read secrets from files and variables. */
export function secretNotations(kind: SecretKind): TextChange[] {
  return [
    ...withFix(
      "Give the signer the issued secret; check its variable.",
      Object.entries(WORDS).map(([id, word]) => [`as-${id}`, `as ${word === " " ? "a blank" : word}`, () => word]),
    ),
    ...withFix(
      "Give the signer the secret, not what the language prints for its value.",
      ["Optional", "Some"].map((type) => [`${type.toLowerCase()}-text`, `as ${type}("…")`, around(`${type}("`, '")')]),
    ),
    ...withFix("Remove that text where the program reads the secret.", [
      ["escaped-line-feed-after", "with the two characters \\n after it", around("", "\\n")],
      ["escaped-crlf-after", "with the four characters \\r\\n after it", around("", "\\r\\n")],
      ...VARIABLES[kind].map(
        (name): Row => [
          `line-of-${name.toLowerCase().replaceAll("_", "-")}`,
          `with ${name}= in front`,
          around(`${name}=`, ""),
        ],
      ),
    ]),
  ];
}

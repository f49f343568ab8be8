/** Functions that change the Authorization header (RFC 5849 3.5.1). */

import type { AuthorizationHeaderInput, Stages } from "../../model/index.ts";
import type { StageChange } from "../fault.ts";
import { changeResult, replaceStage } from "../helpers/stage-changes.ts";

/** Changes the text of the header. */
export function changeHeader(change: (header: string) => string): StageChange {
  return changeResult("authorizationHeader", change);
}

/** Changes the input from which the header is written. */
export function changeHeaderInput(
  change: (input: AuthorizationHeaderInput, all: Stages) => AuthorizationHeaderInput,
): StageChange {
  return replaceStage("authorizationHeader", (write, input, all) => write(change(input, all), all));
}

/** Changes how names and values are encoded in the header. */
export function changeHeaderEncoding(
  change: (octets: Uint8Array, encoded: string, input: AuthorizationHeaderInput) => string,
): StageChange {
  return replaceStage("authorizationHeader", (write, input, all) =>
    write(input, {
      ...all,
      encodeForSending: (octets) => change(octets, all.encodeForSending(octets), input),
    }),
  );
}

/** Writes something other than a comma and a space between two parameters. */
export function separateHeaderBy(separator: string): StageChange {
  return changeHeader((header) => header.replace(/", (?=[^",=]+=")/g, () => `"${separator}`));
}

/** Writes something other than `OAuth` and a space before the first parameter. */
export function replaceScheme(scheme: string): StageChange {
  return changeHeader((header) => header.replace(/^OAuth /, () => scheme));
}

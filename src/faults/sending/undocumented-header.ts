/** Undocumented faults of writing the Authorization header (RFC 5849 3.5.1). */

import type { FaultDefinition } from "../fault.ts";
import { faultInForms } from "../helpers/forms.ts";
import { changeHeader } from "./header-changes.ts";

const FIX = {
  text: "Write the scheme and a space, then each name, = and the encoded value in quotes, separated by commas.",
  calls: {
    JavaScript: `"OAuth " + pairs.map(([name, value]) => encode(name) + '="' + encode(value) + '"').join(", ")`,
  },
};

/** Changes how each parameter is written. */
const writePairs = (write: (name: string, value: string) => string) =>
  changeHeader((header) =>
    header.replace(/(?<![^\s",=])([^\s",=]+)="([^"]*)"/g, (_, name: string, value: string) => write(name, value)),
  );

export const UNDOCUMENTED_HEADER_FAULTS: readonly FaultDefinition[] = [
  faultInForms({ id: "header-trailing-separator", title: "Separator after the last header parameter", fix: FIX }, [
    ["The client writes a comma after the last header parameter.", changeHeader((header) => `${header},`)],
  ]),
  faultInForms({ id: "header-pair-malformed", title: "Header parameter malformed", fix: FIX }, [
    [
      "The client writes backslashes before the quotation marks in the header.",
      writePairs((name, value) => `${name}=\\"${value}\\"`),
    ],
    [
      "The client writes a colon instead of = between name and value in the header.",
      writePairs((name, value) => `${name}:"${value}"`),
    ],
    [
      "The client writes spaces around the = between name and value in the header.",
      writePairs((name, value) => `${name} = "${value}"`),
    ],
  ]),
];

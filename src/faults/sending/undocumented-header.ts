/** Undocumented faults of writing the Authorization header (RFC 5849 3.5.1). */

import type { FaultDefinition } from "../fault.ts";
import { changeHeader } from "./header-changes.ts";

const FIX = {
  text: "Write the scheme and a space, then each name, = and the encoded value in quotes, separated by commas.",
  calls: {
    JavaScript: `"OAuth " + pairs.map(([name, value]) => encode(name) + '="' + encode(value) + '"').join(", ")`,
  },
};

export const UNDOCUMENTED_HEADER_FAULTS: readonly FaultDefinition[] = [
  {
    id: "header-trailing-separator",
    title: "Separator after the last header parameter",
    what: "The client writes a comma after the last header parameter.",
    fix: FIX,
    apply: changeHeader((header) => `${header},`),
  },
];

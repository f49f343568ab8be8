/** The style of causes and differences on a terminal. */

import picocolors from "picocolors";
import type { Colors } from "picocolors/types.js";
import type { TextStyle } from "../../../diagnosis/text/compared-text.ts";

export const NO_COLORS: Colors = picocolors.createColors(false);

export function styleOf({ bold, dim, green, red }: Colors): TextStyle {
  return { strong: bold, soft: dim, right: green, wrong: red };
}

/** `npm run generate -- pictures`: writes docs/check.svg, the output of `check` for a signer with two mistakes. */

import { writeFileSync } from "node:fs";
import { CHECK_LABEL, checkOutput } from "./check-output.ts";
import { terminalPicture } from "./terminal.ts";

writeFileSync("docs/check.svg", terminalPicture(await checkOutput(), CHECK_LABEL));

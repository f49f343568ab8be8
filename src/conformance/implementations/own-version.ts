/** The version of this package, in a file that loads nothing else. */

import { packageVersion } from "../references/package-version.ts";

export const OWN_VERSION: string = packageVersion("countersign");

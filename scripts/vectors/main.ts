/**
 * `npm run generate -- vectors`: computes the stages of new vectors once, and locks their ids. It fails if a vector with a
 * locked id changed or disappeared. With `--check` it writes nothing, and fails if there is a new vector.
 */

import { VECTORS_FOLDER } from "../../src/conformance/vectors/index.ts";
import { updateFiles } from "./update-files.ts";

const { added, problems } = updateFiles(VECTORS_FOLDER, process.argv.includes("--check"));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log("vectors: every stage stated, every id locked; new:", added.join(" ") || "none");

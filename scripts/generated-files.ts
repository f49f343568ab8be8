import { faultFiles } from "./fault-pages/files.ts";
import { interopFiles } from "./interop/document.ts";
import { openApiFiles } from "./openapi/files.ts";
import { ruleFiles } from "./rules-doc.ts";
import { schemaFiles } from "./schemas.ts";

/** The text of files by their paths; `undefined` for a file that is not needed. */
export type Files = Readonly<Record<string, string | undefined>>;

/** The files that follow from `src` and the vectors, by the name of their generator. A test compares them. */
export const GENERATED: Readonly<Record<string, () => Files | Promise<Files>>> = {
  faults: faultFiles,
  interop: interopFiles,
  openapi: openApiFiles,
  rules: ruleFiles,
  schemas: schemaFiles,
};

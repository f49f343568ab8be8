/** What `countersign vectors list` needs of every vector. */

import { namesOfVector, namesOfVerificationVector } from "../../conformance/runner/questions/filter.ts";
import { loadVectors, loadVerificationVectors } from "../../conformance/vectors/index.ts";
import { checkVectorsFolder } from "../input/vectors-folder.ts";

export interface ListedVector {
  readonly id: string;
  readonly rule: string;
  readonly comment: string;
  readonly isDisputed: boolean;
  /** What a filter may name, apart from the id. */
  readonly names: readonly string[];
}

/** @param folder a folder with vectors @default the folder of the package */
export function listedVectors(folder?: string): ListedVector[] {
  checkVectorsFolder(folder);
  const forSigners = loadVectors(folder).map((vector) => listed(vector, namesOfVector(vector)));
  const forVerifiers = loadVerificationVectors(folder).map((one) => listed(one, namesOfVerificationVector(one)));
  return [...forSigners, ...forVerifiers];
}

function listed(vector: Omit<ListedVector, "isDisputed" | "names">, names: readonly string[]): ListedVector {
  const { id, rule, comment } = vector;
  return { id, rule, comment, isDisputed: "disputed" in vector, names };
}

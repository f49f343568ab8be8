/** Reads the file of `countersign gateway --data`, and checks it like the option `data` of the simulator. */

import { dirname, resolve } from "node:path";
import { configurationError, GatewayError } from "../../gateway/errors.ts";
import { checkData } from "../../gateway/simulator/data.ts";
import type { GatewayData } from "../../gateway/simulator/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { parseJson } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { UsageError } from "../process/exit-codes.ts";

/**
 * Reads the data, and the key files that the data name.
 *
 * @throws {@link UsageError} with the file, the place, what was expected and what the file contains
 */
export function readGatewayData(file: string): GatewayData {
  const hint = `for the JSON Schema of this file, run: ${COUNTERSIGN} gateway --schema`;
  const what = "data of the gateway simulator";
  const json = parseJson(readFile(file).toString("utf8"), { what, file, hint });
  try {
    const data = withKeysOfFiles(json, dirname(file)) as GatewayData;
    checkData(data);
    return data;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new UsageError(`expected ${what} at ${file}: ${error.message}`, hint);
  }
}

/** Replaces `publicKeyFiles` with the keys. Unexpected values are kept so that the check reports them. */
function withKeysOfFiles(data: unknown, folder: string): unknown {
  const { merchants } = (data ?? {}) as { readonly merchants?: unknown };
  if (!Array.isArray(merchants)) return data;
  return { ...(data as object), merchants: merchants.map((merchant) => withKeys(merchant, folder)) };
}

function withKeys(merchant: unknown, folder: string): unknown {
  if (typeof merchant !== "object" || merchant === null || !("publicKeyFiles" in merchant)) return merchant;
  const { publicKeyFiles, ...others } = merchant;
  if (!isList(publicKeyFiles) || !publicKeyFiles.every((name) => typeof name === "string")) {
    throw configurationError("merchant.publicKeyFiles must be a list of file names");
  }
  const { publicKeys = [] } = others as { readonly publicKeys?: unknown };
  if (!isList(publicKeys)) return others;
  const keys = publicKeyFiles.map((name) => readFile(resolve(folder, name)).toString("utf8"));
  return { ...others, publicKeys: [...publicKeys, ...keys] };
}

/** `Array.isArray` types the elements as `any`. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

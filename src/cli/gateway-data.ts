/**
 * Reads the double's data from a file.
 *
 * @module
 */

import { dirname, resolve } from "node:path";
import { Ajv } from "ajv";
import type { GatewayData, Merchant } from "../gateway/simulator/index.ts";
import { UsageError } from "./exit-codes.ts";
import { GATEWAY_SCHEMA } from "./gateway-schema.ts";
import { readFile } from "./input/read-file.ts";

/** The data as the file has them. */
interface DataFile {
  readonly merchants: readonly (Merchant & { readonly publicKeyFiles?: readonly string[] })[];
}

/** Reads and checks; keys that stand in files are read too. */
export function readGatewayData(path: string): GatewayData {
  const validate = new Ajv({ verbose: true, allErrors: false }).compile<DataFile>(GATEWAY_SCHEMA);
  const file = parse(path);
  if (!validate(file)) {
    const { instancePath, message, data, params } = validate.errors![0]!;
    const got = JSON.stringify(params.additionalProperty ?? data)?.slice(0, 100);
    const isKey = /key/i.test(instancePath);
    const hint = "`countersign gateway --schema` prints what is expected";
    throw new UsageError(`${path}: ${instancePath || "the file"} ${message}${isKey ? "" : `, got ${got}`}`, hint);
  }
  const pemIn = (name: string): string => readFile(resolve(dirname(path), name)).toString("utf8");
  const merchants = file.merchants.map(({ publicKeyFiles = [], ...merchant }) => ({
    ...merchant,
    publicKeys: [...(merchant.publicKeys ?? []), ...publicKeyFiles.map(pemIn)],
  }));
  return { merchants };
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFile(path).toString("utf8"));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: expected JSON: ${(error as Error).message}`);
  }
}

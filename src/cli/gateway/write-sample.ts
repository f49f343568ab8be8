/** `countersign gateway --write-sample`: writes a merchant with keys that stay the same from run to run. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_PREFIX } from "../../gateway/environment.ts";
import { createSampleData } from "../../gateway/simulator/sample-data.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { visible } from "../../redaction/visible.ts";
import { shellWord } from "../../requests/request-to-paste.ts";
import { checkAbsent, writeKeyFiles } from "../keys/key-files.ts";

/**
 * Writes keys, data and `.env` to a folder, and creates the folder. Overwrites no file.
 *
 * @param folder a relative folder makes the path of the key in `.env` relative
 * @param port the port in `.env` and in the printed command
 * @returns a text that describes the next steps
 * @throws {@link UsageError} if a file exists or cannot be written
 */
export async function writeSample(folder: string, port = 8080): Promise<string> {
  const { data, login, controlKey, privateKey, publicKey, endpoint, endpointGroup, payment } = await createSampleData();
  const [first, ...others] = data.merchants;
  const { publicKeys: _, ...merchant } = first!;
  const file = {
    ...data,
    merchants: [{ ...merchant, publicKeyFiles: ["merchant.public.pem"] }, ...others],
  };
  const variables = {
    GATEWAY_URL: `http://127.0.0.1:${port}${DEFAULT_PREFIX}`,
    GATEWAY_LOGIN: login,
    GATEWAY_CONTROL_KEY: controlKey,
    // Quoted, because a shell reads the file.
    GATEWAY_PRIVATE_KEY_FILE: shellWord(join(folder, "merchant.private.pem")),
    GATEWAY_ENDPOINT: endpoint,
    GATEWAY_ENDPOINT_GROUP: endpointGroup,
    GATEWAY_CLIENT_ORDERID: payment.clientOrderId,
    GATEWAY_ORDERID: payment.orderId,
  };
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  const files = [
    [join(folder, "merchant.private.pem"), privateKey],
    [join(folder, "merchant.public.pem"), publicKey],
    [join(folder, "gateway.json"), `${JSON.stringify(file, undefined, 2)}\n`],
    [join(folder, ".env"), environment.join("")],
  ] as const;
  checkAbsent(files.map(([path]) => path));
  mkdirSync(folder, { recursive: true });
  writeKeyFiles(files);
  const command = `${COUNTERSIGN} gateway --port ${port} --data ${shellWord(join(folder, "gateway.json"))}`;
  return `wrote keys, data and .env to ${visible(folder)}; start the simulator with:\n  ${visible(command)}\n`;
}

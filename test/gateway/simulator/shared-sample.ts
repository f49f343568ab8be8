/** Sample data for all tests of the simulator, with RSA keys of the tests, because making keys takes seconds. */

import type { SampleData } from "../../../src/gateway/simulator/index.ts";
import { createSampleData } from "../../../src/gateway/simulator/sample-data.ts";
import { testKeyPair } from "../../keys/index.ts";

/** A piece of a random key could occur in a text that a test expects, which would then be redacted. */
const CONTROL_KEYS = ["B17F59B4-A7DC-41B4-8FF9-37D986B43D20", "5D2C40A6-C3FE-4D16-AB7A-F2E1CB90746D"];

const { privateKey, publicKey } = testKeyPair("rsa-2048");

export const sample: SampleData = await createSampleData(
  () => CONTROL_KEYS.pop()!,
  async () => ({
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  }),
);

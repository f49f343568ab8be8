/** Sample data for all tests of the simulator, because making its RSA keys takes longer than most of the tests. */

import type { SampleData } from "../../../src/gateway/simulator/index.ts";
import { createSampleData } from "../../../src/gateway/simulator/sample-data.ts";

/** A piece of a random key could occur in a text that a test expects, which would then be redacted. */
const CONTROL_KEYS = ["B17F59B4-A7DC-41B4-8FF9-37D986B43D20", "5D2C40A6-C3FE-4D16-AB7A-F2E1CB90746D"];

export const sample: SampleData = await createSampleData(() => CONTROL_KEYS.pop()!);

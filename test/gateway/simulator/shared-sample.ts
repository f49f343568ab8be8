/** Sample data for all tests of the simulator, because making its RSA keys takes longer than most of the tests. */

import type { SampleData } from "../../../src/gateway/simulator/index.ts";
import { createSampleData } from "../../../src/gateway/simulator/sample-data.ts";

export const sample: SampleData = await createSampleData();

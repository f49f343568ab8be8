/** Asks a driver one question, says so, and stays: for a test that ends this process. */

import { openDriver } from "../../../src/conformance/drivers/index.ts";

const driver = openDriver({ command: process.argv.slice(2) });
await driver.ask({ operation: "percent-encoding", text: "a" });
process.stdout.write("ready\n");

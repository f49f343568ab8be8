/** @module-tag commands */

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Contestant, hmacContestants, hmacFloor, rsaContestants } from "../../scripts/bench/contestants.ts";
import { throughput } from "../../scripts/bench/shapes.ts";
import { SIXTEEN_PARAMETERS, THREE_PARAMETERS } from "../../scripts/bench/workload.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { floor, contestants } = rsaContestants(privateKey.export({ type: "pkcs8", format: "pem" }) as string);

describe("the benchmark", () => {
  test.each([THREE_PARAMETERS, SIXTEEN_PARAMETERS].map((workload) => [workload.name, workload] as const))(
    "compares implementations that each sign %s",
    async (_, workload) => {
      const all: Contestant[] = [hmacFloor(workload), ...hmacContestants(), floor, ...contestants];
      for (const { run } of all) expect(await run(workload.at(0))).toBeTruthy();
    },
  );

  test("compares signing one after the other with the thread pool", async () => {
    expect(await throughput(2048, 1, 2)).toMatchObject({});
  });
});

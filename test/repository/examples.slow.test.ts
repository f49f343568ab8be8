/** @module-tag redis */

import { afterAll, beforeAll, describe, test } from "vitest";
import { isInstalled } from "../programs.ts";
import { RedisServer } from "../verifier/redis-server.ts";
import { examples, REDIS_URL, run } from "./examples.ts";

describe.skipIf(!isInstalled("redis-server"))("the examples that need Redis", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.remove());

  const withRedis = examples.filter(({ code }) => code.includes(REDIS_URL));
  // Each in a database of its own: some say that it is new.
  test.each(withRedis.map(({ name, code }, database) => [name, code, database] as const))(
    "%s runs and gives what it says",
    (_name, code, database) => run(code, `${redis.url}/${database}`),
  );
});

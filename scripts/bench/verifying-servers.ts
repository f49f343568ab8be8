/** Starts servers in child processes. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { adopt } from "./children.ts";

export const ORIGIN = "https://gateway.example";
export const CONSUMER_KEY = "merchant";

export interface ServerConfiguration {
  /** The URL of the Redis that keeps the nonces. */
  readonly redisUrl: string;
  readonly secret: string;
}

/**
 * Starts a server and returns its port.
 *
 * @throws Error if the process ends before the server listens
 */
export async function startServer(configuration: ServerConfiguration): Promise<number> {
  const script = fileURLToPath(new URL("./verifying-server.ts", import.meta.url));
  const child = adopt(
    fork(script, [JSON.stringify(configuration)], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", process.stderr, process.stderr, "ipc"],
    }),
  );
  const ended = once(child, "exit").then(() => {
    throw new Error("a server ended before it listened");
  });
  const [port] = await Promise.race([once(child, "message"), ended]);
  return port as number;
}

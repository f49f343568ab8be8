/** Starts servers in child processes. */

import { type ChildProcess, fork } from "node:child_process";
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
 * Starts a server in a process that sends its port as its first message.
 *
 * @param script the program
 * @throws Error if the process ends before the server listens
 */
export async function startServer(
  script: URL,
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = adopt(
    fork(fileURLToPath(script), args, {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", process.stderr, process.stderr, "ipc"],
    }),
  );
  const ended = once(child, "exit").then(() => {
    throw new Error("a server ended before it listened");
  });
  const [port] = (await Promise.race([once(child, "message"), ended])) as [number];
  return { child, port };
}

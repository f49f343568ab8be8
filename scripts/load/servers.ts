/**
 * Starts servers as processes of their own.
 *
 * @module
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { adopt } from "./children.ts";

export const ORIGIN = "https://gateway.example";
export const CONSUMER_KEY = "merchant";

/** The header in which a server names the refusal code. */
export const REFUSAL_HEADER = "refusal-code";

/** What a server is to be. */
export interface ServerConfiguration {
  /** Where nonces are kept; `none` is no verification at all. */
  readonly store: "none" | "memory" | "redis";
  readonly redisUrl: string;
  readonly secret: string;
}

/**
 * Starts one, and returns its port.
 *
 * @throws Error where it ends before it listens
 */
export async function startServer(configuration: ServerConfiguration): Promise<number> {
  const script = fileURLToPath(new URL("./server.ts", import.meta.url));
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

/** A redis-server on loopback whose settings keep the nonces. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { adopt, temporaryFolder } from "./children.ts";

const DURABLE = ["--save", "", "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"];
const START_TIMEOUT_MS = 10_000;

export class Redis {
  readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  /** @throws Error if redis-server is not on PATH or does not answer */
  static async start(): Promise<Redis> {
    const redis = new Redis(await freePort());
    await redis.#start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the server and waits until it answers. */
  async #start(): Promise<void> {
    const where = ["--bind", "127.0.0.1", "--port", `${this.port}`, "--dir", temporaryFolder()];
    const child = adopt(spawn("redis-server", [...where, ...DURABLE], { stdio: "ignore" }));
    await once(child, "spawn").catch((error: unknown) => {
      throw new Error("redis-server cannot be started; install it and put it on PATH", { cause: error });
    });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(this.port))) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error("redis-server does not answer");
      await sleep(10);
    }
  }
}

/** Whether the server executes commands. While it loads its file, it replies with an error. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.setTimeout(1000, () => socket.destroy());
    socket.once("data", (reply) => {
      resolve(reply.toString("latin1").startsWith("+PONG"));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}

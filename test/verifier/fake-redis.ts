/** A Redis in memory for quick tests: the commands of the nonce store, also behind a port of loopback. */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { RedisCommands } from "../../src/verifier/stores/redis-scripts.ts";

type Reply = string | readonly string[] | ReadonlyMap<string, string>;

/** It forgets nothing by itself. */
export class FakeRedis implements RedisCommands {
  /** What CONFIG GET shows. */
  readonly settings: Map<string, string> = new Map([
    ["maxmemory-policy", "noeviction"],
    ["appendonly", "yes"],
    ["appendfsync", "always"],
  ]);
  /** The records of the buckets by their keys. */
  readonly records: Map<string, Map<string, string>> = new Map();
  /** For how many milliseconds each nonce is kept, by its key. */
  readonly nonces: Map<string, number> = new Map();
  /** The names of the commands that came. */
  readonly asked: string[] = [];
  /** The scripts that ran, each with its keys and arguments. */
  readonly ran: { readonly script: string; readonly keys: readonly string[]; readonly args: readonly string[] }[] = [];
  /** The `timeout` of each handle that a store asked for. */
  readonly timeouts: number[] = [];
  /** Instead of an answer to scripts. */
  scriptReply: (() => Promise<unknown>) | undefined;
  /** Instead of an answer to CONFIG GET. */
  configReply: (() => Promise<unknown>) | undefined;
  readonly #scripts = new Map<string, string>();

  withCommandOptions({ timeout }: { timeout: number }): RedisCommands {
    this.timeouts.push(timeout);
    return this;
  }

  async evalSha(sha1: string, { keys, arguments: args }: Parameters<RedisCommands["evalSha"]>[1]): Promise<unknown> {
    this.asked.push("evalSha");
    if (this.scriptReply !== undefined) return this.scriptReply();
    const script = this.#scripts.get(sha1);
    if (script === undefined) throw new Error("NOSCRIPT No matching script.");
    return this.#run(script, keys, args);
  }

  async eval(script: string, { keys, arguments: args }: Parameters<RedisCommands["eval"]>[1]): Promise<unknown> {
    this.asked.push("eval");
    this.#scripts.set(createHash("sha1").update(script).digest("hex"), script);
    return this.#run(script, keys, args);
  }

  async configGet(name: string): Promise<unknown> {
    this.asked.push("configGet");
    if (this.configReply !== undefined) return this.configReply();
    return { [name]: this.settings.get(name) };
  }

  async info(): Promise<unknown> {
    this.asked.push("info");
    return "";
  }

  #run(script: string, keys: readonly string[], args: readonly string[]): readonly string[] {
    this.ran.push({ script, keys, args });
    if (script.includes("'HSETNX'")) {
      const isNew = !this.records.has(keys[0]!);
      if (isNew) this.records.set(keys[0]!, new Map([["since", args[0]!]]));
      return [isNew ? "1" : "0"];
    }
    if (script.includes("'HMGET'")) return this.#claim(keys, args);
    if (script.includes("'start'")) return this.#initialize(keys[0]!);
    if (script.includes("'HEXISTS'")) return [this.records.get(keys[0]!)?.has("claimed") ? "1" : "0"];
    throw new Error("ERR unknown script");
  }

  #initialize(key: string): readonly string[] {
    const record = this.records.get(key) ?? new Map<string, string>();
    this.records.set(key, record);
    if (!record.has("claimed")) record.set("since", "start");
    return [];
  }

  /** The script of a claim, line by line. */
  #claim([nonceKey, recordKey]: readonly string[], args: readonly string[]): readonly string[] {
    const [timestamp, expires, now, margin] = args.map(Number) as [number, number, number, number];
    const window = expires - timestamp;
    const isNew = !this.records.has(recordKey!);
    const record = this.records.get(recordKey!) ?? new Map([["since", `${now}`]]);
    this.records.set(recordKey!, record);
    let widest = record.has("widest") ? Number(record.get("widest")) : undefined;
    if (widest !== undefined && widest < window) {
      record.set("narrow", record.get("narrow") ?? `${widest}`).set("until", `${now + widest}`);
    }
    if (widest === undefined || widest < window) widest = window;
    record.set("widest", `${widest}`);
    const since = record.get("since")!;
    if (since !== "start" && timestamp <= Number(since) + widest) {
      return ["lost", since, `${Number(since) + widest}`, isNew ? "new" : "known"];
    }
    const until = record.get("until");
    if (until !== undefined && timestamp <= Number(until) && now >= timestamp + Number(record.get("narrow"))) {
      return ["full"];
    }
    record.set("claimed", "1");
    if (this.nonces.has(nonceKey!)) return ["used"];
    this.nonces.set(nonceKey!, Math.ceil((timestamp + widest - now + margin) * 1000));
    return ["fresh"];
  }
}

/** Speaks the protocol of Redis (RESP 3) for a {@link FakeRedis}. */
export class FakeRedisServer {
  readonly redis: FakeRedis = new FakeRedis();
  /** Whether it leaves all commands without an answer. */
  isSilent = false;
  /** The errors with which it answers the first connections, one each. */
  readonly refusals: string[] = [];
  #port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((socket) => this.#serve(socket));

  static async start(): Promise<FakeRedisServer> {
    const server = new FakeRedisServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    server.#port = (server.#server.address() as { port: number }).port;
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Cuts the connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves once no client has a connection, and none can get one any more. */
  async withoutClients(): Promise<void> {
    if (!this.#server.listening) return;
    await new Promise((done) => this.#server.close(done));
  }

  async stop(): Promise<void> {
    this.cut();
    await this.withoutClients();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let text = "";
    let answered: Promise<unknown> = Promise.resolve();
    socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      for (let command = takeCommand(text); command !== undefined; command = takeCommand(text)) {
        const { parts } = command;
        text = command.rest;
        if (this.isSilent) continue;
        answered = answered.then(async () => void socket.write(await this.#answer(parts)));
      }
    });
  }

  async #answer([name = "", ...args]: readonly string[]): Promise<string> {
    try {
      return written(await this.#reply(name.toUpperCase(), args));
    } catch (error) {
      return `-${(error as Error).message}\r\n`;
    }
  }

  async #reply(name: string, args: readonly string[]): Promise<Reply> {
    const refusal = name === "HELLO" ? this.refusals.shift() : undefined;
    if (refusal !== undefined) throw new Error(refusal);
    if (name === "HELLO") return new Map([["server", "fake"]]);
    if (name === "CONFIG") return new Map(Object.entries((await this.redis.configGet(args[1]!)) as object));
    if (name !== "EVAL" && name !== "EVALSHA") throw new Error("ERR unknown command");
    const [script, count, ...values] = args as [string, string, ...string[]];
    const options = { keys: values.slice(0, Number(count)), arguments: values.slice(Number(count)) };
    const reply = name === "EVAL" ? this.redis.eval(script, options) : this.redis.evalSha(script, options);
    return (await reply) as readonly string[];
  }
}

/** The first command of a text, `*2\r\n$3\r\nGET\r\n$1\r\na\r\n`; `undefined` if it has not come completely. */
function takeCommand(text: string): { readonly parts: readonly string[]; readonly rest: string } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return undefined;
  const parts: string[] = [];
  let position = head[0].length;
  while (parts.length < Number(head[1])) {
    const [line, length] = /^\$(\d+)\r\n/.exec(text.slice(position, position + 20)) ?? [];
    if (line === undefined) return undefined;
    const start = position + line.length;
    position = start + Number(length) + 2;
    if (text.length < position) return undefined;
    parts.push(text.slice(start, position - 2));
  }
  return { parts, rest: text.slice(position) };
}

function written(reply: Reply): string {
  if (typeof reply === "string") return `$${reply.length}\r\n${reply}\r\n`;
  if (reply instanceof Map) return `%${reply.size}\r\n${[...reply].flat().map(written).join("")}`;
  const list = reply as readonly string[];
  return `*${list.length}\r\n${list.map(written).join("")}`;
}

/** Checks whether a Redis server is set to keep nonces: to evict none, and to write each to disk before the reply. */

import type { RedisCommands } from "./redis-scripts.ts";

/** What the check found, as sentences for the operator. */
export interface ServerFindings {
  /** Settings that lose nonces. */
  readonly unsafe: readonly string[];
  /** Settings that the server does not show. */
  readonly unchecked: readonly string[];
}

interface Setting {
  readonly name: string;
  readonly wanted: string;
  readonly otherwise: string;
  /** Where INFO also contains the setting. Most providers that forbid CONFIG allow INFO. */
  readonly info?: { readonly section: string; readonly line: RegExp };
}

const SETTINGS: readonly Setting[] = [
  {
    name: "maxmemory-policy",
    wanted: "noeviction",
    otherwise: "a full Redis evicts nonces, and their requests can be replayed",
    info: { section: "memory", line: /^maxmemory_policy:(\S+)/m },
  },
  {
    name: "appendonly",
    wanted: "yes",
    otherwise: "a restart loses nonces; if it loads an older snapshot, their requests can be replayed",
    info: { section: "persistence", line: /^aof_enabled:(\d)/m },
  },
  {
    name: "appendfsync",
    wanted: "always",
    otherwise: "a crash of the machine loses the last nonces, and their requests can be replayed",
  },
];

/**
 * Checks one server, or one node of a cluster.
 *
 * @throws what the client throws if there is no connection. It does not throw if the server forbids a command.
 */
export async function checkServer(commands: RedisCommands): Promise<ServerFindings> {
  const unsafe: string[] = [];
  const unchecked: string[] = [];
  for (const setting of SETTINGS) {
    const { name, wanted, otherwise } = setting;
    const value = (await fromConfig(commands, name)) ?? (await fromInfo(commands, setting));
    const advice = `Set ${name} to ${wanted}; with another value, ${otherwise}.`;
    if (value === undefined) unchecked.push(`${name} could not be checked, because Redis does not show it. ${advice}`);
    else if (value !== wanted) unsafe.push(`${name} is ${JSON.stringify(value.slice(0, 40))}. ${advice}`);
  }
  return { unsafe, unchecked };
}

async function fromConfig(commands: RedisCommands, name: string): Promise<string | undefined> {
  const reply = await unlessForbidden(commands.configGet(name));
  const value: unknown =
    reply instanceof Map ? reply.get(name) : (reply as Record<string, unknown> | undefined)?.[name];
  return value === undefined ? undefined : String(value);
}

async function fromInfo(commands: RedisCommands, { info }: Setting): Promise<string | undefined> {
  if (info === undefined) return undefined;
  const [, value] = info.line.exec(String(await unlessForbidden(commands.info(info.section)))) ?? [];
  return info.section === "persistence" && value !== undefined ? (value === "1" ? "yes" : "no") : value;
}

/** `undefined` if the server does not know the command or forbids it. */
async function unlessForbidden(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Error && /^(?:ERR|NOPERM) /.test(error.message)) return undefined;
    throw error;
  }
}

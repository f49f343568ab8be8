/**
 * The nonce store on Redis with a client of `ioredis`, for one server or a cluster: the commands that it uses.
 *
 *     const redis = new Redis(url, { enableOfflineQueue: false });
 *     const nonceStore = new RedisNonceStore(ofIoredis(redis));
 *
 * The store limits the time of each claim. Without `enableOfflineQueue: false`, claims without a connection would be sent
 * later, after the verifier has rejected their requests; in a cluster that is an option of the `Cluster`.
 *
 * A server that starts before its cluster is up waits for the event `ready` of the `Cluster`: the promise of `connect` may
 * never settle then (ioredis 5.11.1).
 */

import type { RedisNonceClient } from "countersign/redis";
import type { Cluster, Redis } from "ioredis";

export function ofIoredis(client: Redis | Cluster): RedisNonceClient {
  return {
    withCommandOptions: () => ({
      eval: (script, { keys, arguments: values }) => client.eval(script, keys.length, ...keys, ...values),
      evalSha: (sha1, { keys, arguments: values }) => client.evalsha(sha1, keys.length, ...keys, ...values),
      async configGet(name) {
        const [, value] = (await client.config("GET", name)) as string[];
        return { [name]: value };
      },
      info: (section) => client.info(section),
    }),
  };
}

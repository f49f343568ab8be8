/**
 * A program: the servers of a module that exports `targets`, which is its argument. It sends their ports to its parent, and
 * answers each message of it: `reset` forgets all nonces, `disconnect` closes all connections, `turn` waits for a turn of the event loop, `leftovers` reports.
 */

import "./watch.ts";
import type { AddressInfo } from "node:net";
import { headerValues } from "../../../src/oauth1/http-request.ts";
import { createVerifier } from "../../../src/verifier/index.ts";
import { BODY_LIMIT, CLIENT, NOW, ORIGIN } from "./requests.ts";
import type { Surroundings, Target } from "./targets.ts";
import { countPending, disconnect, leftovers, watchProcess, watchServer } from "./watch.ts";

/** Of a rejection, if the request asks for a long one. */
const LONG = 100_000;

const used = new Set<string>();
const verifier = createVerifier({
  origin: ORIGIN,
  now: () => NOW,
  signatureMethods: ["HMAC-SHA1", "HMAC-SHA256"],
  allowHeaderAndBody: true,
  limits: { body: BODY_LIMIT },
  credentials: ({ consumerKey }) =>
    consumerKey === CLIENT.consumerKey ? { consumerSecret: CLIENT.consumerSecret } : undefined,
  nonceStore: {
    claim({ nonce }) {
      if (used.has(nonce)) return "used";
      used.add(nonce);
      return "fresh";
    },
  },
});

const surroundings: Surroundings = {
  options: {
    verifier,
    bodyLimit: BODY_LIMIT,
    rejectionResponse: ({ code, publicResponse: { status } }, request) => {
      const headers = request.headers as readonly (readonly [string, string])[];
      const [asked] = headerValues({ headers }, "x-answer");
      const body = asked === "empty" ? "" : asked === "long" ? "x".repeat(LONG) : code;
      return { status, headers: { "x-verdict": code }, body };
    },
  },
  seen: (oauth) => JSON.stringify(jsonOf(oauth)),
  pending: countPending,
};

type Oauth = Parameters<Surroundings["seen"]>[0];

function jsonOf({ consumerKey, token, signatureMethod, timestamp, nonce, parameters, rawBody }: Oauth): unknown {
  const text = (value: string | Uint8Array) =>
    typeof value === "string" ? value : { octets: Buffer.from(value).toString("latin1") };
  return {
    consumerKey,
    token,
    signatureMethod,
    timestamp,
    nonce,
    rawBody: Buffer.from(rawBody).toString("latin1"),
    parameters: parameters.map(({ name, value, origin }) => ({ name: text(name), value: text(value), origin })),
  };
}

const { targets } = (await import(process.argv[2]!)) as { readonly targets: Readonly<Record<string, Target>> };
const ports: Record<string, number> = {};
for (const [name, { build }] of Object.entries(targets)) {
  const server = await build(surroundings);
  watchServer(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ports[name] = (server.address() as AddressInfo).port;
}

process.on("message", (message) => {
  if (message === "reset") used.clear();
  if (message === "disconnect") disconnect();
  setImmediate(() => process.send!(message === "leftovers" ? leftovers() : message));
});
process.on("disconnect", () => process.exit());
watchProcess();
process.send!(ports);

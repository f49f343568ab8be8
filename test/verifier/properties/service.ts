/**
 * A small service and its plain model: two verifiers with clocks a little apart share a store, clients send, replay and
 * tamper, time moves both ways, keys come and go, verifiers are restarted.
 *
 * The model is a set of used nonces and a set of live keys; every command first says what must come out.
 */

import * as fc from "fast-check";
import { expect } from "vitest";
import { type SignedRequest, sign } from "../../../src/oauth1/index.ts";
import {
  createVerifier,
  type NonceStore,
  type StoredKey,
  type Verdict,
  type Verifier,
} from "../../../src/verifier/index.ts";

const TOLERANCE = 300;
const SKEW = 60;
const START = 1_700_000_000;
const URL = "https://gateway.example/pay";

/** By how much each verifier's clock is ahead. */
const AHEAD = [0, 20] as const;

/** One command as plain data. `via` is the verifier, `which` a request that was sent before. */
export type Step =
  | {
      readonly do: "send";
      readonly client: number;
      readonly key: number;
      readonly offset: number;
      readonly token: boolean;
      readonly via: number;
    }
  | { readonly do: "replay" | "tamper"; readonly which: number; readonly via: number }
  | { readonly do: "flood"; readonly which: number; readonly times: number }
  | { readonly do: "clock"; readonly by: number }
  | { readonly do: "add-key" | "remove-key"; readonly client: number; readonly key: number }
  | { readonly do: "restart"; readonly via: number };

/** What a store may forget: nothing; nothing without a floor over it; whatever it has no place for, with a floor. */
export type Memory = "keeps-all" | "has-floor" | "is-small";

/** A request that was sent, and what the model has to know of it. */
interface Sent {
  readonly request: SignedRequest;
  readonly client: number;
  readonly key: number;
  readonly timestamp: number;
}

/** What ought to be. */
export interface Expected {
  now: number;
  /** `client/key` */
  readonly live: Set<string>;
  readonly sent: Sent[];
  /** By their place in `sent`: each has a nonce of its own. */
  readonly used: Set<number>;
  readonly memory: Memory;
  /** The latest time at which the store was asked anything. */
  askedAt: number;
}

/** What is. */
export interface Service {
  readonly clock: { now: number };
  readonly keys: readonly Map<number, StoredKey>[];
  readonly stores: readonly NonceStore[];
  readonly verifiers: Verifier[];
}

/** A step that can be run. */
export type Command = fc.AsyncCommand<Expected, Service>;

/** A service and its model, both at the beginning: each client has one live key. */
export function startService(stores: readonly NonceStore[], memory: Memory): { model: Expected; real: Service } {
  const clock = { now: START };
  const keys = [0, 1].map((client) => new Map([[0, storedKey(client, 0)]]));
  const real: Service = { clock, keys, stores, verifiers: [] };
  for (const via of [0, 1]) restart(real, via);
  const model: Expected = {
    now: START,
    live: new Set(["0/0", "1/0"]),
    sent: [],
    used: new Set(),
    memory,
    askedAt: START,
  };
  return { model, real };
}

function restart(real: Service, via: number): void {
  const { clock, keys, stores } = real;
  const find = (consumerKey: string): StoredKey[] => [...(keys[Number(consumerKey)]?.values() ?? [])];
  real.verifiers[via] = createVerifier({
    // The second verifier's look-up takes its time.
    credentials: ({ consumerKey }) => (via === 0 ? find(consumerKey) : Promise.resolve(find(consumerKey))),
    nonceStore: stores[via % stores.length]!,
    clockToleranceSeconds: TOLERANCE,
    clockSkewSeconds: SKEW,
    now: () => clock.now + AHEAD[via]!,
  });
}

const secretOf = (client: number, key: number): string => `secret ${client} ${key}`;
const keyName = (client: number, key: number): string => `${client}/${key}`;

function storedKey(client: number, key: number): StoredKey {
  return { consumerSecret: secretOf(client, key), tokenSecret: "of the token", id: keyName(client, key) };
}

/** Codes that may come out where a request goes to a verifier; `accepted` among them where it may be accepted. */
function allowedCodes(model: Expected, which: number, via: number): string[] {
  const { client, key, timestamp } = model.sent[which]!;
  const now = model.now + AHEAD[via]!;
  if (timestamp < now - TOLERANCE) return ["timestamp-too-old"];
  if (timestamp > now + TOLERANCE) return ["timestamp-in-future"];
  if (![...model.live].some((name) => name.startsWith(`${client}/`))) return ["consumer-unknown"];
  if (!model.live.has(keyName(client, key))) return ["signature-mismatch"];
  const answer = model.used.has(which) ? "nonce-used" : "accepted";
  return mayBeUnderFloor(model, timestamp, now) ? [answer, "nonce-store-full"] : [answer];
}

/** A floor lies at most over what has expired once, by the latest clock. */
function mayBeUnderFloor({ memory, used, sent, askedAt }: Expected, timestamp: number, now: number): boolean {
  if (memory !== "has-floor") return memory === "is-small";
  const latest = Math.max(askedAt, now);
  return [...used].some(
    (one) => sent[one]!.timestamp >= timestamp && sent[one]!.timestamp + TOLERANCE + 1 + SKEW <= latest,
  );
}

const codeOf = (verdict: Verdict): string => (verdict.accepted ? "accepted" : verdict.code);

async function deliver(model: Expected, real: Service, which: number, via: number): Promise<void> {
  const allowed = allowedCodes(model, which, via);
  const { request, client, key } = model.sent[which]!;
  const verdict = await real.verifiers[via]!.verify(request);
  expect(allowed).toContain(codeOf(verdict));
  model.askedAt = Math.max(model.askedAt, model.now + AHEAD[via]!);
  if (!verdict.accepted) return;
  expect(verdict.keyId).toBe(keyName(client, key));
  model.used.add(which);
}

/** The same request to both verifiers at once, several times. */
async function flood(model: Expected, real: Service, which: number, times: number): Promise<void> {
  const vias = Array.from({ length: times }, (_, index) => index % 2);
  const allowed = vias.map((via) => allowedCodes(model, which, via));
  const { request } = model.sent[which]!;
  const codes = (await Promise.all(vias.map((via) => real.verifiers[via]!.verify(request)))).map(codeOf);
  const accepted = codes.filter((code) => code === "accepted").length;
  codes.forEach((code, index) => {
    const others = allowed[index]!.includes("accepted") ? ["nonce-used"] : [];
    expect([...allowed[index]!, ...others]).toContain(code);
  });
  const sure = allowed.some((one) => one.length === 1 && one[0] === "accepted");
  expect(accepted).toBeLessThanOrEqual(1);
  if (sure) expect(accepted).toBe(1);
  if (accepted === 1) model.used.add(which);
  model.askedAt = Math.max(model.askedAt, model.now + Math.max(...AHEAD));
}

async function tamper(model: Expected, real: Service, which: number, via: number): Promise<void> {
  const { request } = model.sent[which]!;
  const verdict = await real.verifiers[via]!.verify({ ...request, body: "amount=99" });
  const [code] = allowedCodes(model, which, via);
  expect(codeOf(verdict)).toBe(code === "accepted" || code === "nonce-used" ? "signature-mismatch" : code);
}

function newRequest(model: Expected, { client, key, offset, token }: Step & { do: "send" }): Sent {
  const timestamp = model.now + offset;
  const credentials = {
    consumerKey: `${client}`,
    signatureMethod: "HMAC-SHA1" as const,
    consumerSecret: secretOf(client, key),
    tokenSecret: "of the token",
    ...(token ? { token: "token" } : {}),
  };
  const nonce = `nonce ${model.sent.length}`;
  const request = sign({ method: "POST", url: URL, form: { amount: "10" } }, credentials, { timestamp, nonce });
  return { request, client, key, timestamp };
}

async function run(step: Step, model: Expected, real: Service): Promise<void> {
  switch (step.do) {
    case "send":
      model.sent.push(newRequest(model, step));
      return deliver(model, real, model.sent.length - 1, step.via);
    case "replay":
      return deliver(model, real, step.which % model.sent.length, step.via);
    case "flood":
      return flood(model, real, step.which % model.sent.length, step.times);
    case "tamper":
      return tamper(model, real, step.which % model.sent.length, step.via);
    case "clock":
      model.now += step.by;
      real.clock.now = model.now;
      return;
    case "add-key":
      model.live.add(keyName(step.client, step.key));
      real.keys[step.client]!.set(step.key, storedKey(step.client, step.key));
      return;
    case "remove-key":
      model.live.delete(keyName(step.client, step.key));
      real.keys[step.client]!.delete(step.key);
      return;
    case "restart":
      restart(real, step.via);
  }
}

/** A step as a command. It prints as the plain data that it is, so that a failure can be kept. */
export function commandOf(step: Step): Command {
  return {
    check: ({ sent }) => !("which" in step) || sent.length > 0,
    run: (model, real) => run(step, model, real),
    toString: () => JSON.stringify(step),
  };
}

const via = fc.nat({ max: 1 });
const client = fc.nat({ max: 1 });
const key = fc.nat({ max: 2 });
const which = fc.nat({ max: 50 });
const rarely = <T>(arbitrary: fc.Arbitrary<T>, value: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 1, arbitrary });

const STEPS: readonly fc.Arbitrary<Step>[] = [
  fc.record({
    do: fc.constant("send" as const),
    client,
    key: rarely(key, 0),
    offset: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom(-301, -300, 299, 300, 301, 320)),
    token: fc.boolean(),
    via,
  }),
  fc.record({ do: fc.constant("replay" as const), which, via }),
  fc.record({ do: fc.constant("replay" as const), which, via }),
  fc.record({ do: fc.constant("flood" as const), which, times: fc.integer({ min: 2, max: 5 }) }),
  fc.record({ do: fc.constant("tamper" as const), which, via }),
  fc.record({
    do: fc.constant("clock" as const),
    by: fc.oneof(fc.integer({ min: -30, max: 60 }), fc.constantFrom(-400, 299, 301, 361, 620)),
  }),
  fc.record({ do: fc.constantFrom("add-key" as const, "remove-key" as const), client, key: rarely(key, 0) }),
  fc.record({ do: fc.constant("restart" as const), via }),
];

/** Runs of commands. */
export const commands: fc.Arbitrary<Iterable<Command>> = fc.commands(
  STEPS.map((step) => step.map(commandOf)),
  { maxCommands: 60, size: "max" },
);

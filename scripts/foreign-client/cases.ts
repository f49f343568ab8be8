/** The mistakes and the cases of the foreign client, a Python program. */

import { spawnSync } from "node:child_process";
import type { DiagnosisInput } from "../../src/diagnosis/index.ts";
import { readRequest, type Scheme } from "../../src/requests/index.ts";

export const KINDS = ["single", "pair", "triple", "right"] as const;

export type Kind = (typeof KINDS)[number];

/** A mistake of the foreign client. */
export interface Mistake {
  readonly id: string;
  /** The stage from 1 to 8, from what the client means to what it sends. */
  readonly stage: number;
  /** One sentence without a subject that describes what the client does. */
  readonly description: string;
  readonly common: boolean;
  /** Whether the mistake is kept secret from those who improve the diagnosis. */
  readonly held_out: boolean;
  /** Whether the signature is valid in spite of the mistake. */
  readonly signature_right: boolean;
}

/** A request with mistakes, and what the client computed for it. */
export interface Case {
  readonly case: number;
  readonly mistakes: readonly string[];
  /** The octets of the request in base64. */
  readonly request: string;
  readonly scheme: Scheme;
  readonly credentials: {
    readonly consumerSecret: string;
    readonly tokenSecret?: string;
    readonly publicKey?: string;
  };
  /** Text, or octets in base64 after "base64:". */
  readonly signed: { readonly baseString: string };
  /** The values that a server reads from the request. */
  readonly asSent: { readonly baseString: string };
}

/** The cases to generate: `count` cases of each mistake for single mistakes, otherwise `count` cases in total. */
export interface Wanted {
  readonly kind: Kind;
  readonly seed: string;
  readonly count: number;
  readonly heldOut: boolean;
}

export function readMistakes(): Mistake[] {
  return runClient<Mistake>(["list"]);
}

export function makeCases({ kind, seed, count, heldOut }: Wanted): Case[] {
  const held = heldOut ? "only" : "none";
  return runClient<Case>(["make", "--kind", kind, "--seed", seed, "--count", String(count), "--held-out", held]);
}

/** The command that generates the cases again. */
export function commandFor({ kind, seed, count, heldOut }: Wanted): string {
  const held = heldOut ? "only" : "none";
  return `python3 -m foreign_client make --kind ${kind} --seed ${seed} --count ${count} --held-out ${held}`;
}

/** @throws Error if the request cannot be read at all */
export function diagnosisInput({ request, scheme, credentials }: Case): DiagnosisInput {
  const { consumerSecret, tokenSecret, publicKey } = credentials;
  const key = publicKey === undefined ? { consumerSecret, tokenSecret } : { publicKey };
  return { request: readRequest(Buffer.from(request, "base64"), { format: "http", scheme }), key };
}

function runClient<Line>(parameters: readonly string[]): Line[] {
  const { status, stdout, stderr } = spawnSync("python3", ["-B", "-m", "foreign_client", ...parameters], {
    cwd: import.meta.dirname,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`the foreign client failed: ${stderr}`);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

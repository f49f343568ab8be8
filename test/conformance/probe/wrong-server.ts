/** What a wrong server is: one mistake of a verifier, and requests that show it. */

import type { Credentials } from "../../../src/conformance/probe/index.ts";
import { type RequestParts, signedNow, signedRequest } from "../../signed-request.ts";
import type { ToSend } from "../../verifier/adapters/clients.ts";
import { CLIENT } from "./credentials.ts";
import type { RunningServer } from "./serve.ts";
import { rightSteps, type Steps, serveSteps } from "./steps.ts";

/** A server with one mistake. */
export interface WrongServer {
  readonly id: string;
  /** The id of the mistake in vectors/faults.json; absent if it has no entry of its own. */
  readonly fault?: string;
  /** The check that finds it, for a mistake without an entry. @default the checks that name the fault */
  readonly check?: string;
  /** Who sends the requests of the probe. @default CLIENT */
  readonly client?: Credentials;
  /** The mistake in a sentence. */
  readonly wrong: string;
  readonly shows: Demonstration;
  /** Starts the server on a free loopback port. */
  readonly start: () => Promise<RunningServer>;
}

export type Outcome = "accepted" | "rejected" | "explained" | "crashed";

/** Requests after which the wrong server decides otherwise than a correct one. */
export interface Demonstration {
  /**
   * What the wrong server does with the last request. A correct server accepts what it rejects, and rejects everything else,
   * always with the same text: `explained` is a rejection with another text, `crashed` one with status 500.
   */
  readonly last: Outcome;
  /** Sends all requests at the same time; a correct server accepts one of them only. */
  readonly atOnce?: boolean;
  readonly requests: (sign: Sign, origin: string) => readonly ToSend[];
}

/** Signs as {@link CLIENT}, at this second and with a new nonce, except for what is given. */
export type Sign = (request?: RequestParts) => ToSend;

/** A wrong server as a table describes it. */
export type Mistake = Omit<WrongServer, "start" | "shows"> &
  Omit<Demonstration, "last"> & {
    /** @default "accepted" */
    readonly last?: Outcome;
    /** Makes the steps that differ from the correct ones. */
    readonly steps: () => Partial<Steps>;
  };

/** The server that verifies in right steps, except for those of the mistake. */
export function wrongServer({ steps, last = "accepted", atOnce = false, requests, ...about }: Mistake): WrongServer {
  const start = (): Promise<RunningServer> => serveSteps({ ...rightSteps(), ...steps() });
  return { ...about, shows: { last, atOnce, requests }, start };
}

/** Signs for a server. */
export function signerFor(origin: string): Sign {
  return (parts = {}) => {
    const request = { origin, credentials: CLIENT, ...parts, protocol: { ...signedNow(), ...parts.protocol } };
    const { method, url, headers, body } = signedRequest(request);
    return { method, path: url, headers, body };
  };
}

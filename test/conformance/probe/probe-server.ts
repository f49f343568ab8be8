/** Probes a server of this folder as the command line does, and returns what the probe reports. */

import {
  CHECKS,
  type Check,
  createSender,
  type GoodRequest,
  type ProbeCredentials,
  runProbe,
} from "../../../src/conformance/probe/index.ts";
import { type CaseResult, isFailure } from "../../../src/conformance/runner/index.ts";
import { loadFaults, loadRules } from "../../../src/conformance/vectors/index.ts";
import { CLIENT, RSA_CLIENT } from "./credentials.ts";

const FORM = "application/x-www-form-urlencoded";

/** Who asks. */
export const CREDENTIALS: Readonly<Record<"secret" | "rsa", ProbeCredentials>> = { secret: CLIENT, rsa: RSA_CLIENT };

/** What a probe reports. */
export interface Probed {
  readonly requests: number;
  readonly results: readonly CaseResult[];
  /** Why the run ended early. */
  readonly stopped: string | undefined;
  /** The failed cases, by the id of their check. */
  readonly found: ReadonlyMap<string, readonly CaseResult[]>;
}

const descriptions = { rules: loadRules(), faults: loadFaults() };

/** Probes with a POST of a form, for which other methods are harmless too. */
export async function probeServer(
  url: string,
  credentials: ProbeCredentials,
  checks: readonly Check[] = CHECKS,
): Promise<Probed> {
  const { hostname, port, host, origin } = new URL(url);
  const request: GoodRequest = {
    ...{ method: "POST", origin, host, path: "/pay", query: "", headers: [] },
    ...{ contentType: FORM, body: "order=7&amount=10.42" },
  };
  const results: CaseResult[] = [];
  let stopped: string | undefined;
  const { requests } = await runProbe({
    ...{ request, credentials, checks, isPrivate: true, mayChangeMethod: true, maxRequests: 10_000 },
    ...{ connectTo: origin, name: "server", descriptions, hide: (value) => value },
    send: createSender({ host: hostname, port: Number(port), isTls: false }, 10_000),
    acceptance: { status: [200, 299] },
    emit(event) {
      if (event.type === "case") results.push(event.result);
      if (event.type === "stopped") stopped = event.message;
    },
  });
  return { requests, results, stopped, found: byCheck(results.filter(({ verdict }) => isFailure(verdict))) };
}

function byCheck(failures: readonly CaseResult[]): Map<string, CaseResult[]> {
  const found = new Map<string, CaseResult[]>();
  for (const failure of failures) {
    const check = failure.id.split("/")[1]!;
    found.set(check, [...(found.get(check) ?? []), failure]);
  }
  return found;
}

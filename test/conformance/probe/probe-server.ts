/** Probes a server of this folder as the command line does, and returns what the probe reports. */

import { BODIES } from "../../../src/conformance/cases/bodies.ts";
import { HEADER } from "../../../src/conformance/cases/header.ts";
import { LIMITS } from "../../../src/conformance/cases/limits.ts";
import { OCTETS } from "../../../src/conformance/cases/octets.ts";
import { ORIGINS } from "../../../src/conformance/cases/origins.ts";
import { PLACES } from "../../../src/conformance/cases/places.ts";
import { SAME_REQUEST } from "../../../src/conformance/cases/same-request.ts";
import { TAMPERING } from "../../../src/conformance/cases/tampering.ts";
import { checksOf } from "../../../src/conformance/probe/checks/checks-of-cases.ts";
import {
  type Acceptance,
  CHECKS,
  type Check,
  type Credentials,
  createSender,
  type GoodRequest,
  PreflightError,
  runProbe,
} from "../../../src/conformance/probe/index.ts";
import { type CaseResult, isFailure } from "../../../src/conformance/runner/index.ts";
import { loadFaults, loadRules } from "../../../src/conformance/vectors/index.ts";

/** About what an adapter reads from a request. The verifier behind all adapters gets every check with node:http. */
export const ABOUT_REQUESTS: readonly Check[] = checksOf(
  [PLACES, TAMPERING, OCTETS, SAME_REQUEST, LIMITS, BODIES, HEADER, ORIGINS].flat(),
);

const FORM = "application/x-www-form-urlencoded";

/** What to probe. */
export interface ToProbe {
  /** Where the server listens. */
  readonly url: string;
  readonly credentials: Credentials;
  /** Parts of the good request, which is a POST of a form to `/pay`. */
  readonly request?: Partial<GoodRequest>;
  /** @default all */
  readonly checks?: readonly Check[];
  /** @default a status from 200 to 299 */
  readonly acceptance?: Acceptance;
}

/** What a probe reports. */
export interface Probed {
  readonly requests: number;
  readonly results: readonly CaseResult[];
  /** Why the run ended early. */
  readonly stopped: string | undefined;
  /** What could not be checked. */
  readonly unchecked: readonly string[];
  /** What failed. */
  readonly failures: readonly CaseResult[];
}

const descriptions = { rules: loadRules(), faults: loadFaults() };

/** Probes a server for which any request is harmless. A run that ends early is in the result. */
export async function probeServer({
  url,
  credentials,
  request,
  checks = CHECKS,
  acceptance = { status: [200, 299] },
}: ToProbe): Promise<Probed> {
  const { hostname, port, host, origin } = new URL(url);
  const good: GoodRequest = {
    method: "POST",
    origin,
    host,
    path: "/pay",
    query: "",
    headers: [],
    contentType: FORM,
    body: "order=7&amount=10.42",
    ...request,
  };
  const results: CaseResult[] = [];
  const unchecked: string[] = [];
  let stopped: string | undefined;
  const requests = await runProbe({
    ...{
      request: good,
      credentials,
      checks,
      maySendPlaintext: good.origin.startsWith("http:"),
      mayChangeMethod: true,
      maxRequests: 20_000,
    },
    connectTo: origin,
    name: "server",
    descriptions,
    hide: (value) => value,
    send: createSender({ host: hostname, port: Number(port), isTls: false }, 30_000),
    acceptance,
    emit(event) {
      if (event.type === "case") results.push(event.result);
      if (event.type === "unchecked") unchecked.push(event.text);
      if (event.type === "stopped") stopped = event.message;
    },
  }).catch((error: unknown): number => {
    // A server that accepts everything is reported before the checks begin.
    if (!(error instanceof PreflightError) || results.length === 0) throw error;
    stopped = error.message;
    return results.length;
  });
  return { requests, results, stopped, unchecked, failures: results.filter(({ verdict }) => isFailure(verdict)) };
}

/** The id of the check that a result is of. */
export function checkOf({ id }: CaseResult): string {
  return id.split("/")[1]!;
}

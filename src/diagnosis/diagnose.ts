/**
 * From a request and what its client produced to what went wrong.
 *
 * @module
 */

import { FAULTS, type Fault, fixFor } from "../faults/index.ts";
import { isProtocolParameter } from "../model/index.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { type Budget, type DiagnosisInput, isSent } from "./diagnosis-input.ts";
import { addressCircumstances, copyCircumstances, headerCircumstances } from "./environment-causes.ts";
import { judge } from "./find-causes.ts";
import { suspectsOf } from "./hypothesis.ts";
import { keyCircumstances } from "./key-causes.ts";
import { noticesOf } from "./notices.ts";
import { parseInput } from "./parsed-input.ts";
import { createRedactor } from "./redact.ts";
import { createAllowance } from "./search.ts";

/** How a diagnosis is made. */
export interface DiagnosisOptions {
  /** @default all that have a name */
  readonly faults?: readonly Fault[];
  readonly budget?: Budget;
  /** Whether the right signature is part of the answer. @default false */
  readonly showSignature?: boolean;
}

/**
 * Says what is wrong with a signature.
 *
 * HMAC and PLAINTEXT are computed anew for every fault; of RSA the public key gives back the digest that was signed, and
 * base strings are compared with that. No answer holds a secret.
 *
 * @throws Error for a public key that is none, and for a URL or text of a meant request that cannot be signed
 * @example
 * diagnose({ request: sent, key: { consumerSecret: "j49sk3j29djd" } }).kind; // "right"
 */
export function diagnose(input: DiagnosisInput, options: DiagnosisOptions = {}): Diagnosis {
  const parsed = parseInput(input);
  if ("kind" in parsed) return createRedactor(input)(parsed);
  const { faults = FAULTS, budget, showSignature = false } = options;
  const { request } = parsed.interpretations[0]!.computation;
  const { query, header, body } = parsed.sources;
  const notices = noticesOf({
    request,
    places: [query, header, body].map((pairs) => pairs.filter(isProtocolParameter)),
    faults,
    now: input.now,
    sent: isSent(input.request) ? input.request : undefined,
  });
  const suspects = [
    ...faults.flatMap((fault) => suspectsOf({ ...fault, fix: fixFor(fault.fix, request.signatureMethod) })),
    ...keyCircumstances(input.key, input.otherKeys ?? []),
    ...copyCircumstances(parsed.sources),
    ...headerCircumstances(parsed.sources, faults),
    ...addressCircumstances(request, input.origins ?? []),
  ];
  return judge({ ...parsed, input, notices, suspects, showSignature, allowed: createAllowance(budget) });
}

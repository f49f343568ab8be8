/**
 * From a request and what its client produced to what went wrong.
 *
 * @module
 */

import { FAULTS, type Fault, fixFor } from "../faults/index.ts";
import { isProtocolParameter } from "../model/index.ts";
import { addressCircumstances, copyCircumstances, headerCircumstances } from "./circumstances.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { type Budget, type DiagnosisInput, isSent } from "./diagnosis-input.ts";
import { keyCircumstances } from "./key-circumstances.ts";
import { noticesOf } from "./notices.ts";
import { parseInput } from "./parsed-input.ts";
import { redactorFor } from "./redact.ts";
import { createAllowance } from "./search.ts";
import { suspectsOf } from "./suspect.ts";
import { judge } from "./verdict.ts";

/** How a diagnosis is made. */
export interface DiagnosisOptions {
  /** @default all that have a name */
  readonly faults?: readonly Fault[];
  readonly budget?: Budget;
  /** Whether the right signature is part of the answer. @default false */
  readonly showSignature?: boolean;
  /** Whether card numbers and cvv2 stand in the answer as they are. Secrets never do. @default false */
  readonly showCardData?: boolean;
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
  const { faults = FAULTS, budget, showSignature = false, showCardData } = options;
  const parsed = parseInput(input);
  const redactor = redactorFor(input, showCardData);
  if ("kind" in parsed) return redactor.value(parsed);
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
  return judge({ ...parsed, input, redactor, notices, suspects, showSignature, allowed: createAllowance(budget) });
}

/**
 * From a request and what its client produced to what went wrong.
 *
 * @module
 */

import { FAULTS, type Fault, fixFor } from "../faults/index.ts";
import { isProtocolParameter } from "../model/index.ts";
import { addressCircumstances, copyCircumstances, headerCircumstances } from "./circumstances.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { inquire } from "./inquiry.ts";
import { keyCircumstances } from "./key-circumstances.ts";
import { noticesOf } from "./notices.ts";
import { type Budget, isSent, type Question } from "./question.ts";
import { createRedactor } from "./redact.ts";
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
export function diagnose(question: Question, options: DiagnosisOptions = {}): Diagnosis {
  const inquiry = inquire(question);
  if ("kind" in inquiry) return createRedactor(question)(inquiry);
  const { faults = FAULTS, budget, showSignature = false } = options;
  const { request } = inquiry.readings[0]!.situation;
  const { query, header, body } = inquiry.sources;
  const notices = noticesOf({
    request,
    places: [query, header, body].map((pairs) => pairs.filter(isProtocolParameter)),
    faults,
    now: question.now,
    sent: isSent(question.request) ? question.request : undefined,
  });
  const suspects = [
    ...faults.flatMap((fault) => suspectsOf({ ...fault, fix: fixFor(fault.fix, request.signatureMethod) })),
    ...keyCircumstances(question.key, question.otherKeys ?? []),
    ...copyCircumstances(inquiry.sources),
    ...headerCircumstances(inquiry.sources, faults),
    ...addressCircumstances(request, question.origins ?? []),
  ];
  return judge({ ...inquiry, question, notices, suspects, showSignature, allowed: createAllowance(budget) });
}

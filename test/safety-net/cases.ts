/** All cases of the safety net, by id. */

import { receivedCase } from "./received-cases.ts";
import { signingCase } from "./signing-cases.ts";
import { stepCase } from "./step-cases.ts";
import {
  answerOf,
  configurationOutcomes,
  modelCredentials,
  modelOf,
  publicResponses,
  runSteps,
  SIGNER_VECTORS,
  signRequest,
  VERIFIER_VECTORS,
  VERIFY_VECTORS,
  verificationCase,
  verifyRequest,
} from "./subject.ts";
import { tamperedCase } from "./tampering.ts";
import type { Outcome } from "./types.ts";

/** A case that was run; the model's ids begin with `model/`. */
export interface Result {
  readonly id: string;
  readonly outcome: Outcome;
  /** What was given, for people. */
  readonly input: unknown;
}

/** How many requests are signed; each is also verified once as it is and twice after changes. */
const REQUESTS = 2750;
const STEPS = 1500;

/** Runs the cases whose ids begin with a text: all of them for `""`. */
export async function* runCases(beginning = ""): AsyncGenerator<Result> {
  const isWanted = (id: string): boolean => id.startsWith(beginning) || beginning.startsWith(`${id}/`);
  const both = (id: string): boolean => isWanted(id) || isWanted(`model/${id}`);
  for (const [id, vector] of SIGNER_VECTORS) {
    if (!both(`vector/${id}`)) continue;
    yield { id: `vector/${id}`, input: vector, outcome: await answerOf("countersign", vector) };
    yield { id: `model/vector/${id}`, input: vector, outcome: await answerOf("model", vector) };
  }
  for (const [id, vector] of VERIFIER_VECTORS) {
    if (!both(`vector/${id}`)) continue;
    const received = verificationCase(vector);
    yield { id: `vector/${id}`, input: vector, outcome: await verifyRequest(received) };
    yield { id: `model/vector/${id}`, input: vector, outcome: modelOf(received, modelCredentials(vector)) };
  }
  for (const [id, vector] of VERIFY_VECTORS) {
    if (!both(`verify/${id}`)) continue;
    yield { id: `verify/${id}`, input: vector, outcome: await answerOf("countersign", vector) };
  }
  for (let index = 1; index <= REQUESTS; index++) {
    if (both(requestId(index))) yield* runRequest(index);
  }
  for (let index = 1; index <= STEPS; index++) {
    const id = `steps/${numberText(index)}`;
    if (both(id)) yield { id, input: stepCase(index), outcome: runSteps(stepCase(index)) };
  }
  if (both("configuration")) {
    for (const [name, outcome] of await configurationOutcomes()) {
      yield { id: `configuration/${name}`, input: "see subject.ts", outcome };
    }
  }
  if (both("public-response")) {
    for (const [code, outcome] of await publicResponses()) {
      yield { id: `public-response/${code}`, input: "all vectors for verifiers", outcome };
    }
  }
}

async function* runRequest(index: number): AsyncGenerator<Result> {
  const id = requestId(index);
  const request = signingCase(index);
  const { outcome, signed } = signRequest(request);
  yield { id: `${id}/signed`, input: request, outcome };
  if (signed === undefined) return;
  const sibling = signRequest(signingCase(index, 1)).signed!;
  const received = receivedCase(index, request, signed, sibling);
  const cases = {
    received,
    "tampered-1": tamperedCase(index, 1, received),
    "tampered-2": tamperedCase(index, 2, received),
  };
  for (const [name, input] of Object.entries(cases)) {
    yield { id: `${id}/${name}`, input, outcome: await verifyRequest(input) };
    // For time: the model answers once for an untouched request, and once for a changed one.
    if (name === "tampered-2") continue;
    // With RSA the base string tells as much, and takes less time than a signature.
    const credentials = name === "received" ? request.credentials : { ...request.credentials, privateKey: undefined };
    yield { id: `model/${id}/${name}`, input, outcome: modelOf(input, credentials) };
  }
}

function requestId(index: number): string {
  return `request/${numberText(index)}`;
}

function numberText(index: number): string {
  return String(index).padStart(4, "0");
}

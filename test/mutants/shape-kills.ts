/**
 * Finds the faults that a signer of one shape can have, and those that its vectors and its quick vectors detect. Which faults can
 * show follows from the model: with the fault, it signs another request than without.
 */

import {
  adaptTo,
  type Declared,
  type Hello,
  inProcessDriver,
  signerInput,
  undeclared,
} from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import { type AskedCase, questionsFor } from "../../src/conformance/runner/index.ts";
import type { Answer, InputOf, Stage, StageValues, TestCase, Vector } from "../../src/conformance/vectors/index.ts";
import type { Fault } from "../../src/faults/index.ts";
import { isRsaMethod } from "../../src/spec/signature-methods.ts";
import { cachedSpecification } from "./stage-calls.ts";
import { type Kills, vectorKills } from "./vector-kills.ts";

/** What the vectors of one shape detect. */
export interface ShapeKills {
  readonly name: ShapeName;
  /** How many vectors are asked. */
  readonly asked: number;
  /** Ids of the faults that show in the shape. */
  readonly shown: readonly string[];
  /** The faults that the quick vectors miss, with the vectors that detect each. */
  readonly missedByQuick: Kills;
}

/** How many faults that show in a shape its quick vectors may miss. */
export const MOST_MISSED_BY_QUICK = 2;

/** What a client sends. A client that shows more stages is compared in more. */
const SENT: readonly Stage[] = ["signature", "authorization-header", "url", "body", "body-hash"];

function stagesOf(name: ShapeName): readonly Stage[] {
  return name === "signature only" ? ["signature"] : SENT;
}

function declaredBy(name: ShapeName): Declared {
  return { operations: ["sign"], ...SHAPES[name] };
}

/** The questions of a shape, compared only in what a client sends; of "signature only", in the signature. */
function questionsOfShape(name: ShapeName, vectors: readonly TestCase[]): AskedCase[] {
  const declared = declaredBy(name);
  const stages: readonly string[] = ["refused", ...stagesOf(name)];
  return questionsFor(vectors, declared, (input) => undeclared(declared, input)).flatMap(({ asked, notOffered }) => {
    if (notOffered !== undefined) return [];
    const entries = Object.entries(asked.expected).filter(([stage]) => stages.includes(stage));
    return [{ ...asked, expected: Object.fromEntries(entries) as StageValues }];
  });
}

/** @param quick ids of the quick vectors */
export function shapeKills(
  name: ShapeName,
  faults: readonly Fault[],
  vectors: readonly Vector[],
  quick: readonly string[],
): ShapeKills {
  const cases = questionsOfShape(name, vectors);
  const byQuick = vectorKills(
    faults,
    questionsOfShape(
      name,
      vectors.filter(({ id }) => quick.includes(id)),
    ),
  );
  const left = faults.filter(({ id }) => byQuick.get(id)!.length === 0);
  const byOthers = vectorKills(left, cases);
  const missed = left.filter((fault) => byOthers.get(fault.id)!.length > 0 || shows(fault, name));
  return {
    name,
    asked: cases.length,
    shown: faults.filter((fault) => !left.includes(fault) || missed.includes(fault)).map(({ id }) => id),
    missedByQuick: new Map(missed.map(({ id }) => [id, byOthers.get(id)!])),
  };
}

/** The faults that show in a shape and that no vector detects. */
export function missedFaults({ missedByQuick }: ShapeKills): string[] {
  return [...missedByQuick].filter(([, ids]) => ids.length === 0).map(([fault]) => fault);
}

/** Whether the smallest request that shows a fault shows it in a shape too. */
function shows(fault: Fault, name: ShapeName): boolean {
  const declared = declaredBy(name);
  const asked = triggerInput(fault);
  const input = asked && adaptTo(declared, "sign")(asked);
  if (input === undefined || undeclared(declared, input) !== undefined) return false;
  const sent = (faults: readonly Fault[]): string => {
    const answer = inProcessDriver(mutant(faults, cachedSpecification)).ask(input) as Answer;
    return JSON.stringify(stagesOf(name).map((stage) => (answer.ok ? answer.stages[stage] : undefined)));
  };
  return sent([fault]) !== sent([]);
}

/** The request of a fault's example as a question to a signer; `undefined` if no signer would send it. */
function triggerInput({ trigger }: Fault): InputOf<"sign"> | undefined {
  const { method, url, form, body, headers, protocolParameters, signatureMethod, realm, transport } = trigger;
  const { consumerSecret = "s", tokenSecret } = trigger;
  const has = (wanted: string): boolean => protocolParameters.some(([own]) => own === wanted);
  const usual = [
    ["oauth_consumer_key", "k"],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", "1700000000"],
    ["oauth_nonce", "n"],
  ] as const;
  const input = signerInput({
    operation: "base-string",
    request: { method, url, ...(form && { form }), ...(body !== undefined && { body }), ...(headers && { headers }) },
    protocolParameters: [...protocolParameters, ...usual.filter(([own]) => !has(own))],
  });
  if (input === undefined) return undefined;
  const secrets = isRsaMethod(signatureMethod)
    ? {}
    : { consumerSecret, ...(tokenSecret !== undefined && { tokenSecret }) };
  return {
    ...input,
    credentials: { ...input.credentials, ...secrets },
    ...(typeof realm === "string" && { realm }),
    ...(transport && { transport }),
  } as InputOf<"sign">;
}

/** The operation of a vector, and its signature method if it has one: a library supports only some of them. */
export function groupOf({ input }: Vector): string {
  return "signatureMethod" in input ? `${input.operation} ${input.signatureMethod}` : input.operation;
}

export const SHAPES = {
  "header, no token": { signatureMethods: ["HMAC-SHA1"], transports: ["header"], limits: { without: ["token"] } },
  "header, RSA-SHA256, no token": {
    signatureMethods: ["RSA-SHA256"],
    transports: ["header"],
    limits: { without: ["token"] },
  },
  query: { signatureMethods: ["HMAC-SHA1"], transports: ["query"] },
  "body, no token": { signatureMethods: ["HMAC-SHA1"], transports: ["body"], limits: { without: ["token"] } },
  "the gateway": {
    signatureMethods: ["HMAC-SHA1", "RSA-SHA256"],
    transports: ["header", "header-and-body"],
    limits: { without: ["token"], httpMethods: ["POST"] },
  },
  "own nonce and timestamp": {
    signatureMethods: ["HMAC-SHA1"],
    transports: ["header"],
    fixesNonceAndTimestamp: false,
  },
  "RSA with body hash": {
    operations: ["sign", "body-hash"],
    signatureMethods: ["RSA-SHA256"],
    transports: ["header"],
    limits: { without: ["token", "form", "form-encoded"] },
  },
  "signature only": { signatureMethods: ["HMAC-SHA1"], transports: ["header"] },
  PLAINTEXT: { signatureMethods: ["PLAINTEXT"], transports: ["header"] },
  "GET only": { signatureMethods: ["HMAC-SHA1"], transports: ["header"], limits: { httpMethods: ["GET"] } },
} as const satisfies Readonly<Record<string, Partial<Hello>>>;

export type ShapeName = keyof typeof SHAPES;

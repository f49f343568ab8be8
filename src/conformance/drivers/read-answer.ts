/** Reads the answers of driver protocol 1. */

import type { ValueOf } from "../../shapes/shape.ts";
import {
  type Answer,
  defined,
  type Operation,
  REQUIRED_STAGE,
  STAGES,
  type StageValues,
  sentSignature,
} from "../vectors/index.ts";
import { type JsonObject, Malformed, malformed, readShape } from "../vectors/shape.ts";
import { NO_ANSWER, PARAMETERS, SIGNED, type STAGES_SHAPE, VALIDITY, VALUE } from "./answer-shapes.ts";

/** Reads one answer. If it is malformed, returns a `malformed-answer` with the reason; never throws. */
export function readAnswer(operation: Operation, message: JsonObject): Answer {
  try {
    if (message.ok === true) return readValues(operation, message);
    if (message.ok === false) return readError(message);
    throw malformed("ok", "true or false", message.ok);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { ok: false, error: "malformed-answer", message: `answer to ${operation}: ${error.message}` };
  }
}

/** How much of a message is kept, in UTF-16 units. */
const LONGEST_MESSAGE = 8192;

function readError(json: JsonObject): Answer {
  const { error, message } = readShape(NO_ANSWER, "", json);
  return { ok: false, error, message: (message ?? "").slice(0, LONGEST_MESSAGE) };
}

function readValues(operation: Operation, message: JsonObject): Answer {
  if (operation === "sign" || operation === "sign-exactly") return { ok: true, stages: readSigned(message) };
  const required = REQUIRED_STAGE[operation];
  if (required === "valid") {
    const { valid, code, stages } = readShape(VALIDITY, "", message);
    return { ok: true, stages: { ...stagesOf(stages), valid }, ...(typeof code === "string" && { code }) };
  }
  if (required === "parameters") {
    const { value, realm, stages } = readShape(PARAMETERS, "", message);
    const isWithRealm = operation === "authorization-header-parsing" && realm !== undefined;
    return { ok: true, stages: { ...stagesOf(stages), parameters: value, ...(isWithRealm && { realm }) } };
  }
  const { value, stages } = readShape(VALUE, "", message);
  return { ok: true, stages: { ...stagesOf(stages), [required]: value } };
}

/** What the signer sends, and its stages. The signature is taken from the stages, or else from what is sent. */
function readSigned(message: JsonObject): StageValues {
  const { authorization, url, body, stages: given } = readShape(SIGNED, "", message);
  // Many languages write null for an absent member.
  const sent = defined({ authorization: authorization ?? undefined, url: url ?? undefined, body: body ?? undefined });
  const { authorization: header, ...others } = sent;
  const stages = stagesOf(given);
  const signature = stages.signature ?? sentSignature(sent);
  return { ...stages, ...defined({ signature, "authorization-header": header }), ...others };
}

/** The known stages. A null realm is a value: no realm. */
function stagesOf(given: ValueOf<typeof STAGES_SHAPE> | undefined): StageValues {
  const known = STAGES.filter((stage) => given?.[stage] !== undefined && (given[stage] !== null || stage === "realm"));
  return Object.fromEntries(known.map((stage) => [stage, given![stage]]));
}

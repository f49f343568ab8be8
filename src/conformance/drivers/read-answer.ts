/** Reads the answers of driver protocol 1. */

import {
  type Answer,
  type Operation,
  REQUIRED_STAGE,
  readStage,
  STAGES,
  type StageValues,
  sentSignature,
} from "../vectors/index.ts";
import { boolean, type JsonObject, Malformed, malformed, object, optionalText } from "../vectors/shape.ts";

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

const ERRORS = ["unsupported", "refused", "failed"] as const;

/** How much of a message is kept, in UTF-16 units. */
const LONGEST_MESSAGE = 8192;

function readError({ error, message }: JsonObject): Answer {
  const known = ERRORS.find((one) => one === error);
  if (known === undefined) throw malformed("error", ERRORS.join(", "), error);
  return { ok: false, error: known, message: (optionalText("message", message) ?? "").slice(0, LONGEST_MESSAGE) };
}

function readValues(operation: Operation, message: JsonObject): Answer {
  if (operation === "sign" || operation === "sign-exactly") return { ok: true, stages: readSigned(message) };
  const code = optionalText("code", message.code);
  const stages = readStages(message.stages);
  return {
    ok: true,
    stages: { ...stages, ...readRequired(operation, message, stages) },
    ...(code === undefined ? {} : { code }),
  };
}

/** The value that every answer to the operation must return: as `value`, or as a stage. */
function readRequired(operation: Operation, message: JsonObject, stages: StageValues): StageValues {
  const required = REQUIRED_STAGE[operation];
  if (required === "valid") return { valid: boolean("valid", message.valid) };
  const isAmongStages = message.value === undefined && stages[required] !== undefined;
  const value = isAmongStages ? {} : { [required]: readStage("value", required, message.value) };
  const isWithRealm = operation === "authorization-header-parsing" && message.realm !== undefined;
  return isWithRealm ? { ...value, realm: readStage("realm", "realm", message.realm) } : value;
}

/** What the signer sends, and its stages. The signature is read from what it sends unless it is a stage. */
function readSigned(message: JsonObject): StageValues {
  const authorization = optionalText("authorization", message.authorization);
  const url = optionalText("url", message.url);
  const body = optionalText("body", message.body);
  const sent = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(url === undefined ? {} : { url }),
    ...(body === undefined ? {} : { body }),
  };
  const stages = readStages(message.stages);
  const signature = stages.signature ?? sentSignature(sent);
  if (signature === undefined && Object.keys(sent).length === 0) {
    throw malformed("answer", "a signature in authorization, url, body or stages.signature", message);
  }
  return {
    ...stages,
    ...(signature === undefined ? {} : { signature }),
    ...(authorization === undefined ? {} : { "authorization-header": authorization }),
    ...(url === undefined ? {} : { url }),
    ...(body === undefined ? {} : { body }),
  };
}

/** Unknown names and null are ignored. */
function readStages(value: unknown): StageValues {
  if (value === undefined || value === null) return {};
  const given = object("stages", value);
  const known = STAGES.filter((stage) => given[stage] !== undefined && (given[stage] !== null || stage === "realm"));
  return Object.fromEntries(known.map((stage) => [stage, readStage(`stages.${stage}`, stage, given[stage])]));
}

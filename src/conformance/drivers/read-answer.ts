/**
 * Reads answers of protocol 1.
 *
 * @module
 */

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

/** What an answer says; one that is none becomes a `malformed-answer` that says why. Never throws. */
export function readAnswer(operation: Operation, message: JsonObject): Answer {
  try {
    if (message.ok === true) return readValues(operation, message);
    if (message.ok === false) return readSilence(message);
    throw malformed("ok", "true or false", message.ok);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { ok: false, error: "malformed-answer", message: `answer to ${operation}: ${error.message}` };
  }
}

const SILENCES = ["unsupported", "refused", "failed"] as const;

/** How much of a message is kept, in UTF-16 units: as of stderr, more helps nobody. */
const LONGEST_MESSAGE = 8192;

function readSilence({ error, message }: JsonObject): Answer {
  const known = SILENCES.find((one) => one === error);
  if (known === undefined) throw malformed("error", SILENCES.join(", "), error);
  return { ok: false, error: known, message: (optionalText("message", message) ?? "").slice(0, LONGEST_MESSAGE) };
}

function readValues(operation: Operation, message: JsonObject): Answer {
  if (operation === "sign" || operation === "sign-exactly") return { ok: true, stages: readSigned(message) };
  const code = optionalText("code", message.code);
  const stages = readStages(message.stages);
  return {
    ok: true,
    stages: { ...stages, ...readOwed(operation, message, stages) },
    ...(code === undefined ? {} : { code }),
  };
}

/** The value itself; it may stand among the stages instead. */
function readOwed(operation: Operation, message: JsonObject, stages: StageValues): StageValues {
  const owed = REQUIRED_STAGE[operation];
  if (owed === "valid") return { valid: boolean("valid", message.valid) };
  const isAmongStages = message.value === undefined && stages[owed] !== undefined;
  const value = isAmongStages ? {} : { [owed]: readStage("value", owed, message.value) };
  const isWithRealm = operation === "authorization-header-parsing" && message.realm !== undefined;
  return isWithRealm ? { ...value, realm: readStage("realm", "realm", message.realm) } : value;
}

/** What was sent, and the stages that it tells of; the signature is looked for where it is not told. */
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

/** The stages that are told; names that are no stage are passed over, and so is null. */
function readStages(value: unknown): StageValues {
  if (value === undefined || value === null) return {};
  const told = object("stages", value);
  const known = STAGES.filter((stage) => told[stage] !== undefined && (told[stage] !== null || stage === "realm"));
  return Object.fromEntries(known.map((stage) => [stage, readStage(`stages.${stage}`, stage, told[stage])]));
}

/**
 * Reads the answer to hello: what a driver says of itself.
 *
 * @module
 */

import { type Operation, OWED_STAGE } from "../suite/index.ts";
import type { Hello, Transport } from "./contract.ts";
import type { Problem } from "./problem.ts";
import { boolean, type JsonObject, Malformed, malformed, object, optionalText, text, texts } from "./shape.ts";

/** The version of the protocol that is spoken. */
export const PROTOCOL = 1;

const TRANSPORTS: readonly Transport[] = ["header", "body", "query", "header-and-body"];

/** What it says of itself, or why that is no answer to hello. */
export function readHello(message: JsonObject): Hello | Problem {
  try {
    return readFields(message);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { trouble: "malformed-answer", message: `answer to hello: ${error.message}` };
  }
}

/** Names of operations and transports that are not known are kept apart: a driver may know more than we do. */
function readFields(message: JsonObject): Hello {
  if (message.ok !== true) {
    throw malformed("ok", "true", message.ok === false ? optionalText("message", message.message) : message.ok);
  }
  if (message.protocol !== PROTOCOL) throw malformed("protocol", String(PROTOCOL), message.protocol);
  const operations = texts("operations", message.operations);
  const known = operations.filter((name): name is Operation => Object.hasOwn(OWED_STAGE, name));
  if (known.length === 0) {
    throw malformed("operations", `at least one of ${Object.keys(OWED_STAGE).join(", ")}`, operations);
  }
  const transports = isThere(message.transports) ? texts("transports", message.transports) : undefined;
  const unknown = [
    ...operations.filter((name) => !Object.hasOwn(OWED_STAGE, name)),
    ...(transports ?? []).filter((name) => !(TRANSPORTS as readonly string[]).includes(name)),
  ];
  return {
    implementation: readImplementation(message.implementation),
    operations: [...new Set(known)],
    ...(isThere(message.signatureMethods) && { signatureMethods: texts("signatureMethods", message.signatureMethods) }),
    ...(transports && { transports: TRANSPORTS.filter((name) => transports.includes(name)) }),
    // A program takes what every question states, unless it says otherwise.
    fixesNonceAndTimestamp:
      !isThere(message.fixesNonceAndTimestamp) || boolean("fixesNonceAndTimestamp", message.fixesNonceAndTimestamp),
    ...(isThere(message.limits) && { limits: readLimits(message.limits) }),
    ...(unknown.length > 0 && { unknown }),
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readImplementation(value: unknown): Hello["implementation"] {
  const { name, version, language, url } = object("implementation", value);
  const address = optionalText("implementation.url", url) ?? "";
  return {
    name: text("implementation.name", name),
    version: text("implementation.version", version),
    language: optionalText("implementation.language", language) ?? "",
    // Only what may stand in a link.
    ...(/^https?:\/\//.test(address) && { url: address }),
  };
}

function readLimits(value: unknown): NonNullable<Hello["limits"]> {
  const { inFlight } = object("limits", value);
  if (!isThere(inFlight)) return {};
  if (!Number.isSafeInteger(inFlight) || (inFlight as number) < 1) {
    throw malformed("limits.inFlight", "a whole number from 1 on", inFlight);
  }
  return { inFlight: inFlight as number };
}

/**
 * Reads the answer to hello: what a driver says of itself.
 *
 * @module
 */

import { isOperation, REQUIRED_STAGE, TRANSPORTS } from "../vectors/index.ts";
import { boolean, type JsonObject, Malformed, malformed, object, optionalText, text, texts } from "../vectors/shape.ts";
import type { Hello } from "./contract.ts";
import { FEATURE_NAMES } from "./features.ts";
import type { Problem } from "./problem.ts";

/** The version of the protocol that is spoken. */
const PROTOCOL = 1;

/** What it says of itself, or why that is no answer to hello. */
export function readHello(message: JsonObject): Hello | Problem {
  try {
    return readFields(message);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { trouble: "malformed-answer", message: `answer to hello: ${error.message}` };
  }
}

/** Names of operations, transports and features that are not known are kept apart: a driver may know more than we do. */
function readFields(message: JsonObject): Hello {
  if (message.ok !== true) {
    throw malformed("ok", "true", message.ok === false ? optionalText("message", message.message) : message.ok);
  }
  if (message.protocol !== PROTOCOL) throw malformed("protocol", String(PROTOCOL), message.protocol);
  const operations = texts("operations", message.operations);
  const known = operations.filter(isOperation);
  if (known.length === 0) {
    throw malformed("operations", `at least one of ${Object.keys(REQUIRED_STAGE).join(", ")}`, operations);
  }
  const unknown = [
    ...operations.filter((name) => !isOperation(name)),
    ...(optionalTexts("transports", message.transports) ?? []).filter((name) => !isOneOf(TRANSPORTS, name)),
    ...readWithout(message.limits).filter((name) => !isOneOf(FEATURE_NAMES, name)),
  ];
  return {
    implementation: readImplementation(message.implementation),
    operations: [...new Set(known)],
    // A program takes what every question states, unless it says otherwise.
    fixesNonceAndTimestamp: true,
    ...readCapabilities(message),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** What an implementation can do beyond its operations, as far as it says so. */
export function readCapabilities(
  said: JsonObject,
): Pick<Hello, "signatureMethods" | "transports" | "fixesNonceAndTimestamp" | "limits"> {
  const signatureMethods = optionalTexts("signatureMethods", said.signatureMethods);
  const transports = optionalTexts("transports", said.transports);
  const { fixesNonceAndTimestamp: fixes, limits } = said;
  return {
    ...(signatureMethods && { signatureMethods }),
    ...(transports && { transports: TRANSPORTS.filter((name) => transports.includes(name)) }),
    ...(isThere(fixes) && { fixesNonceAndTimestamp: boolean("fixesNonceAndTimestamp", fixes) }),
    ...(isThere(limits) && { limits: readLimits(limits) }),
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function optionalTexts(where: string, value: unknown): string[] | undefined {
  return isThere(value) ? texts(where, value) : undefined;
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
  const without = readWithout(value);
  return {
    ...(isThere(inFlight) && { inFlight: readInFlight(inFlight) }),
    ...(without.length > 0 && { without: FEATURE_NAMES.filter((name) => without.includes(name)) }),
  };
}

function readInFlight(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw malformed("limits.inFlight", "a whole number from 1 on", value);
}

function readWithout(limits: unknown): readonly string[] {
  return isThere(limits) ? (optionalTexts("limits.without", object("limits", limits).without) ?? []) : [];
}

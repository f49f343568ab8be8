/** Reads the answer to hello of driver protocol 1. */

import { isOperation, REQUIRED_STAGE, TRANSPORTS } from "../vectors/index.ts";
import { boolean, type JsonObject, Malformed, malformed, object, optionalText, text, texts } from "../vectors/shape.ts";
import type { Hello, Problem } from "./contract.ts";
import { FEATURE_NAMES } from "./features.ts";

const PROTOCOL = 1;

/** What the driver declares, or why this is not an answer to hello. */
export function readHello(message: JsonObject): Hello | Problem {
  try {
    return readMembers(message);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { kind: "malformed-answer", message: `answer to hello: ${error.message}` };
  }
}

/** Unknown names are returned separately: a driver may support more than this version does. */
function readMembers(message: JsonObject): Hello {
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
    // A program uses the nonce and timestamp of the question unless it says otherwise.
    fixesNonceAndTimestamp: true,
    ...readCapabilities(message),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** What an implementation declares besides its operations. */
export function readCapabilities(
  declared: JsonObject,
): Pick<Hello, "signatureMethods" | "transports" | "fixesNonceAndTimestamp" | "limits"> {
  const signatureMethods = optionalTexts("signatureMethods", declared.signatureMethods);
  const transports = optionalTexts("transports", declared.transports);
  const { fixesNonceAndTimestamp: fixes, limits } = declared;
  return {
    ...(signatureMethods && { signatureMethods }),
    ...(transports && { transports: TRANSPORTS.filter((name) => transports.includes(name)) }),
    ...(isGiven(fixes) && { fixesNonceAndTimestamp: boolean("fixesNonceAndTimestamp", fixes) }),
    ...(isGiven(limits) && { limits: readLimits(limits) }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function optionalTexts(where: string, value: unknown): string[] | undefined {
  return isGiven(value) ? texts(where, value) : undefined;
}

function readImplementation(value: unknown): Hello["implementation"] {
  const { name, version, language, url } = object("implementation", value);
  const address = optionalText("implementation.url", url) ?? "";
  return {
    name: text("implementation.name", name),
    version: text("implementation.version", version),
    language: optionalText("implementation.language", language) ?? "",
    // Reports make a link of it.
    ...(/^https?:\/\//.test(address) && { url: address }),
  };
}

function readLimits(value: unknown): NonNullable<Hello["limits"]> {
  const { inFlight } = object("limits", value);
  const without = readWithout(value);
  return {
    ...(isGiven(inFlight) && { inFlight: readInFlight(inFlight) }),
    ...(without.length > 0 && { without: FEATURE_NAMES.filter((name) => without.includes(name)) }),
  };
}

function readInFlight(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw malformed("limits.inFlight", "a whole number from 1 on", value);
}

function readWithout(limits: unknown): readonly string[] {
  return isGiven(limits) ? (optionalTexts("limits.without", object("limits", limits).without) ?? []) : [];
}

/** Reads the answer to hello of driver protocol 1. */

import { isOperation, type Operation, REQUIRED_STAGE, TRANSPORTS } from "../vectors/index.ts";
import { boolean, type JsonObject, Malformed, malformed, object, optionalText, text, texts } from "../vectors/shape.ts";
import type { Hello, Problem } from "./contract.ts";
import { FEATURE_NAMES } from "./features.ts";

const PROTOCOL = 1;
/** How much of a text in hello is kept, in UTF-16 units: every report shows it. */
const LONGEST_TEXT = 100;
const LONGEST_URL = 2000;
/** How many names of one list are read. The doctor reports the unknown ones among them. */
const MOST_NAMES = 100;

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
  const operations = names("operations", message.operations);
  const known = operations.filter(isOperation);
  if (known.length === 0) {
    throw malformed("operations", `at least one of ${Object.keys(REQUIRED_STAGE).join(", ")}`, operations);
  }
  const unknown = [
    ...operations.filter((name) => !isOperation(name)),
    ...(optionalNames("transports", message.transports) ?? []).filter((name) => !isOneOf(TRANSPORTS, name)),
    ...readWithout(message.limits).filter((name) => !isOneOf(FEATURE_NAMES, name)),
    ...unknownLimits(message.limits),
  ].map(bounded);
  return {
    implementation: readImplementation(message.implementation),
    operations: [...new Set(known)],
    // A program uses the nonce and timestamp of the question unless it declares otherwise.
    fixesNonceAndTimestamp: true,
    ...readCapabilities(message),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** What an implementation declares besides its operations. */
export function readCapabilities(
  declared: JsonObject,
): Pick<Hello, "signatureMethods" | "transports" | "fixesNonceAndTimestamp" | "limits"> {
  const signatureMethods = optionalNames("signatureMethods", declared.signatureMethods);
  const transports = optionalNames("transports", declared.transports);
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

function names(where: string, value: unknown): readonly string[] {
  return texts(where, value).slice(0, MOST_NAMES);
}

function optionalNames(where: string, value: unknown): readonly string[] | undefined {
  return isGiven(value) ? names(where, value) : undefined;
}

function bounded(given: string): string {
  return given.length > LONGEST_TEXT ? `${given.slice(0, LONGEST_TEXT - 1)}…` : given;
}

function readImplementation(value: unknown): Hello["implementation"] {
  const { name, version, language, url } = object("implementation", value);
  const address = optionalText("implementation.url", url) ?? "";
  return {
    name: bounded(text("implementation.name", name)),
    version: bounded(text("implementation.version", version)),
    language: bounded(optionalText("implementation.language", language) ?? ""),
    // Reports turn it into a link.
    ...(/^https?:\/\//.test(address) && address.length <= LONGEST_URL && { url: address }),
  };
}

function readLimits(value: unknown): NonNullable<Hello["limits"]> {
  const { inFlight, httpMethods, signatureMethods, deviations } = object("limits", value);
  const without = readWithout(value);
  const methods = optionalNames("limits.httpMethods", httpMethods);
  const flags = optionalNames("limits.deviations", deviations);
  return {
    ...(isGiven(inFlight) && { inFlight: readInFlight(inFlight) }),
    ...(without.length > 0 && { without: FEATURE_NAMES.filter((name) => without.includes(name)) }),
    ...(methods && { httpMethods: methods }),
    ...(flags && { deviations: flags }),
    ...(isGiven(signatureMethods) && { signatureMethods: readMethodsByOperation(signatureMethods) }),
  };
}

function readMethodsByOperation(value: unknown): { readonly [Of in Operation]?: readonly string[] } {
  const given = Object.entries(object("limits.signatureMethods", value)).filter(([name]) => isOperation(name));
  return Object.fromEntries(given.map(([name, methods]) => [name, names(`limits.signatureMethods.${name}`, methods)]));
}

/** Members of the limits, and operations in them, that protocol 1 does not have. */
function unknownLimits(limits: unknown): readonly string[] {
  if (!isGiven(limits)) return [];
  const given = object("limits", limits);
  const byOperation = isGiven(given.signatureMethods) ? object("limits.signatureMethods", given.signatureMethods) : {};
  return [
    ...Object.keys(given).filter((name) => !isOneOf(LIMITS, name)),
    ...Object.keys(byOperation).filter((name) => !isOperation(name)),
  ].slice(0, MOST_NAMES);
}

const LIMITS: readonly string[] = ["inFlight", "without", "httpMethods", "signatureMethods", "deviations"];

function readInFlight(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw malformed("limits.inFlight", "a whole number from 1 on", value);
}

function readWithout(limits: unknown): readonly string[] {
  return isGiven(limits) ? (optionalNames("limits.without", object("limits", limits).without) ?? []) : [];
}

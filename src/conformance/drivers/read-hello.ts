/** Reads the answer to hello of driver protocol 1. */

import type { ValueOf } from "../../shapes/shape.ts";
import { TRANSPORTS } from "../../spec/transports.ts";
import { isOperation, type Operation } from "../vectors/index.ts";
import { type JsonObject, Malformed, malformed, optionalText, readShape } from "../vectors/shape.ts";
import { type CAPABILITIES, HELLO } from "./answer-shapes.ts";
import type { Capabilities, Hello, Problem } from "./contract.ts";
import { FEATURE_NAMES } from "./features.ts";

/** How much of a text in hello is kept, in UTF-16 units: every report shows it. */
const LONGEST_TEXT = 100;
const LONGEST_URL = 2000;
/** How many names of one list are read. The doctor reports unknown names among them. */
const MOST_NAMES = 100;

/** What the driver declares, or why this is not an answer to hello. */
export function readHello(message: JsonObject): Hello | Problem {
  try {
    if (message.ok === false) throw malformed("ok", "true", optionalText("message", message.message));
    return helloOf(readShape(HELLO, "", message));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { kind: "malformed-answer", message: `answer to hello: ${error.message}` };
  }
}

function helloOf(json: ValueOf<typeof HELLO>): Hello {
  const unknown = unknownNames(json);
  return {
    implementation: implementationOf(json.implementation),
    operations: [...new Set(json.operations.filter(isOperation))],
    // A program uses the nonce and timestamp of the question unless it declares otherwise.
    fixesNonceAndTimestamp: true,
    ...capabilitiesOf(json),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** The operations, transports and limits that protocol 1 does not have: a driver may support more than this version does. */
function unknownNames({ operations, transports, limits }: ValueOf<typeof HELLO>): readonly string[] {
  const lists = [
    operations.filter((name) => !isOperation(name)),
    (transports ?? []).filter((name) => !isOneOf(TRANSPORTS, name)),
    (limits?.without ?? []).filter((name) => !isOneOf(FEATURE_NAMES, name)),
    [
      ...Object.keys(limits ?? {}).filter((name) => !isOneOf(LIMITS, name)),
      ...Object.keys(limits?.signatureMethods ?? {}).filter((name) => !isOperation(name)),
    ],
  ];
  return lists.flatMap(bounded).map(shortened);
}

const LIMITS = Object.keys(HELLO.properties.limits.anyOf[0].properties);

/** What an implementation declares besides its operations. */
export function capabilitiesOf({
  signatureMethods,
  transports,
  fixesNonceAndTimestamp,
  limits,
}: ValueOf<typeof CAPABILITIES>): Capabilities {
  return {
    ...(signatureMethods && { signatureMethods: bounded(signatureMethods) }),
    ...(transports && { transports: TRANSPORTS.filter((name) => transports.includes(name)) }),
    ...(typeof fixesNonceAndTimestamp === "boolean" && { fixesNonceAndTimestamp }),
    ...(limits && { limits: limitsOf(limits) }),
  };
}

function limitsOf(limits: NonNullable<ValueOf<typeof CAPABILITIES>["limits"]>): NonNullable<Hello["limits"]> {
  const { inFlight, without, httpMethods, deviations, signatureMethods } = limits;
  return {
    ...(typeof inFlight === "number" && { inFlight }),
    ...(without && without.length > 0 && { without: FEATURE_NAMES.filter((name) => without.includes(name)) }),
    ...(httpMethods && { httpMethods: bounded(httpMethods) }),
    ...(deviations && { deviations: bounded(deviations) }),
    ...(signatureMethods && { signatureMethods: methodsByOperation(signatureMethods) }),
  };
}

function methodsByOperation(given: { readonly [name: string]: readonly string[] }): {
  readonly [Of in Operation]?: readonly string[];
} {
  const known = Object.entries(given).filter(([name]) => isOperation(name));
  return Object.fromEntries(known.map(([name, methods]) => [name, bounded(methods)]));
}

function implementationOf({
  name,
  version,
  language,
  url,
}: ValueOf<typeof HELLO>["implementation"]): Hello["implementation"] {
  const address = url ?? "";
  return {
    name: shortened(name),
    version: shortened(version),
    language: shortened(language ?? ""),
    // Reports link to this URL.
    ...(/^https?:\/\//.test(address) && address.length <= LONGEST_URL && { url: address }),
  };
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function bounded(names: readonly string[]): readonly string[] {
  return names.slice(0, MOST_NAMES);
}

function shortened(given: string): string {
  return given.length > LONGEST_TEXT ? `${given.slice(0, LONGEST_TEXT - 1)}…` : given;
}

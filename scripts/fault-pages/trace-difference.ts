/** Finds the first value of a trace that a fault changes. */

import type { Stages, Trace } from "../../src/model/index.ts";
import { latin1Text } from "../../src/platform/index.ts";

/** A value of a trace. */
export type TraceField = keyof Trace;

/** The values of a trace, in the order in which they are computed. */
export const TRACE_FIELDS: readonly TraceField[] = [
  ...(["parameters", "parameterString", "baseStringUri", "baseString", "key", "signature"] as const),
  ...(["authorizationHeader", "url", "body"] as const),
];

/** The first value of a trace that a stage affects. */
export const FIRST_FIELD_OF_STAGE: Readonly<Record<keyof Stages, TraceField>> = {
  protocolParameters: "parameters",
  bodyHash: "parameters",
  splitUrl: "parameters",
  decodeForm: "parameters",
  percentDecode: "parameters",
  collectParameters: "parameters",
  percentEncode: "parameterString",
  encodeParameters: "parameterString",
  sortParameters: "parameterString",
  joinParameters: "parameterString",
  parameterString: "parameterString",
  authority: "baseStringUri",
  path: "baseStringUri",
  baseStringUri: "baseStringUri",
  method: "baseString",
  baseString: "baseString",
  key: "key",
  signature: "signature",
  encodeForSending: "authorizationHeader",
  authorizationHeader: "authorizationHeader",
  url: "url",
  encodeForm: "body",
  body: "body",
};

/** A value of a trace as text. Parameters are joined, their octets percent-encoded. */
export function traceFieldText(traced: Trace, field: TraceField): string {
  if (field !== "parameters") return traced[field] ?? "";
  const escaped = (octets: Uint8Array): string =>
    latin1Text(octets).replace(
      /[^!-$'-<>-~]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    );
  return traced.parameters.map(({ name, value }) => `${escaped(name)}=${escaped(value)}`).join("&");
}

/** The first value in which two traces differ, or `undefined` if they are equal. */
export function firstDifferingField(right: Trace, wrong: Trace): TraceField | undefined {
  return TRACE_FIELDS.find((field) => traceFieldText(right, field) !== traceFieldText(wrong, field));
}

/** The names of the values of a trace on pages. */
export const TRACE_FIELD_NAMES: Readonly<Record<TraceField, string>> = {
  parameters: "collected parameters",
  parameterString: "parameter string",
  baseStringUri: "base string URI",
  baseString: "base string",
  key: "key",
  signature: "signature",
  authorizationHeader: "Authorization header",
  url: "URL",
  body: "body",
};

/** The first wrong value, and the base string and signature if they are wrong. */
export function shownFields(right: Trace, wrong: Trace): TraceField[] {
  const differing = TRACE_FIELDS.filter((field) => traceFieldText(right, field) !== traceFieldText(wrong, field));
  return differing.filter((field, index) => index === 0 || field === "baseString" || field === "signature");
}

/**
 * Where a fault shows: the first value of a trace that it changes.
 *
 * @module
 */

import type { Stages, Trace } from "../model/index.ts";
import { latin1Text } from "../platform/index.ts";

/** The values of a trace, in the order in which they are computed. */
export const TRACE_FIELDS: readonly TraceField[] = [
  "parameters",
  "parameterString",
  "baseStringUri",
  "baseString",
  "key",
  "signature",
  "authorizationHeader",
  "url",
  "body",
];

/** See {@link TRACE_FIELDS}. */
export type TraceField = keyof Trace;

/** The value that each stage has its first effect on. */
export const SHOWN_IN: Readonly<Record<keyof Stages, TraceField>> = {
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

/** A value of a trace as text, octets percent-encoded. */
export function traceText(traced: Trace, field: TraceField): string {
  if (field !== "parameters") return traced[field] ?? "";
  const escaped = (octets: Uint8Array): string =>
    latin1Text(octets).replace(
      /[^!-$'-<>-~]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    );
  return traced.parameters.map(({ name, value }) => `${escaped(name)}=${escaped(value)}`).join("&");
}

/** The first field in which two traces differ, or `undefined` where they agree. */
export function firstDifference(right: Trace, wrong: Trace): TraceField | undefined {
  return TRACE_FIELDS.find((field) => traceText(right, field) !== traceText(wrong, field));
}

/**
 * A logged request as the simulator shows it: without card numbers, cvv2 and keys.
 *
 * @module
 */

import type { HeaderField } from "../../oauth1/http-request.ts";
import { utf8Text } from "../../platform/index.ts";
import { isSecret } from "../check-value.ts";
import { createBlot, createMask, createPieceBlot, MASKED, type Mask } from "../mask.ts";
import { OPERATION_NAMES, operationNamed } from "../operations.ts";
import type { GatewayData } from "./data.ts";
import type { LogEntry, RequestDiagnosis } from "./request-log.ts";
import { type Stages, stagesOf } from "./stages.ts";

/** A request as the simulator shows it: without card numbers, cvv2 and keys. */
export interface LoggedRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** The absolute URL that the verifier used. */
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body: string;
  /** Whether the verifier accepted the request: signature, timestamp and nonce are right. */
  readonly authenticated: boolean;
  /** Whether the request was authenticated and its arguments are right. */
  readonly accepted: boolean;
  /** The code of the first problem, if the verifier rejected the request. */
  readonly code?: string;
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
  readonly diagnosis: RequestDiagnosis;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly outcome: string;
  readonly stages: Stages;
}

/** Whether the values of a parameter are never shown. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name) || /cv[vc]2?$/i.test(name);
}

const SECRET_NAMES: ReadonlySet<string> = new Set(
  OPERATION_NAMES.flatMap((operation) =>
    Object.values(operationNamed(operation).parameters)
      .filter(({ type }) => isSecret(type))
      .flatMap(({ name, otherNames = [] }) => [name, ...otherNames]),
  ),
);
/** These numbers can be as long as a card number, and are needed to compare stages. */
const IDENTIFIER_RE = /(?:order-?_?id|-ref-id|oauth_nonce|oauth_timestamp|login)$/; // client-order-id, orderid

/** Makes a function that shows log entries. It masks the keys of all merchants in all requests, and computes the stages. */
export function createLogView({ merchants }: GatewayData): (entry: LogEntry) => LoggedRequest {
  const keys = merchants.map(({ controlKey }) => controlKey);
  const [blotKeys, blotPiecesOfKeys] = [createBlot(keys), createPieceBlot(keys)];
  return (entry) => {
    const stages = stagesOf(entry.request);
    const valuesOf = (isMeant: (name: string) => boolean): string[] =>
      stages.parameters.filter(({ name }) => isMeant(name)).map(({ value }) => value);
    const secrets = [...valuesOf(isSecretName), ...secretsOfPlaintext(stages)];
    const maskOthers = createMask(
      secrets,
      valuesOf((name) => IDENTIFIER_RE.test(name)),
    );
    const blotPieces = createPieceBlot(secrets);
    const maskText: Mask = (text) => maskOthers(blotKeys(text));
    return shown(entry, stages, maskText, (text) => blotPiecesOfKeys(blotPieces(maskText(text))));
  };
}

/** A PLAINTEXT signature consists of the secrets, also those of other servers (RFC 5849 3.4.4). */
function secretsOfPlaintext({ parameters, signature = "" }: Stages): string[] {
  const isPlaintext = parameters.some(({ name, value }) => name === "oauth_signature_method" && value === "PLAINTEXT");
  return isPlaintext ? [signature, ...signature.split("&")] : [];
}

function shown(
  { number, at, request, verdict, isAccepted, diagnosis, search, status, outcome }: LogEntry,
  { parameters, ...stages }: Stages,
  maskText: Mask,
  maskPieces: Mask,
): LoggedRequest {
  const rejected = verdict?.accepted === false ? verdict : undefined;
  return {
    number,
    at: new Date(at * 1000).toISOString(),
    method: maskText(request.method),
    url: maskText(request.url),
    headers: request.headers.map(([name, value]) => [name, maskText(withoutPassword(name, value))]),
    body: maskText(utf8Text(request.body ?? new Uint8Array())),
    authenticated: verdict?.accepted === true,
    accepted: isAccepted,
    ...(rejected && {
      code: rejected.code,
      problems: rejected.problems.map(({ code, message }) => ({ code, message: maskText(message) })),
    }),
    diagnosis: { ...maskAll(diagnosis, maskPieces), ...(search && { isPending: true as const }) },
    status,
    outcome: maskText(outcome),
    stages: {
      parameters: parameters.map((one) => ({
        ...one,
        name: maskText(one.name),
        value: isSecretName(one.name) ? MASKED : maskText(one.value),
      })),
      ...maskAll(stages, maskText),
    },
  };
}

/** Other schemes than OAuth encode their secrets differently: Basic uses base64. */
function withoutPassword(name: string, value: string): string {
  return /authorization$/i.test(name) && !/^oauth\s/i.test(value) ? value.replace(/\s.*$/s, ` ${MASKED}`) : value;
}

/** Masks every text of a JSON value. In an object with the name of a secret, it replaces every text except the name. */
function maskAll<Value>(value: Value, maskText: Mask): Value {
  return JSON.parse(JSON.stringify(value), function mask(this: { name?: unknown }, key, one: unknown) {
    if (typeof one !== "string") return one;
    const isOfSecret = key !== "name" && typeof this.name === "string" && isSecretName(this.name);
    return isOfSecret ? MASKED : maskText(one);
  }) as Value;
}

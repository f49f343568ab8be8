/**
 * A request as the double shows it: without card numbers, cvv2 and keys.
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

/** One request as it is shown: no card number, cvv2 or key in it. */
export interface LoggedRequest {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body: string;
  /** Whether the signature is right, the time now and the nonce new. */
  readonly authenticated: boolean;
  /** Whether the gateway would do what is asked: authenticated, and nothing wrong with the arguments either. */
  readonly accepted: boolean;
  /** Of the refusal. */
  readonly code?: string;
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
  readonly diagnosis: RequestDiagnosis;
  readonly status: number;
  readonly outcome: string;
  readonly stages: Stages;
}

/** Shows requests. */
export type Show = (logged: LogEntry) => LoggedRequest;

/** Whether a parameter's value is never shown. */
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
/** Numbers of these names may be as long as a card's, and are needed to compare stages. */
const IDENTIFIER_RE = /(?:order-?_?id|-ref-id|oauth_nonce|oauth_timestamp|login)$/; // client-order-id, orderid

/** Makes what shows: the keys of all merchants are masked, whoever sent them. Stages are computed only then. */
export function createShow({ merchants }: GatewayData): Show {
  const keys = merchants.map(({ controlKey }) => controlKey);
  const [blotKeys, blotPiecesOfKeys] = [createBlot(keys), createPieceBlot(keys)];
  return (logged) => {
    const stages = stagesOf(logged.request);
    const valuesOf = (isMeant: (name: string) => boolean): string[] =>
      stages.parameters.filter(({ name }) => isMeant(name)).map(({ value }) => value);
    const secrets = [...valuesOf(isSecretName), ...secretsOfPlaintext(stages)];
    const maskOthers = createMask(
      secrets,
      valuesOf((name) => IDENTIFIER_RE.test(name)),
    );
    const blotPieces = createPieceBlot(secrets);
    const maskText: Mask = (text) => maskOthers(blotKeys(text));
    return shown(logged, stages, maskText, (text) => blotPiecesOfKeys(blotPieces(maskText(text))));
  };
}

/** A PLAINTEXT signature is the secrets themselves, also where they are not ours (RFC 5849 3.4.4). */
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
  const refused = verdict?.ok === false ? verdict : undefined;
  return {
    number,
    at: new Date(at * 1000).toISOString(),
    method: maskText(request.method),
    url: maskText(request.url),
    headers: request.headers.map(([name, value]) => [name, maskText(withoutPassword(name, value))]),
    body: maskText(utf8Text(request.body ?? new Uint8Array())),
    authenticated: verdict?.ok === true,
    accepted: isAccepted,
    ...(refused && {
      code: refused.code,
      problems: refused.problems.map(({ code, message }) => ({ code, message: maskText(message) })),
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

/** Another scheme than OAuth shows its secret in a spelling of its own, as Basic does. */
function withoutPassword(name: string, value: string): string {
  return /authorization$/i.test(name) && !/^oauth\s/i.test(value) ? value.replace(/\s.*$/s, ` ${MASKED}`) : value;
}

/** Every text in what JSON can hold; of something that has a secret's name, every text but the name. */
function maskAll<Value>(value: Value, maskText: Mask): Value {
  return JSON.parse(JSON.stringify(value), function mask(this: { name?: unknown }, key, one: unknown) {
    if (typeof one !== "string") return one;
    const isOfSecret = key !== "name" && typeof this.name === "string" && isSecretName(this.name);
    return isOfSecret ? MASKED : maskText(one);
  }) as Value;
}

/**
 * A request as the double shows it: without card numbers, cvv2 and keys.
 *
 * @module
 */

import type { HeaderField } from "../../oauth1/http-request.ts";
import { utf8Text } from "../../platform/index.ts";
import { REDACTED, type Redactor, secretsOfRequest } from "../../redaction/index.ts";
import { isSecret } from "../check-value.ts";
import { OPERATION_NAMES, operationNamed } from "../operations.ts";
import { gatewayRedactor } from "../redactors.ts";
import type { GatewayData } from "./data.ts";
import type { Diagnosis, LoggedRequest } from "./request-log.ts";
import { type Stages, stagesOf } from "./stages.ts";

/** One request as it is shown: no card number, cvv2 or key in it. */
export interface ShownRequest {
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
  readonly diagnosis: Diagnosis;
  readonly status: number;
  readonly outcome: string;
  readonly stages: Stages;
}

/** Shows requests. */
export type Show = (logged: LoggedRequest) => ShownRequest;

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
/** Makes what shows: the keys of all merchants are hidden, whoever sent them. Stages are computed only then. */
export function createShow({ merchants }: GatewayData): Show {
  const keys = merchants.map(({ controlKey }) => controlKey);
  return (logged) => {
    const { url, headers, body } = logged.request;
    const stages = stagesOf(logged.request);
    const form = stages.parameters.map(({ name, value }) => [name, value] as const);
    const hidden = secretsOfRequest({ url, headers, body, form });
    const values = stages.parameters.filter(({ name }) => isSecretName(name)).map(({ value }) => value);
    const redactor = gatewayRedactor({
      ...hidden,
      secrets: [...keys, ...hidden.secrets],
      cardNumbers: [...hidden.cardNumbers, ...values.filter((value) => value.length > LONGEST_CVV2)],
      cvv2: [...hidden.cvv2, ...values.filter((value) => value.length <= LONGEST_CVV2)],
    });
    return shown(logged, stages, redactor);
  };
}

const LONGEST_CVV2 = 4;

function shown(
  { number, at, request, verdict, isAccepted, diagnosis, search, status, outcome }: LoggedRequest,
  { parameters, ...stages }: Stages,
  redactor: Redactor,
): ShownRequest {
  const { text: redact } = redactor;
  const refused = verdict?.ok === false ? verdict : undefined;
  return {
    number,
    at: new Date(at * 1000).toISOString(),
    method: redact(request.method),
    url: redact(request.url),
    headers: request.headers.map(([name, value]) => [name, redact(withoutPassword(name, value))]),
    body: redact(utf8Text(request.body ?? new Uint8Array())),
    authenticated: verdict?.ok === true,
    accepted: isAccepted,
    ...(refused && {
      code: refused.code,
      problems: refused.problems.map(({ code, message }) => ({ code, message: redact(message) })),
    }),
    diagnosis: { ...redactAll(diagnosis, redact), ...(search && { isPending: true as const }) },
    status,
    outcome: redact(outcome),
    stages: {
      parameters: parameters.map((one) => ({
        ...one,
        name: redact(one.name),
        value: isSecretName(one.name) ? REDACTED : redact(one.value),
      })),
      ...redactAll(stages, redact),
    },
  };
}

/** Another scheme than OAuth shows its secret in a spelling of its own, as Basic does. */
function withoutPassword(name: string, value: string): string {
  return /authorization$/i.test(name) && !/^oauth\s/i.test(value) ? value.replace(/\s.*$/s, ` ${REDACTED}`) : value;
}

/** Every text in what JSON can hold; of something that has a secret's name, every text but the name. */
function redactAll<Value>(value: Value, redact: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), function redactOne(this: { name?: unknown }, key, one: unknown) {
    if (typeof one !== "string") return one;
    const isOfSecret = key !== "name" && typeof this.name === "string" && isSecretName(this.name);
    return isOfSecret ? REDACTED : redact(one);
  }) as Value;
}

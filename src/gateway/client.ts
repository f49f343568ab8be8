/** The typed client: one method for each operation in `OPERATIONS`. */

import { OAuth1Error, type SignedRequest } from "../oauth1/index.ts";
import type { Secret } from "../redaction/index.ts";
import type { Answers } from "./answers.ts";
import { cardDataOf, checkedForm, type FormPair } from "./arguments.ts";
import {
  type CallOptions,
  checkClientOptions,
  checkLimits,
  checkOptionsOfCall,
  type GatewayClientOptions,
  SIGNING_DEFAULTS,
  type SigningOptions,
} from "./client-options.ts";
import { pathOfTarget } from "./endpoint.ts";
import { baseUrl, type EnvironmentName, type GatewayMethod, signersOf } from "./environment.ts";
import { CHECK_ORDER_STATUS, GatewayArgumentError, GatewayError, GatewayResponseError } from "./errors.ts";
import {
  type ArgumentsOf,
  OPERATION_NAMES,
  type OPERATIONS,
  type Operation,
  type OperationName,
  operationNamed,
} from "./operations.ts";
import { gatewayRedactor } from "./redactors.ts";
import { idsOf, readAnswer } from "./response.ts";
import { send } from "./send.ts";

/** The option `endpointGroup` exists only for operations that support groups. */
type CallOptionsOf<Name extends OperationName> = (typeof OPERATIONS)[Name]["hasGroups"] extends true
  ? CallOptions
  : CallOptions & { readonly endpointGroup?: undefined };

/** A client with a method for each operation. All arguments are text, under their names in `OPERATIONS`. */
export type GatewayClient = {
  readonly [Name in OperationName]: (
    args: ArgumentsOf<Name>,
    options?: CallOptionsOf<Name>,
  ) => Promise<Answers[(typeof OPERATIONS)[Name]["answer"]]>;
};

/**
 * Creates a client for one environment of the gateway. The client reads the keys once, and sends nothing until you call a method.
 *
 * Each attempt has its own nonce and timestamp. The client follows no redirect, and repeats a request only if the option
 * `attempts` allows it.
 *
 * @throws {@link GatewayError} `configuration-invalid`, `environment-mismatch`, `key-missing` or `key-unusable`. The
 * methods reject with a GatewayError, GatewayArgumentError or GatewayResponseError.
 *
 * @example
 * ```ts
 * import { createGatewayClient, endpointId } from "countersign/gateway";
 *
 * const client = createGatewayClient({
 *   environment: { name: "integration", origin: "https://sandbox.example.com" },
 *   keys: { environment: "integration", login: "merchant", controlKey: "B17F59B4-A7DC-41B4-8FF9-37D986B43D20" },
 *   endpoint: endpointId("39915"),
 *   signatureMethod: "HMAC-SHA1",
 *   fetch: async () => new Response("type=create-card-ref-response\n&card-ref-id=1000000001\n&status=approved\n"),
 * });
 * const card = await client.createCardRef({ clientOrderId: "invoice-1", orderId: "5624" });
 * card.cardRefId; // => "1000000001"
 * ```
 */
export function createGatewayClient<Name extends EnvironmentName>(options: GatewayClientOptions<Name>): GatewayClient {
  const settings = checkClientOptions(options);
  const base = baseUrl(options.environment, options.keys);
  const signers = signersOf(options.keys);
  const { login, controlKey, passphrase, privateKey } = options.keys;
  const keys = [controlKey, passphrase, privateKey as Secret | undefined];

  /** Signs with a new nonce and timestamp, and adds the headers that are not signed. */
  async function sign(
    operation: Operation,
    form: readonly FormPair[],
    url: string,
    call: CallOptions,
  ): Promise<SignedRequest> {
    const method = (call.signatureMethod ?? settings.signatureMethod ?? operation.signatureMethod) as GatewayMethod;
    const signer = signers.get(method);
    if (signer === undefined) throw keyMissing(method);
    const signing = { ...SIGNING_DEFAULTS[method], ...defined(settings.signing), ...defined(call) };
    const { transport, realm, charset } = signing;
    const request = { method: "POST", url, form };
    const options = { transport, realm: realm ?? undefined, charset: charset ?? undefined };
    const signed = await signer.signAsync(request, options).catch((error: unknown) => {
      throw signingError(error);
    });
    const accept = (call.json ?? settings.json) ? { accept: "application/vnd.pay+json" } : {};
    return { ...signed, headers: { ...signed.headers, ...accept } };
  }

  async function call(name: OperationName, given: object, options: CallOptions = {}): Promise<Answers[keyof Answers]> {
    const operation = operationNamed(name);
    const needsLogin = operation.parameters.login?.need === "required";
    const args: Readonly<Record<string, unknown>> = needsLogin ? { login: login, ...given } : { ...given };
    const { version, path, hasGroups, movesMoney } = operation;
    checkOptionsOfCall(options);
    const { names, fetch } = settings;
    const { publicChecks = settings.publicChecks, endpoint, endpointGroup } = options;
    const isOverridden = endpoint !== undefined || endpointGroup !== undefined;
    const target = pathOfTarget(isOverridden ? { endpoint, endpointGroup } : settings.target, hasGroups);
    const form = checkedForm(operation, args, { publicChecks, names: names[name], extra: options.extra ?? {} });
    const hidden = { secrets: keys, ...cardDataOf(operation, args) };
    const sentIds = idsOf(args);
    const { signal, timeoutMilliseconds = settings.timeoutMilliseconds } = options;
    const attempts = options.attempts ?? (movesMoney ? 1 : settings.attempts);
    checkLimits(timeoutMilliseconds, attempts);
    const redact = (text: string): string => gatewayRedactor(hidden).text(text);
    const sending = { fetch, timeoutMilliseconds, signal, movesMoney, redact };
    for (let attempt = 1, mayBeAccepted = false; ; attempt++) {
      try {
        const request = await sign(operation, form, `${base}/${version}/${path}/${target}`, options);
        const response = await send(request, { ...sending, mayBeAccepted });
        return readAnswer(response, operation, hidden, { ids: sentIds, mayBeAccepted });
      } catch (error) {
        if (attempt >= attempts || !isRetryable(error)) throw error;
        mayBeAccepted ||= error.hint?.includes(CHECK_ORDER_STATUS) === true;
        const random = settings.retryMilliseconds * attempt * (0.5 + Math.random() / 2);
        await pause(Math.max(random, retryAfterOf(error) * 1000), signal, mayBeAccepted);
      }
    }
  }

  const methods = OPERATION_NAMES.map((name) => [name, (args: object, more?: CallOptions) => call(name, args, more)]);
  return Object.freeze(Object.fromEntries(methods)) as GatewayClient;
}

/** Leaves out undefined options, which must not override others. */
function defined({ transport, realm, charset }: SigningOptions): SigningOptions {
  return Object.fromEntries(Object.entries({ transport, realm, charset }).filter(([, value]) => value !== undefined));
}

async function pause(milliseconds: number, signal: AbortSignal | undefined, mayBeAccepted: boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : milliseconds);
    signal?.addEventListener("abort", end);
  });
  if (!signal?.aborted) return;
  const hint = mayBeAccepted ? CHECK_ORDER_STATUS : undefined;
  throw new GatewayError("aborted", "the call was aborted", { cause: signal.reason, hint });
}

/** The longest pause that the client makes because the gateway asks for it. */
const MOST_SECONDS_TO_WAIT = 60;

/** Whether no response arrived, a proxy answered for the gateway, or there were too many requests. */
function isRetryable(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false;
  if (error.code === "timeout" || error.code === "connection-failed") return true;
  if (!(error instanceof GatewayResponseError) || retryAfterOf(error) > MOST_SECONDS_TO_WAIT) return false;
  return [429, 502, 503, 504].includes(error.response.status);
}

function retryAfterOf(error: GatewayError): number {
  return (error instanceof GatewayResponseError && error.retryAfterSeconds) || 0;
}

/** The error if signing failed: nothing was sent. A key service's error is the `cause`, and is not quoted. */
function signingError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (!(error instanceof OAuth1Error)) {
    return new GatewayError("signing-failed", "keys.sign failed, and nothing was sent", { cause: error });
  }
  if (error.code === "charset-unusable") return new GatewayArgumentError("charset", error.message);
  const code = error.code === "signature-malformed" ? "signing-failed" : "configuration-invalid";
  return new GatewayError(code, error.message, { cause: error });
}

function keyMissing(method: GatewayMethod): GatewayError {
  const field = method === "HMAC-SHA1" ? "controlKey" : "privateKey or keys.sign";
  return new GatewayError("key-missing", `${method} needs keys.${field}, got none`, {
    hint: `set keys.${field}, or signatureMethod if this installation accepts another method`,
  });
}

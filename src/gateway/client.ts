/**
 * The typed client: a method for each operation of the table.
 *
 * @module
 */

import { OAuth1Error, type SignedRequest, type Signer } from "../oauth1/index.ts";
import type { Secret } from "../redaction/index.ts";
import type { Answers } from "./answers.ts";
import {
  type CallOptions,
  checkCall,
  checkClientOptions,
  checkTimeout,
  type GatewayClientOptions,
  type SigningForm,
} from "./client-options.ts";
import { pathOfTarget, type Target } from "./endpoint.ts";
import { baseUrl, type EnvironmentName, type GatewayMethod, signersOf } from "./environment.ts";
import { GatewayArgumentError, GatewayError, GatewayResponseError } from "./errors.ts";
import { cardDataOf, type FormPair, formOf } from "./form-of.ts";
import { MAY_HAVE_BEEN_TAKEN } from "./hints.ts";
import {
  type ArgumentsOf,
  OPERATION_NAMES,
  type OPERATIONS,
  type Operation,
  type OperationName,
  operationNamed,
} from "./operations.ts";
import { readAnswer } from "./read-answer.ts";
import { gatewayRedactor } from "./redactors.ts";
import { send } from "./send.ts";

/** An operation that has no groups takes none. */
type CallOptionsOf<Name extends OperationName> = (typeof OPERATIONS)[Name]["hasGroups"] extends true
  ? CallOptions
  : CallOptions & { readonly endpointGroup?: undefined };

/** A method for each operation: arguments by their names in the table, as text. */
export type GatewayClient = {
  readonly [Name in OperationName]: (
    args: ArgumentsOf<Name>,
    options?: CallOptionsOf<Name>,
  ) => Promise<Answers[(typeof OPERATIONS)[Name]["answer"]]>;
};

/**
 * Makes a client for one environment of the gateway. The keys are read once; nothing is sent before a method is called.
 *
 * Each attempt has a nonce and a timestamp of its own. No redirect is followed, and no request is repeated unless
 * `attempts` asks for it.
 *
 * @throws {@link GatewayError} `configuration-invalid`, `environment-mismatch`, `key-missing`, `key-unusable`; the
 * methods reject with it and with its subclasses GatewayArgumentError and GatewayResponseError
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
  const { controlKey, passphrase, privateKey } = options.keys;
  const keys = [controlKey, passphrase, privateKey as Secret | undefined];

  function sign(
    operation: Operation,
    form: readonly FormPair[],
    url: string,
    call: CallOptions,
  ): Promise<SignedRequest> {
    const method = (call.signatureMethod ?? settings.signatureMethod ?? operation.signatureMethod) as GatewayMethod;
    const signer = signers.get(method);
    if (signer === undefined) throw keyMissing(method);
    const shape = { ...formOfSigning(method), ...given(settings.signing), ...given(call) };
    return signAs(shape, signer, { method: "POST", url, form }, call.json ?? settings.json);
  }

  async function call(name: OperationName, args: object, options: CallOptions = {}): Promise<Answers[keyof Answers]> {
    const operation = operationNamed(name);
    const { version, path, hasGroups, movesMoney } = operation;
    const { names, fetch } = settings;
    const { publicChecks = settings.publicChecks } = options;
    const target = pathOfTarget(targetOf(options) ?? settings.target, hasGroups);
    const form = formOf(operation, { ...args }, { publicChecks, names: names[name] ?? {}, extra: options.extra ?? {} });
    const hidden = { secrets: keys, ...cardDataOf(operation, { ...args }) };
    const { signal, timeoutMilliseconds = settings.timeoutMilliseconds } = options;
    const attempts = options.attempts ?? (movesMoney ? 1 : settings.attempts);
    checkTimeout({ timeoutMilliseconds, attempts });
    checkCall(options);
    const sending = { fetch, timeoutMilliseconds, signal, movesMoney, redact: gatewayRedactor(hidden).text };
    for (let attempt = 1, isOpen = false; ; attempt++) {
      try {
        const request = await sign(operation, form, `${base}/${version}/${path}/${target}`, options);
        const response = await send(request, { ...sending, isOpen });
        return readAnswer(response, { ...operation, isOpen }, hidden);
      } catch (error) {
        if (attempt >= attempts || !isWorthAnother(error)) throw error;
        isOpen ||= leavesOpen(error);
        await pause(settings.retryMilliseconds * attempt, signal, isOpen);
      }
    }
  }

  const methods = OPERATION_NAMES.map((name) => [name, (args: object, more?: CallOptions) => call(name, args, more)]);
  return Object.freeze(Object.fromEntries(methods)) as GatewayClient;
}

/** Signs with a new nonce and the time that it is, and adds what is not signed. */
async function signAs(
  { transport, realm, charset }: SigningForm,
  signer: Signer,
  request: { readonly method: string; readonly url: string; readonly form: readonly FormPair[] },
  json: boolean,
): Promise<SignedRequest> {
  const isLatin1 = charset?.toLowerCase() === "iso-8859-1";
  if (isLatin1 && request.form.some(([, value]) => /[^\x00-\x7f]/.test(value))) {
    throw new GatewayArgumentError(
      "charset",
      "iso-8859-1 for values beyond ASCII: what the gateway reads is not known",
    );
  }
  const signed = await signer.signAsync(request, { transport, realm: realm ?? undefined }).catch((error: unknown) => {
    if (!(error instanceof OAuth1Error)) throw error;
    throw new GatewayError("configuration-invalid", error.message, { cause: error });
  });
  const contentType = `application/x-www-form-urlencoded${charset ? `; charset=${charset}` : ""}`;
  const accept = json ? { accept: "application/vnd.pay+json" } : {};
  return { ...signed, headers: { ...signed.headers, "content-type": contentType, ...accept } };
}

async function pause(milliseconds: number, signal: AbortSignal | undefined, isOpen: boolean): Promise<void> {
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
  const hint = isOpen ? MAY_HAVE_BEEN_TAKEN : undefined;
  throw new GatewayError("aborted", "the call was aborted", { cause: signal.reason, hint });
}

/** What is known to work: the specification's samples of each method. */
function formOfSigning(method: GatewayMethod): Required<SigningForm> {
  return method === "HMAC-SHA1"
    ? { transport: "header-and-body", realm: "", charset: null }
    : { transport: "header", realm: null, charset: null };
}

/** Without what is not there, so that it covers nothing. */
function given({ transport, realm, charset }: SigningForm): SigningForm {
  return {
    ...(transport === undefined ? {} : { transport }),
    ...(realm === undefined ? {} : { realm }),
    ...(charset === undefined ? {} : { charset }),
  };
}

function targetOf({ endpoint, endpointGroup }: CallOptions): Partial<Target> | undefined {
  return endpoint === undefined && endpointGroup === undefined ? undefined : ({ endpoint, endpointGroup } as Target);
}

/** Nobody answered, or nobody who could. */
function isWorthAnother(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return false;
  if (error.code === "timeout" || error.code === "connection-failed") return true;
  return error instanceof GatewayResponseError && [502, 503, 504].includes(error.response.status);
}

/** Whether an order may have been taken though there is an error. */
function leavesOpen(error: unknown): boolean {
  return error instanceof GatewayError && error.hint?.includes(MAY_HAVE_BEEN_TAKEN) === true;
}

function keyMissing(method: GatewayMethod): GatewayError {
  const field = method === "HMAC-SHA1" ? "controlKey" : "privateKey";
  return new GatewayError("key-missing", `${method} needs keys.${field}, got none`, {
    hint: "give the key, or another signatureMethod where this installation takes it",
  });
}

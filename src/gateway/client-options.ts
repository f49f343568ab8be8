/** Declares and checks the options of the client and of a call. */

import { quote } from "../oauth1/errors.ts";
import { checkOptions } from "../platform/check-options.ts";
import type { EndpointGroupId, EndpointId, GatewayTarget } from "./endpoint.ts";
import type { EnvironmentName, GatewayEnvironment, GatewayKeys, GatewayMethod } from "./environment.ts";
import { configurationError, optionsError } from "./errors.ts";
import { OPERATIONS, type OperationName, operationNamed } from "./operations.ts";
import type { Fetch } from "./send.ts";

/** Details of a signed request that differ between installations of the gateway. */
export interface SigningOptions {
  /** Where the protocol parameters are. @default "header-and-body" for HMAC-SHA1, "header" for RSA-SHA256 */
  readonly transport?: "header" | "header-and-body" | undefined;
  /** The realm of the Authorization header; `null` for none. @default "" for HMAC-SHA1, null for RSA-SHA256 */
  readonly realm?: string | null | undefined;
  /** The charset in Content-Type; `null` for none. The client always signs and sends UTF-8. @default null */
  readonly charset?: "utf-8" | "UTF-8" | "iso-8859-1" | "ISO-8859-1" | null | undefined;
}

/** The defaults follow the specification's samples of each method. */
export const SIGNING_DEFAULTS: Readonly<Record<GatewayMethod, Required<SigningOptions>>> = {
  "HMAC-SHA1": { transport: "header-and-body", realm: "", charset: null },
  "RSA-SHA256": { transport: "header", realm: null, charset: null },
};

/** The options of one call, which override the options of the client. */
export interface CallOptions extends SigningOptions {
  readonly endpoint?: EndpointId | undefined;
  readonly endpointGroup?: EndpointGroupId | undefined;
  /** @default the client's method, or the operation's */
  readonly signatureMethod?: GatewayMethod | undefined;
  /** Parameters that the operation's table does not contain, by name in the request. They are signed and sent unchecked. */
  readonly extra?: Readonly<Record<string, string>> | undefined;
  /** @default the client's */
  readonly publicChecks?: boolean | undefined;
  /** The maximum number of attempts, 1 to 10, even for operations that move money. @default the client's, or 1 */
  readonly attempts?: number | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** @default the client's */
  readonly timeoutMilliseconds?: number | undefined;
  /** @default the client's */
  readonly json?: boolean | undefined;
}

/** The options of a client without its target. */
export interface ClientSettings<Name extends EnvironmentName> extends SigningOptions {
  readonly environment: GatewayEnvironment<Name>;
  /** The keys of this environment. */
  readonly keys: GatewayKeys<NoInfer<Name>>;
  /** The method for all operations. @default each operation's method */
  readonly signatureMethod?: GatewayMethod | undefined;
  /** Whether to check arguments also against rules that only public documents contain. @default true */
  readonly publicChecks?: boolean | undefined;
  /** Selects other names of parameters: `{ payout: { clientOrderId: "client_orderid" } }`. */
  readonly names?: Partial<Record<OperationName, Readonly<Record<string, string>>>> | undefined;
  /** Whether to request answers in JSON. @default false */
  readonly json?: boolean | undefined;
  /** The time limit of one attempt, from connecting to the end of the body: 1 to 600,000. @default 30_000 */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * The maximum number of attempts, 1 to 10, for operations that do not move money. The client repeats a request after
   * a timeout, a failed connection, and the statuses 429 and 502 to 504. @default 1
   */
  readonly attempts?: number | undefined;
  /**
   * The longest pause before the second attempt, up to 60,000. This limit is doubled before the third, tripled before the
   * fourth, and so on. A pause is random, from half of the limit to the limit, so that many clients do not repeat at once. No
   * pause is shorter than Retry-After; if Retry-After is more than a minute, the client does not repeat. @default 500
   */
  readonly retryMilliseconds?: number | undefined;
  /** @default the platform's */
  readonly fetch?: Fetch | undefined;
}

/** The options of a client: its settings, and exactly one of `endpoint` and `endpointGroup`. */
export type GatewayClientOptions<Name extends EnvironmentName = EnvironmentName> = ClientSettings<Name> & GatewayTarget;

type OptionWithDefault =
  | "publicChecks"
  | "names"
  | "json"
  | "timeoutMilliseconds"
  | "attempts"
  | "retryMilliseconds"
  | "fetch";

/** Checked options, with defaults. */
export type CheckedOptions = {
  readonly [Option in OptionWithDefault]: NonNullable<ClientSettings<EnvironmentName>[Option]>;
} & Pick<CallOptions, "signatureMethod"> & { readonly target: GatewayTarget; readonly signing: SigningOptions };

/**
 * Checks all options except `environment` and `keys`.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function checkClientOptions(options: GatewayClientOptions): CheckedOptions {
  checkOptions(
    options,
    [...SHARED_OPTIONS, "environment", "keys", "names", "retryMilliseconds", "fetch"],
    "options",
    optionsError,
  );
  const { environment, keys, endpoint, endpointGroup, publicChecks = true, names = {}, json = false } = options;
  checkOptions(environment, ENVIRONMENT, "environment", optionsError);
  checkOptions(keys, KEYS, "keys", optionsError);
  if ((endpoint === undefined) === (endpointGroup === undefined)) {
    const found = endpoint === undefined ? "neither" : "both";
    throw configurationError(`expected exactly one of endpoint and endpointGroup, got ${found}`);
  }
  checkNames(names);
  const { timeoutMilliseconds = 30_000, attempts = 1, retryMilliseconds = 500, fetch = globalThis.fetch } = options;
  checkLimits(timeoutMilliseconds, attempts);
  mustBeWhole("retryMilliseconds", retryMilliseconds, 0, 60_000);
  if (typeof fetch !== "function") throw configurationError(`fetch must be a function, got ${quote(fetch)}`);
  checkCallOptions(options);
  const { signatureMethod, transport, realm, charset } = options;
  const target = { endpoint, endpointGroup } as GatewayTarget;
  const signing = { transport, realm, charset };
  const limits = { timeoutMilliseconds, attempts, retryMilliseconds };
  return { target, signatureMethod, signing, publicChecks, names, json, ...limits, fetch };
}

/** The options that the client and a call share. */
const SHARED_OPTIONS = [
  "transport",
  "realm",
  "charset",
  "signatureMethod",
  "publicChecks",
  "json",
  "timeoutMilliseconds",
  "attempts",
  "endpoint",
  "endpointGroup",
] as const;

const ENVIRONMENT = ["name", "origin", "pathPrefix", "checkHost"] as const;
const KEYS = ["environment", "login", "controlKey", "privateKey", "passphrase", "sign", "publicKey"] as const;
const CALL_OPTIONS = [...SHARED_OPTIONS, "extra", "signal"] as const;

/** Checks the options of a call. */
export function checkOptionsOfCall(options: CallOptions): void {
  checkOptions(options, CALL_OPTIONS, "options", optionsError);
  checkCallOptions(options);
}

/** Checks the limits of the client or of a call. */
export function checkLimits(timeoutMilliseconds: number, attempts: number): void {
  mustBeWhole("timeoutMilliseconds", timeoutMilliseconds, 1, 600_000);
  mustBeWhole("attempts", attempts, 1, 10);
}

/** Checks the other options that the client and a call share. */
function checkCallOptions(options: CallOptions): void {
  for (const [option, allowed] of Object.entries(ALLOWED)) {
    const value = options[option as keyof typeof ALLOWED];
    if (value === undefined || allowed.includes(value)) continue;
    throw configurationError(`${option} must be one of ${allowed.map(String).join(", ")}, got ${quote(value)}`);
  }
  const { realm, signal } = options;
  if (realm !== undefined && realm !== null && typeof realm !== "string") {
    throw configurationError(`realm must be text or null, got ${quote(realm)}`);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw configurationError(`signal must be an AbortSignal, got ${quote(signal)}`);
  }
}

const ALLOWED: Readonly<Record<"signatureMethod" | "transport" | "charset", readonly unknown[]>> = {
  signatureMethod: ["HMAC-SHA1", "RSA-SHA256"],
  transport: ["header", "header-and-body"],
  charset: ["utf-8", "UTF-8", "iso-8859-1", "ISO-8859-1", null],
};

/** Rejects a name that no document contains, as a spelling mistake; other parameters go in `extra`. */
function checkNames(names: CheckedOptions["names"]): void {
  for (const [operation, renamed] of Object.entries(names)) {
    if (!Object.hasOwn(OPERATIONS, operation)) {
      throw configurationError(`names: there is no operation ${quote(operation)}`);
    }
    const { parameters } = operationNamed(operation as OperationName);
    for (const [argument, name] of Object.entries(renamed)) {
      const parameter = Object.hasOwn(parameters, argument) ? parameters[argument] : undefined;
      const known = parameter === undefined ? [] : [parameter.name, ...(parameter.otherNames ?? [])];
      if (known.includes(name)) continue;
      const expected = known.length === 0 ? "an argument of the operation" : `one of ${known.join(", ")}`;
      throw configurationError(`names.${operation}.${argument}: expected ${expected}, got ${quote(name)}`);
    }
  }
}

function mustBeWhole(option: string, value: unknown, least: number, most: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const found = String(value).slice(0, 20);
  throw configurationError(`${option} must be a whole number from ${least} to ${most}, got ${found}`);
}

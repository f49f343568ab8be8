/**
 * How a client is set up, and how one call may differ.
 *
 * @module
 */

import { quote } from "../oauth1/errors.ts";
import type { EndpointGroupId, EndpointId, GatewayTarget } from "./endpoint.ts";
import type { EnvironmentName, GatewayEnvironment, GatewayKeys, GatewayMethod } from "./environment.ts";
import { GatewayError } from "./errors.ts";
import { OPERATIONS, type OperationName, operationNamed } from "./operations.ts";
import type { Fetch } from "./send.ts";

/** What the specification shows in several forms. */
export interface SigningOptions {
  /** @default "header-and-body" for HMAC-SHA1, "header" for RSA-SHA256 */
  readonly transport?: "header" | "header-and-body" | undefined;
  /** `null` for none. @default "" for HMAC-SHA1, null for RSA-SHA256 */
  readonly realm?: string | null | undefined;
  /** Named in Content-Type; what is signed and sent is UTF-8 all the same. `null` names none. @default null */
  readonly charset?: "utf-8" | "UTF-8" | "iso-8859-1" | "ISO-8859-1" | null | undefined;
}

/** What a call may have otherwise than the client. */
export interface CallOptions extends SigningOptions {
  readonly endpoint?: EndpointId | undefined;
  readonly endpointGroup?: EndpointGroupId | undefined;
  /** @default as the operation says */
  readonly signatureMethod?: GatewayMethod | undefined;
  /** Parameters that the table does not know, by name on the wire: signed, sent, not checked. */
  readonly extra?: Readonly<Record<string, string>> | undefined;
  /** @default the client's */
  readonly publicChecks?: boolean | undefined;
  /** How often this call is tried at most, also where it moves money. @default the client's */
  readonly attempts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMilliseconds?: number | undefined;
  /** Whether the answer is asked for in JSON. @default the client's */
  readonly json?: boolean | undefined;
}

/** How a client is set up; it also takes exactly one of `endpoint` and `endpointGroup`. */
export interface ClientSettings<Name extends EnvironmentName> extends SigningOptions {
  readonly environment: GatewayEnvironment<Name>;
  /** Those of this environment. */
  readonly keys: GatewayKeys<NoInfer<Name>>;
  /** For all operations. @default as each operation says */
  readonly signatureMethod?: GatewayMethod | undefined;
  /** Whether arguments are also held against what only public documents say. @default true */
  readonly publicChecks?: boolean | undefined;
  /** Other names that parameters have in other documents: `{ payout: { clientOrderId: "client_orderid" } }`. */
  readonly names?: Partial<Record<OperationName, Readonly<Record<string, string>>>> | undefined;
  /** Whether answers are asked for in JSON. @default false */
  readonly json?: boolean | undefined;
  /** Of one attempt, from connecting to the end of the body. @default 30_000 */
  readonly timeoutMilliseconds?: number | undefined;
  /** How often an operation that moves no money is tried at most, where nobody answers. @default 1 */
  readonly attempts?: number | undefined;
  /** The pause before the second attempt; twice that before the third. @default 500 */
  readonly retryMilliseconds?: number | undefined;
  /** @default the platform's */
  readonly fetch?: Fetch | undefined;
}

/** How a client is set up. */
export type GatewayClientOptions<Name extends EnvironmentName = EnvironmentName> = ClientSettings<Name> & GatewayTarget;

/** The same, found usable, with its defaults. */
export interface CheckedOptions {
  readonly target: GatewayTarget;
  readonly signatureMethod: GatewayMethod | undefined;
  readonly signing: SigningOptions;
  readonly publicChecks: boolean;
  readonly names: Partial<Record<OperationName, Readonly<Record<string, string>>>>;
  readonly json: boolean;
  readonly timeoutMilliseconds: number;
  readonly attempts: number;
  readonly retryMilliseconds: number;
  readonly fetch: Fetch;
}

/**
 * Reads the options that no key depends on.
 *
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function checkClientOptions(options: GatewayClientOptions): CheckedOptions {
  const { environment, keys, endpoint, endpointGroup, publicChecks = true, names = {}, json = false } = options ?? {};
  if (!isObject(environment) || !isObject(keys)) {
    throw invalid("a client needs environment, keys, and one of endpoint and endpointGroup");
  }
  if ((endpoint === undefined) === (endpointGroup === undefined)) {
    throw invalid(
      `expected exactly one of endpoint and endpointGroup, got ${endpoint === undefined ? "none" : "both"}`,
    );
  }
  checkNames(names);
  const { timeoutMilliseconds = 30_000, attempts = 1, retryMilliseconds = 500, fetch = globalThis.fetch } = options;
  checkTimeout({ timeoutMilliseconds, attempts });
  mustBeWhole("retryMilliseconds", retryMilliseconds, 0, 60_000);
  if (typeof fetch !== "function") throw invalid(`fetch must be a function, got ${quote(fetch)}`);
  checkCall(options);
  const { signatureMethod, transport, realm, charset } = options;
  const target = { endpoint, endpointGroup } as GatewayTarget;
  const signing = { transport, realm, charset };
  const limits = { timeoutMilliseconds, attempts, retryMilliseconds };
  return { target, signatureMethod, signing, publicChecks, names, json, ...limits, fetch };
}

/** How long and how often: as an option of the client or of a call. */
export function checkTimeout({
  timeoutMilliseconds,
  attempts,
}: Pick<CallOptions, "timeoutMilliseconds" | "attempts">): void {
  mustBeWhole("timeoutMilliseconds", timeoutMilliseconds, 1, 600_000);
  mustBeWhole("attempts", attempts, 1, 10);
}

/** What is signed in which form, and what ends a call: as options of the client or of a call. */
export function checkCall(options: CallOptions): void {
  for (const [option, known] of Object.entries(KNOWN)) {
    const value = options[option as keyof typeof KNOWN];
    if (value === undefined || known.includes(value)) continue;
    throw invalid(`${option} must be one of ${known.map(String).join(", ")}, got ${quote(value)}`);
  }
  const { realm, signal } = options;
  if (realm !== undefined && realm !== null && typeof realm !== "string") {
    throw invalid(`realm must be text or null, got ${quote(realm)}`);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalid(`signal must be an AbortSignal, got ${quote(signal)}`);
  }
}

const KNOWN: Readonly<Record<"signatureMethod" | "transport" | "charset", readonly unknown[]>> = {
  signatureMethod: ["HMAC-SHA1", "RSA-SHA256"],
  transport: ["header", "header-and-body"],
  charset: ["utf-8", "UTF-8", "iso-8859-1", "ISO-8859-1", null],
};

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** A name that nobody knows is a misspelling; what is really new goes into `extra`. */
function checkNames(names: NonNullable<ClientSettings<EnvironmentName>["names"]>): void {
  for (const [operation, renamed] of Object.entries(names)) {
    if (!Object.hasOwn(OPERATIONS, operation)) throw invalid(`names: there is no operation ${quote(operation)}`);
    const { parameters } = operationNamed(operation as OperationName);
    for (const [argument, name] of Object.entries(renamed)) {
      const { name: own, otherNames = [] } = parameters[argument] ?? { name: undefined };
      const known = own === undefined ? [] : [own, ...otherNames];
      if (known.includes(name)) continue;
      throw invalid(
        `names.${operation}.${argument}: expected one of ${known.join(", ") || "no name"}, got ${quote(name)}`,
      );
    }
  }
}

function mustBeWhole(option: string, value: unknown, least: number, most: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  throw invalid(`${option} must be a whole number from ${least} to ${most}, got ${String(value).slice(0, 20)}`);
}

function invalid(message: string): GatewayError {
  return new GatewayError("configuration-invalid", message);
}

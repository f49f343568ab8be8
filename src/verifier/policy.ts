/** Checks the options of a verifier and fills in the defaults. */

import { tryBaseStringUri } from "../oauth1/base-string-uri.ts";
import { kindOf } from "../oauth1/errors.ts";
import { LARGEST_RSA_BITS } from "../oauth1/keys.ts";
import { isSignatureMethod, SIGNATURE_METHODS, type SignatureMethod } from "../oauth1/signature-methods.ts";
import { isTransport, TRANSPORTS, type Transport } from "../oauth1/signer.ts";
import { checkOptions } from "../platform/check-options.ts";
import { mustBe, optionsError, type VerifierConfigurationErrorCode } from "./configuration-error.ts";
import { checkLimits } from "./limits.ts";
import type { NonceStore } from "./nonce-store.ts";
import { type ProxyRule, readProxy } from "./proxy.ts";
import type { Limits, VerifierOptions } from "./types.ts";

/** The options, with all defaults. */
export type Policy = Defined<
  Omit<VerifierOptions, "origin" | "proxy" | "limits" | "onVerdict" | "transport" | "allowHeaderAndBody">
> & {
  readonly transports: readonly Transport[];
  /** The scheme, host and port that clients sign, normalized, with a slash at the end: `https://api.example/`. */
  readonly origin: string | undefined;
  readonly proxy: ProxyRule | undefined;
  readonly limits: Limits;
  readonly onVerdict: VerifierOptions["onVerdict"];
};

type Defined<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** The methods of the gateway. */
const DEFAULT_METHODS: readonly SignatureMethod[] = ["HMAC-SHA1", "RSA-SHA256"];

const OPTIONS = [
  "credentials",
  "nonceStore",
  "signatureMethods",
  "clockToleranceSeconds",
  "clockSkewSeconds",
  "timeoutMilliseconds",
  "now",
  "origin",
  "proxy",
  "minimumRsaBits",
  "transport",
  "allowHeaderAndBody",
  "requireVersion",
  "requireEncodedHeader",
  "allowUnsignedBody",
  "onVerdict",
  "limits",
] as const;

/** @throws {@link VerifierConfigurationError} */
export function readPolicy(options: VerifierOptions): Policy {
  checkOptions(options, OPTIONS, "options", optionsError);
  const { signatureMethods = DEFAULT_METHODS, now = systemClock, limits = {} } = options;
  const { clockToleranceSeconds = 300, clockSkewSeconds = 60, minimumRsaBits = 2048 } = options;
  const { allowUnsignedBody = false, requireVersion = false, requireEncodedHeader = false } = options;
  const { timeoutMilliseconds = 5000, onVerdict } = options;
  const policy: Policy = {
    credentials: checkFunction(options.credentials, "credentials", "credentials-missing"),
    nonceStore: checkStore(options.nonceStore),
    signatureMethods: checkMethods(signatureMethods),
    clockToleranceSeconds: whole("clockToleranceSeconds", clockToleranceSeconds, 0, DAY, "clock-tolerance-invalid"),
    clockSkewSeconds: whole("clockSkewSeconds", clockSkewSeconds, 0, HOUR, "clock-skew-invalid"),
    timeoutMilliseconds: whole("timeoutMilliseconds", timeoutMilliseconds, 1, 600_000, "timeout-invalid"),
    now: checkFunction(now, "now", "clock-invalid"),
    origin: options.origin === undefined ? undefined : readOrigin(options.origin),
    proxy: options.proxy === undefined ? undefined : readProxy(options.proxy),
    minimumRsaBits: whole("minimumRsaBits", minimumRsaBits, SMALLEST_RSA_BITS, LARGEST_RSA_BITS, "rsa-size-invalid"),
    transports: readTransports(options),
    requireVersion: checkSwitch(requireVersion, "requireVersion"),
    requireEncodedHeader: checkSwitch(requireEncodedHeader, "requireEncodedHeader"),
    allowUnsignedBody: checkSwitch(allowUnsignedBody, "allowUnsignedBody"),
    onVerdict: onVerdict === undefined ? undefined : checkFunction(onVerdict, "onVerdict", "on-verdict-invalid"),
    limits: checkLimits(limits),
  };
  const isPlaintextSafe = !policy.signatureMethods.includes("PLAINTEXT") || !policy.origin?.startsWith("http:");
  mustBe(isPlaintextSafe, "plaintext-without-https", "PLAINTEXT needs an origin that is https");
  return policy;
}

/** Smaller keys can be factored with moderate means. */
const SMALLEST_RSA_BITS = 1024;

const HOUR = 3600;
const DAY = 24 * HOUR;

function systemClock(): number {
  return Date.now() / 1000;
}

function checkFunction<Given>(value: Given, name: string, code: VerifierConfigurationErrorCode): Given {
  mustBe(typeof value === "function", code, `${name} must be a function, got ${kindOf(value)}`);
  return value;
}

function checkStore(store: NonceStore): NonceStore {
  const isStore = store !== null && typeof store === "object" && typeof store.claim === "function";
  const without = "without one every request can be replayed";
  const message = `nonceStore must be a store with a claim method, got ${kindOf(store)}; ${without}`;
  mustBe(isStore, "nonce-store-missing", message);
  return store;
}

function checkMethods(methods: unknown): readonly SignatureMethod[] {
  const given = Array.isArray(methods) ? Array.from<unknown>(methods) : []; // without holes, which `every` skips
  const message = `signatureMethods must be a list of at least one of ${SIGNATURE_METHODS.join(", ")}`;
  mustBe(given.length > 0 && given.every(isSignatureMethod), "signature-methods-invalid", message);
  return [...given] as SignatureMethod[];
}

const DEFAULT_TRANSPORTS: readonly Transport[] = ["header", "body", "query"];

function readTransports({ transport = DEFAULT_TRANSPORTS, allowHeaderAndBody = false }: VerifierOptions) {
  const given: readonly unknown[] = [transport].flat();
  const message = `transport must be one or more of ${TRANSPORTS.join(", ")}`;
  mustBe(given.length > 0 && given.every(isTransport), "transport-invalid", message);
  const added: readonly Transport[] = checkSwitch(allowHeaderAndBody, "allowHeaderAndBody") ? ["header-and-body"] : [];
  return [...(given as Transport[]), ...added];
}

function whole(
  name: keyof VerifierOptions,
  value: number,
  least: number,
  most: number,
  code: VerifierConfigurationErrorCode,
): number {
  const actual = typeof value === "number" ? value : kindOf(value);
  const isInRange = Number.isSafeInteger(value) && value >= least && value <= most;
  const hint = value > most && name.endsWith("Seconds") ? "; give seconds, not milliseconds" : "";
  mustBe(isInRange, code, `${name} must be a whole number from ${least} to ${most}, got ${actual}${hint}`);
  return value;
}

/** @throws {@link VerifierConfigurationError} */
export function checkSwitch(value: boolean, name: string): boolean {
  mustBe(typeof value === "boolean", "switch-invalid", `${name} must be true or false, got ${kindOf(value)}`);
  return value;
}

function readOrigin(origin: unknown): string {
  const uri = typeof origin === "string" && !/[?#@\s]/.test(origin) ? tryBaseStringUri(origin) : undefined;
  const isOrigin = uri !== undefined && uri.indexOf("/", "https://".length) === uri.length - 1;
  const expected = "http or https with a host, an optional port and nothing else, such as https://api.example";
  mustBe(isOrigin, "origin-invalid", `origin must be ${expected}`);
  return uri;
}

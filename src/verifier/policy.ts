/** Checks the options of a verifier and fills in the defaults. */

import { tryBaseStringUri } from "../oauth1/base-string-uri.ts";
import { kindOf } from "../oauth1/errors.ts";
import { isSignatureMethod, SIGNATURE_METHODS, type SignatureMethod } from "../oauth1/signature-methods.ts";
import { VerifierConfigurationError, type VerifierConfigurationErrorCode } from "./configuration-error.ts";
import { checkLimits } from "./limits.ts";
import type { NonceStore } from "./nonce-store.ts";
import { type ProxyRule, readProxy } from "./proxy.ts";
import type { CredentialsLookup, Limits, VerifierOptions } from "./types.ts";

/** The options, with all defaults. */
export type Policy = Defined<Omit<VerifierOptions, "origin" | "proxy" | "limits">> & {
  readonly origin: ConfiguredOrigin | undefined;
  readonly proxy: ProxyRule | undefined;
  readonly limits: Limits;
};

type Defined<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** The scheme, host and port that clients sign. */
export interface ConfiguredOrigin {
  /** Normalized, with a slash at the end: `https://api.example/`. */
  readonly uri: string;
  readonly isHttps: boolean;
}

/** The methods of the gateway. */
const DEFAULT_METHODS: readonly SignatureMethod[] = ["HMAC-SHA1", "RSA-SHA256"];

/** A misspelt option would be a rule that nobody enforces. */
const OPTION_NAMES: ReadonlySet<string> = new Set<keyof VerifierOptions>([
  "credentials",
  "nonceStore",
  "signatureMethods",
  "clockToleranceSeconds",
  "clockSkewSeconds",
  "now",
  "origin",
  "proxy",
  "minimumRsaBits",
  "rsaOnThreadPool",
  "allowHeaderAndBody",
  "requireBodyHash",
  "limits",
]);

/** @throws {@link VerifierConfigurationError} */
export function readPolicy(options: VerifierOptions): Policy {
  if (options === null || typeof options !== "object") {
    throw new VerifierConfigurationError("options-invalid", `options must be an object, got ${kindOf(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.has(name));
  if (unknown !== undefined) {
    throw new VerifierConfigurationError("option-unknown", `there is no option ${JSON.stringify(unknown)}`);
  }
  const {
    clockToleranceSeconds = 300,
    clockSkewSeconds = 60,
    minimumRsaBits = 2048,
    rsaOnThreadPool = false,
  } = options;
  const { signatureMethods = DEFAULT_METHODS, now = systemClock, limits = {} } = options;
  const { allowHeaderAndBody = false, requireBodyHash = false } = options;
  const policy: Policy = {
    credentials: checkLookup(options.credentials),
    nonceStore: checkStore(options.nonceStore),
    signatureMethods: checkMethods(signatureMethods),
    clockToleranceSeconds: wholeFrom(0, clockToleranceSeconds, "clockToleranceSeconds", "clock-tolerance-invalid"),
    clockSkewSeconds: wholeFrom(0, clockSkewSeconds, "clockSkewSeconds", "clock-skew-invalid"),
    now: checkClock(now),
    origin: options.origin === undefined ? undefined : readOrigin(options.origin),
    proxy: options.proxy === undefined ? undefined : readProxy(options.proxy),
    minimumRsaBits: wholeFrom(SMALLEST_RSA_BITS, minimumRsaBits, "minimumRsaBits", "rsa-size-invalid"),
    rsaOnThreadPool: checkSwitch(rsaOnThreadPool, "rsaOnThreadPool"),
    allowHeaderAndBody: checkSwitch(allowHeaderAndBody, "allowHeaderAndBody"),
    requireBodyHash: checkSwitch(requireBodyHash, "requireBodyHash"),
    limits: checkLimits(limits),
  };
  if (policy.signatureMethods.includes("PLAINTEXT") && policy.origin?.isHttps === false) {
    throw new VerifierConfigurationError("plaintext-without-https", "PLAINTEXT needs an origin that is https");
  }
  return policy;
}

/** Smaller keys can be factored with moderate means. */
const SMALLEST_RSA_BITS = 1024;

function systemClock(): number {
  return Date.now() / 1000;
}

function checkLookup(credentials: unknown): CredentialsLookup {
  if (typeof credentials === "function") return credentials as CredentialsLookup;
  throw new VerifierConfigurationError(
    "credentials-missing",
    `credentials must be a function, got ${kindOf(credentials)}`,
  );
}

function checkStore(store: unknown): NonceStore {
  if (store !== null && typeof store === "object" && typeof (store as NonceStore).claim === "function") {
    return store as NonceStore;
  }
  throw new VerifierConfigurationError(
    "nonce-store-missing",
    `nonceStore must be a store with a claim method, got ${kindOf(store)}; without one every request can be replayed`,
  );
}

function checkMethods(methods: unknown): readonly SignatureMethod[] {
  const given: readonly unknown[] = Array.isArray(methods) ? methods : [];
  if (given.length > 0 && given.every(isSignatureMethod)) return [...given];
  throw new VerifierConfigurationError(
    "signature-methods-invalid",
    `signatureMethods must be a list of at least one of ${SIGNATURE_METHODS.join(", ")}`,
  );
}

function wholeFrom(least: number, value: unknown, name: string, code: VerifierConfigurationErrorCode): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
  throw new VerifierConfigurationError(
    code,
    `${name} must be a whole number from ${least}, got ${typeof value === "number" ? value : kindOf(value)}`,
  );
}

function checkClock(now: unknown): () => number {
  if (typeof now === "function") return now as () => number;
  throw new VerifierConfigurationError("clock-invalid", `now must be a function, got ${kindOf(now)}`);
}

function checkSwitch(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw new VerifierConfigurationError("switch-invalid", `${name} must be true or false, got ${kindOf(value)}`);
}

function readOrigin(origin: unknown): ConfiguredOrigin {
  const uri = typeof origin === "string" ? normalizedOrigin(origin) : undefined;
  if (uri !== undefined) return { uri, isHttps: uri.startsWith("https:") };
  throw new VerifierConfigurationError(
    "origin-invalid",
    "origin must be http or https with a host, an optional port and nothing else, such as https://api.example",
  );
}

function normalizedOrigin(origin: string): string | undefined {
  const uri = /[?#@\s]/.test(origin) ? undefined : tryBaseStringUri(origin);
  if (uri === undefined) return undefined;
  return uri.indexOf("/", "https://".length) === uri.length - 1 ? uri : undefined;
}

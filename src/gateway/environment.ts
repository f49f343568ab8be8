/**
 * The gateway's two environments, integration and production. Each has its own host and its own keys, and the client
 * never sends the keys of one to the host of the other.
 */

import { findPem } from "../keys/pem-text.ts";
import { OAuth1Error, quote } from "../oauth1/errors.ts";
import { createSigner, type RsaKeyInput, type SignatureMethod, type Signer, type SigningKey } from "../oauth1/index.ts";
import { utf8Octets } from "../platform/index.ts";
import { configurationError, GatewayError } from "./errors.ts";

export type EnvironmentName = "integration" | "production";

/** An installation of the gateway. */
export interface GatewayEnvironment<Name extends EnvironmentName = EnvironmentName> {
  readonly name: Name;
  /** `https://host[:port]`; `http` is accepted for loopback addresses only. */
  readonly origin: string;
  /** The path before version and operation, without a trailing slash. @default "/processing/api" */
  readonly pathPrefix?: string | undefined;
  /**
   * Whether the host name must match `name`: a host that begins with `gate.` is a production host, one that begins with
   * `sandbox.` an integration host, as in all public documents. @default true
   */
  readonly checkHost?: boolean | undefined;
}

/** The keys with which a merchant signs in one environment: `controlKey`, `privateKey` or both. */
export interface GatewayKeys<Name extends EnvironmentName = EnvironmentName> {
  /** The environment that issued these keys. */
  readonly environment: Name;
  /** Sent as `oauth_consumer_key`. */
  readonly login: string;
  /** The consumer secret for HMAC-SHA1. */
  readonly controlKey?: string | undefined;
  /** For RSA-SHA256: PEM (PKCS#8 or PKCS#1), DER, JWK or KeyObject. */
  readonly privateKey?: RsaKeyInput | undefined;
  /** Decrypts `privateKey`. */
  readonly passphrase?: string | undefined;
}

/** The signature methods that the gateway accepts. */
export type GatewayMethod = Extract<SignatureMethod, "HMAC-SHA1" | "RSA-SHA256">;

/** The path prefix that the specification shows. */
export const DEFAULT_PREFIX = "/processing/api";

/** The prefixes that documents of gateways show, and that the simulator accepts by default. */
export const PATH_PREFIXES: readonly string[] = [DEFAULT_PREFIX, "/paynet/api"];

/**
 * Reads `scheme://host[:port]`, with or without a trailing slash.
 *
 * @param option - the name of the option, for the message
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function readOrigin(option: string, origin: unknown): URL {
  const url = typeof origin === "string" && URL.canParse(origin) ? new URL(origin) : undefined;
  // If the URL parser changed the text, the client would sign another URL than it sends to.
  const isUnchanged = url !== undefined && (url.origin === origin || `${url.origin}/` === origin);
  if (isUnchanged && /^https?:$/.test(url.protocol)) return url;
  throw configurationError(
    `${option} must be https://host[:port], in lower case and without a path, got ${quote(origin)}`,
  );
}

/**
 * Checks a path prefix: empty, or segments with a slash before each.
 *
 * @param option - the name of the option, for the message
 * @throws {@link GatewayError} `configuration-invalid`
 */
export function checkPathPrefix(option: string, prefix: unknown): void {
  if (typeof prefix === "string" && /^(?:\/[\w.~-]+)*$/.test(prefix) && !/\/\.\.?(?:\/|$)/.test(prefix)) return;
  throw configurationError(
    `${option} must be a path such as ${DEFAULT_PREFIX}, without a slash at its end, got ${quote(prefix)}`,
  );
}

/**
 * The URL before version and operation, if the keys belong to this environment.
 *
 * @throws {@link GatewayError} `configuration-invalid`, `environment-mismatch`
 */
export function baseUrl(environment: GatewayEnvironment, keys: GatewayKeys): string {
  const { name, origin, pathPrefix = DEFAULT_PREFIX, checkHost = true } = environment;
  if (name !== "integration" && name !== "production") {
    throw configurationError(`environment.name must be "integration" or "production", got ${quote(name)}`);
  }
  const { protocol, hostname } = readOrigin("environment.origin", origin);
  if (protocol !== "https:" && !isLoopback(hostname)) {
    throw configurationError(`environment.origin must be https, except for a loopback address, got ${quote(origin)}`);
  }
  checkPathPrefix("environment.pathPrefix", pathPrefix);
  if (keys.environment !== name) {
    throw mismatch(`keys of ${quote(keys.environment)} must not be sent to the host of ${quote(name)}`);
  }
  const byHost = hostname.startsWith("gate.") ? "production" : hostname.startsWith("sandbox.") ? "integration" : name;
  if (checkHost && byHost !== name) {
    throw mismatch(`keys of ${quote(name)} must not be sent to ${quote(hostname)}, which is a host of ${byHost}`);
  }
  return origin.replace(/\/$/, "") + pathPrefix;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Reads each key once and creates a signer for each method that has a key.
 *
 * @throws {@link GatewayError} `configuration-invalid`, `key-missing`, `key-unusable`
 */
export function signersOf({ login, controlKey, privateKey, passphrase }: GatewayKeys): Map<GatewayMethod, Signer> {
  if (typeof login !== "string" || login === "") throw configurationError("keys.login must be text, got none");
  if (controlKey === "") throw new GatewayError("key-unusable", "keys.controlKey must not be empty");
  if (controlKey !== controlKey?.trim()) {
    throw new GatewayError("key-unusable", "keys.controlKey must not have white space before or after it");
  }
  const signers = new Map<GatewayMethod, Signer>();
  if (controlKey !== undefined) {
    const key = { signatureMethod: "HMAC-SHA1", consumerSecret: controlKey } as const;
    signers.set("HMAC-SHA1", signerOf("controlKey", login, key));
  }
  if (privateKey !== undefined) {
    const key = { signatureMethod: "RSA-SHA256", privateKey: repairedKey(privateKey), passphrase } as const;
    signers.set("RSA-SHA256", signerOf("privateKey", login, key));
  }
  if (signers.size > 0) return signers;
  throw new GatewayError("key-missing", "keys must have a controlKey, a privateKey or both, got neither");
}

function signerOf(field: string, login: string, key: SigningKey): Signer {
  try {
    return createSigner({ consumerKey: login, ...key });
  } catch (error) {
    if (!(error instanceof OAuth1Error)) throw error;
    throw new GatewayError("key-unusable", `keys.${field}: ${error.message}`, {
      cause: error,
      hint: "`countersign keys check FILE` shows what a key file contains",
    });
  }
}

function mismatch(message: string): GatewayError {
  return new GatewayError("environment-mismatch", message, {
    hint: "each environment has its own host, endpoint, control key and key pair; if the host name is misleading, set checkHost: false in the environment",
  });
}

/** Repairs what copying and environment variables do to PEM text, such as `\n` for line feeds. Other keys stay as they are. */
function repairedKey(key: RsaKeyInput): RsaKeyInput {
  const found = typeof key === "string" ? findPem(utf8Octets(key)) : undefined;
  return found === undefined || found.repairs.length === 0 ? key : found.pem;
}

/**
 * The two environments of the gateway: each has its own host and its own keys, and neither's keys go to the other's host.
 *
 * @module
 */

import { OAuth1Error, quote } from "../oauth1/errors.ts";
import { createSigner, type RsaKeyInput, type SignatureMethod, type Signer, type SigningKey } from "../oauth1/index.ts";
import { checkPathPrefix, DEFAULT_PREFIX, readOrigin } from "./base-address.ts";
import { GatewayError } from "./errors.ts";

/** Tests, or money. */
export type EnvironmentName = "integration" | "production";

/** An installation of the gateway. */
export interface GatewayEnvironment<Name extends EnvironmentName = EnvironmentName> {
  readonly name: Name;
  /** `https://host[:port]`; http to a loopback address only. */
  readonly origin: string;
  /** What stands in front of version and operation; it belongs to the installation. @default "/processing/api" */
  readonly pathPrefix?: string | undefined;
  /**
   * Whether a host that begins with `gate.` is taken for one of production, and `sandbox.` for one of integration, as on all
   * public pages. @default true
   */
  readonly checkHost?: boolean | undefined;
}

/** What a merchant signs with in one environment. Give the keys that your operations need. */
export interface GatewayKeys<Name extends EnvironmentName = EnvironmentName> {
  /** The environment that these keys were made for; they go to no other. */
  readonly environment: Name;
  /** `oauth_consumer_key`. */
  readonly login: string;
  /** For HMAC-SHA1. */
  readonly controlKey?: string | undefined;
  /** For RSA-SHA256: PEM of PKCS#8 or PKCS#1, DER, JWK or KeyObject. */
  readonly privateKey?: RsaKeyInput | undefined;
  readonly passphrase?: string | undefined;
}

/** The methods that the gateway knows. */
export type GatewayMethod = Extract<SignatureMethod, "HMAC-SHA1" | "RSA-SHA256">;

/**
 * The address in front of version and operation.
 *
 * @throws {@link GatewayError} `configuration-invalid`, `environment-mismatch`
 */
export function baseUrl(environment: GatewayEnvironment, keys: GatewayKeys): string {
  const { name, origin, pathPrefix = DEFAULT_PREFIX, checkHost = true } = environment;
  if (name !== "integration" && name !== "production") {
    throw invalid(`environment.name must be "integration" or "production", got ${quote(name)}`);
  }
  const { protocol, hostname } = readOrigin("environment.origin", origin);
  if (protocol !== "https:" && !isLoopback(hostname)) {
    throw invalid(`environment.origin must be https, other than to a loopback address, got ${quote(origin)}`);
  }
  checkPathPrefix("environment.pathPrefix", pathPrefix);
  if (keys.environment !== name) {
    throw mismatch(`keys of ${quote(keys.environment)} must not be sent to the host of ${quote(name)}`);
  }
  const meant = hostname.startsWith("gate.") ? "production" : hostname.startsWith("sandbox.") ? "integration" : name;
  if (checkHost && meant !== name) {
    throw mismatch(`keys of ${quote(name)} must not be sent to ${quote(hostname)}, which is a host of ${meant}`);
  }
  return origin.replace(/\/$/, "") + pathPrefix;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Reads each key once.
 *
 * @throws {@link GatewayError} `key-missing`, `key-unusable`
 */
export function signersOf({ login, controlKey, privateKey, passphrase }: GatewayKeys): Map<GatewayMethod, Signer> {
  if (typeof login !== "string" || login === "") throw invalid("keys.login must be text, got none");
  const signers = new Map<GatewayMethod, Signer>();
  if (controlKey !== undefined) {
    signers.set(
      "HMAC-SHA1",
      signerOf("controlKey", login, { signatureMethod: "HMAC-SHA1", consumerSecret: controlKey }),
    );
  }
  if (privateKey !== undefined) {
    signers.set("RSA-SHA256", signerOf("privateKey", login, { signatureMethod: "RSA-SHA256", privateKey, passphrase }));
  }
  if (signers.size > 0) return signers;
  throw new GatewayError("key-missing", "keys must hold a controlKey, a privateKey or both, got none");
}

function signerOf(field: string, login: string, key: SigningKey): Signer {
  if ("consumerSecret" in key && key.consumerSecret === "")
    throw new GatewayError("key-unusable", "keys.controlKey must not be empty");
  try {
    return createSigner({ consumerKey: login, ...key });
  } catch (error) {
    if (!(error instanceof OAuth1Error)) throw error;
    throw new GatewayError("key-unusable", `keys.${field}: ${error.message}`, {
      cause: error,
      hint: "`countersign keys check FILE` tells what a key file holds",
    });
  }
}

function invalid(message: string): GatewayError {
  return new GatewayError("configuration-invalid", message);
}

function mismatch(message: string): GatewayError {
  return new GatewayError("environment-mismatch", message, {
    hint: "each environment has its own host, endpoint, control key and key pair; where a host is only called so, environment.checkHost: false says that you know",
  });
}

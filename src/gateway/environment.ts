/**
 * The gateway's two environments, integration and production. Each has its own host and its own keys, and the client
 * never sends the keys of one to the host of the other.
 */

import { OAuth1Error, quote } from "../oauth1/errors.ts";
import {
  createSigner,
  type RsaKeyInput,
  readPrivateKey,
  readPublicKey,
  type SignatureMethod,
  type Signer,
  type SignOctets,
  verifyBaseString,
} from "../oauth1/index.ts";
import { COUNTERSIGN, keyFacts, type RsaKey, utf8Octets } from "../platform/index.ts";
import { findPem } from "../platform/pem-text.ts";
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
   * Whether the host name must match `name`. In all public documents, production hosts begin with `gate.` and integration
   * hosts with `sandbox.`. @default true
   */
  readonly checkHost?: boolean | undefined;
}

/** The keys with which a merchant signs in one environment: `controlKey` for HMAC-SHA1, `privateKey` or `sign` for RSA-SHA256. */
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
  /** Signs with an RSA key that this program does not hold, such as one in a KMS, instead of `privateKey`. */
  readonly sign?: SignOctets | undefined;
  /** The public half of the key of `sign`, with which the client checks each signature before it sends a request. */
  readonly publicKey?: RsaKeyInput | undefined;
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
  // If the URL parser changed the text, the client would sign one URL and send to another.
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
 * The URL up to the version. The keys must belong to this environment.
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
export function signersOf(keys: GatewayKeys): Map<GatewayMethod, Signer> {
  const { login, controlKey, privateKey, passphrase, sign, publicKey } = keys;
  if (typeof login !== "string" || login === "") throw configurationError("keys.login must be text, got none");
  if (publicKey !== undefined && sign === undefined)
    throw configurationError("keys.publicKey needs keys.sign, got none");
  const signers = new Map<GatewayMethod, Signer>();
  if (controlKey !== undefined) {
    const problem = problemWithControlKey(controlKey);
    if (problem !== undefined) throw unusable("controlKey", problem);
    signers.set(
      "HMAC-SHA1",
      attempt("controlKey", () =>
        createSigner({ consumerKey: login, signatureMethod: "HMAC-SHA1", consumerSecret: controlKey }),
      ),
    );
  }
  if (privateKey !== undefined && sign !== undefined) {
    throw new GatewayError("key-unusable", "keys must have privateKey or sign, got both");
  }
  if (privateKey !== undefined) {
    const signer = attempt("privateKey", () => {
      const key = ofUsableSize(readPrivateKey(repairedKey(privateKey), passphrase));
      return createSigner({ consumerKey: login, signatureMethod: "RSA-SHA256", privateKey: key });
    });
    signers.set("RSA-SHA256", signer);
  }
  if (sign !== undefined) {
    const signer = attempt("sign", () => createSigner({ consumerKey: login, signatureMethod: "RSA-SHA256", sign }));
    const key =
      publicKey === undefined ? undefined : attempt("publicKey", () => ofUsableSize(readPublicKey(publicKey)));
    signers.set("RSA-SHA256", key === undefined ? signer : checkedSigner(signer, key));
  }
  if (signers.size > 0) return signers;
  throw new GatewayError("key-missing", "keys must have a controlKey, a privateKey or sign, or two of them, got none");
}

/** The reason why a text cannot be a control key, without the text. A line feed at the end of a file is not part of a key. */
export function problemWithControlKey(text: unknown): string | undefined {
  if (text === "") return "expected text, got empty text";
  if (typeof text !== "string" || text.trim() === text) return undefined;
  return "expected text without white space at either end, such as the line feed of a file";
}

/** The smallest size that the gateway's vendor uses. Verifiers reject smaller keys. */
const LEAST_RSA_BITS = 2048;

export function problemWithRsaKey(key: RsaKey): string | undefined {
  const { bits } = keyFacts(key);
  return bits < LEAST_RSA_BITS ? `expected an RSA key of at least ${LEAST_RSA_BITS} bits, got ${bits}` : undefined;
}

function ofUsableSize(key: RsaKey): RsaKey {
  const problem = problemWithRsaKey(key);
  if (problem !== undefined) throw new OAuth1Error("key-too-small", problem);
  return key;
}

/** Makes a signer check each signature with the public key. */
function checkedSigner(signer: Signer, publicKey: RsaKey): Signer {
  return {
    ...signer,
    async signAsync(request, options) {
      const signed = await signer.signAsync(request, options);
      const key = { signatureMethod: "RSA-SHA256", publicKey } as const;
      if (verifyBaseString(signed.baseString, signed.signature, key)) return signed;
      const causes = "the service uses another key, another hash, or PSS instead of PKCS#1 v1.5";
      throw new GatewayError(
        "signing-failed",
        `keys.sign returned a signature that does not fit keys.publicKey: ${causes}`,
      );
    },
  };
}

/** Reports an error of a key as a {@link GatewayError}. */
function attempt<Value>(field: string, create: () => Value): Value {
  try {
    return create();
  } catch (error) {
    throw error instanceof OAuth1Error ? unusable(field, error.message, error) : error;
  }
}

function unusable(field: string, problem: string, cause?: Error): GatewayError {
  return new GatewayError("key-unusable", `keys.${field}: ${problem}`, {
    cause,
    hint: `to see what a key file contains, run: ${COUNTERSIGN} keys check FILE`,
  });
}

function mismatch(message: string): GatewayError {
  return new GatewayError("environment-mismatch", message, {
    hint: "each environment has its own host, endpoint, control key and key pair; if the host name is misleading, set checkHost: false in the environment",
  });
}

/** Repairs damage to PEM text from copying and environment variables, such as `\n` for line feeds. Other keys are unchanged. */
function repairedKey(key: RsaKeyInput): RsaKeyInput {
  const found = typeof key === "string" ? findPem(utf8Octets(key)) : undefined;
  return found === undefined || found.repairs.length === 0 ? key : found.pem;
}

/** The options of `countersign probe`, read and checked. */

import { createPrivateKey } from "node:crypto";
import { type Acceptance, type Credentials, FORM_TYPE, type GoodRequest } from "../../conformance/probe/index.ts";
import { OPERATIONS, type Operation } from "../../gateway/operations.ts";
import { formatForm } from "../../oauth1/index.ts";
import { HMAC_METHODS, RSA_METHODS, type SignatureMethod } from "../../spec/signature-methods.ts";
import { readFile } from "../input/read-file.ts";
import { readNumber, readOptional } from "../input/read-number.ts";
import { readPair } from "../input/read-pair.ts";
import { readPrivateKeyText, readSecret, readSecrets } from "../input/secrets.ts";
import { readName } from "../input/similar-names.ts";
import { pemOf } from "../keys/key-files.ts";
import type { ProbeCommandOptions } from "../options/probe.ts";
import { UsageError } from "../process/exit-codes.ts";

/** The settings that follow from the options. */
export interface ProbeSettings {
  readonly url: URL;
  /** Whether the valid request goes over http to a server on this machine. */
  readonly maySendPlaintext: boolean;
  readonly request: GoodRequest;
  readonly credentials: Credentials;
  readonly method: SignatureMethod | undefined;
  readonly mayChangeMethod: boolean;
  readonly acceptance: Acceptance;
  readonly rate: number | undefined;
  readonly maxRequests: number;
  readonly timeout: number;
  readonly authority: string | undefined;
}

const REMOTE_RATE = 10;
const FASTEST = 10_000;
const FIELD_RE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
/** Reads all options. */
export function readSettings(text: string, options: ProbeCommandOptions): ProbeSettings {
  const url = readUrl(text);
  if (options.profile !== undefined) readName("--profile", options.profile, ["gateway"]);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const request = readGoodRequest(text, url, options);
  checkPermission(url, isLoopback, options);
  checkHarmless(request, url, options);
  const { signatureMethod, caFile } = options;
  return {
    url,
    maySendPlaintext: isLoopback && [url.href, request.origin].every((one) => /^http:/i.test(one)),
    request,
    credentials: readCredentials(options),
    method:
      signatureMethod === undefined
        ? undefined
        : readName("--signature-method", signatureMethod, [...HMAC_METHODS, ...RSA_METHODS]),
    mayChangeMethod: options.repeatsAreHarmless === true,
    acceptance: readAcceptance(options),
    rate: readOptional("--rate", options.rate, 1, FASTEST) ?? (isLoopback ? undefined : REMOTE_RATE),
    maxRequests: readNumber("--max-requests", options.maxRequests ?? "10000", 1),
    timeout: readNumber("--timeout", options.timeout ?? "10000", 1),
    authority: caFile === undefined ? undefined : readFile(caFile).toString("utf8"),
  };
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url !== undefined && /^https?:$/.test(url.protocol);
  if (isHttp && url.username === "" && url.hash === "" && /^[\x21-\x7e]+$/.test(text)) return url;
  throw new UsageError(
    "expected an http or https URL without user name and fragment, percent-encoded",
    "for example http://127.0.0.1:8080/status",
  );
}

function checkPermission(url: URL, isLoopback: boolean, { iMayTest }: ProbeCommandOptions): void {
  if (isLoopback || iMayTest === url.hostname || iMayTest === url.host) return;
  throw new UsageError(
    `${url.hostname} is not this machine, and --i-may-test does not name it`,
    `probe only servers whose owner allows it; then add --i-may-test ${url.hostname}`,
  );
}

function checkHarmless({ method }: GoodRequest, url: URL, options: ProbeCommandOptions): void {
  if (/^(?:GET|HEAD)$/.test(method) || options.repeatsAreHarmless) return;
  if (options.profile === "gateway" && isHarmless(url.pathname)) return;
  throw new UsageError(
    `the good request is a ${method} request, and a server that accepts it may do what it asks for, many times`,
    "use a request that asks for a status or eligibility, or add --repeats-are-harmless",
  );
}

/** Whether the path belongs to a gateway operation that moves no money, so that requests can be repeated. */
function isHarmless(pathname: string): boolean {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  return operations.some(({ path, movesMoney }) => !movesMoney && pathname.includes(`/${path}/`));
}

/** Keeps path and query as they were typed, because `URL` would resolve dot segments. */
function readGoodRequest(
  text: string,
  url: URL,
  { form, method, header = [], origin, profile }: ProbeCommandOptions,
): GoodRequest {
  const [, path = "", query = ""] = /^\w+:\/\/[^/?]*([^?]*)\??(.*)$/.exec(text) ?? [];
  const isPost = form !== undefined || profile === "gateway";
  return {
    method: method ?? (isPost ? "POST" : "GET"),
    origin: origin === undefined ? url.origin : readOrigin(origin),
    host: url.host,
    path: path === "" ? "/" : path,
    query,
    headers: header.map((one) => {
      const [, name, value] = FIELD_RE.exec(one) ?? [];
      if (
        name !== undefined &&
        value !== undefined &&
        !/^(?:authorization|host|content-type|content-length|connection)$/i.test(name)
      )
        return [name, value];
      throw new UsageError("--header must be Name: value, and not a field that the probe writes itself");
    }),
    ...(isPost ? { contentType: FORM_TYPE } : {}),
    body: formatForm((form ?? []).map((argument) => readPair("--form", argument))),
  };
}

function readOrigin(text: string): string {
  if (URL.canParse(text) && /^https?:\/\/[^/?#@]+$/i.test(text)) return text;
  throw new UsageError("--origin must be scheme://host[:port], without a path");
}

function readCredentials(options: ProbeCommandOptions): Credentials {
  const { consumerKey, token, privateKeyFile } = options;
  const pem = readPrivateKeyText(privateKeyFile);
  const key = pem === undefined ? undefined : createPrivateKey(pem);
  const { consumerSecret, tokenSecret } = readSecrets(options);
  if (pem === undefined && consumerSecret === undefined) {
    throw new UsageError(
      "expected the secret or the RSA key of the client, got none",
      "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET, --private-key-file or COUNTERSIGN_PRIVATE_KEY",
    );
  }
  const other = readOther(options);
  return {
    consumerKey,
    token,
    consumerSecret,
    tokenSecret: token === undefined ? undefined : tokenSecret,
    ...(key !== undefined && { privateKey: pemOf(key, "pkcs8"), publicKey: pemOf(key, "public") }),
    ...(other && { other }),
  };
}

function readOther({
  consumerKey,
  otherConsumerKey,
  otherConsumerSecretFile,
}: ProbeCommandOptions): Credentials["other"] {
  if (otherConsumerKey === undefined && otherConsumerSecretFile === undefined) return undefined;
  if (otherConsumerKey === consumerKey) throw new UsageError("--other-consumer-key must name another client");
  const consumerSecret = readSecret({ file: otherConsumerSecretFile, variable: "COUNTERSIGN_OTHER_CONSUMER_SECRET" });
  if (otherConsumerKey !== undefined && consumerSecret !== undefined)
    return { consumerKey: otherConsumerKey, consumerSecret };
  throw new UsageError("--other-consumer-key and --other-consumer-secret-file belong together");
}

function readAcceptance({ acceptedStatus = "200-299", acceptedHeader, acceptedBody }: ProbeCommandOptions): Acceptance {
  const [, lowest = "", highest = lowest] = /^(\d{3})(?:-(\d{3}))?$/.exec(acceptedStatus) ?? [];
  if (lowest === "" || Number(lowest) > Number(highest)) {
    throw new UsageError(
      `--accepted-status must be a status or a range such as 200-299, got ${JSON.stringify(acceptedStatus)}`,
    );
  }
  const [, name, pattern] = acceptedHeader === undefined ? [] : (FIELD_RE.exec(acceptedHeader) ?? []);
  if (acceptedHeader !== undefined && name === undefined)
    throw new UsageError("--accepted-header must be Name: pattern");
  return {
    status: [Number(lowest), Number(highest)],
    ...(name !== undefined && { header: { name, pattern: readPattern("--accepted-header", pattern ?? "") } }),
    ...(acceptedBody !== undefined && { body: readPattern("--accepted-body", acceptedBody) }),
  };
}

function readPattern(option: string, text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new UsageError(`${option} must be a regular expression, got ${JSON.stringify(text)}`);
  }
}

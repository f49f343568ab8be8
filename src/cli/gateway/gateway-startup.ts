/**
 * What `countersign gateway` prints when it starts: the address, and for sample data the keys, their files, and a curl
 * command that succeeds.
 */

import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PREFIX } from "../../gateway/environment.ts";
import type { GatewaySimulator } from "../../gateway/simulator/index.ts";
import { sign } from "../../index.ts";
import { writeKeyFiles } from "../keys/key-files.ts";
import { curlCommand, shellWord } from "../output/commands-to-paste.ts";

/** The text, and the files that it names. */
export interface GatewayStartup {
  readonly text: string;
  /** Deletes the files. */
  remove(): void;
}

/** The options of the command that change the address that clients sign, and the answers. */
export interface StartupOptions {
  readonly pathPrefix?: readonly string[];
  readonly origin?: string;
  readonly fail?: string;
}

/** @param authority - the certificate of the authority in PEM, for `--tls` */
export function prepareGatewayStartup(
  simulator: GatewaySimulator,
  options: StartupOptions,
  authority: string | undefined,
): GatewayStartup {
  const { origin, sample } = simulator;
  const folder = mkdtempSync(join(tmpdir(), "countersign-gateway-"));
  const authorityFile = authority === undefined ? undefined : join(folder, "authority.pem");
  if (authority !== undefined) writeKeyFiles([[authorityFile!, authority]]);
  const { pathPrefix: [prefix = DEFAULT_PREFIX] = [] } = options;
  const lines = [
    `the gateway simulator listens on ${origin}; press Ctrl-C to stop it`,
    `  address         ${origin}${prefix}/v4/create-card-ref/ENDPOINTID`,
    ...(options.origin === undefined ? [] : [`  signed origin   ${withoutSlash(options.origin)}`]),
    ...(authorityFile === undefined ? [] : [`  authority       ${authorityFile}`]),
    ...(sample === undefined ? [] : sampleLines(simulator, sample, prefix, options, folder, authorityFile)),
    `all requests, with each stage of their signatures: ${origin}/_countersign/requests`,
  ];
  return { text: lines.join("\n"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function sampleLines(
  { origin, port }: GatewaySimulator,
  { login, controlKey, privateKey, publicKey, endpoint, endpointGroup, payment }: Sample,
  prefix: string,
  options: StartupOptions,
  folder: string,
  authorityFile: string | undefined,
): string[] {
  const [pkcs8File, pkcs1File, publicFile] = ["private.pkcs8.pem", "private.pkcs1.pem", "public.pem"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeKeyFiles([
    [pkcs8File, privateKey],
    [pkcs1File, createPrivateKey(privateKey).export({ type: "pkcs1", format: "pem" })],
    [publicFile, publicKey],
  ]);
  const target = `${prefix}/v4/create-card-ref/${endpoint}`;
  // The name of --host-name may not resolve on this machine; the address always works.
  const reached = `${new URL(origin).protocol}//127.0.0.1:${port}`;
  const url = withoutSlash(options.origin ?? reached) + target;
  const form = { client_orderid: payment.clientOrderId, orderid: payment.orderId };
  const credentials = { consumerKey: login, signatureMethod: "HMAC-SHA1", consumerSecret: controlKey } as const;
  const request = sign({ method: "POST", url, form }, credentials, { transport: "header-and-body", realm: "" });
  const trust = authorityFile === undefined ? "" : `CURL_CA_BUNDLE=${shellWord(authorityFile)} `;
  return [
    `  login           ${login}`,
    `  control key     ${controlKey}`,
    `  private key     ${pkcs8File} (PKCS#8), ${pkcs1File} (PKCS#1)`,
    `  public key      ${publicFile}`,
    `  endpoint        ${endpoint}; endpoint group ${endpointGroup}`,
    `  first payment   client_orderid ${payment.clientOrderId}, orderid ${payment.orderId}`,
    options.fail === undefined
      ? "a request that succeeds once, within five minutes:"
      : `a valid request, for one use within five minutes; it fails on demand (${options.fail}):`,
    `  ${trust}${curlCommand({ ...request, url: reached + target })}`,
  ];
}

type Sample = NonNullable<GatewaySimulator["sample"]>;

function withoutSlash(origin: string): string {
  return origin.replace(/\/$/, "");
}

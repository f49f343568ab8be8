/**
 * What somebody needs who starts the double without data of their own: files of keys, and a request that succeeds.
 *
 * @module
 */

import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PREFIX } from "../gateway/base-address.ts";
import type { RunningGateway } from "../gateway/simulator/index.ts";
import { sign } from "../index.ts";
import { type KeyFile, writeKeyFiles } from "./keys/write-key-files.ts";
import { curlCommand } from "./output/curl-command.ts";
import { shellWord } from "./output/shell-word.ts";

/** Files that are there as long as the double runs. */
export interface GatewayKit {
  readonly lines: readonly string[];
  remove(): void;
}

/** What changes the address that clients sign, and what becomes of what they send. */
export interface KitOptions {
  readonly pathPrefix?: readonly string[];
  readonly origin?: string;
  readonly fail?: string;
}

/** What stands in front of version and operation: the first of all that are taken. */
export function firstPrefix({ pathPrefix: [first = DEFAULT_PREFIX] = [] }: KitOptions): string {
  return first;
}

/** What clients sign in front of the path. */
export function signedOrigin(own: string, { origin = own }: KitOptions): string {
  return origin.replace(/\/$/, "");
}

/** Writes the files; the lines tell where they are. */
export function createGatewayKit(
  { origin, port, sample }: RunningGateway,
  options: KitOptions,
  authority: string | undefined,
): GatewayKit {
  const folder = mkdtempSync(join(tmpdir(), "countersign-gateway-"));
  const path = (name: string): string => join(folder, name);
  const authorityFile = authority === undefined ? undefined : path("authority.pem");
  const files: KeyFile[] = authority === undefined ? [] : [[authorityFile!, authority]];
  const lines: string[] = [];
  if (sample !== undefined) {
    const { login, controlKey, privateKey, publicKey, endpoint, endpointGroup, payment } = sample;
    const pkcs1 = createPrivateKey(privateKey).export({ type: "pkcs1", format: "pem" });
    files.push(
      [path("private.pkcs8.pem"), privateKey],
      [path("private.pkcs1.pem"), pkcs1],
      [path("public.pem"), publicKey],
    );
    const target = `${firstPrefix(options)}/v4/create-card-ref/${endpoint}`;
    // Another name need not lead here yet, and the double knows itself by its address, too.
    const reached = `${new URL(origin).protocol}//127.0.0.1:${port}`;
    const url = signedOrigin(reached, options) + target;
    const form = { client_orderid: payment.clientOrderId, orderid: payment.orderId };
    const credentials = { consumerKey: login, signatureMethod: "HMAC-SHA1", consumerSecret: controlKey } as const;
    const request = sign({ method: "POST", url, form }, credentials, { transport: "header-and-body", realm: "" });
    const trust = authorityFile === undefined ? "" : `CURL_CA_BUNDLE=${shellWord(authorityFile)} `;
    lines.push(
      `  login           ${login}`,
      `  control key     ${controlKey}`,
      `  private key     ${path("private.pkcs8.pem")} (PKCS#8), ${path("private.pkcs1.pem")} (PKCS#1)`,
      `  public key      ${path("public.pem")}`,
      `  endpoint        ${endpoint}; endpoint group ${endpointGroup}`,
      `  first payment   client_orderid ${payment.clientOrderId}, orderid ${payment.orderId}`,
      options.fail === undefined
        ? "a request that succeeds, once, for the next five minutes:"
        : `a request that is right, once, for the next five minutes, and fails on demand (${options.fail}):`,
      `  ${trust}${curlCommand({ ...request, url: reached + target })}`,
    );
  }
  writeKeyFiles(files);
  const trusted = authorityFile === undefined ? [] : [`  authority       ${authorityFile}`];
  return { lines: [...trusted, ...lines], remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Reads a request with a published signature as the question of a vector. */

import { join } from "node:path";
import { textPairs, withQuery } from "../../conformance/drivers/changes.ts";
import { signerInput } from "../../conformance/drivers/index.ts";
import { receivedMembers } from "../../conformance/drivers/received-members.ts";
import {
  type AnyCredentials,
  FORMAT,
  type InputOf,
  loadSources,
  type Source,
} from "../../conformance/vectors/index.ts";
import { isProtocolParameter, readSentRequest, specification } from "../../model/index.ts";
import { readRequest, SCHEMES } from "../../requests/index.ts";
import { isRsaMethod, isSignatureMethod } from "../../spec/signature-methods.ts";
import { UsageError } from "../exit-codes.ts";
import { readFile } from "../input/read-file.ts";
import { readPrivateKeyText, readSecret } from "../input/secrets.ts";
import { readName } from "../input/similar-names.ts";
import { writeList } from "./list-file.ts";

/** What is known about the publication, as it was typed. */
export interface PublishedOptions {
  readonly source?: string;
  readonly sourceTitle?: string;
  readonly sourceUrl?: string;
  readonly license?: string;
  readonly section?: string;
  readonly scheme?: string;
  readonly consumerSecretFile?: string;
  readonly tokenSecretFile?: string;
  readonly privateKeyFile?: string;
  readonly signature?: string;
  readonly baseStringFile?: string;
  readonly disputed?: string;
}

/** The question that leads to a signed request, and its signature. */
export function readPublished(
  path: string,
  { scheme, signature: given, ...options }: PublishedOptions,
): { readonly input: InputOf<"sign" | "sign-exactly">; readonly signature: string } {
  const request = readRequest(readFile(path), {
    scheme: scheme === undefined ? undefined : readName("--scheme", scheme, SCHEMES),
  });
  if ("signatureMethod" in request || request.schemeIsAssumed)
    throw new UsageError(`expected a request with its whole URL at ${path}`, "give --scheme http or --scheme https");
  const { sources, signatureMethod, transport = "header", signature = given } = readSentRequest(request);
  if (signature === undefined || !isSignatureMethod(signatureMethod))
    throw new UsageError(`expected a signature and its method in the request at ${path}`, "give --signature");
  const isRsa = isRsaMethod(signatureMethod);
  const own = sources[transport === "header-and-body" ? "header" : transport].filter(isProtocolParameter);
  const protocolParameters = textPairs(own).filter(([name]) => name !== "oauth_signature");
  const hasToken = protocolParameters.some(([name]) => name === "oauth_token");
  const credentials = credentialsFor(isRsa, options, hasToken);
  const received = { ...request, url: transport === "query" ? withoutProtocol(request.url) : request.url };
  const exact = {
    ...receivedMembers({ received, credentials }),
    ...{ operation: "sign-exactly", signatureMethod, protocolParameters, transport },
  } as InputOf<"sign-exactly">;
  // In a question for sign, a key of RSA has no token secret.
  return { input: (isRsa && hasToken ? undefined : signerInput(exact)) ?? exact, signature };
}

function withoutProtocol(url: string): string {
  const isOther = (piece: string): boolean => !specification.decodeForm(piece, specification).some(isProtocolParameter);
  return withQuery({ url }, (query) => query.split("&").filter(isOther).join("&") || undefined).url!;
}

function credentialsFor(isRsa: boolean, options: PublishedOptions, hasToken: boolean): AnyCredentials {
  if (isRsa) {
    const privateKey = readPrivateKeyText(options.privateKeyFile);
    if (privateKey !== undefined) return { privateKey };
    throw new UsageError("a vector contains its key", "give --private-key-file");
  }
  const secretIn = (file: string | undefined, variable: string) => readSecret({ file, variable });
  const consumerSecret = secretIn(options.consumerSecretFile, "COUNTERSIGN_CONSUMER_SECRET");
  if (consumerSecret === undefined)
    throw new UsageError("a vector contains its secrets", "give --consumer-secret-file");
  const tokenSecret = secretIn(options.tokenSecretFile, "COUNTERSIGN_TOKEN_SECRET") ?? (hasToken ? "" : undefined);
  return { consumerSecret, ...(tokenSecret !== undefined && { tokenSecret }) };
}

/** Adds the source to `sources.json` if it is new. */
export function addSource(
  folder: string,
  { source: id = "", sourceTitle, sourceUrl, license }: PublishedOptions,
): void {
  const sources = loadSources(folder);
  if (sources.has(id)) return;
  const added = { id, title: sourceTitle, url: sourceUrl, license };
  if (!/^[a-z0-9.-]+$/.test(id) || Object.values(added).includes(undefined)) {
    throw new UsageError(
      `no source has the id ${JSON.stringify(id)}`,
      "a new one, with an id such as oauth-wiki, needs --source-title, --source-url and --license",
    );
  }
  const listed = [...sources.values()];
  const next = listed.findIndex((one) => one.id > id);
  const all = listed.toSpliced(next === -1 ? listed.length : next, 0, added as Source);
  writeList(join(folder, "sources.json"), { $schema: "./sources.schema.json", format: FORMAT }, "sources", all);
}

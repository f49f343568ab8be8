/** Reads a request with a published signature as the question of a vector. */

import { signerInput } from "../../conformance/drivers/index.ts";
import { receivedMembers } from "../../conformance/drivers/received-members.ts";
import { textPairs, withoutPieces } from "../../conformance/vectors/changes.ts";
import {
  type AnyCredentials,
  FORMAT,
  type InputOf,
  listText,
  loadSources,
  type Source,
} from "../../conformance/vectors/index.ts";
import { isProtocolParameter, readSentRequest } from "../../model/index.ts";
import { readRequest, SCHEMES } from "../../requests/index.ts";
import { isRsaMethod, isSignatureMethod } from "../../spec/signature-methods.ts";
import { readFile } from "../input/read-file.ts";
import { readPrivateKeyText, readSecrets } from "../input/secrets.ts";
import { readName } from "../input/similar-names.ts";
import type { AddOptions } from "../options/vectors.ts";
import { UsageError } from "../process/exit-codes.ts";

/** The question that leads to a signed request, and its signature. */
export function readPublished(
  path: string,
  { scheme, signature: given, ...options }: AddOptions,
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
  // A `sign` question with an RSA key has no token secret.
  return { input: (isRsa && hasToken ? undefined : signerInput(exact)) ?? exact, signature };
}

function withoutProtocol(url: string): string {
  return withoutPieces({ url }, isProtocolParameter).url!;
}

function credentialsFor(isRsa: boolean, options: AddOptions, hasToken: boolean): AnyCredentials {
  if (isRsa) {
    const privateKey = readPrivateKeyText(options.privateKeyFile);
    if (privateKey !== undefined) return { privateKey };
    throw new UsageError("a vector contains its key", "give --private-key-file");
  }
  const { consumerSecret, tokenSecret = hasToken ? "" : undefined } = readSecrets(options);
  if (consumerSecret === undefined)
    throw new UsageError("a vector contains its secrets", "give --consumer-secret-file");
  return { consumerSecret, ...(tokenSecret !== undefined && { tokenSecret }) };
}

/** The source that the options describe; `undefined` if `sources.json` has it. */
export function newSource(
  folder: string,
  { source: id = "", sourceTitle, sourceUrl, license }: AddOptions,
): Source | undefined {
  if (loadSources(folder).has(id)) return undefined;
  const added = { id, title: sourceTitle, url: sourceUrl, license };
  if (!/^[a-z0-9.-]+$/.test(id) || Object.values(added).includes(undefined)) {
    throw new UsageError(
      `no source has the id ${JSON.stringify(id)}`,
      "a new one, with an id such as oauth-wiki, needs --source-title, --source-url and --license",
    );
  }
  return added as Source;
}

/** The text of `sources.json`, which is sorted, with another source. */
export function withSource(folder: string, source: Source): string {
  const listed = [...loadSources(folder).values()];
  const next = listed.findIndex(({ id }) => id > source.id);
  const all = listed.toSpliced(next === -1 ? listed.length : next, 0, source);
  return listText({ $schema: "./sources.schema.json", format: FORMAT }, "sources", all);
}

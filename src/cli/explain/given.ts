/** What the user of `countersign explain` knows: options, files and variables of the environment. */

import { existsSync } from "node:fs";
import type { Given } from "../../diagnosis/explain.ts";
import type { Key, OtherKey } from "../../diagnosis/index.ts";
import { FAULTS, fixInLanguage } from "../../faults/index.ts";
import { utf8Octets, utf8Text } from "../../platform/index.ts";
import { REQUEST_FORMATS, SCHEMES } from "../../requests/index.ts";
import { withoutMark } from "../../requests/pasted-text.ts";
import { checkStandardInput, readFile } from "../input/read-file.ts";
import { readPrivateKeyText, readPublicKeyText, readSecret, readSecrets } from "../input/secrets.ts";
import { readName, unknownName } from "../input/similar-names.ts";
import type { ExplainOptions } from "../options/explain.ts";
import { flagOf } from "../output/commands-to-paste.ts";
import { UsageError } from "../process/exit-codes.ts";

/**
 * Reads everything that the options name.
 *
 * @param file a file name, `-` for standard input, or a command itself, such as `curl …`
 */
export async function readGiven(file: string, options: ExplainOptions): Promise<Given> {
  checkOptions(file, options);
  if (options.given !== undefined) {
    const { readGivenDocument } = await import("./given-document.ts");
    return readGivenDocument(utf8Text(readFile(options.given)), options.given);
  }
  const { format, scheme, entry, baseStringFile, signature, origin: origins, now, serverResponse } = options;
  const request = isRequestText(file) ? utf8Octets(file) : readFile(file);
  return {
    request,
    reading: {
      entry,
      origin: origins,
      scheme: scheme === undefined ? undefined : readName("--scheme", scheme, SCHEMES),
      format: format === undefined ? undefined : readName("--format", format, REQUEST_FORMATS),
    },
    keys: [readKey(options)],
    otherKeys: otherKeysOf(options),
    origins,
    evidence: { signature, baseString: baseStringFile && utf8Text(withoutMark(readFile(baseStringFile))) },
    serverResponse: serverResponse && readFile(serverResponse).toString("utf8"),
    now: now === undefined ? undefined : Number(now),
  };
}

/** Whether the argument is the request itself: a command in quotation marks, a URL, JSON, or raw HTTP. */
export function isRequestText(argument: string): boolean {
  return (
    /^\s*(?:(?:curl(?:\.exe)?|wget|https?)\s+\S|https?:\/\/\S|\{|[A-Z]{3,20} \S[^\n]*\n)/.test(argument) &&
    !existsSync(argument)
  );
}

function checkOptions(file: string, options: ExplainOptions): void {
  const { given, consumerSecretFile, tokenSecretFile, publicKeyFile, privateKeyFile, baseStringFile } = options;
  const { alsoSecretFile = [], alsoPublicKeyFile = [], serverResponse, origin, now } = options;
  checkStandardInput([
    given ?? file,
    consumerSecretFile,
    tokenSecretFile,
    publicKeyFile,
    privateKeyFile,
    baseStringFile,
    serverResponse,
    ...alsoSecretFile,
    ...alsoPublicKeyFile,
  ]);
  const wrong = origin?.find((one) => !/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/.test(one));
  if (wrong !== undefined) {
    throw new UsageError(`--origin must be scheme://host[:port][/prefix], got ${JSON.stringify(wrong)}`);
  }
  if (now !== undefined && !/^\d{1,15}$/.test(now)) {
    throw new UsageError(`--now must be seconds since 1970, got ${JSON.stringify(now)}`);
  }
  if (options.fresh && !options.fixed) throw new UsageError("--fresh needs --fixed");
  if (options.lang !== undefined) checkLanguage(options.lang);
  if (given === undefined) return;
  const member = IN_DOCUMENT.find((name) => options[name] !== undefined);
  if (member === undefined && file === "-") return;
  const also = member === undefined ? "a request" : flagOf(member);
  throw new UsageError(`--given contains everything that is known, so ${also} cannot be given too`);
}

/** The options whose values a document contains. */
const IN_DOCUMENT = [
  "format",
  "scheme",
  "entry",
  "consumerSecretFile",
  "tokenSecretFile",
  "publicKeyFile",
  "privateKeyFile",
  "alsoSecretFile",
  "alsoPublicKeyFile",
  "baseStringFile",
  "serverResponse",
  "signature",
  "origin",
  "now",
] as const;

/** Accepts a language if a fix contains code for it. */
function checkLanguage(lang: string): void {
  const calls = Object.fromEntries(FAULTS.flatMap(({ fix }) => Object.entries(fix.calls ?? {})));
  if (fixInLanguage({ text: "", calls }, [lang]) !== undefined) return;
  const names = Object.keys(calls);
  throw unknownName(`--lang must be one of ${names.join(", ")}, got ${JSON.stringify(lang)}`, lang, names);
}

function readKey(options: ExplainOptions): Key {
  const { publicKeyFile, privateKeyFile } = options;
  const { consumerSecret, tokenSecret } = readSecrets(options);
  if (consumerSecret === "") throw new UsageError("the consumer secret is empty", "check the file or the variable");
  const publicKey = readPublicKeyText({ file: publicKeyFile, variable: "COUNTERSIGN_PUBLIC_KEY" });
  return { consumerSecret, tokenSecret, publicKey, privateKey: readPrivateKeyText(privateKeyFile) };
}

/** The other keys, each labelled with the name of its file. */
function otherKeysOf({ alsoSecretFile = [], alsoPublicKeyFile = [] }: ExplainOptions): OtherKey[] {
  const read = (file: string): string => readSecret({ file, variable: "" }) ?? "";
  return [
    ...alsoSecretFile.map((file) => ({ label: file, consumerSecret: read(file) })),
    ...alsoPublicKeyFile.map((file) => ({ label: file, publicKey: readPublicKeyText({ file, variable: "" }) })),
  ];
}

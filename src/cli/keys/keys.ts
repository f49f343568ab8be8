/** `countersign keys`: generates, converts and checks RSA keys. */

import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { LARGEST_RSA_BITS } from "../../oauth1/keys.ts";
import { visible } from "../../redaction/visible.ts";
import { readNumber } from "../input/read-number.ts";
import { readName } from "../input/similar-names.ts";
import type { KeysCheckOptions, KeysConvertOptions } from "../options/keys.ts";
import { commandLine } from "../output/commands-to-paste.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";
import { checkAbsent, type Form, type FoundKey, fingerprint, pemOf, readKeyFile, writeKeyFiles } from "./key-files.ts";

/** What each form is used for. */
const FORM_NOTES: Readonly<Record<Form, string>> = {
  pkcs8: "private key, PKCS#8: for programs",
  pkcs1: "private key, PKCS#1: for tools that ask for BEGIN RSA PRIVATE KEY",
  public: "public key, SPKI: for the other party",
};

const FORMS = Object.keys(FORM_NOTES) as readonly Form[];

/** The documents of the gateway require the first size, and recommend the second. */
const LEAST_BITS = 2048;
const USUAL_BITS = 4096;

/** Generates a pair and writes it to NAME.pkcs8.pem, NAME.pkcs1.pem and NAME.public.pem. Overwrites no file. */
export function keysNew(
  name: string,
  { bits = String(USUAL_BITS) }: { readonly bits?: string },
  terminal: Terminal,
): ExitCode {
  const modulusLength = readNumber("--bits", bits, LEAST_BITS, LARGEST_RSA_BITS);
  const fileOf = (form: Form): string => `${name}.${form}.pem`;
  checkAbsent(FORMS.map(fileOf));
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
  writeKeyFiles(FORMS.map((form) => [fileOf(form), pemOf(privateKey, form)]));
  const width = visible(fileOf("public")).length;
  for (const form of FORMS) terminal.out(`${visible(fileOf(form)).padEnd(width)}  ${FORM_NOTES[form]}\n`);
  return EXIT.ok;
}

/** Writes a key in another form, or only its public half, without encryption. */
export function keysConvert(file: string, options: KeysConvertOptions, terminal: Terminal): ExitCode {
  const to = readName("--to", options.to, FORMS);
  const { out = defaultName(file, to) } = options;
  checkAbsent([out]);
  const found = readKeyFile(file, options.passphraseFile);
  writeKeyFiles([[out, converted(found, to, file)]]);
  if (found.repairs.length > 0) terminal.out(`${visible(file)} is repaired: ${found.repairs.join(", ")}\n`);
  terminal.out(`${visible(out)}  ${FORM_NOTES[to]}${to === "public" ? "" : "; it is not encrypted"}\n`);
  return EXIT.ok;
}

function converted({ key, kind }: FoundKey, to: Form, file: string): string {
  if (to === "public" || kind === "private") return pemOf(key, to);
  throw new UsageError(`${file} contains a public key; --to ${to} needs a private key`);
}

/** shop.pem, shop.pkcs8.pem and shop.key become shop.pkcs1.pem. */
function defaultName(file: string, to: Form): string {
  if (file === "-") throw new UsageError("a key from standard input needs --out <file>");
  return `${file.replace(/(?:\.(?:pkcs8|pkcs1|public|private))?\.(?:pem|key|der)$/i, "")}.${to}.pem`;
}

/** Prints facts and hints. Returns the exit code, which is 1 for a key that is too small or for two files that are not a pair. */
export function keysCheck(file: string, options: KeysCheckOptions, terminal: Terminal): ExitCode {
  const found = readKeyFile(file, options.passphraseFile);
  const shown = visible(file);
  terminal.out(describe(shown, found, (to) => convertCommand(file, to, options)));
  const isTooSmall = bitsOf(found) < LEAST_BITS;
  if (options.public === undefined) return isTooSmall ? EXIT.failures : EXIT.ok;
  if (found.kind === "public") throw new UsageError(`--public needs a private key in ${file}, got a public key`);
  const other = readKeyFile(options.public, undefined);
  const belongs = fingerprint(found) === fingerprint(other);
  const verdict = belongs ? "belongs to" : "does NOT belong to";
  const shownPublic = visible(options.public);
  terminal.out(`${belongs ? "✓" : "✗"} ${shown} ${verdict} ${shownPublic}\n`);
  if (other.kind === "private")
    terminal.out(`  hint: ${shownPublic} contains a private key; never give it to anyone\n`);
  return belongs && !isTooSmall ? EXIT.ok : EXIT.failures;
}

function bitsOf({ key }: FoundKey): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

/** The command that writes a key in another form. */
type ConvertCommand = (to: Form) => string;

function convertCommand(file: string, to: Form, { passphraseFile }: KeysCheckOptions): string {
  const isFree = file !== "-" && !existsSync(defaultName(file, to));
  const out = isFree ? undefined : join(dirname(file), `copy.${to}.pem`);
  return visible(commandLine("keys convert", [file], { to, out, passphraseFile }));
}

function describe(file: string, found: FoundKey, convert: ConvertCommand): string {
  const { kind, form, isEncrypted } = found;
  return [
    file,
    `  kind         RSA ${kind} key`,
    `  form         ${form}`,
    `  bits         ${bitsOf(found)}`,
    `  encrypted    ${isEncrypted ? "yes" : "no"}`,
    `  fingerprint  SHA-256 ${fingerprint(found)} (of the public half)`,
    ...hintsFor(found, convert).map((hint) => `  hint: ${hint}`),
    "",
  ].join("\n");
}

function hintsFor(found: FoundKey, convert: ConvertCommand): string[] {
  const { kind, repairs, others, isEncrypted } = found;
  const same = convert(kind === "public" ? "public" : "pkcs8");
  return [
    ...(repairs.length === 0 ? [] : [`${repairs.join(", ")}; few programs accept that; a correct file: ${same}`]),
    ...(others.length === 0 ? [] : [`the file also contains ${others.join(", ")}; a program may read the wrong one`]),
    ...hintsForSize(bitsOf(found)),
    ...hintForForm(found, convert),
    ...(isEncrypted ? [`a tool into which a key is pasted needs one without encryption: ${same}`] : []),
  ];
}

function hintsForSize(bits: number): string[] {
  if (bits < LEAST_BITS)
    return [
      `the gateway requires at least ${LEAST_BITS} bits; another key: ${commandLine("keys new", [`key-${USUAL_BITS}`], {})}`,
    ];
  if (bits > USUAL_BITS)
    return [`the request-building tools of the gateway's vendor accept at most ${USUAL_BITS} bits`];
  if (bits === USUAL_BITS) return [];
  return [`the documents of the gateway ask for ${USUAL_BITS} bits; those of 2017 asked for ${LEAST_BITS}`];
}

function hintForForm({ kind, form }: FoundKey, convert: ConvertCommand): string[] {
  if (kind === "public")
    return form.startsWith("SPKI")
      ? ["give this key to your account manager at the gateway, for one environment"]
      : [`your account manager at the gateway needs BEGIN PUBLIC KEY: ${convert("public")}`];
  if (form.startsWith("PKCS#1"))
    return [
      `PKCS#1 is for tools that ask for BEGIN RSA PRIVATE KEY; some programs read PKCS#8 only: ${convert("pkcs8")}`,
    ];
  if (!form.startsWith("PKCS#8")) return [];
  return [`PKCS#8 is for programs; for tools that ask for BEGIN RSA PRIVATE KEY: ${convert("pkcs1")}`];
}

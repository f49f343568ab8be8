/** What whole commands print. The files beside this one show in a review what a change does to what people read. */

import { createHash, createPublicKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, onTestFinished, test } from "vitest";
import { TRIGGER_PRIVATE_KEY, triggerOf } from "../../../scripts/fault-pages/signed-trigger.ts";
import { createProgram } from "../../../src/cli/command-line.ts";
import { REPORTER_NAMES } from "../../../src/conformance/reporters/index.ts";
import { FAULTS, type Fault, faultOf } from "../../../src/faults/index.ts";
import { type HttpRequest, specification, trace } from "../../../src/model/index.ts";
import { sendAs } from "../../../src/model/send-request.ts";
import { isRsaMethod, SIGNATURE_METHODS } from "../../../src/spec/signature-methods.ts";
import { CLIENT } from "../../conformance/probe/credentials.ts";
import { rightSteps, type Steps, serveSteps } from "../../conformance/probe/steps.ts";
import { payment, SECRET, sentWith } from "../../diagnosis/requests.ts";
import { expectRecorded, withoutPorts } from "../../recorded.ts";
import * as pasted from "../../requests/pasted.ts";
import { countersign } from "../countersign.ts";
import { fewVectors } from "../few-vectors.ts";

const folder = mkdtempSync(join(tmpdir(), "transcripts-"));
/** Vectors that stay the same when others are added. */
const vectors = fewVectors();
afterAll(() => {
  for (const one of [folder, vectors]) rmSync(one, { recursive: true });
});

/** A file that a command reads. */
interface File {
  readonly name: string;
  readonly text: string;
}

/** The arguments of one command, and its variables. */
interface Command {
  readonly args: readonly (string | File)[];
  readonly env?: Readonly<Record<string, string>>;
}

const command = (...args: Command["args"]): Command => ({ args });
const withSecret = (...args: Command["args"]): Command => ({ args, env: { COUNTERSIGN_CONSUMER_SECRET: SECRET } });

/** The command, what it printed and how it ended, without what differs from run to run. New files come first. */
async function transcriptOf({ args, env = {} }: Command, shown: Map<string, string>): Promise<string> {
  const words = args.map((one) => (typeof one === "string" ? one : join(folder, one.name)));
  const files = args.filter((one) => typeof one !== "string" && shown.get(one.name) !== one.text) as File[];
  for (const { name, text } of files) {
    writeFileSync(join(folder, name), text);
    shown.set(name, text);
  }
  const { status, stdout, stderr } = await countersign(words, env);
  const printed = files
    .filter(({ name }) => !name.endsWith(".pem"))
    .map(({ name, text }) => `$ cat ${name}\n${text}\n`);
  const error = stderr && `\n(standard error)\n${stderr}`;
  const text = `${printed.join("")}$ countersign ${words.map(quoted).join(" ")}\n${stdout}${error}\n(exit code ${status})\n`;
  return withoutPorts(text)
    .replaceAll(`${folder}/`, "")
    .replaceAll(vectors, "few-vectors")
    .replaceAll("\r", "\\r")
    .replace(/\b[\d,.]+ (m?s|seconds)(?![\w-])/g, "0 $1")
    .replace(/("(?:milliseconds|duration|time)": ?"?)[\d.]+/g, "$10")
    .replace(/\btime="[\d.]+"/g, 'time="0"')
    .replace(/<(style|script)\b.*?<\/\1>/gs, "<$1>…</$1>");
}

const file = (name: string, text: string): File => ({ name, text });

const quoted = (word: string): string => (/^[\w=:./@+-]+$/.test(word) ? word : `'${word.replaceAll("\n", "\\n")}'`);

/**
 * Compares the commands of one subject with their file. Commands to paste are quoted in another way on Windows.
 *
 * @param hide - replaces what differs from run to run
 */
function recorded(
  subject: string,
  commands: () => readonly Command[] | Promise<readonly Command[]>,
  hide = (text: string) => text,
): void {
  const title = `${subject} as ${subject}.txt records`;
  test.skipIf(process.platform === "win32")(title, { tags: ["recorded"] }, async () => {
    const transcripts: string[] = [];
    const shown = new Map<string, string>();
    for (const one of await commands()) transcripts.push(await transcriptOf(one, shown));
    await expectRecorded(hide(transcripts.join("\n")), `${subject}.txt`);
  });
}

/** The base string that a client with these faults signs. */
const signedBy = (faults: readonly string[]): string =>
  trace(
    payment,
    faults.reduce((stages, id) => faultOf(id)!.apply(stages), specification),
  ).baseString;

/** Groups of checks that take little time and find what the servers do wrong. */
const PROBED = ["replay", "version", "disclosure", "client-enumeration"];
/** The names of all commands, with those of the commands they belong to. */
const namesOf = ({ commands }: Pick<ReturnType<typeof createProgram>, "commands">): string[][] =>
  commands.flatMap((one) => [[one.name()], ...namesOf(one).map((names) => [one.name(), ...names])]);
/** Implementations that answer wrongly, incompletely or not at all. */
const MODULES: readonly (readonly [name: string, code: string])[] = [
  ["encoder", "export default { percentEncode: ({ text }) => encodeURIComponent(text) };"],
  ["throwing", "export default { percentEncode() { throw new Error('no'); } };"],
  ["shapeless", "export default { percentEncode: () => ({}) , sign: () => 7 };"],
  ["empty", "export default {};"],
];

const explained = (name: string, request: HttpRequest, ...options: Command["args"]): Command =>
  withSecret("explain", file(`${name}.http`, pasted.asHttp(request)), ...options);

const wrong = sentWith(["asterisk-bare"]);
const right = sentWith([]);
const CARD = [
  ["credit_card_number", "4111111111111111"],
  ["cvv2", "987"],
] as const;
const withCard = sentWith(["asterisk-bare"], { ...payment, form: [...payment.form!, ...CARD] });

/** About one of `many` faults, chosen by their ids, so that a new fault changes nothing else. */
const some = (faults: readonly Fault[], many: number): Fault[] =>
  faults.filter(({ id }) => createHash("sha256").update(id).digest().readUInt16BE() % many === 0);

const pemOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();

const UNSIGNED: HttpRequest = { method: "GET", url: "https://gate.example/health", headers: [] };

/** The requests as a browser saves them, sent a second after each other. */
function harOf(requests: readonly HttpRequest[]): string {
  const entries = requests.map(({ method, url, headers, body }, at) => ({
    startedDateTime: new Date(1_700_000_000_000 + 1000 * at).toISOString(),
    request: {
      method,
      url,
      headers: headers.map(([name, value]) => ({ name, value })),
      ...(body && { postData: { mimeType: "application/x-www-form-urlencoded", text: Buffer.from(body).toString() } }),
    },
    response: { status: 403 },
  }));
  return JSON.stringify({ log: { entries } });
}

/** `explain` for the smallest request that shows a fault. */
function explainedFault(fault: Fault): Command {
  const trigger = triggerOf(fault);
  const sent = sendAs(trigger, fault.apply(specification)) ?? sentWith([fault.id]);
  const { consumerSecret = "", tokenSecret, privateKey } = trigger;
  const key = privateKey === undefined ? {} : { COUNTERSIGN_PUBLIC_KEY: pemOf(privateKey) };
  return {
    args: ["explain", file(`${fault.id}.http`, pasted.asHttp(sent))],
    env: {
      ...(privateKey === undefined && { COUNTERSIGN_CONSUMER_SECRET: consumerSecret }),
      ...(tokenSecret && { COUNTERSIGN_TOKEN_SECRET: tokenSecret }),
      ...key,
    },
  };
}

/** A server with these mistakes, which ends after the test. */
async function urlOfServer(steps: Partial<Steps>): Promise<string> {
  const server = await serveSteps({ ...rightSteps(), ...steps });
  onTestFinished(() => server.close());
  return `${server.url}/status`;
}

const MUTANT = "mutant:asterisk-bare+lowercase-hex";
const CHECK = ["check", "--vectors", vectors, "--seed", "1", "--runs", "20", "--no-references"];
const SIGN = "sign --url https://gate.example/pay?a=1 --consumer-key merchant --nonce n --timestamp 1700000000".split(
  " ",
);

describe("the command line prints", () => {
  recorded("help", () => namesOf(createProgram()).map((names) => command("help", ...names)));

  recorded("explain-mistakes", () => some(FAULTS, 3).map(explainedFault));

  recorded("explain-pastes", () =>
    Object.entries(pasted).map(([name, write]) => withSecret("explain", file(`${name}.txt`, write(wrong)))),
  );

  recorded("explain-options", () => [
    ...[
      "--trace",
      "--json",
      "--quiet",
      "--show-signature",
      "--show-values",
      "--fixed",
      "--lang=php",
      "--lang=cobol",
    ].map((option) => explained("request", wrong, option)),
    ...[[], ["--show-values"]].map((more) => explained("request", withCard, "--fixed", ...more)),
    explained("request", wrong, "--now", "1700001000"),
    explained("request", right, "--now", "1700001000", "--trace"),
    explained("request", right, "--origin", "https://other.example"),
    explained("request", sentWith([], { ...payment, consumerSecret: `${SECRET}\n` })),
    explained("request", wrong, "--base-string-file", file("signed", signedBy(["asterisk-bare"]))),
    explained(
      "request",
      wrong,
      "--base-string-file",
      file("other", signedBy(["asterisk-bare"]).replace("10.42", "1042")),
    ),
    explained(
      "request",
      wrong,
      "--server-response",
      file("answer", `{"error": "signature_invalid", "sbs": "${signedBy([])}"}`),
    ),
    explained("request", right, "--also-secret-file", file("old", "an older secret")),
    { ...explained("request", right), env: {} },
    explained("request", sentWith(["not-sorted", "key-without-ampersand"]), "--json"),
    explained("request", sentWith(["token-secret-left-out"])),
    explained("request", sentWith([], { ...payment, signatureMethod: "PLAINTEXT" })),
    explained("request", sentWith([], { ...payment, signatureMethod: "RSA-SHA1", privateKey: TRIGGER_PRIVATE_KEY })),
    ...["GET / HTTP/1.1", "nothing", "", "{}", "curl", '{"log": {"entries": []}}'].map((text) =>
      withSecret("explain", file("text", text)),
    ),
    withSecret("explain", file("text", pasted.asHttp(right)), "--format", "curl"),
    withSecret("explain", join(folder, "missing")),
  ]);

  recorded("check-reports", () =>
    REPORTER_NAMES.map((name) => command(...CHECK, "--builtin", MUTANT, "--filter", "rfc5849-3.6-4", "--report", name)),
  );

  recorded("check", () => [
    ...some(FAULTS, 12).map(({ id }) => command(...CHECK, "--runs", "0", "--builtin", `mutant:${id}`)),
    command(...CHECK, "--builtin", MUTANT, "--filter", "rfc5849-3.6-4", "--verbose"),
    command(...CHECK, "--builtin", MUTANT, "--filter", "encoding-decodes-back", "--quiet"),
    command(...CHECK, "--builtin", MUTANT, "--filter", "base-string", "--no-causes", "--max-failures", "3"),
    command(...CHECK, "--builtin", MUTANT, "--filter", "no-such"),
    command(...CHECK, "--builtin", "oauth-1.0a", "--open", "warn"),
    command(...CHECK, "--builtin", "countersign"),
    ...MODULES.map(([name, code]) => command(...CHECK, "--runs", "0", "--module", file(`${name}.mjs`, code))),
    ...MODULES.map(([name]) => command("doctor", "--module", join(folder, `${name}.mjs`))),
  ]);

  recorded("capture", () => {
    const requests = file("requests.har", harOf([right, wrong, sentWith(["not-sorted"]), UNSIGNED]));
    const verify = (...options: readonly string[]): Command =>
      withSecret("capture", "--verify", requests, "--consumer-key", "merchant", ...options);
    return [
      ...["--quiet", "--verbose", "--show-signature", "--show-values"].map((option) => verify(option)),
      ...REPORTER_NAMES.map((name) => verify("--report", name)),
      verify("--ignore-path", "/paynet/*"),
      verify("--consumer-key", "another"),
      command("capture", "--vary"),
      command("capture", "--vary", "--", "true"),
    ];
  });

  recorded(
    "probe",
    async () => {
      const steps: Partial<Steps>[] = [
        {},
        { claimNonce: () => true },
        { checkTime: () => {} },
        { isRight: () => true },
        { checkBody: () => {}, query: () => "" },
        { answerTo: (error) => ({ status: error === undefined ? 200 : 500, text: String(error) }) },
      ];
      const urls = await Promise.all(steps.map(urlOfServer));
      return urls.map((url) => ({
        args: [
          "probe",
          url,
          "--consumer-key",
          CLIENT.consumerKey,
          ...PROBED.flatMap((id) => ["--only", id]),
          "--verbose",
        ],
        env: { COUNTERSIGN_CONSUMER_SECRET: CLIENT.consumerSecret },
      }));
    },
    (text) => text.replace(/(oauth_(?:timestamp|nonce|signature)=)"[^"]+"/g, "$1…"),
  );

  recorded("sign", () => [
    ...SIGNATURE_METHODS.filter((method) => !isRsaMethod(method)).map((method) =>
      withSecret(...SIGN, "--signature-method", method, "--trace"),
    ),
    ...["header", "body", "query", "header-and-body"].map((transport) =>
      withSecret(...SIGN, "--form", "note=a b*", "--transport", transport, "--curl"),
    ),
    {
      args: [...SIGN, "--signature-method", "RSA-SHA256", "--body-hash"],
      env: { COUNTERSIGN_PRIVATE_KEY: TRIGGER_PRIVATE_KEY },
    },
    withSecret(...SIGN, "--realm", "", "--no-oauth-version", "--protocol-parameter", "oauth_callback=oob"),
    withSecret(...SIGN, "--form", "note"),
    withSecret(...SIGN, "--signature-method", "HMAC-MD5"),
    command(...SIGN),
  ]);

  recorded("catalogue", () => [
    command("faults", "list"),
    command("faults", "show", "asterisk-bare"),
    command("faults", "show", "asterisk-bar"),
    command("vectors", "list", "--vectors", vectors, "--filter", "rfc5849-3.6-4"),
    command("vectors", "show", "percent-encoding/reserved-every-character"),
    command("vectors", "recompute", "--vectors", vectors),
    command("driver", "python"),
    command("driver", "cobol"),
    command("keys", "check", file("key.pem", TRIGGER_PRIVATE_KEY)),
    command("gateway", "--fail", "often"),
    command("no-such-command"),
  ]);
});
